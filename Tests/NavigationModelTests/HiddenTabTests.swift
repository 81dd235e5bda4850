import Navigation
import Testing

/// Hidden tabs and tab bars (D-161).
@Suite struct HiddenTabTests {
  private static func hides(_ isHidden: Bool) -> Transition { .tabBar { $0.isTabBarHidden = isHidden } }
  private static func setTabs(_ tabs: Transition.TabDescription...) -> Transition { Transition(.setTabs(tabs: tabs)) }

  static let rows: [Row] = [
    Row("D-161 a hidden tab is selected by the app", "tabs[x*: a | !y: b]", [.select("y")], "tabs[x: a | !y*: b]"),
    Row("D-161 of a hidden bar too", "tabs![x*: a | y: b]", [.select("y")], "tabs![x: a | y*: b]"),
    Row(
      "D-161 TB-8 setTabs hides one, and the others stay as they are", "tabs[x*: a | !y: b]",
      [setTabs(.init(isHidden: true, child: .existing("x")), .init(child: .existing("y")))],
      "tabs[!x*: a | !y: b]", ""),
    Row(
      "D-161 and shows one", "tabs[x*: a | !y: b]",
      [setTabs(.init(child: .existing("x")), .init(isHidden: false, child: .existing("y"))), .tap("y")],
      "tabs[x: a | y*: b]"),
    Row("D-161 D-461 setTabBar hides a bar, without an event", "tabs[x*: a]", [hides(true)], "tabs![x*: a]", ""),
    Row("D-161 a hidden bar stays with new tabs", "tabs![x*: a | y: b]", [.setTabs([.existing("x")])], "tabs![x*: a]"),
    Row(
      "D-161 a hidden tab keeps its details", "split[tabs[a*: la | !b: lb] || ph]",
      [.select("b"), .showDetail("d"), .select("a"), .collapse, .expand, .select("b")],
      "split[tabs[a: la | !b*: lb] || ph > d]"),
    Row(
      "D-161 a hidden bar collapses and expands", "split[tabs![a*: la | b: lb] || ph > d]", [.collapse, .expand],
      "split[tabs![a*: la | b: lb] || ph > d]"),
    Row("D-161 of one in a stack", "stack: a > tabs![*=x | !=y]", [.select("y")], "stack: a > tabs![=x | !*=y]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal("D-161 D-77 a hidden tab", "tabs[x*: a | !y: b]", .tap("y"), .notOnDisplay("y")),
    Refusal("D-161 D-77 the selected one", "tabs[!x*: a | y: b]", .tap("x"), .notOnDisplay("x")),
    Refusal("D-161 D-77 a hidden bar", "tabs![x*: a | y: b]", .tap("y"), .notOnDisplay("tabs")),
    Refusal("D-461 a stack has no tab bar", "stack: a", hidesBar(of: "stack"), .wrongKind("stack", expected: .tabBar)),
    Refusal("D-461 a screen has none", "stack: a", hidesBar(of: "a"), .wrongKind("a", expected: .tabBar)),
    Refusal("D-461 nothing has the id", "stack: a", hidesBar(of: "z"), .noSuchController("z")),
  ]

  private static func hidesBar(of id: ControllerID) -> Transition { .tabBar(id) { $0.isTabBarHidden = true } }

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  static let bars: [(sketch: String, SizeClass, inBar: [Int], behindMore: [Int])] = [
    ("tabs[a*: la | !b: lb | c: lc]", .compact, [0, 2], []), ("tabs![a*: la | b: lb]", .regular, [], []),
    ("tabs[a*: l1 | b: l2 | !c: l3 | d: l4 | e: l5 | f: l6]", .compact, [0, 1, 3, 4, 5], []),
    ("tabs[a*: l1 | b: l2 | !c: l3 | d: l4 | e: l5 | f: l6 | g: l7]", .compact, [0, 1, 3, 4], [5, 6]),
    ("tabs[a*: l1 | b: l2 | !c: l3 | d: l4 | e: l5 | f: l6 | g: l7]", .regular, [0, 1, 3, 4, 5, 6], []),
    ("tabs![a*: l1 | b: l2 | c: l3 | d: l4 | e: l5 | f: l6]", .compact, [], []), ("tabs[!a*: la]", .compact, [], []),
  ]

  @Test(arguments: bars) func `D-161 D-34: a hidden tab is neither in the bar nor behind More`(
    _ row: (sketch: String, SizeClass, inBar: [Int], behindMore: [Int])
  ) throws {
    let bar = try #require(SketchParser.tree(row.sketch).tabBar)
    let items = bar.items(in: .width(row.1, .pad))
    #expect(Array(items.inBar) == row.inBar && Array(items.behindMore) == row.behindMore)
    #expect(bar.behindMore(in: .width(row.1, .pad)) == row.behindMore.map { bar.tabs[$0].child.id })
  }
}
