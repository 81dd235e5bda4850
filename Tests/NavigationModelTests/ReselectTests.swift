import Navigation
import Testing

/// D-420: what a tap on the selected tab does.
@Suite struct ReselectTests {
  /// `setTabs` with the tabs that stand, the first of which has the word.
  private static func first(_ word: Tab.OnReselect?, _ tab: ControllerID, _ others: ControllerID...) -> Transition {
    let tabs = [Transition.TabDescription(onReselect: word, child: .existing(tab))]
    return Transition(.setTabs(tabBar: "tabs", tabs: tabs + others.map { .init(child: .existing($0)) }))
  }

  /// Canvas: a course in a split view, beside another tab.
  private static let canvas = "tabs[*=split/2[A > B || C > D] | y: e]"
  private static let three = "tabs[*=split/3[A || S || D] | y: e]"

  static let rows: [Row] = [
    Row(
      "D-420 TB-5 the default", "tabs[x*: a > b | y: c]", [first(.popToRoot, "x", "y"), .tap("x")],
      "tabs[x*: a | y: c]",
      "?shouldSelect x=true, -will b, +will a, -did b, +did a, !didSelect x, discarded b"),
    Row(
      "D-420 D-18 nothing", "tabs[x*: a > b | y: c]", [first(.nothing, "x", "y"), .tap("x")], "tabs[x*: a > b | y: c]",
      "?shouldSelect x=true, !didSelect x"),
    Row(
      "D-420 to the root, without a scroll", "tabs[x*: a > b | y: c]", [first(.scrollToTop, "x", "y"), .tap("x")],
      "tabs[x*: a | y: c]", "?shouldSelect x=true, -will b, +will a, -did b, +did a, !didSelect x, discarded b"),
    Row(
      "D-420 D-18 from the root to the top", "tabs[x*: a > b | y: c]",
      [first(.scrollToTop, "x", "y"), .tap("x"), .tap("x")], "tabs[x*: a | y: c]",
      "?shouldSelect x=true, scroll a, !didSelect x"),
    Row(
      "D-420 of a tab that is a screen", "tabs[*=a | =b]", [first(.scrollToTop, "a", "b"), .tap("a")], "tabs[*=a | =b]",
      "?shouldSelect a=true, scroll a, !didSelect a"),
    Row(
      "D-420 D-16 of a split view what is shown last", canvas, [first(.scrollToTop, "split", "y"), .tap("split")],
      canvas, "?shouldSelect split=true, scroll D, !didSelect split"),
    Row(
      "D-420 another tab only selects", "tabs[x*: a > b | y: c]",
      [first(.scrollToTop, "x", "y"), .select("y"), .tap("x")], "tabs[x*: a > b | y: c]",
      "?shouldSelect x=true, tab y->x, -will c, +will b, -did c, +did b, !didSelect x"),
    Row(
      "D-420 TB-2 selectTab does none of it", "tabs[x*: a > b | y: c]",
      [first(.scrollToTop, "x", "y"), .select("x")], "tabs[x*: a > b | y: c]", ""),
    Row(
      "D-420 D-33 a retained tab keeps its word", "tabs[x*: a > b | y: c]",
      [first(.nothing, "x", "y"), first(nil, "x", "y"), .tap("x")], "tabs[x*: a > b | y: c]"),
    Row(
      "D-420 SYS0-32 the primary alone, expanded", canvas, [first(.popPrimary, "split", "y"), .tap("split")],
      "tabs[*=split/2[A || C > D] | y: e]",
      "?shouldSelect split=true, -will B, +will A, -did B, +did A, !didSelect split, discarded B"),
    Row(
      "D-420 M10 with what is nested on it, collapsed", canvas,
      [first(.popPrimary, "split", "y"), .collapse, .tap("split")],
      "tabs[*=split/2<A / secondary: C > D> | y: e]",
      "?shouldSelect split=true, !willHide secondary, secondary:primary->none, -will D, +will A, -did D, +did A, "
        + "!didHide secondary, !didSelect split, discarded B"),
    Row(
      "D-420 M10 wide, narrow, and back", canvas,
      [first(.popPrimary, "split", "y"), .collapse, .tap("split"), .expand], "tabs[*=split/2[A || C > D] | y: e]"),
    Row(
      "D-420 D-143 what was popped is discarded", canvas,
      behavior: SplitDelegate(placeholder: "ph".placeholder, onDetailPopped: .discard),
      [first(.popPrimary, "split", "y"), .collapse, .tap("split"), .expand], "tabs[*=split/2[A || ph] | y: e]"),
    Row(
      "D-420 M10 three columns", three, [first(.popPrimary, "split", "y"), .collapse, .tap("split")],
      "tabs[*=split/3<A / supplementary: S / secondary: D> | y: e]"),
    Row(
      "D-420 classic, with the details that moved there", "tabs[*=split[A || ph > d] | y: e]",
      [first(.popPrimary, "split", "y"), .collapse, .tap("split")], "tabs[*=split<A / ph> | y: e]"),
    Row(
      "D-420 a compact tree", "tabs[*=split/2[A > B || D @ k: C > E] | y: e]",
      [first(.popPrimary, "split", "y"), .collapse, .tap("split")], "tabs[*=split/2<k: C @ A > B || D> | y: e]"),
    Row(
      "D-420 of a stack as popToRoot", "tabs[x*: a > b | y: c]", [first(.popPrimary, "x", "y"), .tap("x")],
      "tabs[x*: a | y: c]"),
    Row(
      "D-420 TB-5 a split view is not popped by default", canvas, [.tap("split")], canvas,
      "?shouldSelect split=true, !didSelect split"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  @Test(arguments: [(Tab.OnReselect.popToRoot, true), (.scrollToTop, true), (.popPrimary, true), (.nothing, false)])
  func `D-420: a screen that blocks its removal stays`(_ row: (word: Tab.OnReselect, isBlocked: Bool)) throws {
    var session = try Session.open(SketchParser.tree("tabs[x*: a > b | y: c]"), in: Environment()).session
    for step in [Self.first(row.word, "x", "y"), .update("b") { $0.blocksRemoval = true }] {
      _ = try session.apply(step)
    }
    #expect(try session.apply(.tap("x")).outcome.blocked.map(\.controller) == (row.isBlocked ? ["b"] : []))
    #expect(session.sketch == "tabs[x*: a > b | y: c]")
  }
}
