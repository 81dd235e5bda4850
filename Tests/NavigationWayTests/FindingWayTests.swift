@testable import Navigation
import Testing

/// A finding of a tiny app, and what its test asserts.
struct FindingRow: Sendable, CustomTestStringConvertible {
  var name: String
  var app: String
  var swift: String
  var yaml: [String]

  var testDescription: String { name }

  init(_ name: String, _ app: String, _ swift: String, _ yaml: [String]) {
    (self.name, self.app, self.swift, self.yaml) = (name, app, swift, yaml)
  }

  private static func stack(_ routes: String, _ check: String) -> String {
    """
    {"root": {"kind": "stack", "id": "stack", "children": [{"kind": "screen", "id": "home", "route": "home"}]},
     "routes": {\(routes)}, "checks": [\(check)]}
    """
  }

  static let all = [
    FindingRow(
      "a link",
      stack(
        #""home": {"path": "/", "offers": [{"route": "letter", "params": {"letter": "emmy"}}]},"#
          + #""letter": {"path": "/letters/{letter}", "parent": "home", "opens": "detail"}"#, #""links""#),
      #"XCTAssertTrue(visible.contains("letter.emmy"), "visible: \(visible)")"#, ["(.*, )?letter.emmy(, .*)?"]),
    FindingRow(
      "a route that is nowhere", stack(#""home": {}, "lost": {"opens": "push"}"#, #""everyScreen""#),
      #"XCTAssertTrue(visible.contains { $0 == "lost" || $0.hasPrefix("lost.") }, "visible: \(visible)")"#,
      ["(.*, )?lost([.].*)?(, .*)?"]),
    FindingRow(
      "a screen without a route", stack(#""other": {"opens": "push"}"#, #""everyScreen""#),
      #"XCTAssertEqual(Set(visible), ["home"])"#, ["(.*, )?home(, .*)?", "[^,]*(, [^,]*){0}"]),
    FindingRow(
      "no way home",
      stack(
        #""home": {"offers": [{"route": "login"}]}, "login": {"opens": "present", "style": "fullScreen"}"#,
        #""wayHome""#), #"XCTAssertEqual(Set(visible), ["login"])"#, ["(.*, )?login(, .*)?", "[^,]*(, [^,]*){0}"]),
    FindingRow(
      "what must not be visible", stack(#""home": {}"#, #"{"never": {"route": "home"}}"#),
      #"XCTAssertEqual(Set(visible), ["home"])"#, ["(.*, )?home(, .*)?", "[^,]*(, [^,]*){0}"]),
  ]
}

/// What the test of a finding asserts: it is red while the fault is there, as far as what is visible tells it.
@Suite struct FindingWayTests {
  @Test(arguments: FindingRow.all) func `D-346: a finding`(_ row: FindingRow) throws {
    let design = try Design(request: Array(row.app.utf8))
    let answer = ExploreAnswer(try design.space().explore())
    let finding = try #require(
      answer.findings.first { row.name != "a screen without a route" || $0.fault == "noRoute" })
    let way = try SimulatorWay(finding, try #require(finding.examples.first), of: design)
    #expect(way.xcuiTest.contains("    \(row.swift)\n  }\n"), "\(way.xcuiTest)")
    let asserted = row.yaml.map { "- assertVisible:\n    id: \"navigation.visible\"\n    text: \($0.asYAML)\n" }
    #expect(way.maestroFlow.hasSuffix("    timeout: 2000\n" + asserted.joined()), "\(way.maestroFlow)")
    let isRed = way.goal != .ours
    #expect(way.xcuiTest.contains("// Red while the fault is there: ") == isRed)
    #expect(way.xcuiTest.contains("// It asserts what DESIGN shows, so it is green ") != isRed)
    #expect(finding.check != "links" || way.xcuiTest.contains(#"\(Self.scheme)://letters/emmy"#))
  }

  @Test(arguments: [
    ("mail.json", 100, [SimulatorWay.Goal.screen("letter.emmy")]),
    ("compact.json", 10, [.screen("album.1"), .route("listen")]),
  ]) func `the lost screen was visible, and is not`(
    _ file: String, _ examples: Int, _ expected: [SimulatorWay.Goal]
  ) throws {
    let design = try ExampleWayTests.design(file)
    let limits = SearchLimits(states: 500, bytes: 1 << 28, examples: examples)
    var goals: Set<SimulatorWay.Goal> = []
    for finding in ExploreAnswer(try design.space().explore(limits: limits)).findings {
      for example in finding.examples {
        let way = try SimulatorWay(finding, example, of: design)
        goals.insert(way.goal)
        #expect(Snapshot(way.walk.end).root == example.snapshot.root)
        guard case .screen(let name) = way.goal else { continue }
        let before = way.walk.sessions[way.walk.sessions.count - (finding.check == "keepsPlace" ? 2 : 3)]
        #expect(way.walk.visible(in: before).contains(name) && !way.ours.contains(name), "\(finding.message)")
      }
    }
    #expect(goals == Set(expected))
  }

  /// As of a screen that was discarded where it was not visible: no test can miss it.
  @Test(arguments: ["inbox", "none", "draft"]) func `what was not lost on display is not asserted`(
    _ route: String
  ) throws {
    let design = try ExampleWayTests.design("mail.json")
    var finding = try #require(ExploreAnswer(design.space().explore()).findings.first)
    (finding.fault, finding.route) = ("discards", route)
    #expect(try SimulatorWay(finding, try #require(finding.examples.first), of: design).goal == .ours)
  }

  @Test(arguments: [
    ([["resize"], ["rotate", "half"], ["rotate", "rotate", "rotate"]], 2), ([["resize"], ["half"]], 1),
    ([["half", "half"], ["half"], ["half"]], 1), ([["fold"], ["resize"]], 1), ([[], ["rotate"]], 0),
    ([["half"], ["fullScreen"]], 1),
  ]) func `D-347: the way with the easiest windows is taken`(_ ways: [[String]], _ index: Int) {
    let actions: [String: Transition.Action] = [
      "resize": .resize(Size(width: 400, height: 800)), "half": .setMultitasking(.half), "rotate": .rotate(.portrait),
      "fold": .fold(.bent), "fullScreen": .setMultitasking(.fullScreen),
    ]
    let examples = ways.enumerated().map { number, words in
      var example = ExploreAnswer.Example.empty
      example.snapshot.countedIDs = number
      example.way = words.compactMap { word in
        actions[word].map { Finding.Step(name: word, transitions: [Transition($0)]) }
      }
      return example
    }
    #expect(examples.easiest?.snapshot.countedIDs == index)
  }
}
