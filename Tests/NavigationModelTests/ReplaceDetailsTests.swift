import Navigation
import Testing

/// D-144: `onShowDetail` `replaceDetails`.
@Suite struct ReplaceDetailsTests {
  private static let tabs = "split[tabs[t*: l | u: m] || ph > a > b]"
  private static let whole = "split[tabs[t*: l | u: m] || nav: chat > info]"

  static let rows: [Row] = [
    Row("D-144 expanded", tabs, behavior: .replaces, [.showDetail("d")], "split[tabs[t*: l | u: m] || ph > d]"),
    Row(
      "D-144 collapsed", tabs, behavior: .replaces, [.collapse, .showDetail("d")],
      "split<tabs[t*: l > d | u: m] / ph>",
      "?showDetail d=true, -will b, +will d, -did b, +did d, discarded a, discarded b"),
    Row(
      "D-144 SYS0-24 the pages below stay", "split[tabs[t*: l > p] || ph > a]", behavior: .replaces,
      [.collapse, .push("x"), .showDetail("d")], "split<tabs[t*: l > p >> d] / ph>"),
    Row(
      "D-144 the first one", "split[tabs[t*: l] || ph]", behavior: .replaces,
      [.collapse, .push("p"), .showDetail("d")],
      "split<tabs[t*: l > p >> d] / ph>"),
    Row(
      "D-144 replaced whole, with its id", whole, behavior: .replaces, [.showDetail("d")],
      "split[tabs[t*: l | u: m] || nav: d]"),
    Row(
      "D-144 SYS0-10 replaceAbovePlaceholder keeps its root", whole, [.showDetail("d")],
      "split[tabs[t*: l | u: m] || nav: chat > d]"),
    Row(
      "D-144 D-142 collapsed, nested", whole, behavior: .replaces, [.collapse, .showDetail("d")],
      "split<tabs[t*: l > {nav: d} | u: m]>"),
    Row(
      "D-144 D-142 beside another tab", whole, behavior: .replaces, [.collapse, .select("u"), .showDetail("d")],
      "split<tabs[t: l | u*: m > {nav: d}]>"),
    Row(
      "D-144 D-51 a bare one", "split[tabs[t*: l] || =chat]", behavior: .replaces, [.showDetail("d")],
      "split[tabs[t*: l] || =d]"),
    Row(
      "D-144 collapsed, bare", "split[tabs[t*: l] || =chat]", behavior: .replaces,
      [.collapse, .showDetail("d"), .expand], "split[tabs[t*: l] || =d]"),
    Row(
      "D-144 a preserved one", "split[A || N: B > C]", behavior: .replacesPreserved, [.collapse, .showDetail("d")],
      "split<A > {N: d}>"),
    Row(
      "D-144 above a preserved placeholder", "split[A || ph > a]", behavior: .replacesPreserved,
      [.collapse, .showDetail("d")], "split<A > d / ph>"),
    Row(
      "D-144 SYS1-27 saved details of the selected tab", "split<top: tabs[*=l & s | =m & r] > a / ph>", in: .slideOver,
      behavior: .replacesSaved, [.showDetail("d")], "split<top: tabs[*=l | =m & r] > d / ph>"),
    Row(
      "D-144 D-65 one of the open ones is returned to", tabs, behavior: .replaces, [.collapse, .detail(again: "a")],
      "split<tabs[t*: l > a | u: m] / ph>"),
    Row("D-144 expanded too", tabs, behavior: .replaces, [.detail(again: "a")], "split[tabs[t*: l | u: m] || ph > a]"),
    Row(
      "D-144 NV-12 one of another tab moves", "split[tabs[t*: l | u: m > x] || ph > a]", behavior: .replaces,
      [.collapse, .detail(again: "x")], "split<tabs[t*: l > x | u: m] / ph>"),
    Row(
      "D-144 D-31 a tab without a stack", "split[tabs[*=l] || ph > a]", behavior: .replaces,
      [.collapse, .showDetail("d")], "split<tabs[*=l] / ph > a> ^ d"),
    Row(
      "D-144 D-49 an empty column gets its stack", "split<A>", in: .slideOver, behavior: .replaces,
      [.showDetail("d"), .expand], "split[A || c1: ph > d]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let stacks: [Row] = [
    Row(
      "D-410 NV-9 above a placeholder its screens", tabs, behavior: .replaces, [stack], Self.above,
      "?showDetail n=true, -will b, +will y, -did b, +did y, discarded a, discarded b, discarded n"),
    Row("D-410 by replaceAbovePlaceholder", tabs, [stack], above),
    Row(
      "D-410 collapsed", tabs, behavior: .replaces, [.collapse, stack], "split<tabs[t*: l > x > y | u: m] / ph>",
      "?showDetail n=true, -will b, +will y, -did b, +did y, discarded a, discarded b, discarded n"),
    Row(
      "D-410 SYS0-9 collapsed, pushed as a screen is", tabs, [.collapse, stack],
      "split<tabs[t*: l > a > b > x > y | u: m] / ph>"),
    Row("D-410 and back", tabs, behavior: .replaces, [.collapse, stack, .expand], above),
    Row(
      "D-410 its id is free", tabs, behavior: .replaces, [stack, .push("n")],
      "split[tabs[t*: l | u: m] || ph > x > y > n]"),
    Row(
      "D-410 without one it is the column", whole, behavior: .replaces, [stack],
      "split[tabs[t*: l | u: m] || n: x > y]",
      "?showDetail n=true, -will info, +will y, -did info, +did y, "
        + "discarded nav, discarded chat, discarded info"),
    Row("D-410 by replaceAbovePlaceholder too", whole, [stack], "split[tabs[t*: l | u: m] || n: x > y]"),
    Row(
      "D-410 D-142 nested while collapsed", whole, behavior: .replaces, [.collapse, stack],
      "split<tabs[t*: l > {n: x > y} | u: m]>"),
    Row(
      "D-410 D-142 by replaceAbovePlaceholder", whole, [.collapse, stack], "split<tabs[t*: l > {n: x > y} | u: m]>"),
    Row("D-410 D-142 and back", whole, [.collapse, stack, .expand], "split[tabs[t*: l | u: m] || n: x > y]"),
    Row(
      "D-410 D-49 in an empty column", "split<A>", in: .slideOver, behavior: .replaces, [stack, .expand],
      "split[A || c1: ph > x > y]"),
    Row(
      "D-410 D-49 expanded", "split<A>", in: .slideOver, [.expand, stack], "split[A || c1: ph > x > y]"),
    Row(
      "D-410 a column without a stack", "split[tabs[t*: l] || =chat]", behavior: .replaces,
      [.collapse, stack, .expand],
      "split[tabs[t*: l] || n: x > y]"),
    Row(
      "D-410 CL-7 above a nested placeholder", "split[A || N: ph > a]", behavior: .replacesNested, [.collapse, stack],
      "split<A > {N: ph > x > y}>"),
    Row(
      "D-410 a tap on a row", "split[tabs[t*: l# | u: m] || ph > a]", behavior: .replaces,
      [Transition(.tapRow("1", list: "l", opening: .new(tree), as: .detail))],
      "split[tabs[t*: l#(1) | u: m] || ph > x#1 > y]"),
    Row(
      "D-410 its presentation goes with it", tabs, behavior: .replaces, [.showDetail(tree: presenting)], above,
      "?showDetail n=true, -will b, +will y, -did b, +did y, discarded a, discarded b, discarded n, discarded s"),
    Row(
      "D-410 PR-1 and stays on a column", whole, behavior: .replaces, [.showDetail(tree: presenting)],
      "split[tabs[t*: l | u: m] || n: x > y ^ s]"),
  ]
  private static let above = "split[tabs[t*: l | u: m] || ph > x > y]"
  private static let tree = Controller(id: "n", content: .stack(Stack(root: .screen("x"), above: [.screen("y")])))
  private static let stack = Transition.showDetail(tree: tree)
  private static var presenting: Controller {
    var presenting = tree
    presenting.presented = Presented(Presentation(.automatic), .screen("s"))
    return presenting
  }

  @Test(arguments: stacks) func `D-410 a stack as a detail`(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal(
      "D-410 D-1 with a placeholder", tabs, .showDetail(tree: .stack("n", "ph2".placeholder ?? .screen("ph2"))),
      .cannotContain(container: "n", child: "ph2")),
    Refusal(
      "D-410 NV-9 a stack on its stack", tabs,
      .showDetail(tree: Controller(id: "n", content: .stack(Stack(root: .screen("x"), above: [tree])))),
      .cannotPush("n")),
    Refusal(
      "D-410 NV-7 an id of the session", tabs, .showDetail(tree: .stack("t", .screen("x"))),
      .duplicateController("t", at: HolderPlace(in: "tabs", .displayed))),
  ]

  @Test(arguments: refusals) func `D-410 refuses`(_ row: Refusal) throws { try row.check() }

  /// In a batch the id may be another's at the end, and what is gone by then is told once.
  @Test func `D-410 in a batch`() throws {
    for (steps, discarded): ([Transition], [ControllerID]) in [
      ([Self.stack, .push("n")], []), ([Self.stack, .push("n"), .pop()], ["n"]), ([Self.stack, .popToRoot()], ["n"]),
    ] {
      var session = try Row("", "split[tabs[t*: l | u: m] || ph]", behavior: .replaces, [], "").open()
      let events = try session.apply(batch: steps).events
      #expect(events.filter { if case .discarded = $0 { true } else { false } } == discarded.map { .discarded($0) })
    }
  }

  @Test(arguments: [
    tabs, whole, "split[tabs[t*: l > p] || =chat]", "split[A || ph]", "split[A > p || N: B > C]",
    "split[top: tabs[*=l | =m] > p || ph > a]",
  ])
  func `D-144: collapse, showDetail, expand gives the tree of showDetail`(_ sketch: String) throws {
    for behavior in [SplitDelegate.replaces, .replacesPreserved, .replacesSaved] {
      let session = try Row("", sketch, behavior: behavior, [], "").open()
      try session.requireDetailsReplaced { sketch }
    }
  }

  @Test func `D-144 SYS0-10: animated where nothing makes way`() throws {
    for (sketch, isAnimated) in [("split[A || ph]", true), ("split[A || ph > a]", false), ("split[A || N: a]", false)] {
      for steps: [Transition] in [[], [.collapse]] {
        var session = try Row("", sketch, behavior: .replaces, [], "").open()
        for step in steps { _ = try session.apply(step) }
        let events = try session.apply(.showDetail("d")).events
        #expect(events.contains(.viewDidAppear("d", animated: isAnimated)), "\(sketch) \(steps.count)")
      }
    }
  }

  @Test func `D-144 D-5: a blocking detail stays`() throws {
    var session = try Row("", Self.tabs, behavior: .replaces, [], "").open()
    for step in [.update("a") { $0.blocksRemoval = true }, Transition.collapse] { _ = try session.apply(step) }
    #expect(try session.apply(.showDetail("d")).outcome.blocked.map(\.controller) == ["a"])
  }
}

extension SplitDelegate {
  fileprivate static var replaces: SplitDelegate {
    var behavior = tabsThatKeep
    behavior.onShowDetail = .replaceDetails
    return behavior
  }

  fileprivate static var replacesNested: SplitDelegate {
    var behavior = replaces
    (behavior.onCollapse, behavior.placeholder) = (.system, nil)
    return behavior
  }

  fileprivate static var replacesPreserved: SplitDelegate {
    var behavior = replaces
    behavior.onCollapse = .discard
    return behavior
  }

  fileprivate static var replacesSaved: SplitDelegate {
    var behavior = tabBarInStack
    behavior.onShowDetail = .replaceDetails
    return behavior
  }
}
