import Navigation
import Testing

extension LiveTests {
  /// Transcripts of curl, one for each system of navigation.
  @Suite(.enabled("curl 7.84 or later is needed", LiveTests.hasCurl)) struct TranscriptTests {}
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
