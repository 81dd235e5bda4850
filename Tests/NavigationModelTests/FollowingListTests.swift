import Testing

@testable import Navigation

/// A list that follows its detail: its selection is the row of what it opened (D-150, D-151). `list#` follows, `a#1` has
/// the row 1.
@Suite struct FollowingListTests {
  private static let keeps = SplitDelegate.tabsThatKeep
  private static let saves = SplitDelegate.tabBarInStack
  private static let columns = SplitDelegate()
  private static let b = Controller.screen("b", row: "2")

  static let expanded: [Row] = [
    Row(
      "the cause is detail, before the appearances", "split[tabs[c*: l#] || ph > a#1]", [.showDetail(tree: b)],
      "split[tabs[c*: l#(2)] || ph > b#2]",
      "?showDetail b=true, l(1->2) detail, -will a, +will b, -did a, +did b, discarded a"),
    Row(
      "the first detail, and not the one on top", "split[tabs[c*: l#] || ph > a#1]", [.push(tree: b, on: "secondary")],
      "split[tabs[c*: l#(1)] || ph > a#1 > b#2]"),
    Row(
      "a detail without a row", "split[tabs[c*: l#] || ph > a#1]", [.showDetail("x")], "split[tabs[c*: l#] || ph > x]"),
    Row(
      "SYS0-12 a placeholder is nothing", "split[tabs[c*: l#] || ph > a#1]", [.pop(from: "secondary")],
      "split[tabs[c*: l#] || ph]"),
    Row(
      "the screen directly above wins over the column", "split[tabs[c*: l#] || ph > a#1]", [.push(tree: b, on: "c")],
      "split[tabs[c*: l#(2) > b#2] || ph > a#1]"),
    Row(
      "without a placeholder, the root", "split[A# || N: d#1 > e#2]", behavior: columns, [],
      "split[A#(1) || N: d#1 > e#2]"),
    Row("a bare secondary", "split[A# || =d#1]", behavior: columns, [], "split[A#(1) || =d#1]"),
    Row("each column's list", "split/3[A# || S##m || B#1]", behavior: columns, [], "split/3[A#(m) || S##m(1) || B#1]"),
    Row(
      "a column style's placeholder is nothing, either", "split/2[A# || ph > d#1]", behavior: columns, [],
      "split/2[A#(1) || ph > d#1]"),
    Row("an empty column", "split/2[A# || B#1]", behavior: columns, [.clear(.secondary)], "split/2[A# || -]"),
    Row(
      "a hidden column", "split/2[A# || B#1]", behavior: columns, [.hide(.primary)], "split/2[(A#(1)) || B#1]"),
    Row("a stack without a split view", "stack: l#", [.push(tree: b)], "stack: l#(2) > b#2"),
    Row(
      "a sheet is not above it", "stack: l#", [.present(tree: b)], "stack: l# ^ b#2"),
    Row("a list in a sheet", "stack: a ^ n: l# > d#1", [], "stack: a ^ n: l#(1) > d#1"),
    Row(
      "above its pages", "stack: top{*a# | b#}", [.push(tree: b.named("d"), on: "stack")],
      "stack: top{*a#(2) | b#} > d#2"),
    Row(
      "all pages beside a column", "split[A: top{*a# | b#} || N: d#1]", behavior: columns, [],
      "split[A: top{*a#(1) | b#(1)} || N: d#1]"),
    Row(
      "LS-1 it does not clear its selection", "split[A# || N: d#1]", behavior: columns,
      [.update("A") { $0.clearsSelectionOnAppear = .always }, .push("p", on: "primary"), .pop(from: "primary")],
      "split[A#(1) || N: d#1]"),
  ]

  static let tabs: [Row] = [
    Row(
      "SYS0-27 only the selected tab opened the column's details", "split[tabs[a*: la# | b: lb#] || ph > d#1]", [],
      "split[tabs[a*: la#(1) | b: lb#] || ph > d#1]"),
    Row(
      "SYS0-27 parked details are above their list", "split[tabs[a*: la# | b: lb#] || ph > d#1]", [.tap("b")],
      "split[tabs[a: la#(1) > d#1 | b*: lb#] || ph]"),
    Row(
      "D-26 and return with the tab", "split[tabs[a*: la# | b: lb# > e#2] || ph > d#1]", [.tap("b")],
      "split[tabs[a: la#(1) > d#1 | b*: lb#(2)] || ph > e#2]",
      "?shouldSelect b=true, d:secondary->a, e:b->secondary, tab a->b, -will la, -will d, +will lb, +will e, -did la, -did d, +did lb, +did e, !didSelect b"
    ),
    Row(
      "SYS1-20 another tab has its saved details", "split[top: tabs[*=la# | =lb#] || ph > d#1 > e]", behavior: saves,
      [.tap("lb")], "split[top: tabs[=la#(1) & d#1 > e | *=lb#] || ph]"),
    Row(
      "details that stay: all tabs", "split[tabs[a*: la# | b: lb#] || ph > d#1]", behavior: keeps, [.tap("b")],
      "split[tabs[a: la#(1) | b*: lb#(1)] || ph > d#1]"),
    Row(
      "D-31 so do those that no stack takes", "split[tabs[a*: la# | b: lb#] || =d#1]", [],
      "split[tabs[a*: la#(1) | b: lb#(1)] || =d#1]"),
    Row(
      "SYS1-12 above the tab bar", "split[top: tabs[*=la# | =lb#] || ph > d#1]", behavior: saves, [.collapse],
      "split<top: tabs[*=la#(1) | =lb#] > d#1 / ph>"),
    Row(
      "SYS1-27 saved details of the selected tab do not count", "split<top: tabs[*=la# & d#1 | =lb# & e#2] / ph>",
      in: .slideOver, behavior: saves, [], "split<top: tabs[*=la# & d#1 | =lb#(2) & e#2] / ph>"),
  ]

  static let collapsed: [Row] = [
    Row(
      "the way back deselects", "split[tabs[c*: l#] || ph > a#1]", [.collapse, .back()], "split<tabs[c*: l#] / ph>",
      "l(1->-) detail, -will a, +will l, -did a, +did l, discarded a"),
    Row(
      "a collapse and an expansion", "split[tabs[c*: l#] || ph > a#1]", [.collapse, .expand],
      "split[tabs[c*: l#(1)] || ph > a#1]"),
    Row(
      "M10 preserved content does not count", "split/2[A# || B#1]", behavior: columns, [.collapse, .back()],
      "split/2<A# / secondary: B#1>"),
    Row(
      "M9 an expansion that returns it selects", "split/2[A# || B#1]", behavior: columns,
      [.collapse, .back(), .expand], "split/2[A#(1) || B#1]",
      "?displayMode oneBesideSecondary=oneBesideSecondary, !willShow secondary, secondary:none->split, expanded, A(-->1) detail, +will B, +did B, !didExpand, !didShow secondary, target"
    ),
    Row(
      "D-66 nested stacks are one", "split/3[A# || S##m || B#1]", behavior: columns, [.collapse],
      "split/3<A#(m) > {supplementary: S##m(1)} > {secondary: B#1}>"),
    Row(
      "a placeholder in a nested stack is nothing", "split[A# || ph > d#1]", behavior: columns, [.collapse],
      "split<A#(1) > {secondary: ph > d#1}>"),
    Row("NV-22 a swipe keeps it", "stack: l# > d#1", [.back(.began)], "stack: l#(1) > d#1 <~", "-will d, +will l"),
    Row(
      "NV-22 until it is finished", "stack: l# > d#1", [.back(.began), .back(.finished)], "stack: l#",
      "l(1->-) detail, -did d, +did l, discarded d"),
    Row(
      "a compact tree", "split/2[A# || B#1 @ C# > x#2]", behavior: columns, [.collapse],
      "split/2<compact: C#(2) > x#2 @ A# || B#1>"),
  ]

  static let taps: [Row] = [
    Row(
      "D-151 a tap gives the row", "split[tabs[c*: l#] || ph]", [.tapRow("r1", in: "l", "d")],
      "split[tabs[c*: l#(r1)] || ph > d#r1]",
      "l(-->r1) user, ?showDetail d=true, -will ph, +will d, -did ph, +did d"),
    Row(
      "a push", "stack: l#", [.tapRow("r1", in: "l", "d", .push)], "stack: l#(r1) > d#r1",
      "l(-->r1) user, -will l, +will d, -did l, +did d"),
    Row(
      "to the lowest screen of a stack", "split[A# || N: x]", behavior: columns,
      [Transition(.tapRow("r1", list: "A", opening: .new(.stack("n", .screen("d"))), as: .detail))],
      "split[A#(r1) || n: d#r1]"),
    Row(
      "NV-12 to a controller of the session", "tabs[x*: l# | y: b > c]",
      [Transition(.tapRow("r1", list: "l", opening: .existing("c"), as: .push))], "tabs[x*: l#(r1) > c#r1 | y: b]"),
    Row(
      "D-25 the detail on top, of another row", "split[tabs[c*: l#] || ph > d#r1]", [.tapRow("r2", in: "l", "d")],
      "split[tabs[c*: l#(r2)] || ph > d#r2]", "l(r1->r2) user"),
    Row(
      "SH-6 the delegate takes it", "split[tabs[c*: l#] || ph > d#r1]",
      behavior: SplitDelegate(onShowDetail: .handled, placeholder: "ph".placeholder), [.tapRow("r2", in: "l", "e")],
      "split[tabs[c*: l#(r1)] || ph > d#r1]", "?showDetail e=true"),
    Row(
      "what it opened is not what was tapped", "stack: l#", [.tapRow("r1", in: "l", "d")], "stack: l# ^ d#r1",
      "presented d by stack, +will d, +did d"),
    Row(
      "CO-6 a detail on the detail of another row", "split/2[A# || B#r1]", system: .iOS14, behavior: columns,
      [.tapRow("r2", in: "A", "d")], "split/2[A#(r1) || B#r1 > d#r2]"),
    Row("from other lists none", "stack: l", [.tapRow("r1", in: "l", "d", .push)], "stack: l(r1) > d"),
  ]

  @Test(arguments: expanded + tabs + collapsed + taps) func `D-150 D-151`(_ row: Row) throws { try row.check() }

  @Test(arguments: [Transition.row("2", in: "l"), .deselect("l")])
  func `D-151 a row is not selected without its detail`(_ step: Transition) throws {
    var session = try Row("", "split[tabs[c*: l#] || ph > a#1]", [], "").open()
    let before = session
    #expect(try session.apply(step).outcome == Outcome(.followsDetail))
    #expect(session == before)
  }

  @Test func `D-150 it begins and ends with the word`() throws {
    var session = try Row("", "split[tabs[c*: l(9)] || ph > a]", [], "").open()
    let steps: [(Transition, String)] = [
      (.update("a") { $0.row = .some("1") }, ""), (.update("l") { $0.selectionFollowsDetail = true }, "l(9->1) detail"),
      (.update("a") { $0.row = .some("2") }, "l(1->2) detail"),
      (.update("l") { $0.selectionFollowsDetail = false }, ""),
      (.update("a") { $0.row = .some(nil) }, ""), (.row("3", in: "l"), "l(2->3) user"),
    ]
    for (step, tells) in steps {
      #expect(try session.apply(step).events.map(\.sketch).joined(separator: ", ") == tells)
    }
  }

  @Test func `D-150 a stored selection that differs is replaced`() throws {
    let tree = try SketchParser.tree("split[tabs[c*: l#(9)] || ph > a#1]")
    let environment = Environment()
    for opened in [
      try Session.open(tree, in: environment), try Session.restore(tree, in: environment, countedIDs: 0),
    ] {
      #expect(opened.session.root.find("l")?.screen?.selection == "1")
      #expect(!opened.events.contains { if case .selectionChanged = $0 { true } else { false } })
    }
  }

  @Test func `D-4 D-150 in a batch it is computed once`() throws {
    var session = try Row("", "split[tabs[c*: l#] || ph > a#1]", [], "").open()
    let events = try session.apply(batch: [.showDetail(tree: Self.b), .showDetail(tree: .screen("d", row: "3"))]).events
    #expect(
      events.filter { if case .selectionChanged = $0 { true } else { false } }.map(\.sketch) == ["l(1->3) detail"])
  }

  @Test func `D-108 an undo brings the selection back`() throws {
    var session = try Row("", "split[tabs[c*: l#] || ph > a#1]", [], "").open()
    let before = session
    _ = try session.apply(.showDetail(tree: Self.b))
    let answer = session.restore(before)
    #expect(session.sketch == before.sketch && answer.events.map(\.sketch).contains("l(2->1) programmatic"))
    #expect(session.forked().session.sketch == before.sketch)
  }
}

extension Controller {
  fileprivate func named(_ id: ControllerID) -> Controller {
    var named = self
    named.id = id
    return named
  }
}
