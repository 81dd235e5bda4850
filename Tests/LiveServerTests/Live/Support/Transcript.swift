import Foundation
import Testing

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
    .deletingLastPathComponent().appending(path: "Transcripts")

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
