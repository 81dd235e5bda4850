import Navigation
import Testing

/// D-142: `moveAbovePlaceholder` of a secondary without a placeholder, which moves whole, as UIKit's own collapse nests
/// it (CL-7).
@Suite struct WholeSecondaryTests {
  private static let moves = SplitDelegate(onCollapse: .moveAbovePlaceholder, onSeparate: .moveAboveRoot)
  private static let tabs = "split[tabs[t*: l | u: m] || nav: chat > info]"
  private static let nested = "split<tabs[t*: l > {nav: chat > info} | u: m]>"
  private static let bare = "split[tabs[t*: l | u: m] || =chat]"

  static let rows: [Row] = [
    Row(
      "D-142 CL-8 onto the selected tab's stack", tabs, behavior: moves, [.collapse], nested,
      "?primaryForCollapsing=nil, ?collapse nav onto tabs=false, !willHide secondary, !willHide primary, "
        + "!willShow secondary, nav:split->t, collapsed, -will l, -did l, !didCollapse, !didHide primary, "
        + "!didShow secondary, target"),
    Row(
      "D-142 CL-17 and returns with what was pushed on it", tabs, behavior: moves,
      [.collapse, .push("x"), .expand],
      "split[tabs[t*: l | u: m] || nav: chat > info > x]"),
    Row(
      "D-142 the root alone", "split[tabs[t*: l] || nav: chat]", behavior: moves, [.collapse],
      "split<tabs[t*: l > {nav: chat}]>"),
    Row(
      "D-142 onto a stack", "split[A || nav: chat > info]", behavior: moves, [.collapse],
      "split<A > {nav: chat > info}>"),
    Row("D-142 a placeholder stays", "split[A || ph > d]", behavior: moves, [.collapse], "split<A > d / ph>"),
    Row(
      "D-142 pages stay", "split[tabs[t*: l > p | u: m > q] || nav: chat]", behavior: moves, [.collapse, .expand],
      "split[tabs[t*: l > p | u: m > q >>] || nav: chat]"),
    Row(
      "D-142 D-27 and pages pushed later, behind it", tabs, behavior: moves,
      [.collapse, .popToRoot("t"), .push("p"), .expand], "split[tabs[t*: l > p >> | u: m] || -]"),
    Row(
      "D-142 D-31 a tab without a stack", "split[tabs[*=l] || nav: chat]", behavior: moves, [.collapse],
      "split<tabs[*=l] / nav: chat>"),
    Row("D-142 CL-18 flattened", tabs, behavior: flat, [.collapse], "split<tabs[t*: l > chat > info | u: m]>"),
    Row(
      "D-142 CL-8 flattenOnCollapse alone moves nothing onto a tab bar", tabs,
      behavior: SplitDelegate(flattenOnCollapse: true), [.collapse],
      "split<tabs[t*: l | u: m] / nav: chat > info>"),
    Row(
      "D-142 and in a new stack", tabs, behavior: flat, [.collapse, .expand],
      "split[tabs[t*: l | u: m] || c1: chat > info]"),

    // A bare screen
    Row("D-142 a bare screen", bare, behavior: moves, [.collapse], "split<tabs[t*: l > chat | u: m]>"),
    Row(
      "D-142 returns bare if alone", bare, behavior: moves, [.collapse, .expand], "split[tabs[t*: l | u: m] || =chat]"),
    Row(
      "D-142 else in a stack", bare, behavior: moves, [.collapse, .push("x"), .push("y"), .expand],
      "split[tabs[t*: l | u: m] || c1: chat > x > y]"),
    Row(
      "D-142 also on a stack", "split[A || =B]", behavior: moves, [.collapse, .push("x"), .expand],
      "split[A || c1: B > x]"),
    Row("D-142 a tab bar", "split[A || =top{*b | c}]", behavior: moves, [.collapse], "split<A > top{*b | c}>"),

    // Another tab
    Row(
      "D-142 beside another tab it returns too", tabs, behavior: moves, [.collapse, .select("u"), .expand],
      "split[tabs[t: l | u*: m] || nav: chat > info]"),
    Row(
      "D-142 D-36 below that tab's own details", tabs, behavior: .keepsWhole,
      [.collapse, .select("u"), .showDetail("d", from: "m"), .expand],
      "split[tabs[t: l | u*: m] || nav: chat > info > d]"),
    Row(
      "D-142 the column of another tab is set off the stack", tabs, behavior: moves,
      [.collapse, .select("u"), .set(.secondary, tree: .stack("n", .screen("z"))), .expand],
      "split[tabs[t: l > {nav: chat > info} | u*: m] || n: z]"),

    // Popped meanwhile
    Row(
      "D-142 D-48 popped, its stack shows the placeholder", tabs, behavior: .keepsWhole, [.collapse, .pop(from: "t")],
      "split<tabs[t*: l | u: m] / nav: ph>",
      "nav:t->none, -will info, +will l, -did info, +did l, discarded chat, discarded info"),
    Row(
      "D-142 D-48 as setColumn does", tabs, behavior: .keepsWhole, [.collapse, .clear(.secondary)],
      "split<tabs[t*: l | u: m] / nav: ph>"),
    Row(
      "D-142 by a user, from its root", "split[tabs[t*: l] || nav: chat]", behavior: .keepsWhole,
      [.collapse, .back(), .expand], "split[tabs[t*: l] || nav: ph]"),
    Row(
      "D-142 with its tab", tabs, behavior: .keepsWhole, [.collapse, .setTabs([.existing("u")])],
      "split<tabs[u*: m] / nav: ph>"),
    Row(
      "D-142 a bare one leaves a new stack", bare, behavior: .keepsWhole, [.collapse, .pop(from: "t"), .expand],
      "split[tabs[t*: l | u: m] || c1: ph]"),
    Row(
      "D-142 without a placeholder the column is empty", tabs, behavior: moves, [.collapse, .pop(from: "t"), .expand],
      "split[tabs[t*: l | u: m] || -]"),
    Row(
      "D-142 a screen above it stays the detail", tabs, behavior: .keepsWhole,
      [.collapse, .showDetail("d", from: "info"), .remove("nav"), .expand], "split[tabs[t*: l | u: m] || =d]"),

    // Around it
    Row(
      "D-142 D-27 a detail that setStack puts below it", "split[top: tabs[*=l] || nav: chat > info]",
      behavior: .keepsWhole,
      [.collapse, .setStack("top", [.existing("tabs"), .new("x"), .existing("nav")]), .expand],
      "split[top: tabs[*=l] || nav: chat > x > info]"),
    Row(
      "D-142 D-66 reopening within it", tabs, behavior: .keepsWhole,
      [.collapse, .showDetail("d", from: "info"), .detail(again: "chat")],
      "split<tabs[t*: l > {nav: chat} | u: m]>"),
    Row(
      "D-142 D-36 saved details above its root", "split[top: tabs[*=l & s | =m] || nav: chat > info]",
      behavior: .keepsWhole.saving, [.collapse, .expand], "split[top: tabs[*=l | =m] || nav: chat > s > info]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  private static var flat: SplitDelegate {
    SplitDelegate(onCollapse: .moveAbovePlaceholder, onSeparate: .moveAboveRoot, flattenOnCollapse: true)
  }

  @Test func `D-142 CL-7: the column is on the tab's stack`() throws {
    var session = try Row("", Self.tabs, behavior: Self.moves, [], "").open()
    _ = try session.apply(.collapse)
    let split = try #require(session.root.split)
    #expect(split.topColumn == .secondary && split.controller(of: .secondary) == "nav")
    _ = try session.apply(.select("u"))
    #expect(session.root.split?.topColumn == .primary && session.root.split?.controller(of: .secondary) == "nav")
  }

  @Test func `D-142 D-9: a nested screen hides the tab bar`() throws {
    var session = try Row("", Self.tabs, behavior: Self.moves, [], "").open()
    for step in [.update("chat") { $0.hidesBottomBarWhenPushed = true }, Transition.collapse] {
      _ = try session.apply(step)
    }
    #expect(refusal(of: { _ = try session.apply(.tap("u")) }) == .notOnDisplay("tabs"))
  }

  @Test func `D-142 D-140: a blocking screen stays`() throws {
    var session = try Row("", Self.tabs, behavior: .keepsWhole, [], "").open()
    for step in [.update("chat") { $0.blocksRemoval = true }, Transition.collapse] { _ = try session.apply(step) }
    #expect(try session.apply(.popToRoot("t")).outcome.blocked.map(\.controller) == ["chat"])
    #expect(session.sketch == Self.nested)
  }

  @Test func `D-142 RS-6: a snapshot of the nested form opens, expanded and collapsed`() throws {
    for (place, end): (Row.Place, String) in [
      (.slideOver, Self.nested), (.pad, "split[tabs[t*: l | u: m] || nav: chat > info]"),
    ] {
      let session = try Session.open(
        SketchParser.tree(Self.nested, behavior: Self.moves), in: place.environment(.iOS26)
      ).session
      #expect(session.sketch == end && session.violations.isEmpty)
    }
  }
}

extension SplitDelegate {
  fileprivate static var keepsWhole: SplitDelegate {
    SplitDelegate(
      onShowDetail: .replaceAbovePlaceholder, onCollapse: .moveAbovePlaceholder, onSeparate: .moveAboveRoot,
      placeholder: "ph".placeholder)
  }

  fileprivate var saving: SplitDelegate {
    var behavior = self
    behavior.onTabSwitch = .saveAndRestore
    return behavior
  }
}
