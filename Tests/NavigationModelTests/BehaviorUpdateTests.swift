import NavigationModel
import Testing

/// `setSplit` changes only the answers of the app that it names.
@Suite struct BehaviorUpdateTests {
  static let details = "split[tabs[a*: la | b: lb] || ph]"

  static func change(_ values: SplitDelegate = SplitDelegate(), resetting: Set<SplitDelegateUpdate.Member> = [])
    -> Transition
  {
    .setSplit { $0.delegate = SplitDelegateUpdate(values, resetting: resetting) }
  }

  static func from(_ layout: SplitArrangement, _ values: SplitDelegate = SplitDelegate()) -> Transition {
    .setSplit {
      $0.delegateFrom = layout
      $0.delegate = SplitDelegateUpdate(values)
    }
  }

  static let rows: [Row] = [
    Row(
      "SYS0-17 the others stay: a collapse moves the details", details,
      [change(SplitDelegate(allowsReturnToPlaceholder: false)), .showDetail("d"), .collapse],
      "split<tabs[a*: la > d | b: lb] / ph>"),
    Row(
      "SYS0-27 one reset to its default: the details stay", details,
      [change(resetting: [.onTabSwitch]), .showDetail("d"), .tap("b")], "split[tabs[a: la | b*: lb] || ph > d]"),
    Row(
      "D-30 SYS0-24 a screen above the parked details is a page then", details,
      [.showDetail("d"), .push("e"), .tap("b"), change(resetting: [.onTabSwitch]), .collapse, .select("a"), .expand],
      "split[tabs[a*: la > d > e | b: lb] || ph]"),
    Row(
      "SYS0-6 the placeholder is reset to none", "split[A || N: B]",
      [change(resetting: [.placeholder]), .removeItem("B")], "split[A || -]"
    ),
    Row(
      "SYS0-6 and stays where it is not named", "split[A || N: B]",
      [change(SplitDelegate(onShow: .handled)), .removeItem("B")],
      "split[A || N: ph]"),
    Row(
      "SYS1-20 an arrangement's words", details, [from(.tabBarInStack), .showDetail("d"), .tap("b")],
      "split[tabs[a: la & d | b*: lb] || ph]"),
    Row(
      "D-129 SYS1-20 and over them the named ones", details,
      [from(.tabBarInStack, SplitDelegate(onShowDetail: .handled)), .showDetail("d")],
      details, "?showDetail d=true"),
    Row(
      "SYS0-6 its trees stay, an arrangement has none", "split[A || N: B]", [from(.listDetail), .removeItem("B")],
      "split[A || N: ph]"),
    Row(
      "D-42 CL-12 it still waits", "split[=A || N: B]", behavior: SplitDelegate(primaryForCollapsing: .screen("C")),
      [change(SplitDelegate(onShow: .handled)), .collapse], "split<=C / N: B>"),
    Row(
      "D-128 CL-12 and gives its place, and its id, to another", "split[=A || N: B]",
      behavior: SplitDelegate(primaryForCollapsing: .screen("C")),
      [change(SplitDelegate(primaryForCollapsing: .stack("P", .screen("C")))), .collapse], "split<P: C > {N: B}>"),
    Row(
      "CL-12 or is reset to none", "split[A || N: B]", behavior: SplitDelegate(primaryForCollapsing: .screen("C")),
      [change(resetting: [.primaryForCollapsing]), .collapse], "split<A > {N: B}>"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal(
      "an id that waits is taken", "split[=A || N: B]", behavior: SplitDelegate(primaryForCollapsing: .screen("C")),
      change(SplitDelegate(primaryForExpanding: .screen("C"))),
      .duplicateController("C", at: HolderPlace(in: "split", nil)))
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  /// Each member alone is reset: the other members of the behavior are unchanged.
  @Test(arguments: SplitDelegateUpdate.Member.allCases) func `one member`(_ member: SplitDelegateUpdate.Member) throws {
    var session = try Row("", "split[=A || N: B]", behavior: Self.everything, [], "").open()
    let behavior = { try #require(session.root.split?.delegate) }
    let (before, usual) = (try behavior(), SplitDelegate())
    _ = try session.apply(Self.change(resetting: [member]))
    #expect(SplitDelegateUpdate(try behavior()).members == SplitDelegateUpdate(before).members.subtracting([member]))
    #expect(before != usual)
  }

  /// A behavior without a default member.
  static let everything = SplitDelegate(
    onShowDetail: .handled, onShow: .handled, onCollapse: .discard, onSeparate: .preservedSecondary,
    onTabSwitch: .followTab,
    primaryForCollapsing: .screen("pc"), primaryForExpanding: .screen("pe"), secondaryForSeparating: .screen("ss"),
    placeholder: "ph".placeholder, allowsReturnToPlaceholder: false, topColumnForCollapsing: .primary,
    displayModeForExpanding: .secondaryOnly, targetDisplayModeForAction: .secondaryOnly, flattenOnCollapse: true,
    supportedInterfaceOrientations: .portraitOnPhone)
}
