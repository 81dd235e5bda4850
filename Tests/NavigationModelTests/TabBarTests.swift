import Navigation
import Testing

/// TB: tab bars.
@Suite struct TabBarTests {
  static let rows: [Row] = [
    Row(
      "TB-4 TB-9 a tap", "tabs[x*: a | y: b]", [.tap("y")], "tabs[x: a | y*: b]",
      "?shouldSelect y=true, tab x->y, -will a, +will b, -did a, +did b, !didSelect y"),
    Row(
      "TB-5 D-18 a re-tap pops first", "tabs[x*: a > b > c]", [.tap("x")], "tabs[x*: a]",
      "?shouldSelect x=true, -will c, +will a, -did c, +did a, !didSelect x, discarded b, discarded c"),
    Row(
      "TB-5 only a direct stack", "tabs[*=inner[x*: a > b]]", [.tap("inner")], "tabs[*=inner[x*: a > b]]",
      "?shouldSelect inner=true, !didSelect inner"),
    Row(
      "TB-2 TB-4 programmatic: no delegate call", "tabs[x*: a | y: b]", [.select("y")], "tabs[x: a | y*: b]",
      "tab x->y, -will a, +will b, -did a, +did b"),
    Row("TB-2 the selected one again", "tabs[x*: a > b]", [.select("x")], "tabs[x*: a > b]", ""),
    Row(
      "TB-1 the same object", "tabs[x: a | y*: b]", [.setTabs([.stack("z", "c"), .existing("y")])],
      "tabs[z: c | y*: b]",
      "discarded x, discarded a"),
    Row(
      "TB-1 else the same index", "tabs[x: a | y*: b]", [.setTabs([.existing("x"), .stack("z", "c")])],
      "tabs[x: a | z*: c]",
      "tab y->z, -will b, +will c, -did b, +did c, discarded y, discarded b"),
    Row("TB-1 else the first", "tabs[x: a | y*: b]", [.setTabs([.existing("x")])], "tabs[x*: a]"),
    Row(
      "TB-6 a tap on a tab under More", "tabs[*=a | =b | =c | =d | =e | =f]", in: .phone, [.tap("f")],
      "tabs[=a | =b | =c | =d | =e | *=f]",
      "?shouldSelect f=true, tab a->f, -will a, +will f, -did a, +did f, !didSelect f"),
    Row(
      "TB-6 a tab under More keeps its stack", "tabs[*=a | =b | =c | =d | y: e > g | =f]", in: .phone,
      [.tap("f"), .select("y")],
      "tabs[=a | =b | =c | =d | y*: e > g | =f]"),
    Row(
      "TB-5 TB-6 a re-tap under More pops too", "tabs[=a | =b | =c | =d | y*: e > g | =f]", in: .phone, [.tap("y")],
      "tabs[=a | =b | =c | =d | y*: e | =f]"),
    Row(
      "TB-11 the nearest tab bar is meant", "tabs[*=inner[*=a | =b] | =c]", [.setTabs([.existing("b")])],
      "tabs[*=inner[*=b] | =c]"),
    Row(
      "TB-13 a tab bar in each column", "split[one[x*: a > b | y: c] || two[z: d | w*: e > f]]",
      behavior: SplitDelegate(),
      [.collapse, .expand], "split[one[x*: a > b | y: c] || two[z: d | w*: e > f]]"),
    Row(
      "TB-12 a tab bar in the secondary of a column style", "split/2[A || B]", behavior: SplitDelegate(),
      [.set(.secondary, tree: tabs)], "split/2[A || tabs[x*: c]]"),
    Row(
      "TB-12 and in its compact column", "split/2[A || B]", behavior: SplitDelegate(),
      [.set(.compact, tree: tabs), .collapse],
      "split/2<tabs[x*: c] @ A || B>"),
    Row(
      "TB-1 a kept tab keeps its stack", "tabs[x*: a > b | y: c]", [.setTabs([.existing("y"), .existing("x")])],
      "tabs[y: c | x*: a > b]", ""),
    Row(
      "D-32 TB-1 SYS0-33 details of a removed tab are removed with it", "split[tabs[a*: la | b: lb > e1] || ph > d1]",
      [.setTabs([.existing("b")], of: "tabs")],
      "split[tabs[b*: lb] || ph > e1]"),
    Row(
      "TB-1 details of a tab that stays are parked", "split[tabs[a*: la | b: lb] || ph > d1]",
      [.select("b"), .setTabs([.existing("a")], of: "tabs")],
      "split[tabs[a*: la] || ph > d1]"),
  ]

  private static var tabs: Controller {
    let tabs = TabBar(tabs: [Tab(child: .stack("x", .screen("c")))])
    return tabs.map { Controller(id: "tabs", content: .tabBar($0)) } ?? .screen("none")
  }

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal("TB-1 no tabs", "tabs[x*: a]", .setTabs([]), .emptyContainer("tabs")),
    Refusal("TB-3 not a tab", "tabs[x*: a]", .tap("a"), .noMember("a", of: .tabBar, in: "x")),
    Refusal("TB-3 unknown", "tabs[x*: a]", .select("z"), .noSuchController("z")),
    Refusal("NV-10 TB-4 covered", "stack: tabs[x*: a | y: b] > d", .tap("y"), .notOnDisplay("tabs")),
    Refusal(
      "a name twice", "tabs[x*: a]", .setTabs([.existing("x"), .stack("y", "a")]),
      .duplicateController("a", at: HolderPlace(in: "x", .displayed))),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  static let answers: [(Tab.ShouldSelect, selected: Bool, handled: Bool)] = [
    (.always, true, true), (.always, false, true), (.whenNotSelected, true, false), (.whenNotSelected, false, true),
    (.never, true, false),
    (.never, false, false),
  ]

  @Test(arguments: answers) func `TB-4 TB-5: shouldSelect`(_ row: (Tab.ShouldSelect, selected: Bool, handled: Bool))
    throws
  {
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

  @Test func `D-33 TB-1 TB-8: a reused item keeps its other members, in any order`() throws {
    let tabs = [
      Tab(title: "A", badge: "3", icon: "star", shouldSelect: .whenNotSelected, child: .screen("a")),
      Tab(title: "B", child: .screen("b")),
    ]
    let bar = try #require(TabBar(tabs: tabs))
    var session = try Session.open(Controller(id: "tabs", content: .tabBar(bar)), in: Environment()).session
    _ = try session.apply(.setTabs([.existing("b"), .existing("a"), .new("c")]))
    #expect(session.root.tabBar?.tabs == [tabs[1], tabs[0], Tab(child: .screen("c"))])
    let descriptions = [Transition.TabDescription(title: "Z", badge: "9", shouldSelect: .always, child: .existing("a"))]
    _ = try session.apply(Transition(.setTabs(tabBar: nil, tabs: descriptions)))
    #expect(session.root.tabBar?.tabs == [Tab(title: "Z", badge: "9", icon: "star", child: .screen("a"))])
  }

  @Test func `TB-9: a switch is not animated, a re-tap's pop is`() throws {
    var session = try Session.open(SketchParser.tree("tabs[x*: a > b | y: c]"), in: Environment()).session
    #expect(try session.apply(.tap("x")).events.compactMap(\.isAnimated) == [true, true, true, true])
    #expect(try session.apply(.tap("y")).events.compactMap(\.isAnimated) == [false, false, false, false])
  }

  @Test func `TB-1: the first assignment selects the first tab`() throws {
    let tabs = try #require(TabBar(tabs: [Tab(child: .screen("a")), Tab(child: .screen("b"))]))
    #expect(tabs.selectedIndex == 0)
    #expect(TabBar(tabs: []) == nil && TabBar(tabs: [Tab(child: .screen("a"))], selectedIndex: 1) == nil, "TB-2")
  }

  static let more: [(count: Int, SizeClass, Idiom, behind: [ControllerID])] = [
    (5, .compact, .phone, []), (6, .compact, .phone, ["t5", "t6"]), (6, .compact, .pad, ["t5", "t6"]),
    (8, .compact, .phone, ["t5", "t6", "t7", "t8"]), (6, .regular, .phone, []), (8, .regular, .phone, []),
    (9, .regular, .phone, ["t8", "t9"]), (9, .regular, .pad, []),
  ]

  @Test(arguments: more) func `D-34 TB-6 TB-14: items fit a bar, or one less and More`(
    _ row: (count: Int, SizeClass, Idiom, behind: [ControllerID])
  )
    throws
  {
    let tabs = try (1...row.count).map { Tab(child: .screen(try #require(ControllerID("t\($0)")))) }
    #expect(TabBar(tabs: tabs)?.behindMore(in: .width(row.1, row.2)) == row.behind)
  }

  @Test func `TB-14: a Plus held sideways shows seven of nine tabs and More, one upright four`() throws {
    let children = try (1...9).map { Tab(child: .screen(try #require(ControllerID("t\($0)")))) }
    let tabs = try #require(TabBar(tabs: children))
    let plus = try #require(Device(named: "iPhone 16 Plus"))
    for system in SystemVersion.allCases {
      for (orientation, count) in [(Orientation.landscape, 7), (.portrait, 4)] {
        let window = try Environment(system: system, place: .device(plus, orientation, .fullScreen))
        let session = try Session.open(Controller(id: "tabs", content: .tabBar(tabs)), in: window).session
        #expect(session.taps.count == count, "\(system) \(orientation)")
      }
    }
  }

  @Test func `NV-14 D-9: a pushed screen hides the bar, and it stays hidden above it`() throws {
    let phone = try Row.Place.phone.environment(.iOS26)
    var session = try Session.open(SketchParser.tree("tabs[x*: a > b > c | y: d]"), in: phone).session
    _ = try session.apply(.update("b") { $0.hidesBottomBarWhenPushed = true })
    #expect(refusal(of: { _ = try session.apply(.tap("y")) }) == .notOnDisplay("tabs"))
    _ = try session.apply(.popToRoot())
    #expect(try session.apply(.tap("y")).outcome.handled)
  }

  @Test func `DM-6: a hidden primary's tabs cannot be tapped`() throws {
    var session = try Session.open(
      SketchParser.tree("split[tabs[a*: la | b: lb] || ph]"), in: Row.Place.padPortrait.environment(.iOS14)
    )
    .session
    #expect(refusal(of: { _ = try session.apply(.tap("b")) }) == .notOnDisplay("tabs"))
    #expect(try session.apply(.select("b")).outcome.handled)
  }
}
