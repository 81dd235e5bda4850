import Foundation
import Navigation
import Testing

/// An app that does what a design says, and keeps a log of it.
struct LoggingApp {
  let design: Design
  private(set) var session: Session
  var lines: [String]

  /// - Parameters:
  ///   - head: the first line; nil for none.
  ///   - names: the app's names of controllers, by ours.
  init(_ design: Design, head: String? = nil) throws {
    self.design = design
    let (session, events) = try design.app.open()
    self.session = session
    lines = head.map { [$0] } ?? []
    lines.append("{\(Self.seen(events, session))}")
  }

  /// Does what a transition in JSON says, or the first move with a name.
  mutating func step(_ step: String) throws {
    if step.hasPrefix("{") {
      try perform([Transition(request: Array(step.utf8))], as: step)
    } else {
      let moves = design.app.routes.map { session.moves(routes: $0) } ?? session.moves
      let move = try #require(moves.first { $0.name == step }, "\(step) is none of \(moves.map(\.name))")
      try perform(move.transitions, as: "\"\(step)\"")
    }
  }

  /// - Parameter name: what the log says, as JSON; nil: the transitions.
  mutating func perform(_ transitions: [Transition], as name: String? = nil) throws {
    let events: [Event]
    if transitions.count == 1 {
      events = try session.apply(transitions[0], routes: design.app.routes).events
    } else {
      events = try session.apply(batch: transitions, routes: design.app.routes).events
    }
    let texts = transitions.map { String(decoding: $0.json(), as: UTF8.self) }
    let step =
      name.map { "\"transition\": \($0)" }
      ?? (texts.count == 1 ? "\"transition\": \(texts[0])" : "\"transitions\": [\(texts.joined(separator: ", "))]")
    lines.append("{\(step), \(Self.seen(events, session))}")
  }

  private static func seen(_ events: [Event], _ session: Session) -> String {
    let events = events.map { String(decoding: $0.json(), as: UTF8.self) }.joined(separator: ", ")
    let visible = session.visible.map { "\"\($0.id)\"" }.joined(separator: ", ")
    return "\"events\": [\(events)], \"visible\": [\(visible)]"
  }

  var log: [UInt8] { Array(lines.joined(separator: "\n").utf8) }

  /// Changes the callbacks of a line, from 1.
  mutating func changeEvents(ofLine line: Int, _ change: (inout [String]) -> Void) {
    guard let match = lines[line - 1].firstMatch(of: /"events": \[(.*?)\], "visible"/) else { return }
    var events = match.1.components(separatedBy: ", {").enumerated().map {
      $0.offset == 0 ? $0.element : "{" + $0.element
    }
    change(&events)
    lines[line - 1].replaceSubrange(match.1.startIndex..<match.1.endIndex, with: events.joined(separator: ", "))
  }

  /// Replaces a text in a line, from 1.
  mutating func replace(_ text: String, inLine line: Int, by other: String) {
    lines[line - 1] = lines[line - 1].replacingOccurrences(of: text, with: other)
  }

  static let mail = """
    {"layout": {"name": "doubleColumn", "primary": {"id": "inbox", "route": "inbox"},
      "secondary": {"id": "none", "route": "none", "placeholder": true},
      "behavior": {"placeholder": {"id": "none", "route": "none"}}},
     "routes": {"inbox": {"path": "/inbox", "offers": [{"route": "letter", "params": {"letter": "emmy"}, "row": "emmy"}]},
      "letter": {"path": "/letters/{letter}", "parent": "inbox", "opens": "detail"}}}
    """

  static func design(_ json: String = mail, _ text: String = "", by other: String = "") throws -> Design {
    try Design(json: json.replacingOccurrences(of: text, with: other).utf8)
  }

  /// README's app, whose delegate answers with `primary`.
  static func mailApp(head: String? = nil) throws -> LoggingApp {
    let design = try design(
      mail, #""route": "none"}}}"#, by: #""route": "none"}, "topColumnForCollapsing": "primary"}}"#)
    var app = try LoggingApp(design, head: head)
    try app.step("Open letter.emmy")
    try app.step(#"{"type": "resize", "width": 375, "height": 834}"#)
    try app.step("Open letter.emmy")
    try app.step("Back")
    return app
  }
}
