@testable import Navigation
import Testing

/// Groups of tabs, and the stack of a managed one (TG-1 to TG-3, TG-8, TG-9, D-440 to D-452).
@Suite struct GroupTests {
  struct GroupRow: Sendable, CustomTestStringConvertible {
    var rule: String
    var design: GroupDesign
    var behavior: SplitDelegate?
    var steps: [Transition]
    var end: String
    /// Nil: not looked at. Of the last step.
    var tells: String?

    init(
      _ rule: String, _ design: GroupDesign, in behavior: SplitDelegate? = nil, _ steps: [Transition], _ end: String,
      _ tells: String? = nil
    ) {
      (self.rule, self.design, self.behavior, self.steps) = (rule, design, behavior, steps)
      (self.end, self.tells) = (end, tells)
    }

    var testDescription: String { rule }

    func open() throws -> Session {
      let tree = try behavior.map { try design.inSplit($0) } ?? design.tree()
      // In a portrait window a group is one item of the bar, as beside a detail.
      let place = behavior == nil ? Row.Place.padPortrait : .pad
      return try Session.open(tree, in: place.environment(.iOS26)).session
    }
  }

  static let rows: [GroupRow] = [
    GroupRow("D-441 at first", .managed, [], "tabs[home/h*: hh | G/s: g {A=a | B=b}]"),
    GroupRow(
      "D-441 D-446 TG-9 the levels on the way to the selected tab", .managed, [.select("A")],
      "tabs[home/h: hh | G/s*: g > a {A* | B=b}]",
      "?displayed G [\"g\"], ?displayed A [\"a\"], a:none->s, tab home->A, -will hh, +will a, -did hh, +did a"),
    GroupRow(
      "D-445 what was pushed is parked with its tab", .managed, [.select("A"), .push("x"), .select("B")],
      "tabs[home/h: hh | G/s*: g > b {A=a & x | B*}]",
      "?displayed G [\"g\"], ?displayed B [\"b\"], b:none->s, a:s->none, x:s->none, tab A->B, -will x, +will b, "
        + "-did x, +did b"),
    GroupRow(
      "D-445 and comes back", .managed, [.select("A"), .push("x"), .select("B"), .select("A")],
      "tabs[home/h: hh | G/s*: g > a > x {A* | B=b}]"),
    GroupRow(
      "D-445 of two tabs", .managed, [.select("A"), .push("x"), .select("B"), .push("y"), .select("A"), .push("z")],
      "tabs[home/h: hh | G/s*: g > a > x > z {A* | B=b & y}]"),
    GroupRow(
      "D-448 back takes what was pushed", .managed, [.select("A"), .push("x"), .back()],
      "tabs[home/h: hh | G/s*: g > a {A* | B=b}]"),
    GroupRow(
      "D-448 then the level, which its tab keeps", .managed, [.select("A"), .back()],
      "tabs[home/h: hh | G/s*: g {A=a | B=b}]", "a:s->none, tab A->G, -will a, +will g, -did a, +did g"),
    GroupRow(
      "D-448 with what is above it", .managed, [.select("A"), .push("x"), .popToRoot("s")],
      "tabs[home/h: hh | G/s*: g {A=a | B=b}]",
      "a:s->none, tab A->G, -will x, +will g, -did x, +did g, discarded x"),
    GroupRow(
      "D-448 popTo a landing page", .managed, [.select("A"), .push("x"), .popTo("g")],
      "tabs[home/h: hh | G/s*: g {A=a | B=b}]"),
    GroupRow(
      "D-448 a back never goes forward", .managed, [.tap("G"), .push("y"), .select("A"), .back()],
      "tabs[home/h: hh | G/s*: g {A=a | B=b}]",
      "a:s->none, tab A->G, -will a, +will g, -did a, +did g, discarded y"),
    GroupRow(
      "D-445 what was pushed on a landing page is parked with it", .managed, [.tap("G"), .push("y"), .select("A")],
      "tabs[home/h: hh | G/s*: g > a & y {A* | B=b}]"),
    GroupRow(
      "D-448 a swipe back", .managed, [.select("A"), .back(.began), .back(.finished)],
      "tabs[home/h: hh | G/s*: g {A=a | B=b}]"),
    GroupRow(
      "D-448 that is cancelled", .managed, [.select("A"), .back(.began), .back(.cancelled)],
      "tabs[home/h: hh | G/s*: g > a {A* | B=b}]"),
    GroupRow(
      "D-442 setStack keeps the beginning of the levels", .managed,
      [.select("A"), .push("x"), .setStack("s", [.existing("g"), .new(.screen("n"))])],
      "tabs[home/h: hh | G/s*: g > n {A=a | B=b}]"),
    GroupRow(
      "D-442 or all of them", .managed,
      [.select("A"), .push("x"), .setStack("s", [.existing("g"), .existing("a"), .new(.screen("n"))])],
      "tabs[home/h: hh | G/s*: g > a > n {A* | B=b}]"),
    GroupRow(
      "D-442 replaceTop of a level", .managed, [.select("A"), .replaceTop("n", of: "s")],
      "tabs[home/h: hh | G/s*: g > n {A=a | B=b}]"),
    GroupRow(
      "D-442 remove of a level", .managed, [.select("A"), .push("x"), .remove("a")],
      "tabs[home/h: hh | G/s*: g > x {A=a | B=b}]"),
    GroupRow(
      "D-443 D-451 the group itself where nothing in it was selected", .managed, [.tap("G")],
      "tabs[home/h: hh | G/s*: g {A=a | B=b}]",
      "?shouldSelectTab G=true, ?displayed G [\"g\"], tab home->G, -will hh, +will g, -did hh, +did g, "
        + "!didSelectTab G after home"),
    GroupRow(
      "D-443 else the tab last selected there", .managed, [.select("B"), .select("home"), .tap("G")],
      "tabs[home/h: hh | G/s*: g > b {A=a | B*}]",
      "?shouldSelectTab B=true, ?displayed G [\"g\"], ?displayed B [\"b\"], tab home->B, -will hh, +will b, -did hh, "
        + "+did b, !didSelectTab B after home"),
    GroupRow(
      "TG-2 D-449 without a landing page its default tab", .withoutLanding, [.tap("G")],
      "tabs[home/h: hh | G/s*: b {A=a | B*}]"),
    GroupRow(
      "D-449 also by the app", .withoutLanding, [.select("A"), .select("G")], "tabs[home/h: hh | G/s*: a {A* | B=b}]"),
    GroupRow(
      "D-448 without one there is no way back", .withoutLanding, [.select("A"), .back()],
      "tabs[home/h: hh | G/s*: a {A* | B=b}]"),
    GroupRow(
      "D-444 a tap on the selected group pops to its tab's level", .managed,
      [.select("A"), .push("x"), .push("y"), .tap("G")], "tabs[home/h: hh | G/s*: g > a {A* | B=b}]"),
    GroupRow(
      "D-444 a second one to the root", .managed, [.select("A"), .push("x"), .tap("G"), .tap("G")],
      "tabs[home/h: hh | G/s*: g {A=a | B=b}]"),
    GroupRow(
      "TG-9 nested groups", .nested, [.select("C")],
      "tabs[home/h: hh | G/s*: g > hl > c {A=a | H* {C* | D=d} | I {E=e | F=f}}]"),
    GroupRow(
      "D-448 of nested groups, one by one", .nested, [.select("C"), .back()],
      "tabs[home/h: hh | G/s*: g > hl {A=a | H* {C=c | D=d} | I {E=e | F=f}}]"),
    GroupRow(
      "D-448 of all of them", .nested, [.select("C"), .push("x"), .popToRoot("s")],
      "tabs[home/h: hh | G/s*: g {A=a | H =hl {C=c | D=d} | I {E=e | F=f}}]"),
    GroupRow(
      "D-449 TG-2 a group that is none of the levels", .nested, [.select("I")],
      "tabs[home/h: hh | G/s*: g > f {A=a | H =hl {C=c | D=d} | I* {E=e | F*}}]"),
    GroupRow(
      "D-445 from one nested group to another", .nested, [.select("C"), .push("x"), .select("E"), .select("C")],
      "tabs[home/h: hh | G/s*: g > hl > c > x {A=a | H* {C* | D=d} | I {E*=e | F=f}}]"),
    GroupRow(
      "D-447 the selected tab's level alone", .leafOnly, [.push("x")],
      "tabs[home/h: hh | G/s*: a > x =g {A* | B=b}]"),
    GroupRow(
      "D-446 D-447 a level that is left out is asked for", .leafOnly, [.select("B")],
      "tabs[home/h: hh | G/s*: b =g {A=a | B*}]",
      "?displayed G [\"g\"]=[], ?displayed B [\"b\"], b:none->s, a:s->none, tab A->B, -will a, +will b, -did a, +did b"),
    GroupRow(
      "D-450 TG-8 a tab of a group that is not managed changes nothing on display", .unmanaged,
      [.tap("L"), .select("P")],
      "tabs[home/h: hh | L/l*: ll {P* | Q}]", "tab L->P"),
    GroupRow(
      "D-450 the app does the rest in a batch", .unmanaged, [.select("P"), .push("x"), .select("Q")],
      "tabs[home/h: hh | L/l*: ll > x {P | Q*}]", "tab P->Q"),
    GroupRow(
      "TG-1 setBadge of a tab in a group", .unmanaged, [Transition(.setBadge(tab: "P", badge: "3"))],
      "tabs[home/h*: hh | L/l: ll {P | Q}]", ""),
    GroupRow(
      "TB-1 setTabs keeps a group", .managed,
      [.select("A"), .push("x"), .setTabs([.existing("s"), .existing("h")])],
      "tabs[G/s*: g > a > x {A* | B=b} | home/h: hh]"),
    GroupRow(
      "D-441 and without it all of it goes", .managed, [.setTabs([.existing("h")])], "tabs[home/h*: hh]",
      "!sidebarAvailability, discarded s, discarded g, discarded a, discarded b"),
    GroupRow(
      "D-452 SYS0-28 details follow a tab of any depth", .managed, in: .tabsInPrimary,
      [.select("A"), .showDetail("d"), .select("B")], "split[tabs[home/h: hh | G/s*: g > b {A=a & d | B*}] || ph]"),
    GroupRow(
      "D-452 SYS0-29 and return", .managed, in: .tabsInPrimary,
      [.select("A"), .push("x", on: "s"), .showDetail("d"), .select("B"), .select("A")],
      "split[tabs[home/h: hh | G/s*: g > a > x {A* | B=b}] || ph > d]"),
    GroupRow(
      "D-452 also from another root tab", .managed, in: .tabsInPrimary,
      [.select("A"), .showDetail("d"), .select("home"), .select("B"), .select("A")],
      "split[tabs[home/h: hh | G/s*: g > a {A* | B=b}] || ph > d]"),
    GroupRow(
      "D-457 a secondary that a collapse nested stays", .managed, in: .tabsThatKeep,
      [.select("A"), .push("x", on: "s"), .set(.secondary, tree: .stack("n", .screen("d"))), .collapse, .select("B")],
      "split<tabs[home/h: hh | G/s*: g > b > {n: d} {A=a & x | B*}]>"),
    GroupRow(
      "D-457 and returns to its column", .managed, in: .tabsThatKeep,
      [
        .select("A"), .push("x", on: "s"), .set(.secondary, tree: .stack("n", .screen("d"))), .collapse, .select("B"),
        .expand,
      ], "split[tabs[home/h: hh | G/s*: g > b {A=a & x | B*}] || n: d]"),
    GroupRow(
      "D-441 a collapse puts details above the levels", .managed, in: .tabsInPrimary,
      [.select("A"), .showDetail("d"), .collapse, .expand],
      "split[tabs[home/h: hh | G/s*: g > a {A* | B=b}] || ph > d]"),
  ]

  @Test(arguments: rows) func rule(_ row: GroupRow) throws {
    var session = try row.open()
    var events: [Event] = []
    for step in row.steps { events = try session.apply(step).events }
    #expect(session.sketch == row.end, "\(row.rule)")
    if let tells = row.tells { #expect(events.map(\.sketch).joined(separator: ", ") == tells, "\(row.rule)") }
    #expect(session.violations.isEmpty, "\(row.rule)")
  }

  static let refusals: [(rule: String, design: GroupDesign, steps: [Transition], last: Transition, Rejection)] = [
    (
      "D-442 without the first level", .managed, [.select("A")], .setStack("s", [.existing("a")]),
      .cannotContain(container: "s", child: "a")
    ),
    ("D-442 remove of the first", .managed, [.select("A")], .remove("g"), .cannotContain(container: "s", child: "a")),
    (
      "D-442 replaceTop of the first", .managed, [], .replaceTop("n", of: "s"),
      .cannotContain(container: "s", child: "n")
    ),
    (
      "D-442 in another order", .nested, [.select("C")],
      .setStack("s", [.existing("g"), .existing("c"), .existing("hl")]), .cannotPush("hl")
    ),
    ("D-442 a level goes nowhere else", .managed, [.select("A")], .move("a", to: "h"), .cannotPush("a")),
    ("D-442 nor one that its tab keeps", .managed, [], .move("a", to: "h"), .cannotPush("a")),
    ("D-443 a tab in a group is no item of a bar", .managed, [], .tap("A"), .notOnDisplay("A")),
    ("TB-3 no such tab", .managed, [], .tap("Z"), .noSuchController("Z")),
    ("TB-3 a level is no tab", .managed, [], .select("a"), .noMember("a", of: .tabBar, in: nil)),
    ("D-440 a tab's id is no controller's", .managed, [], .push("A", on: "h"), .duplicateController("A")),
  ]

  @Test(arguments: refusals) func refuses(
    _ row: (rule: String, design: GroupDesign, steps: [Transition], last: Transition, Rejection)
  ) throws {
    var session = try Session.open(row.design.tree(), in: Row.Place.padPortrait.environment(.iOS26)).session
    for step in row.steps { _ = try session.apply(step) }
    let before = session
    #expect(refusal(of: { _ = try session.apply(row.last) }) == row.4, "\(row.rule)")
    #expect(session == before)
  }

  @Test func `TG-2: the rows of a sidebar are in the group's order`() throws {
    var tree = try GroupDesign.nested.tree()
    guard case .tabBar(var bar) = tree.content else { return }
    var node = try #require(bar.tabs[1].node?.value)
    node.order = ["I", "Z", "A"]
    node.tabs[1].isHidden = true
    _ = bar.updateTab(at: 1) { $0.node = Boxed(node) }
    tree.content = .tabBar(bar)
    #expect(bar.sections.map { "\($0.depth) \($0.id)" } == ["0 home", "0 G", "1 I", "2 E", "2 F", "1 A"])
    #expect(bar.sections.map(\.isDestination) == [true, true, false, true, true, true])
  }
}
