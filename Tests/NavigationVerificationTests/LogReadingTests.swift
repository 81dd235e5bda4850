import Foundation
import Testing

@testable import Navigation

/// What a log is, and what is no log (D-350, D-352, D-353).
@Suite struct LogReadingTests {
  private static let start = #"{"visible": ["inbox", "none"]}"#

  /// The lines of a log for README's mail, the line at fault, and a part of what is told.
  static let refused: [(lines: [String], line: Int, tells: String)] = [
    ([""], 1, "no step"), (["{}"], 1, "no step"), (["", "  "], 1, "no step"),
    (["["], 1, "expected a value"), ([start, "nonsense"], 2, "expected a value"),
    ([start, "[]"], 2, "expected an object"),
    ([start, "{}"], 2, "missing member \"transition\""),
    ([start, #"{"events": []}"#], 2, "missing member \"transition\""),
    ([start, #"{"transition": null, "transitions": []}"#], 2, "only one of"),
    ([start, #"{"transition": {"type": "undo"}}"#], 2, "undo, redo and revert are no steps"),
    ([start, #"{"transition": {"type": "revert", "revision": 1}}"#], 2, "undo, redo and revert are no steps"),
    ([start, #"{"transition": {"type": "bak"}}"#], 2, "back"),
    ([start, #"{"transition": 1}"#], 2, "expected an object"),
    ([start, #"{"transition": null, "event": []}"#], 2, "unknown member \"event\". Did you mean events?"),
    ([start, #"{"transition": null, "events": [{"type": "viewWilAppear", "controller": "a"}]}"#], 2, "viewWillAppear"),
    ([start, #"{"transition": null, "events": [{"type": "delegateCall", "method": "a"}]}"#], 2, "expected one of"),
    ([#"{"records": ["viewWilAppear"]}"#, start], 1, "viewWillAppear"),
    ([#"{"asks": ["splitViewController(_:willShow:)"]}"#, start], 1, "expected one of"),
    ([#"{"names": {"A": "a b"}}"#, start], 1, "/names/A"), ([#"{"name": {}}"#, start], 1, "Did you mean names?"),
    ([#"{"environment": {"device": "iPhone 1"}}"#, start], 1, "/environment/device"),
    ([#"{"names": {"A": "inbox", "B": "inbox"}}"#, start], 1, "\"B\" and \"A\" are one controller"),
    ([#"{"names": {"A": "inbox"}}"#, #"{"visible": ["inbox", "none"]}"#], 2, "\"inbox\" and \"A\" are one controller"),
    ([#"{"visible": ["Inbox", "Nothing"]}"#], 1, "who is \"Inbox\"? Add \"names\": {\"Inbox\": …}, one of inbox, none"),
    ([#"{"transition": "Open letter.emmy"}"#], 1, "nothing was compared"),
    (
      [start, #"{"transition": {"type": "resize", "width": 500, "height": 834}, "visible": ["inbox"]}"#], 2,
      "the iPhone 16 has no window of 500 × 834"
    ),
  ]

  @Test(arguments: refused) func `a log that cannot be read or played says why`(
    lines: [String], line: Int, tells: String
  ) throws {
    let phone = #"{"environment": {"system": "iOS26", "device": "iPhone 16"}, "#
    let design = try Design(
      json: (tells.contains("iPhone 16") ? phone + LoggingApp.mail.dropFirst() : LoggingApp.mail).utf8)
    let visible =
      tells.contains("iPhone 16") ? [lines[0].replacing(", \"none\"", with: "")] + lines.dropFirst() : lines
    let fault = #expect(throws: VerificationFault.self) { try design.verify(log: visible.joined(separator: "\n").utf8) }
    guard case .log(line, let detail) = fault else { return #expect(Bool(false), "\(String(describing: fault))") }
    #expect(detail.contains(tells), "\(detail)")
  }

  /// An answer of `GET …/transitions`, on several lines.
  @Test func `D-350: records of a session are a log`() throws {
    var app = try LoggingApp.mailApp()
    app.replace("\"visible\": [\"inbox\"]", inLine: 5, by: "\"visible\": [\"none\"]")
    let records = app.lines.enumerated().map { number, line in
      #"{"sessionId": "s_1", "revision": \#(number), "at": "", "outcome": {}, "can": {}, "# + line.dropFirst()
    }
    let answer = "{\"transitions\": [\n" + records.joined(separator: ",\n") + "\n]}"
    #expect(try app.design.verify(log: answer.utf8).difference?.line == 6)
  }

  @Test func `a log is at most 64 MiB`() throws {
    let design = try LoggingApp.design()
    let fault = #expect(throws: VerificationFault.self) {
      try design.verify(log: repeatElement(UInt8(ascii: " "), count: AppLog.byteLimit + 1))
    }
    guard case .log(1, let detail) = fault else { return #expect(Bool(false)) }
    #expect(detail.contains("longer than"))
  }

  /// D-352: names of the app, bound by the callbacks that they have, and kept.
  @Test func `D-352: names are bound for good and one to one`() throws {
    let app = try LoggingApp.mailApp()
    let renamed = { (text: String) in
      text.replacing("\"letter.emmy\"", with: "\"MailVC-2\"").replacing("\"inbox\"", with: "\"ListVC\"")
        .replacing(":\"split\"", with: ":\"MailSplit\"")
    }
    let lines = app.lines.map(renamed)
    let unnamed = lines.joined(separator: "\n")
    // The list and the placeholder have the same callbacks as the app starts.
    #expect(throws: VerificationFault.self) {
      try app.design.verify(log: unnamed.replacing("\"none\"", with: "\"P\"").utf8)
    }
    #expect(try app.design.verify(log: unnamed.utf8).isEmpty)
    let head = #"{"names": {"ListVC": "inbox", "MailVC-2": "letter.emmy", "MailSplit": "split"}}"#
    #expect(try app.design.verify(log: (head + "\n" + unnamed).utf8).isEmpty)
    let twice = head.replacing("letter.emmy", with: "none")
    #expect(throws: VerificationFault.self) { try app.design.verify(log: (twice + "\n" + unnamed).utf8) }
    // What is bound stays: the letter is not called otherwise later.
    var other = lines
    other[3] = other[3].replacing("MailVC-2", with: "MailVC-3")
    #expect(throws: VerificationFault.self) { try app.design.verify(log: other.joined(separator: "\n").utf8) }
  }

  /// The device at the start, a size, and the window that it is, in which it ends.
  static let windows: [(device: String, width: Int, height: Int, ends: String)] = [
    ("iPad Pro 11-inch (M4)", 834, 1210, "portrait fullScreen"),
    ("iPad Pro 11-inch (M4)", 375, 834, "landscape slideOver"),
    ("iPad Pro 11-inch (M4)", 1210, 834, "landscape fullScreen"), ("iPhone 16", 852, 393, "landscape fullScreen"),
    ("iPad Pro 11-inch (M4)", 700, 600, "landscape window"), ("iPhone Duo", 951, 669, "landscape fullScreen"),
  ]

  @Test(arguments: windows) func `D-353: a size is the nearest window of the device that has it`(
    device: String, width: Int, height: Int, ends: String
  ) throws {
    let text = #"{"environment": {"device": "\#(device)"}, "# + LoggingApp.mail.dropFirst()
    var app = try LoggingApp(try Design(json: text.utf8))
    let window = try #require(
      app.session.environment.windowsOfDevice.first {
        $0.size == Size(width: Double(width), height: Double(height))
          && "\($0.orientation.rawValue) \($0.multitasking.rawValue)" == ends
      }
        ?? {
          var window = app.session.environment; try? window.resize(to: Size(width: 700, height: 600)); return window
        }())
    #expect(window.size == Size(width: Double(width), height: Double(height)))
    let transitions = app.session.environment.transitions(to: window).map { Transition($0) }
    let name = #"{"type": "resize", "width": \#(width), "height": \#(height)}"#
    if transitions.isEmpty { try app.step(name) } else { try app.perform(transitions, as: name) }
    let result = try app.design.verify(log: app.log)
    #expect(result.isEmpty, "\(result.text(log: "log"))")
  }

  /// A third and Slide Over have one size: where the window has it already, it stays.
  @Test func `D-353: of several windows the nearest`() throws {
    let narrow = #""visible": ["inbox"]}"#
    let log = """
      {"transition": {"type": "setMultitasking", "multitasking": "slideOver"}, \(narrow)
      {"transition": {"type": "resize", "width": 375, "height": 834}, \(narrow)
      """
    let steps = try LoggingApp.design().steps(of: log.utf8).steps
    #expect(steps.map(\.name) == ["setMultitasking slideOver", "landscape slideOver"])
    #expect(steps[1].transitions.map(\.action.type) == ["resize"])
  }

  @Test(arguments: ["\"transition\": %", "\"transitions\": [%]"])
  func `D-365: a log has one transition, or a list`(step: String) throws {
    let narrow = step.replacing("%", with: #"{"type": "setMultitasking", "multitasking": "slideOver"}"#)
    let steps = try LoggingApp.design().steps(of: #"{\#(narrow), "visible": ["inbox"]}"#.utf8).steps
    #expect(steps.map(\.transitions) == [[Transition(.setMultitasking(.slideOver))]])
  }

  @Test func `the window of the head is the app's`() throws {
    let phone = try LoggingApp(
      Design(json: (#"{"environment": {"device": "iPhone 16"}, "# + LoggingApp.mail.dropFirst()).utf8))
    let head = #"{"environment": {"device": "iPhone 16"}}"#
    let design = try LoggingApp.design()
    #expect(try !design.verify(log: phone.log).isEmpty)
    #expect(try design.verify(log: ([head] + phone.lines).joined(separator: "\n").utf8).isEmpty)
  }

  /// The sentences are those of the table of rules, and each row is the one that is found.
  @Test func `the rules of a step are rules`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Sources/Navigation/Model/RULES.md")
    let rules = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    for row in StepRule.table {
      #expect((1...3).contains(row.rules.count))
      for rule in row.rules {
        let text = try #require(rules.first { $0.hasPrefix("| \(rule.id) |") }, "\(rule.id)")
        #expect(!rule.sentence.isEmpty && text.contains(rule.sentence), "\(rule.id): \(rule.sentence)")
      }
      let style: SplitStyle? = row.isClassic == true ? .classic : .doubleColumn
      #expect(StepRule.rules(of: row.kind, style) == row.rules)
    }
  }
}
