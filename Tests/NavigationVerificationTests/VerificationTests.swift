import Foundation
import Testing

@testable import Navigation

/// An app's own log against its design (D-350 to D-354).
@Suite struct VerificationTests {
  /// README's *Is it your app?*: a design without answers, and the log of an app that answers with `primary`.
  @Test func `D-354: from the log to the bug`() throws {
    let app = try LoggingApp.mailApp()
    var recorded = try LoggingApp.design()
    #expect(try recorded.explore().answer.findings.isEmpty)
    let result = try recorded.verify(log: app.log)
    #expect(result.difference?.line == 3 && result.agreed == 2 && result.left == 2)
    let visible = try #require(result.difference?.visible)
    #expect(visible.design == "letter.emmy" && visible.app == "inbox")
    #expect(result.difference?.rules.map(\.id) == ["M8", "CO-10", "M7"])
    let learned = try recorded.learn(from: app.log)
    let first = try #require(learned.better.first)
    #expect(first.answers == [.init(name: "topColumnForCollapsing", value: .word("primary"))] && first.agreed == 5)
    #expect(learned.better.allSatisfy { $0.agreed > learned.given.agreed })
    let told = learned.text(log: "log")
    #expect(told.contains("\n\"topColumnForCollapsing\": \"primary\"  "), "\(told)")
    #expect(told.contains("   agrees with all 5 steps (as given: 2)\n"), "\(told)")
    recorded = learned.design
    #expect(try recorded.verify(log: app.log).isEmpty)
    #expect(try recorded.explore().answer.findings.map(\.message).contains("a change of the window hides letter"))
    guard case .layout = recorded.app.start else { return #expect(Bool(false), "an arrangement stays one") }
  }

  @Test func `D-351: a log of the same app agrees, also without names of steps`() throws {
    let app = try LoggingApp.mailApp()
    #expect(try app.design.verify(log: app.log).text(log: "log") == "5 steps agree\n")
    let nameless = app.lines.map { $0.replacing(/"transition": "[^"]*"/, with: "\"transition\": null") }
    let result = try app.design.verify(log: nameless.joined(separator: "\n").utf8)
    #expect(
      result.text(log: "log") == "5 steps agree (3 taken: 2 Open letter.emmy, 4 Open letter.emmy, 5 Back)\n")
  }

  /// What an app does otherwise, and what is told of line 2, in which the letter is opened; nil: it agrees.
  static let planted: [(name: String, tells: String?, change: @Sendable (inout LoggingApp) -> Void)] = [
    ("nothing", nil, { _ in }),
    ("two wills exchanged", "viewWillAppear letter.emmy", { $0.exchange("viewWillDisappear", "viewWillAppear") }),
    ("two dids exchanged", nil, { $0.exchange("viewDidDisappear", "viewDidAppear") }),
    ("a will missing", "viewWillAppear letter.emmy  -", { $0.drop("viewWillAppear") }),
    ("a did missing", "viewDidAppear letter.emmy  -", { $0.drop("viewDidAppear") }),
    ("a did doubled", "-       viewDidAppear letter.emmy", { $0.double("viewDidAppear") }),
    ("a will doubled", "viewWillAppear letter.emmy", { $0.double("viewWillAppear") }),
    (
      "another display", "inbox, letter.emmy  none, inbox",
      { $0.replace(#""visible": ["inbox", "letter.emmy"]"#, inLine: 2, by: #""visible": ["none", "inbox"]"#) }
    ),
    (
      "another order on display", nil,
      { $0.replace(#""visible": ["inbox", "letter.emmy"]"#, inLine: 2, by: #""visible": ["letter.emmy", "inbox"]"#) }
    ),
    (
      "members of what is on display", nil,
      {
        $0.replace(
          #""visible": ["inbox", "letter.emmy"]"#, inLine: 2,
          by: #""visible": ["inbox", {"id": "letter.emmy", "column": "secondary", "params": {"letter": "emmy"}}]"#)
      }
    ),
    (
      "another column", "visible",
      {
        $0.replace(
          #""visible": ["inbox", "letter.emmy"]"#, inLine: 2,
          by: #""visible": ["inbox", {"id": "letter.emmy", "column": "primary"}]"#)
      }
    ),
    ("no animation noted", nil, { $0.replace(#","animated":false"#, inLine: 2, by: "") }),
    ("an animation", "callback", { $0.replace(#""animated":false"#, inLine: 2, by: #""animated":true"#) }),
    (
      "a move that is none", "transition  no such move. Did you mean Open letter.emmy?  done",
      { $0.replace("Open letter.emmy", inLine: 2, by: "Open letter.emma") }
    ),
    (
      "a refused transition", "transition  refused: The session has no controller \"x\".",
      { $0.replace(#""Open letter.emmy""#, inLine: 2, by: #"{"type": "popTo", "controller": "x"}"#) }
    ),
    (
      "a refused transition, of which the app saw nothing", "transition  refused: The session has no controller \"x\".",
      {
        $0.lines[1] =
          #"{"transition": {"type": "popTo", "controller": "x"}, "events": [], "visible": ["inbox", "none"]}"#
      }
    ),
    (
      "an unhandled transition", "viewDidAppear letter.emmy",
      { $0.replace(#""Open letter.emmy""#, inLine: 2, by: #"{"type": "back"}"#) }
    ),
    (
      "no move agrees", "nearest",
      {
        $0.replace(#""Open letter.emmy""#, inLine: 2, by: "null"); $0.drop("viewDidAppear")
      }
    ),
    (
      "callbacks not noted", nil,
      {
        $0.changeEvents(ofLine: 2) { _ in }; $0.withoutEvents(ofLine: 2)
      }
    ),
  ]

  @Test(arguments: planted) func `D-351: what differs is told at its line`(
    name: String, tells: String?, change: @Sendable (inout LoggingApp) -> Void
  ) throws {
    var app = try LoggingApp.mailApp()
    change(&app)
    let result = try app.design.verify(log: app.log)
    let text = result.text(log: "log")
    #expect(result.difference?.line == (tells == nil ? nil : 2), "\(name): \(text)")
    if let tells { #expect(text.contains(tells), "\(name): \(text)") }
    #expect(result.agreed == (tells == nil ? 5 : 1) && result.left == (tells == nil ? 0 : 3), "\(name)")
    #expect(try JSONDocument(result.json()).root.kind == .object)
  }

  /// M8, M7: another answer of the delegate, and a question that the app's delegate does not answer.
  @Test func `D-351: answers are compared where the log has them`() throws {
    let question = "splitViewController(_:topColumnForCollapsingToProposedTopColumn:)"
    var app = try LoggingApp.mailApp()
    app.replace(#""answer":"primary""#, inLine: 3, by: #""answer":"secondary""#)
    let text = try app.design.verify(log: app.log).text(log: "log")
    #expect(text.contains("log:3  resize 375 × 834") && text.contains("secondary -> primary"))
    let heads = [
      (#"{"records": ["viewWillAppear", "\#(question)"]}"#, false), (#"{"records": ["viewWillAppear"]}"#, true),
      (#"{"records": ["viewWillAppear"], "asks": ["\#(question)"]}"#, false),
    ]
    for (head, agrees) in heads {
      var app = try LoggingApp.mailApp(head: head)
      app.changeEvents(ofLine: 4) { $0.removeAll { $0.contains(question) } }
      #expect(try app.design.verify(log: app.log).isEmpty == agrees, "\(head)")
    }
  }

  @Test func `D-350: questions that no line has`() throws {
    let asks = ["topColumnForCollapsingToProposedTopColumn", "displayModeForExpandingToProposedDisplayMode"]
    let head = #"{"asks": [\#(asks.map { "\"splitViewController(_:\($0):)\"" }.joined(separator: ", "))]}"#
    let app = try LoggingApp.mailApp(head: head)
    let learned = try app.design.learn(from: app.log)
    #expect(learned.text(log: "log") == "5 steps agree\nnot asked in this log: displayModeForExpanding\n")
  }
}

extension LoggingApp {
  fileprivate mutating func exchange(_ one: String, _ other: String) {
    changeEvents(ofLine: 2) { events in
      guard let first = events.firstIndex(where: { $0.contains(one) }),
        let second = events.firstIndex(where: { $0.contains(other) })
      else { return }
      events.swapAt(first, second)
    }
  }

  fileprivate mutating func drop(_ kind: String) {
    changeEvents(ofLine: 2) { events in events.removeAll { $0.contains(kind) && $0.contains("letter.emmy") } }
  }

  fileprivate mutating func double(_ kind: String) {
    changeEvents(ofLine: 2) { events in
      guard let index = events.firstIndex(where: { $0.contains(kind) && $0.contains("letter.emmy") }) else { return }
      events.insert(events[index], at: index)
    }
  }

  fileprivate mutating func withoutEvents(ofLine line: Int) {
    lines[line - 1] = lines[line - 1].replacing(/"events": \[.*?\], "visible"/, with: "\"visible\"")
  }
}
