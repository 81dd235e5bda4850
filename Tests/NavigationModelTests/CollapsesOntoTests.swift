import Navigation
import Testing

/// D-414: `collapsesOnto` of a classic split view.
@Suite struct CollapsesOntoTests {
  private static let tabs = "split[tabs[a: la | b*: lb] || ph > d]"
  private static let collapsed = "split<tabs[a: la > d | b*: lb] / ph>"
  private static let whole = "split[tabs[a: la | b*: lb] || nav: chat > info]"

  static let rows: [Row] = [
    Row(
      "D-414 SYS0-17 onto the named tab, which is not selected", tabs, behavior: .ontoFirst, [.collapse], collapsed,
      "?primaryForCollapsing=nil, ?collapse secondary onto tabs=true, !willHide secondary, "
        + "d:secondary->a, secondary:split->none, collapsed, -will d, -did d, !didCollapse, !didHide secondary, target"),
    Row("D-414 SYS0-20 and back", tabs, behavior: .ontoFirst, [.collapse, .expand], tabs),
    Row(
      "D-414 from the tab that is selected meanwhile", tabs, behavior: .ontoFirst, [.collapse, .tap("a"), .expand],
      "split[tabs[a*: la | b: lb] || ph > d]"),
    Row(
      "D-414 D-27 with what was pushed on it, and no pages", "split[tabs[a: la > p | b*: lb] || ph > d]",
      behavior: .ontoFirst, [.collapse, .push("x", on: "a"), .push("y", on: "b"), .expand],
      "split[tabs[a: la > p | b*: lb > y >>] || ph > d > x]"),
    Row(
      "D-414 D-27 a page stays", "split[tabs[a: la | b*: lb] || ph]", behavior: .ontoFirst,
      [.collapse, .push("p", on: "a"), .expand], "split[tabs[a: la > p | b*: lb] || ph]"),
    Row(
      "D-414 D-142 a column without a placeholder", whole, behavior: .ontoFirst, [.collapse],
      "split<tabs[a: la > {nav: chat > info} | b*: lb]>",
      "?primaryForCollapsing=nil, ?collapse nav onto tabs=true, !willHide secondary, "
        + "nav:split->a, collapsed, -will info, -did info, !didCollapse, !didHide secondary, target"),
    Row("D-414 D-142 and back", whole, behavior: .ontoFirst, [.collapse, .expand], whole),
    Row(
      "D-414 SYS0-9 showDetail goes there, and selects it", tabs, behavior: .ontoFirst, [.collapse, .showDetail("e")],
      "split<tabs[a*: la > d > e | b: lb] / ph>",
      "?showDetail e=true, tab b->a, -will lb, +will e, -did lb, +did e"),
    Row(
      "D-414 D-144 so does replaceDetails", tabs, behavior: .ontoFirst.replacing, [.collapse, .showDetail("e")],
      "split<tabs[a*: la > e | b: lb] / ph>"),
    Row(
      "D-414 D-410 and a stack", tabs, behavior: .ontoFirst.replacing,
      [.collapse, .showDetail(tree: .stack("n", .screen("e")))], "split<tabs[a*: la > e | b: lb] / ph>"),
    Row(
      "D-414 D-65 one below is returned to", "split[tabs[a: la | b*: lb] || ph > d > e]", behavior: .ontoFirst,
      [.collapse, .detail(again: "d")], "split<tabs[a*: la > d | b: lb] / ph>"),
    Row(
      "D-414 D-65 one on top is shown", tabs, behavior: .ontoFirst, [.collapse, .detail(again: "d")],
      "split<tabs[a*: la > d | b: lb] / ph>", "?showDetail d=true, tab b->a, -will lb, +will d, -did lb, +did d"),
    Row(
      "D-414 D-152 the same one on top", tabs, behavior: .ontoFirst,
      [.collapse, Transition(.showDetail(.new(.screen("f", route: "d")), again: .return))],
      "split<tabs[a*: la > d | b: lb] / ph>"),
    Row(
      "D-414 expanded no tab is selected", tabs, behavior: .ontoFirst, [.showDetail("e")],
      "split[tabs[a: la | b*: lb] || ph > e]"),
    Row(
      "D-414 without it the selected tab", tabs, behavior: .tabsThatKeep, [.collapse],
      "split<tabs[a: la | b*: lb > d] / ph>"),
    Row(
      "D-414 a primary that is a stack", "split[A || ph > d]",
      behavior: .onto("primary"), [.collapse, .showDetail("e")], "split<A > d > e / ph>"),
    Row(
      "D-414 setTabs without that tab takes it away", tabs, behavior: .ontoFirst,
      [.setTabs([.existing("b"), .stack("c", "lc")]), .showDetail("e"), .collapse],
      "split<tabs[b*: lb > e | c: lc] / ph>"),
    Row(
      "D-414 CL-12 so does another primary", tabs, behavior: .ontoFirst.replacingPrimary, [.collapse],
      "split<P: x > d / ph>"),
    Row(
      "D-414 D-128 reset while collapsed: its pages stay", tabs, behavior: .ontoFirst,
      [.push("p", on: "b"), .collapse, onto(nil), .select("a"), .expand],
      "split[tabs[a*: la | b: lb > p >>] || ph > d]"),
    Row(
      "D-414 D-129 an arrangement's words leave it", tabs, behavior: .ontoFirst,
      [
        .setSplit {
          $0.delegateFrom = .tabsInPrimary; $0.delegate = SplitDelegateUpdate { $0.onTabSwitch = .keepDetail }
        },
        .collapse,
      ], collapsed),
    Row(
      "D-414 SYS0-28 without effect where details follow tabs", tabs, behavior: .ontoFirst.following, [.collapse],
      "split<tabs[a: la | b*: lb > d] / ph>"),
    Row(
      "D-414 M11 and where UIKit decides", tabs, behavior: .ontoFirst.byUIKit, [.collapse],
      "split<tabs[a: la | b*: lb] / ph > d>"),
    Row(
      "D-414 SH-12 a sheet is still one", tabs, behavior: .ontoFirst.presenting, [.collapse, .showDetail("e")],
      "split<tabs[a: la > d | b*: lb] / ph> ^ e"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  private static func onto(_ id: ControllerID?) -> Transition {
    .setSplit { $0.delegate = SplitDelegateUpdate { $0.collapsesOnto = .some(id) } }
  }

  static let refusals: [Refusal] = [
    Refusal("D-414 no such stack", tabs, behavior: .tabsThatKeep, onto("z"), .noSuchController("z")),
    Refusal("D-414 a screen", tabs, behavior: .tabsThatKeep, onto("la"), .noSuchController("la")),
    Refusal("D-414 the column", tabs, behavior: .tabsThatKeep, onto("secondary"), .noSuchController("secondary")),
    Refusal(
      "D-414 a tab without a stack", "split[tabs[*=l] || ph]", behavior: .tabsThatKeep, onto("l"),
      .noSuchController("l")),
    Refusal("D-414 M12 a column style", "split/2[A || B]", onto("primary"), .wrongStyle("split")),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  @Test func `D-414: a start tree that names no stack is refused`() throws {
    let tree = try SketchParser.tree(Self.tabs, behavior: .onto("z"))
    #expect(refusal(of: { _ = try Session.open(tree, in: Environment()) }) == .noSuchController("z"))
  }

  @Test func `D-414 D-1: the member goes with its tab`() throws {
    var session = try Row("", Self.tabs, behavior: .ontoFirst, [], "").open()
    let before = session
    #expect(session.root.split?.delegate.collapsesOnto == "a")
    _ = try session.apply(.setTabs([.existing("b")]))
    #expect(session.root.split?.delegate.collapsesOnto == nil && session.violations.isEmpty)
    _ = session.restore(before)
    #expect(session == before)
  }
}

extension SplitDelegate {
  static let ontoFirst = onto("a")

  fileprivate static func onto(_ id: ControllerID) -> SplitDelegate { tabsThatKeep.with { $0.collapsesOnto = id } }

  fileprivate var replacing: SplitDelegate { with { $0.onShowDetail = .replaceDetails } }
  fileprivate var following: SplitDelegate { with { $0.onTabSwitch = .followTab } }
  fileprivate var byUIKit: SplitDelegate { with { $0.onCollapse = .system } }
  fileprivate var presenting: SplitDelegate { with { $0.onShowDetail = .system } }
  fileprivate var replacingPrimary: SplitDelegate { with { $0.primaryForCollapsing = .stack("P", .screen("x")) } }

  private func with(_ change: (inout SplitDelegate) -> Void) -> SplitDelegate {
    var behavior = self
    change(&behavior)
    return behavior
  }
}
