import Foundation
import Navigation
import SeededRandom
import Testing

/// The designs of `Tests/Examples`, as people read them: each is seen to the end, and its findings are those that are
/// meant. In two windows; CI explores all of them, also the largest, in every window.
@Suite struct ExampleTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var states: Int
    var findings: [String]
    /// What the app's own controls do.
    var moves: [Transition]

    init(_ name: String, states: Int, _ findings: [String] = [], moves: [Transition] = []) {
      (testDescription, self.states, self.findings, self.moves) = (name, states, findings, moves)
    }
  }

  static let examples = [
    Example("mail", states: 24, ["a change of the window hides letter", "another window and back loses letter"]),
    Example("mail-mended", states: 12),
    Example("columns", states: 192),
    Example(
      "apps/mail-inspector", states: 840,
      moves: [
        Transition(.showColumn(.inspector, split: "split")), Transition(.hideColumn(.inspector, split: "split")),
      ]),
    Example("settings", states: 106),
    Example("shop", states: 72),
    Example("messenger", states: 2_292),
    Example("apps/music", states: 2_904),
    Example("Links/shop", states: 436),
    Example("Links/messenger", states: 124),
    Example("apps/maps", states: 84),
    Example("compact", states: 36, ["a change of the window hides album", "listen is visible in no regular window"]),
  ]

  /// The largest have nothing to find; CI explores them with the program, too.
  static let tried = examples.filter { !TestLength.isShort || $0.states < 1_000 }

  @Test(arguments: tried) func `an example finds what is meant`(_ example: Example) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Examples/\(example.testDescription).json")
    var request = try Design(request: Array(Data(contentsOf: file)))
    let wide = request.app.environment
    let narrow = wide.windowsOfDevice.last { $0.multitasking == .slideOver }
    request.environments = [wide, try #require(narrow)]
    request.moves = example.moves
    let report = try request.space().explore(limits: SearchLimits(states: 7_000, bytes: 1 << 30))
    #expect(report.states == example.states)
    #expect(report.bound == nil)
    #expect(report.findings.map(\.message) == example.findings)
    #expect(report.findings.allSatisfy { !$0.examples.isEmpty })
  }
}

/// Where the links of two apps lead, wide and narrow: a shop and a messenger, as tables of under 40 lines (D-166, D-167, D-291).
@Suite struct ExampleLinkTests {
  private static func text(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: "Examples/Links/\(name)"), encoding: .utf8)
  }

  /// A line is a window, links and conditions; below it stand the steps of the last one, and what is visible.
  @Test(arguments: ["shop", "messenger"]) func `D-167: the links of an example`(_ app: String) throws {
    let table = try Self.text("\(app).json")
    #expect(table.split(separator: "\n").count < 40)
    let creation = try CreateSession(request: Array(table.utf8))
    let written = try Self.text("\(app).txt")
    let lines = written.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(lines.count >= 20)
    let told = try lines.map { line in "\(line)\n  \(try Self.told(String(line), creation))\n" }.joined()
    #expect(told == written)
  }

  private static func told(_ line: String, _ creation: CreateSession) throws -> String {
    var (session, last) = (try creation.open().session, "")
    let routes = creation.routes
    for word in line.split(separator: " ").map(String.init) {
      let transition: Transition =
        switch word {
        case "wide": Transition(.setMultitasking(.fullScreen))
        case "narrow": Transition(.setMultitasking(.slideOver))
        case _ where routes?.conditions.contains { $0.name == word } == true:
          Transition(.setConditions([ConditionValue(word, holds: true)]))
        case _ where word.hasPrefix("-"):
          Transition(.setConditions([ConditionValue(String(word.dropFirst()), holds: false)]))
        default: Transition(.open(url: word))
        }
      do throws(Rejection) {
        last = try session.apply(transition, routes: routes).outcome.told
      } catch { return Problem(error).code }
    }
    return last + " => " + session.visible(routes: routes).map { $0.url ?? $0.route }.joined(separator: " | ")
  }
}

extension Outcome {
  fileprivate var told: String {
    var words = steps.map(\.action.name)
    if parked { words.append("parked for \(needs[0])") }
    if !handled { words.append(reason?.rawValue ?? "") }
    return words.isEmpty ? "no steps" : words.joined(separator: " ")
  }
}

extension Transition.Action {
  fileprivate var name: String {
    if let push = body(as: Transition.Push.self) { return "push(\(push.newcomer.name))" }
    if let detail = body(as: Transition.ShowDetail.self) { return "showDetail(\(detail.newcomer.name))" }
    if let present = body(as: Transition.Present.self) { return "present(\(present.newcomer.name))" }
    if let pop = body(as: Transition.PopTo.self) { return "popTo(\(pop.controller))" }
    if let tab = body(as: Transition.SelectTab.self) { return "selectTab(\(tab.tab))" }
    if let dismissal = body(as: Transition.Dismiss.self) {
      return "dismiss(\(dismissal.controller?.description ?? ""))"
    }
    return type
  }
}

extension Transition.Newcomer {
  fileprivate var name: String {
    switch self {
    case .existing(let id): "\(id)"
    case .new(let controller): controller.kind == .screen ? "\(controller.id)" : "a stack"
    }
  }
}
