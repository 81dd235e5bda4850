import Testing

@testable import Commands
@testable import Navigation

/// What a baseline accepts, and what the exit code then is.
@Suite struct ExploreBaselineTests {
  private static let routes = "route inbox regular 0\nroute letter compact 1\n"
  private static let finding = "keepsPlace letter compact: a change of the window hides letter\n"

  @Test func `its lines have no counts and no ways`() throws {
    #expect(try ExploreBaseline(of: Sample.explored()).text == Self.routes + Self.finding)
    let other = try Sample.explored {
      ($0.findings[0].count, $0.findings[0].windows, $0.findings[0].examples) = (9, ["slideOver"], [])
      $0.states = 70
      $0.routes[0].counts[.regular]?.states = 40
    }
    #expect(ExploreBaseline(of: other).text == Self.routes + Self.finding)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let accepted: String
    var bound: SearchBound?
    var tabs: Int?
    let exit: ExitCode
    /// The text from its third line on.
    let told: String

    init(
      _ name: String, _ accepted: String, bound: SearchBound? = nil, tabs: Int? = nil, _ exit: ExitCode,
      _ told: String
    ) {
      (self.name, self.accepted, self.bound, self.tabs, self.exit, self.told) = (
        name, accepted, bound, tabs, exit, told
      )
    }

    var testDescription: String { name }
  }

  private static let entry = """
    keepsPlace:
      a change of the window hides letter, in 3 ways, in 4 windows: portrait, slideOver, portrait half, …
        iPad Pro 11-inch (M4), landscape → Open letter → Window: portrait


    """

  static let rows = [
    Row("all is accepted", routes + finding, .done, "1 accepted\n"),
    Row("a new finding", routes, .failed, entry + "0 accepted\n"),
    Row(
      "a mended one", routes + finding + "wayHome letter compact: x\n", .failed,
      "1 accepted\nmended: wayHome letter compact: x\n"),
    Row(
      "other taps", "route inbox regular 0\nroute letter compact 2\n" + finding, .failed,
      "new: route letter compact 1\n1 accepted\nmended: route letter compact 2\n"),
    Row("Windows' line ends", (routes + finding).replacing("\n", with: "\r\n"), .done, "1 accepted\n"),
    Row("an accepted bound", "bound 7 states\n" + routes + finding, bound: .states, .done, "1 accepted\n"),
    Row(
      "an accepted bound, and a new finding", "bound 7 states\n" + routes, bound: .states, .failed,
      entry + "0 accepted\n"),
    Row("a bound", routes + finding, bound: .states, .bounded, "new: bound 7 states\n1 accepted\n"),
    Row(
      "another bound", "bound 6 states\n" + routes + finding, bound: .states, .bounded,
      "new: bound 7 states\n1 accepted\nmended: bound 6 states\n"),
    Row("no bound any more", "bound 7 states\n" + routes + finding, .failed, "1 accepted\nmended: bound 7 states\n"),
    Row("a tab at a time is no bound", routes + finding, bound: .states, tabs: 1, .done, "1 accepted\n"),
  ]

  @Test(arguments: rows) func `only what differs is told`(_ row: Row) throws {
    var explored = try Sample.explored { ($0.bound, $0.tabsAtATime) = (row.bound, row.tabs) }
    explored.comparison = ExploreBaseline(of: explored).comparison(with: row.accepted)
    #expect(explored.exit == row.exit)
    let text = ExploreText.text(of: explored)
    #expect(
      text.hasSuffix("\n\n" + row.told)
        && text.split(separator: "\n\n").count == row.told.split(separator: "\n\n").count + 1, "\(text)")
  }

  /// Without a baseline.
  @Test(
    arguments: [
      (nil, nil, true, ExitCode.failed), (nil, nil, false, .done), (.states, nil, true, .bounded),
      (.states, nil, false, .bounded), (.states, 1, true, .failed), (.states, 1, false, .done),
    ] as [(SearchBound?, Int?, Bool, ExitCode)])
  func `the exit code`(bound: SearchBound?, tabs: Int?, finds: Bool, exit: ExitCode) throws {
    let explored = try Sample.explored {
      ($0.bound, $0.tabsAtATime) = (bound, tabs)
      if !finds { $0.findings = [] }
    }
    #expect(explored.exit == exit)
  }

  @Test func `a name with a line break is one line`() throws {
    let explored = try Sample.explored { $0.findings = [Sample.finding("a\nbound 7 states", "hides a\r\nb")] }
    #expect(ExploreBaseline(of: explored).lines.last == "keepsPlace a bound 7 states compact: hides a  b")
  }
}
