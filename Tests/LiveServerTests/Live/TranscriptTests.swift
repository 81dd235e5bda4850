import Foundation
import Glibc
import Navigation
import Testing
import TreeSketch

extension LiveTests {
  /// The server used from a terminal: transcripts of curl, one for each system of navigation.
  @Suite(.enabled("curl 7.84 or later is needed", hasCurl)) struct TranscriptTests {}

  private static let curl = "/usr/bin/curl"

  /// Whether curl is installed in a version with `--json` and `%header{}`.
  @Sendable private static func hasCurl() async throws -> Bool {
    guard access(curl, X_OK) == 0 else { return false }
    let version = try await Run(curl, ["--version"]).output.firstMatch(of: /^curl (\d+)\.(\d+)/)
    guard let version, let major = Int(version.1), let minor = Int(version.2) else { return false }
    return (major, minor) >= (7, 84)
  }
}

extension LiveTests.TranscriptTests {
  @Test(arguments: Transcript.names) func `a transcript has the server's answers`(_ name: String) async throws {
    var (session, last) = ("", "")
    for exchange in try Transcript.named(name).exchanges {
      let place = "\(name):\(exchange.line)"
      let path = exchange.path.replacing("$S", with: session)
      let body = exchange.body == "$answer" ? last : exchange.body
      let answer = try await curl(exchange.method, path, body)
      #expect(answer.status == exchange.status, "\(place): \(answer.body)")
      if answer.status == 201 { session = answer.location }
      last = answer.body
      if !exchange.answer.isEmpty {
        let (found, expected) = (try document(answer.body), try document(exchange.answer))
        let mismatch = try found.mismatch(with: expected)
        #expect(mismatch == nil, "\(place)")
      }
      if let events = exchange.events {
        let record = try TransitionRecord(answer: Array(answer.body.utf8))
        #expect(try record.events.map(words).joined(separator: ", ") == events, "\(place)")
      }
      guard let sketch = exchange.sketch else { continue }
      let view = try SessionView(answer: Array(try await curl("GET", session, "").body.utf8))
      #expect(Session(restored: view.root, environment: view.environment, countedIDs: 0).sketch == sketch, "\(place)")
    }
  }

  @Test func `fields that curl adds are accepted, or refused with a hint`() async throws {
    let (url, form) = (try live.url, #"{"environment": {}}"#)
    for (arguments, answer) in [
      (["--data", form, url + "/v1/resolve"], "curl --json"),
      (["--json", form, url + "/v1/resolve"], #""isCollapsed":false"#),
      (["--json", form, "-H", "Transfer-Encoding: chunked", url + "/v1/resolve"], #""isCollapsed":false"#),
      (["--http1.0", url + "/healthz"], #"{"status":"ok"}"#), (["--head", url + "/healthz"], "HTTP/1.1 200 OK\r\n"),
      (["--output", "/dev/null", "--output", "/dev/null", "-w", "%{num_connects} ", url, url], "1 0 "),
    ] {
      let run = try await Run(LiveTests.curl, ["--silent", "--noproxy", "*", "--max-time", "60"] + arguments)
      #expect(run.end == .exit(0) && run.output.contains(answer), "\(arguments): \(run)")
    }
  }

  @Test func `there are transcripts`() { #expect(Transcript.names.count >= 4) }

  @Test(arguments: [
    (#"{"a": [1, 2, 3], "b": {"c": null}}"#, #"{"a": ["…", 3]}"#, nil),
    (#"{"a": [1, 2, 3]}"#, #"{"a": ["…", 2]}"#, "/a is [1,2,3]"),
    (#"{"a": [1, 2, 3]}"#, #"{"a": [1, "…", 3, "…"]}"#, nil),
    (#"{"a": []}"#, #"{"a": ["…"]}"#, nil),
    (#"{"a": [{"b": 1, "c": 2}]}"#, #"{"a": [{"c": 2}]}"#, nil),
    (#"{"a": [{"b": 1}]}"#, #"{"a": [{"b": 1}, {}]}"#, #"/a is [{"b":1}]"#),
    (#"{"a": {"b": 1}}"#, #"{"a": {"b": "…", "c": 1}}"#, "/a/c is missing"),
    (#"{"a": false}"#, #"{"a": true}"#, "/a is false"),
  ])
  func `a mismatch has a pointer`(found: String, expected: String, mismatch: String?) throws {
    #expect(try document(found).mismatch(with: document(expected)) == mismatch)
  }

  /// An event's type or delegate method, its controller, and its other members.
  private func words(_ event: ReceivedEvent) throws -> String {
    var members = try document(String(decoding: event.json(), as: UTF8.self)).object()
    let type = try members.string("method") ?? members.require("type").string()
    let names: [StaticString] = ["placeholder", "controller", "split", "tabBar", "topTabs"]
    let subject = try names.lazy.compactMap { try members.string($0) }.first
    var varying: [String] = []
    if var arguments = try members.optional("arguments")?.object() {
      let words: [StaticString] = ["column", "displayMode", "proposed"]
      varying = try words.compactMap { try arguments.string($0) }
    }
    return ([type, subject ?? "-"] + varying).joined(separator: " ")
  }

  private func document(_ text: String) throws -> JSONValue { try JSONDocument(text, unknownMembers: .skip).root }

  private func curl(_ method: String, _ path: String, _ body: String) async throws -> (
    status: Int, location: String, body: String
  ) {
    var arguments = [
      "--silent", "--noproxy", "*", "--max-time", "60", "--write-out", "\n%{http_code} %header{location}", "-X", method,
    ]
    if !body.isEmpty { arguments += ["--json", body] }
    let run = try await Run(LiveTests.curl, arguments + [try live.url + path])
    #expect(run.end == .exit(0), "\(method) \(path): \(run.error)")
    let end = try #require(run.output.lastIndex(of: "\n"))
    let words = run.output[end...].dropFirst().split(separator: " ")
    return (Int(words.first ?? "") ?? 0, words.dropFirst().first.map(String.init) ?? "", String(run.output[..<end]))
  }
}

/// A text of requests, each with its expected answer.
///
///     # The next rule.
///     > POST /v1/sessions
///     {"layout": …}
///     < 201
///     {"revision": 0, "visible": [{"id": "list"}, "…"]}
///     ! viewWillAppear list, viewDidAppear list
///     ~ split[list || note]
///
/// `$S` in a path is the path of the session created last, `$answer` as a body the previous answer. An answer must
/// have each member of an expected object; `"…"` matches any value, and in an array any number of elements. `!` has all
/// events of the answer: type or delegate method, controller, and other members. `~` has the session's tree in the
/// sketch notation. Expected object, events and tree are optional.
struct Transcript: Sendable, CustomTestStringConvertible {
  struct Exchange: Sendable {
    var line: Int
    var method: String
    var path: String
    var body = ""
    var status = 0
    var answer = ""
    var events: String?
    var sketch: String?
  }

  struct Malformed: Error {
    var name: String
    var line: Int
  }

  var name: String
  var exchanges: [Exchange] = []

  var testDescription: String { name }

  /// All transcripts.
  static let all = Result {
    try names.map { try Transcript(name: $0, text: String(contentsOf: directory.appending(path: $0), encoding: .utf8)) }
  }

  private static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Transcripts")

  /// The names of all transcripts, each a test of its own.
  static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()

  static func named(_ name: String) throws -> Transcript {
    try #require(all.get().first { $0.name == name })
  }

  /// The accepted transitions of the transcript.
  var transitions: [String] { exchanges.filter { $0.path.contains("$S/transitions") && $0.status == 200 }.map(\.body) }

  init(name: String, text: String) throws {
    self.name = name
    var isAnswer = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let (rest, last) = (line.dropFirst(2), exchanges.indices.last)
      switch (line.prefix(2), last) {
      case ("> ", _):
        let words = rest.split(separator: " ")
        guard words.count == 2 else { throw Malformed(name: name, line: index + 1) }
        exchanges.append(Exchange(line: index + 1, method: String(words[0]), path: String(words[1])))
        isAnswer = false
      case ("< ", let last?):
        guard let status = Int(rest) else { throw Malformed(name: name, line: index + 1) }
        exchanges[last].status = status
        isAnswer = true
      case ("! ", let last?): exchanges[last].events = (exchanges[last].events.map { $0 + " " } ?? "") + rest
      case ("!", let last?): exchanges[last].events = ""
      case ("~ ", let last?): exchanges[last].sketch = String(rest)
      case (_, let last?): if isAnswer { exchanges[last].answer += line } else { exchanges[last].body += line }
      case (_, nil): throw Malformed(name: name, line: index + 1)
      }
    }
  }
}

extension JSONValue {
  /// The pointer to a difference from a transcript's value; nil if there is none.
  func mismatch(with expected: JSONValue, at pointer: String = "") throws -> String? {
    if expected.isAnything { return nil }
    switch (kind, expected.kind) {
    case (.object, .object):
      for (name, wanted) in try expected.named {
        guard let value = try named.first(where: { $0.name == name })?.value else {
          return "\(pointer)/\(name) is missing"
        }
        if let mismatch = try value.mismatch(with: wanted, at: "\(pointer)/\(name)") { return mismatch }
      }
      return nil
    case (.array, .array):
      let (mine, wanted) = (try Array(elements), try Array(expected.elements))
      if try Self.match(mine[...], wanted[...]) { return nil }
      return "\(pointer) is \(compactText())"
    default:
      return compactText() == expected.compactText() ? nil : "\(pointer) is \(compactText())"
    }
  }

  /// `"…"`.
  private var isAnything: Bool { kind == .string && (try? string()) == "…" }

  private var named: [(name: String, value: JSONValue)] {
    get throws {
      var reader = try object()
      return reader.members.map { ($0.name, $0.value) }
    }
  }

  /// Whether arrays match; `"…"` matches any number of elements.
  private static func match(_ mine: ArraySlice<JSONValue>, _ wanted: ArraySlice<JSONValue>) throws -> Bool {
    guard let first = wanted.first else { return mine.isEmpty }
    if first.isAnything {
      for start in mine.startIndex...mine.endIndex where try match(mine[start...], wanted.dropFirst()) { return true }
      return false
    }
    guard let own = mine.first, try own.mismatch(with: first) == nil else { return false }
    return try match(mine.dropFirst(), wanted.dropFirst())
  }
}
