import Foundation
import Navigation
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

  @Test(arguments: examples) func `an example finds what is meant`(_ example: Example) throws {
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
