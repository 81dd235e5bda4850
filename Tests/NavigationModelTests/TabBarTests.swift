import NavigationModel
import Testing

/// TB: tab bars.
@Suite struct TabBarTests {
  static let rows: [Row] = [
    Row(
      "TB-4 TB-9 a tap", "tabs[x*: a | y: b]", [.tap("y")], "tabs[x: a | y*: b]",
      "?shouldSelect y=true, tab x->y, -will a, +will b, -did a, +did b, !didSelect y"),
    Row(
      "TB-5 Q14 a re-tap pops first", "tabs[x*: a > b > c]", [.tap("x")], "tabs[x*: a]",
      "?shouldSelect x=true, -will c, +will a, -did c, +did a, !didSelect x, discarded b, discarded c"),
    Row(
      "TB-5 only a direct stack", "tabs[*=inner[x*: a > b]]", [.tap("inner")], "tabs[*=inner[x*: a > b]]",
      "?shouldSelect inner=true, !didSelect inner"),
    Row(
      "TB-2 TB-4 programmatic: nobody is asked", "tabs[x*: a | y: b]", [.select("y")], "tabs[x: a | y*: b]",
      "tab x->y, -will a, +will b, -did a, +did b"),
    Row("TB-2 the selected one again", "tabs[x*: a > b]", [.select("x")], "tabs[x*: a > b]", ""),
    Row(
      "TB-1 the same object", "tabs[x: a | y*: b]", [.setTabs([.stack("z", "c"), .kept("y")])], "tabs[z: c | y*: b]",
      "discarded x, discarded a"),
    Row(
      "TB-1 else the same index", "tabs[x: a | y*: b]", [.setTabs([.kept("x"), .stack("z", "c")])], "tabs[x: a | z*: c]",
      "tab y->z, -will b, +will c, -did b, +did c, discarded y, discarded b"),
    Row("TB-1 else the first", "tabs[x: a | y*: b]", [.setTabs([.kept("x")])], "tabs[x*: a]"),
    Row("TB-1 a kept tab keeps its stack", "tabs[x*: a > b | y: c]", [.setTabs([.kept("y"), .kept("x")])], "tabs[y: c | x*: a > b]", ""),
    Row(
      "TB-1 SYS0-33 details of a tab that goes go with it", "split[tabs[a*: la | b: lb > e1] || ph > d1]",
      [.setTabs([.kept("b")], of: "tabs")],
      "split[tabs[b*: lb] || ph > e1]"),
    Row(
      "TB-1 details of a tab that stays are parked", "split[tabs[a*: la | b: lb] || ph > d1]",
      [.select("b"), .setTabs([.kept("a")], of: "tabs")],
      "split[tabs[a*: la] || ph > d1]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal("TB-1 no tabs", "tabs[x*: a]", .setTabs([]), .emptyContainer("tabs")),
    Refusal("TB-3 not a tab", "tabs[x*: a]", .tap("a"), .wrongKind("a", expected: .tabBar)),
    Refusal("TB-3 unknown", "tabs[x*: a]", .select("z"), .noSuchController("z")),
    Refusal("NV-10 TB-4 covered", "stack: tabs[x*: a | y: b] > d", .tap("y"), .notOnDisplay("tabs")),
    Refusal("a name twice", "tabs[x*: a]", .setTabs([.kept("x"), .stack("y", "a")]), .duplicateController("a")),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  static let answers: [(Tab.ShouldSelect, selected: Bool, handled: Bool)] = [
    (.always, true, true), (.always, false, true), (.whenNotSelected, true, false), (.whenNotSelected, false, true), (.never, true, false),
    (.never, false, false),
  ]

  @Test(arguments: answers) func `TB-4 TB-5: shouldSelect`(_ row: (Tab.ShouldSelect, selected: Bool, handled: Bool)) throws {
    let tabs = [
      Tab(shouldSelect: row.0, child: .stack("x", .screen("a"))), Tab(child: .stack("y", .screen("b"))),
    ]
    let bar = try #require(TabBar(tabs: tabs, selectedIndex: row.selected ? 0 : 1))
    var session = try Session.open(Controller(id: "tabs", content: .tabBar(bar)), in: Environment()).session
    #expect(try session.apply(.tap("x")).outcome.handled == row.handled)
  }

  @Test func `TB-8: a badge belongs to the item`() throws {
    var session = try Session.open(SketchParser.tree("tabs[x*: a | y: b]"), in: Environment()).session
    _ = try session.apply(Transition(.setBadge(tab: "y", badge: "3")))
    _ = try session.apply(.tap("y"))
    #expect(session.root.tabBar?.tabs.map(\.badge) == [nil, "3"])
    _ = try session.apply(Transition(.setBadge(tab: "y", badge: nil)))
    #expect(session.root.tabBar?.tabs.map(\.badge) == [nil, nil])
  }

  @Test func `NV-14 Q17: a pushed screen hides the bar, and it stays hidden above it`() throws {
    var session = try Session.open(SketchParser.tree("tabs[x*: a > b > c | y: d]"), in: Environment()).session
    _ = try session.apply(.update("b") { $0.hidesBottomBarWhenPushed = true })
    #expect(refusal(of: { _ = try session.apply(.tap("y")) }) == .notOnDisplay("tabs"))
    _ = try session.apply(.popToRoot())
    #expect(try session.apply(.tap("y")).outcome.handled)
  }

  @Test func `DM-6: a hidden primary's tabs cannot be tapped`() throws {
    var session = try Session.open(SketchParser.tree("split[tabs[a*: la | b: lb] || ph]"), in: Row.Place.padPortrait.environment(.iOS14))
      .session
    #expect(refusal(of: { _ = try session.apply(.tap("b")) }) == .notOnDisplay("tabs"))
    #expect(try session.apply(.select("b")).outcome.handled)
  }
}
