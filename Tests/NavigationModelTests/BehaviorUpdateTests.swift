import Navigation
import Testing

/// `setSplit` changes only the answers of the app that it names.
@Suite struct BehaviorUpdateTests {
  static let details = "split[tabs[a*: la | b: lb] || ph]"

  static func change(_ change: (inout SplitDelegateUpdate) -> Void) -> Transition {
    .setSplit { $0.delegate = SplitDelegateUpdate(change) }
  }

  static func from(_ layout: SplitArrangement, _ change: (inout SplitDelegateUpdate) -> Void = { _ in }) -> Transition {
    .setSplit {
      $0.delegateFrom = layout
      $0.delegate = SplitDelegateUpdate(change)
    }
  }

  static let rows: [Row] = [
    Row(
      "SYS0-17 the others stay: a collapse moves the details", details,
      [change { $0.allowsReturnToPlaceholder = false }, .showDetail("d"), .collapse],
      "split<tabs[a*: la > d | b: lb] / ph>"),
    Row(
      "SYS0-27 one reset to its default: the details stay", details,
      [change { $0.onTabSwitch = .keepDetail }, .showDetail("d"), .tap("b")], "split[tabs[a: la | b*: lb] || ph > d]"),
    Row(
      "D-30 SYS0-24 a screen above the parked details is a page then", details,
      [
        .showDetail("d"), .push("e"), .tap("b"), change { $0.onTabSwitch = .keepDetail }, .collapse, .select("a"),
        .expand,
      ],
      "split[tabs[a*: la > d > e | b: lb] || ph]"),
    Row(
      "SYS0-6 the placeholder is reset to none", "split[A || N: B]",
      [change { $0.placeholder = .some(nil) }, .removeItem("B")], "split[A || -]"
    ),
    Row(
      "SYS0-6 and stays where it is not named", "split[A || N: B]",
      [change { $0.onShow = .handled }, .removeItem("B")],
      "split[A || N: ph]"),
    Row(
      "SYS1-20 an arrangement's words", details, [from(.tabBarInStack), .showDetail("d"), .tap("b")],
      "split[tabs[a: la & d | b*: lb] || ph]"),
    Row(
      "D-129 SYS1-20 and over them the named ones", details,
      [from(.tabBarInStack) { $0.onShowDetail = .handled }, .showDetail("d")],
      details, "?showDetail d=true"),
    Row(
      "SYS0-6 its trees stay, an arrangement has none", "split[A || N: B]", [from(.listDetail), .removeItem("B")],
      "split[A || N: ph]"),
    Row(
      "D-42 CL-12 it still waits", "split[=A || N: B]", behavior: SplitDelegate(primaryForCollapsing: .screen("C")),
      [change { $0.onShow = .handled }, .collapse], "split<=C / N: B>"),
    Row(
      "D-128 CL-12 and gives its place, and its id, to another", "split[=A || N: B]",
      behavior: SplitDelegate(primaryForCollapsing: .screen("C")),
      [change { $0.primaryForCollapsing = .stack("P", .screen("C")) }, .collapse], "split<P: C > {N: B}>"),
    Row(
      "CL-12 or is reset to none", "split[A || N: B]", behavior: SplitDelegate(primaryForCollapsing: .screen("C")),
      [change { $0.primaryForCollapsing = .some(nil) }, .collapse], "split<A > {N: B}>"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal(
      "an id that waits is taken", "split[=A || N: B]", behavior: SplitDelegate(primaryForCollapsing: .screen("C")),
      change { $0.primaryForExpanding = .screen("C") },
      .duplicateController("C", at: HolderPlace(in: "split", nil)))
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  /// Each member alone is reset: the other members of the behavior are unchanged.
  @Test(
    arguments: Mirror(reflecting: everything).children.compactMap(\.label).filter { $0 != "supplementaryPlaceholder" })
  func `one member`(_ member: String)
    throws
  {
    var session = try Row("", "split[A || N: B]", behavior: Self.everything, [], "").open()
    let changed = { try Self.changed(#require(session.root.split?.delegate)) }
    let before = try changed()
    let json = #"{"type":"setSplit","behavior":{"\#(member)":null}}"#
    _ = try session.apply(Transition(json: JSONDocument(Array(json.utf8)).root))
    #expect(try changed() == before.subtracting([member]) && before.contains(member))
  }

  /// The members that are not as by default.
  private static func changed(_ answers: SplitDelegate) -> Set<String> {
    let usual = Mirror(reflecting: SplitDelegate()).children
    return Set(
      zip(Mirror(reflecting: answers).children, usual).filter { "\($0.value)" != "\($1.value)" }.compactMap(\.0.label))
  }

  /// A behavior without a default member.
  static let everything = SplitDelegate(
    onShowDetail: .handled, onShow: .handled, onCollapse: .discard, onSeparate: .preservedSecondary,
    onTabSwitch: .followTab, collapsesOnto: "primary",
    primaryForCollapsing: .screen("pc"), primaryForExpanding: .screen("pe"), secondaryForSeparating: .screen("ss"),
    placeholder: "ph".placeholder, allowsReturnToPlaceholder: false, topColumnForCollapsing: .primary,
    onDetailPopped: .discard, emptyDetail: .firstOffer, displayModeForExpanding: .secondaryOnly,
    targetDisplayModeForAction: .secondaryOnly,
    flattenOnCollapse: true,
    supportedInterfaceOrientations: .portraitOnPhone)
}
