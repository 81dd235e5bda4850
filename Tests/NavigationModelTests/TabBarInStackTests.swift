import Navigation
import Testing

/// SYS1: a split view over a stack with a tab bar of screens, where details are saved with their tab.
@Suite struct TabBarInStackTests {
  static let rows: [Row] = [
    // Showing details
    Row(
      "SYS1-15 first detail", "split[top: tabs[*=la | =lb] || ph]", [.showDetail("d1")],
      "split[top: tabs[*=la | =lb] || ph > d1]",
      "?showDetail d1=true, -will ph, +will d1, -did ph, +did d1"),
    Row(
      "SYS1-15 SYS1-18 another from the list resets", "split[top: tabs[*=la | =lb] || ph > d1 > d2]",
      [.showDetail("d3")],
      "split[top: tabs[*=la | =lb] || ph > d3]",
      "?showDetail d3=true, -will d2, +will d3, -did d2, +did d3, discarded d1, discarded d2"),
    Row(
      "SYS1-18 inside the detail a plain push", "split[top: tabs[*=la | =lb] || ph > d1]", [.show("d2", from: "d1")],
      "split[top: tabs[*=la | =lb] || ph > d1 > d2]"),
    Row(
      "SYS1-16 collapsed, on the primary's stack", "split<top: tabs[*=la | =lb] / ph>", in: .slideOver,
      [.showDetail("d1")],
      "split<top: tabs[*=la | =lb] > d1 / ph>", "?showDetail d1=true, -will la, +will d1, -did la, +did d1"),
    Row(
      "SYS1-17 collapsed, a page's own push", "split<top: tabs[*=la | =lb] / ph>", in: .slideOver, [.show("d1")],
      "split<top: tabs[*=la | =lb] > d1 / ph>", "-will la, +will d1, -did la, +did d1"),
    Row(
      "SYS1-13 SYS1-17 and goes to the column at the expansion", "split<top: tabs[*=la | =lb] / ph>", in: .slideOver,
      [.show("x"), .push("y"), .expand], "split[top: tabs[*=la | =lb] || ph > x > y]"),
    Row(
      "D-2 D-27 a page of the primary stays", "split[top: tabs[*=la | =lb] || ph]",
      [.show("x"), .collapse, .push("y"), .expand], "split[top: tabs[*=la | =lb] > x || ph > y]"),
    Row(
      "D-27 what setStack adds around a tab bar is a detail", "split[top: tabs[*=la | =lb] || ph]",
      [.show("x"), .collapse, .setStack("top", [.existing("tabs"), .existing("x"), .new("y")]), .expand],
      "split[top: tabs[*=la | =lb] > x || ph > y]"),
    Row(
      "SYS1-16 SYS0-24 a detail goes to the column", "split<top: tabs[*=la | =lb] / ph>", in: .slideOver,
      [.show("x"), .showDetail("d1"), .expand], "split[top: tabs[*=la | =lb] || ph > x > d1]"),
    Row(
      "SYS1-19 show is a push on the primary's stack", "split[top: tabs[*=la | =lb] || ph]", [.show("x")],
      "split[top: tabs[*=la | =lb] > x || ph]"),

    // Collapse and expand
    Row(
      "SYS1-11 without a delegate the placeholder is on display", "split[top: tabs[*=la | =lb] || ph]",
      in: .slideOver,
      behavior: SplitDelegate(), [], "split<top: tabs[*=la | =lb] > {secondary: ph}>"),
    Row(
      "SYS1-5 SYS1-12 the details are stacked onto the primary", "split[top: tabs[*=la | =lb] || ph > d1 > d2]",
      [.collapse],
      "split<top: tabs[*=la | =lb] > d1 > d2 / ph>",
      "?primaryForCollapsing=nil, ?collapse secondary onto top=true, !willHide secondary, d1:secondary->top, d2:secondary->top, "
        + "secondary:split->none, collapsed, -will la, -did la, !didCollapse, !didHide secondary, target"),
    Row(
      "SYS1-12 the placeholder never reaches the phone", "split[top: tabs[*=la | =lb] || ph]", [.collapse],
      "split<top: tabs[*=la | =lb] / ph>",
      "?primaryForCollapsing=nil, ?collapse secondary onto top=true, !willHide secondary, secondary:split->none, collapsed, -will ph, "
        + "-did ph, !didCollapse, !didHide secondary, target"),
    Row(
      "SYS1-4 SYS1-13 SYS1-14 and come back", "split[top: tabs[*=la | =lb] || ph > d1 > d2]", [.collapse, .expand],
      "split[top: tabs[*=la | =lb] || ph > d1 > d2]",
      "?primaryForExpanding=nil, ?separate from top=secondary, !willShow primary, !willShow secondary, secondary:none->split, "
        + "d1:top->secondary, d2:top->secondary, expanded, +will la, +did la, !didExpand, !didShow primary, !didShow secondary, target"
    ),
    Row(
      "D-20 SYS1-3 SYS1-7 the placeholder is the same", "split[top: tabs[*=la | =lb] || ph]", [.collapse, .expand],
      "split[top: tabs[*=la | =lb] || ph]"),
    Row(
      "SYS1-13 pages of the primary stay", "split[top: tabs[*=la | =lb] > sub || ph > d1]", [.collapse, .expand],
      "split[top: tabs[*=la | =lb] > sub || ph > d1]"),

    // Tabs while expanded
    Row(
      "SYS1-20 details are saved", "split[top: tabs[*=la | =lb] || ph > d1 > d2]", [.tap("lb")],
      "split[top: tabs[=la & d1 > d2 | *=lb] || ph]",
      "?shouldSelect lb=true, d1:secondary->none, d2:secondary->none, tab la->lb, nothing-selected ph, -will la, -will d2, +will lb, "
        + "+will ph, -did la, -did d2, +did lb, +did ph, !didSelect lb"),
    Row(
      "SYS1-21 and restored", "split[top: tabs[=la & d1 > d2 | *=lb] || ph > e1]", [.tap("la")],
      "split[top: tabs[*=la | =lb & e1] || ph > d1 > d2]"),
    Row(
      "SYS1-6 SYS1-22 to and fro", "split[top: tabs[*=la | =lb] || ph > a > b]",
      [.tap("lb"), .showDetail("c"), .tap("la"), .tap("lb")],
      "split[top: tabs[=la & a > b | *=lb] || ph > c]"),
    Row(
      "SYS1-23 once", "split[top: tabs[*=la | =lb] || ph > d1]",
      [.tap("lb"), .tap("la"), .pop(from: "secondary"), .tap("lb"), .tap("la")],
      "split[top: tabs[*=la | =lb] || ph]"),
    Row(
      "SYS1-24 a re-tap changes nothing", "split[top: tabs[*=la | =lb] || ph > d1]", [.tap("la")],
      "split[top: tabs[*=la | =lb] || ph > d1]", "?shouldSelect la=true, !didSelect la"),
    Row(
      "SYS1-20 SYS0-33 selectTab saves as a tap does", "split[top: tabs[*=la | =lb] || ph > d1]", [.select("lb")],
      "split[top: tabs[=la & d1 | *=lb] || ph]"),
    Row(
      "SYS1-20 SYS0-35 a list without details loses its selection", "split[top: tabs[*=la | =lb(r1)] || ph]",
      [.tap("lb")],
      "split[top: tabs[=la | *=lb] || ph]",
      "?shouldSelect lb=true, tab la->lb, lb(r1->-) separated, -will la, +will lb, -did la, +did lb, !didSelect lb"),
    Row(
      "SYS1-20 a list keeps its selection with its details", "split[top: tabs[*=la(r1) | =lb] || ph > d1]",
      [.tap("lb"), .tap("la")],
      "split[top: tabs[*=la(r1) | =lb] || ph > d1]"),
    Row(
      "D-39 SYS1-20 guard: no stack in the column", "split[top: tabs[*=la | =lb] || =d0]", [.tap("lb")],
      "split[top: tabs[=la | *=lb] || =d0]"),
    Row(
      "SYS1-21 saved beside the selected tab of a new tree", "split[top: tabs[*=la & d1 | =lb] || ph]", [],
      "split[top: tabs[*=la | =lb] || ph > d1]"),
    Row(
      "SYS1-20 details stay if the behavior requires it", "split[top: tabs[*=la | =lb] || ph > d1]",
      behavior: .keepsDetail, [.tap("lb")],
      "split[top: tabs[=la | *=lb] || ph > d1]"),

    // Tabs while collapsed
    Row(
      "SYS1-25 at the root tabs can be switched", "split<top: tabs[*=la | =lb] / ph>", in: .slideOver, [.tap("lb")],
      "split<top: tabs[=la | *=lb] / ph>",
      "?shouldSelect lb=true, tab la->lb, -will la, +will lb, -did la, +did lb, !didSelect lb"),
    Row(
      "SYS1-26 the other tabs' details stay saved", "split[top: tabs[*=la | =lb & e1] || ph > d1]", [.collapse],
      "split<top: tabs[*=la | =lb & e1] > d1 / ph>"),
    Row(
      "SYS1-27 so they do on a switch", "split<top: tabs[*=la | =lb & e1] / ph>", in: .slideOver, [.tap("lb")],
      "split<top: tabs[=la | *=lb & e1] / ph>"),
    Row(
      "SYS1-27 until the expansion", "split<top: tabs[*=la | =lb & e1] / ph>", in: .slideOver, [.tap("lb"), .expand],
      "split[top: tabs[=la | *=lb] || ph > e1]"),
    Row(
      "SYS1-28 the details on display are the selected tab's", "split[top: tabs[*=la | =lb] || ph > d1]",
      [.collapse, .select("lb"), .expand], "split[top: tabs[=la | *=lb] || ph > d1]"),
    Row(
      "SYS1-28 D-36 above those saved beside it", "split[top: tabs[*=la | =lb & e1] || ph > d1]",
      [.collapse, .select("lb"), .expand], "split[top: tabs[=la | *=lb] || ph > e1 > d1]"),
    Row(
      "SYS1-28 SC-11 also by the pictures of the background", "split[top: tabs[*=la | =lb] || ph > d1]",
      [.collapse, .select("lb"), Transition(.enterBackground), Transition(.enterForeground)],
      "split<top: tabs[=la | *=lb] > d1 / ph>"),
    Row(
      "SYS1-28 wherever the tabs went meanwhile", "split[top: tabs[*=la | =lb] || ph > d1]",
      [.collapse, .select("lb"), .select("la"), .expand], "split[top: tabs[*=la | =lb] || ph > d1]"),
    Row(
      "SYS1-28 a popped detail is gone", "split[top: tabs[*=la | =lb] || ph > d1]",
      [.collapse, .back(), .tap("lb"), .showDetail("e1"), .expand], "split[top: tabs[=la | *=lb] || ph > e1]"),
    Row(
      "D-36 SYS1-28 saved details are below later screens", "split<top: tabs[*=la | =lb & e1] / ph>",
      in: .slideOver,
      [.tap("lb"), .showDetail("e2"), .expand], "split[top: tabs[=la | *=lb] || ph > e1 > e2]"),
    Row(
      "SYS1-28 SYS1-27 the other tab's stay saved", "split<top: tabs[*=la & d1 | =lb] / ph>", in: .slideOver,
      [.showDetail("d2"), .select("lb"), .expand], "split[top: tabs[=la & d1 | *=lb] || ph > d2]"),
    Row(
      "SYS1-28 details of a removed tab are the selected one's", "split[top: tabs[*=la | =lb] || ph > d1]",
      [.collapse, .select("lb"), .setTabs([.existing("lb")], of: "tabs"), .expand], "split[top: tabs[*=lb] || ph > d1]"),
    Row(
      "SYS1-28 likewise preserved details", "split[top: tabs[*=la | =lb] || ph > d1]", behavior: .savesAndDiscards,
      [.collapse, .select("lb"), .expand], "split[top: tabs[=la | *=lb] || ph > d1]"),
  ]

  @Test(arguments: rows.map { $0.behavior == .tabsInPrimary ? $0.saving : $0 }) func rule(_ row: Row) throws {
    try row.check()
  }

  static let inPrimary: [Row] = [
    Row(
      "D-38 SYS1-20 the tab bar is the primary", "split[tabs[a*: la > s | b: lb] || ph > d1]", [.tap("b")],
      "split[tabs[a: la > s & d1 | b*: lb] || ph]"),
    Row(
      "SYS1-21 and back", "split[tabs[a: la & d1 | b*: lb] || ph > e1]", [.tap("a")],
      "split[tabs[a*: la | b: lb & e1] || ph > d1]"),
    Row(
      "SYS1-12 SYS0-17 onto the tab's own stack", "split[tabs[a*: la > s | b: lb > t & e1] || ph > d1]", [.collapse],
      "split<tabs[a*: la > s >> d1 | b: lb > t >> e1] / ph>",
      "?primaryForCollapsing=nil, ?collapse secondary onto tabs=false, !willHide secondary, d1:secondary->a, e1:none->b, "
        + "secondary:split->none, collapsed, -will s, -did s, !didCollapse, !didHide secondary, target"),
    Row(
      "SYS1-26 SYS1-27 saved details return with the selection of their tab", "split[tabs[a*: la | b: lb] || ph > d1]",
      [.tap("b"), .showDetail("e1"), .collapse, .tap("a")], "split<tabs[a*: la > d1 | b: lb > e1] / ph>"),
    Row(
      "SYS1-26 and return to their place", "split[tabs[a*: la | b: lb & e1 > e2] || ph > d1]",
      [.collapse, .tap("b"), .back(), .expand],
      "split[tabs[a: la & d1 | b*: lb] || ph > e1]"),
    Row(
      "SYS1-26 guard: no stack in the other tab", "split[tabs[a*: la | =lb & e1] || ph > d1]", [.collapse],
      "split<tabs[a*: la > d1 | =lb & e1] / ph>"),
    Row(
      "SYS1-26 CL-4 discard moves nothing", "split[tabs[a*: la | b: lb & e1] || ph > d1]", [.collapse],
      "split<tabs[a*: la | b: lb & e1] / ph > d1>"
    ).discarding,
    Row(
      "SYS1-14 SYS1-26 and back", "split[tabs[a*: la > s | b: lb > t & e1] || ph > d1]", [.collapse, .expand],
      "split[tabs[a*: la > s | b: lb > t & e1] || ph > d1]"),
    Row(
      "SYS1-28 each tab's stack has its own details", "split[tabs[a*: la > s | b: lb > t] || ph > d1]",
      [.collapse, .tap("b"), .showDetail("e1"), .expand], "split[tabs[a: la > s & d1 | b*: lb > t] || ph > e1]"),
    Row(
      "SYS1-28 guard: no stack in the tab", "split[tabs[*=la | =lb] || ph > d1]", [.collapse, .select("lb"), .expand],
      "split[tabs[=la | *=lb] || ph > d1]"),
  ]

  @Test(arguments: inPrimary.map { $0.behavior == .tabsInPrimary ? $0.saving : $0 }) func ruleWithoutStack(_ row: Row)
    throws
  {
    try row.check()
  }

  static let refusals: [Refusal] = [
    Refusal(
      "SYS1-25 pushed pages cover the tab bar", "split<top: tabs[*=la | =lb] > d1 / ph>", in: .slideOver,
      behavior: .tabBarInStack,
      .tap("lb"), .notOnDisplay("tabs"))
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  @Test func `SYS1-20 SYS0-34: a refused tap saves nothing`() throws {
    var session = try Row("", "split[top: tabs[*=la | =lb] || ph > d1]", [], "").saving.open()
    let tabs = [
      Transition.TabDescription(child: .existing("la")),
      Transition.TabDescription(shouldSelect: .never, child: .existing("lb")),
    ]
    _ = try session.apply(Transition(.setTabs(tabBar: "tabs", tabs: tabs)))
    let before = session
    #expect(try session.apply(.tap("lb")).outcome.handled == false)
    #expect(session == before)
  }
}

extension Row {
  /// The row with details that are saved with their tab, and that a collapse preserves in their column.
  fileprivate var discarding: Row {
    var row = self
    row.behavior = .savesAndDiscards
    return row
  }

  /// The row with the behavior of the layout `tabBarInStack`.
  var saving: Row {
    var row = self
    row.behavior = .tabBarInStack
    return row
  }
}

extension SplitDelegate {
  fileprivate static var savesAndDiscards: SplitDelegate {
    var behavior = tabBarInStack
    behavior.onCollapse = .discard
    return behavior
  }
}
