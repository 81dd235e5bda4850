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
