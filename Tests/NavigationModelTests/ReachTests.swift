import Navigation
import Testing

/// What a user can reach (D-77), in a table of actions on content that is off display, covered or dimmed.
@Suite struct ReachTests {
  private static let tabs = "tabs[x*: a > b | y: c > d]"
  private static let sheet = "stack: a > b ^ n: s > t"
  private static let over: [Transition] = [.mode(.oneOverSecondary)]
  private static let split = "split/2[A > x || B > y]"

  /// Actions that a user cannot do there.
  static let refused: [(name: String, start: String, before: [Transition], step: Transition, id: ControllerID)] = [
    ("back in another tab", tabs, [], .back(nil, "y"), "y"),
    ("a swipe in another tab", tabs, [], .back(.began, "y"), "y"),
    ("a row in another tab", tabs, [], .row("1", in: "d"), "d"),
    ("back beneath a sheet", sheet, [], .back(nil, "stack"), "stack"),
    ("a row beneath a sheet", sheet, [], .row("1", in: "b"), "b"),
    ("back in a dimmed column", split, over, .back(nil, "secondary"), "secondary"),
    ("a row in a dimmed column", split, over, .tapRow("1", in: "y", "z"), "y"),
    ("a selection in a dimmed column", split, over, .row("1", in: "y"), "y"),
    ("a tab in a dimmed column", "split[A || tabs[x*: a | y: b]]", over, .tap("y"), "tabs"),
    ("a scroll in a dimmed column", "split[A || =top{*a | b}]", over, .scroll(10), "top"),
    (
      "a row in the second of three", "split/3[A || S || B]", [.mode(.twoOverSecondary)],
      .row("1", in: "B"), "B"
    ),
  ]

  @Test(arguments: refused) func `D-77 DM-1: out of reach`(
    row: (name: String, start: String, before: [Transition], step: Transition, id: ControllerID)
  ) throws {
    try Refusal("D-77 \(row.name)", row.start, behavior: SplitDelegate(), row.step, .notOnDisplay(row.id))
      .check(after: row.before)
  }

  /// Actions that a user can do beside what is out of reach, and the tree after them.
  static let reached: [Row] = [
    Row(
      "D-77 back goes to the overlay's column", split, behavior: SplitDelegate(), over + [.back()],
      "split/2[A |> B > y]"),
    Row(
      "D-77 the overlay's list", split, behavior: SplitDelegate(), over + [.row("1", in: "x")],
      "split/2[A > x(1) |> B > y]"),
    Row(
      "D-77 the dimmed column itself", split, behavior: SplitDelegate(), over + [.tapDimmed],
      "split/2[(A > x) || B > y]"),
    Row(
      "D-77 the dimmed column beside an empty one", split, behavior: SplitDelegate(),
      over + [.clear(.primary), .tapDimmed], "split/2[(-) || B > y]"),
    Row(
      "D-77 a sheet over a dimmed column", split, behavior: SplitDelegate(),
      over + [.present("s"), .row("1", in: "s")],
      "split/2[A > x |> B > y] ^ s(1)"),
    Row(
      "D-77 a tab bar around a dimmed column", "tabs[*=split/2[A || B] | y: c]", behavior: SplitDelegate(),
      over + [.tap("y")], "tabs[=split/2[A |> B] | y*: c]"),
    Row("D-77 deselectRow is the app's", "tabs[x*: a | y: c(1)]", [.deselect("c")], "tabs[x*: a | y: c]"),
    Row("D-77 pop is the app's", tabs, [.pop(from: "y")], "tabs[x*: a > b | y: c]"),
  ]

  @Test(arguments: reached) func reaches(_ row: Row) throws { try row.check() }

  @Test func `D-77 SC-11: can.goBack says what back would do`() throws {
    var session = try Session.open(SketchParser.tree(Self.split, behavior: SplitDelegate()), in: Environment()).session
    #expect(session.canGoBack)
    for step in Self.over + [.popToRoot("primary")] { _ = try session.apply(step) }
    #expect(!session.canGoBack)
    #expect(try !session.apply(.back()).outcome.handled)
    for step in [.tapDimmed, Transition(.enterBackground)] { _ = try session.apply(step) }
    #expect(!session.canGoBack)
    _ = try session.apply(Transition(.enterForeground))
    #expect(session.canGoBack)
  }
}
