import Testing

@testable import Navigation

/// D-431 to D-433: a compact tree whose tabs stand for stacks of the columns.
@Suite struct TwinTests {
  private static let compactBar = "bar[ch*: xh | cs: xs | =cm]"
  private static let wide = "split/2[A || tabs[home*: h > p | search: s > q | me: m] @ \(compactBar)]"
  private static func tab(
    _ id: ControllerID, _ twin: ControllerID? = nil, onExpand: ControllerID? = nil, for routes: [String] = []
  ) -> Transition.TabDescription {
    .init(twin: .some(twin), onExpand: .some(onExpand), routes: routes, child: .existing(id))
  }
  private static func setTabs(_ tabs: Transition.TabDescription..., of bar: ControllerID = "bar") -> Transition {
    Transition(.setTabs(tabBar: bar, tabs: tabs))
  }
  private static let twins = setTabs(tab("ch", "home"), tab("cs", "search", onExpand: "home"), tab("cm"))
  private static let columnTwins = setTabs(tab("ca", "primary"), tab("cb", "secondary"))
  private static let two = "split/2[A > a || ph > d @ bar[ca*: xa | cb: xb]]"
  private static let three = "split/3[A || S || B @ bar[ca*: xa | cs: xs | =cm]]"
  private static let routes = setTabs(tab("ca"), tab("cs"), tab("cm", for: ["T", "S"]))
  private static let system = SplitDelegate()

  /// A compact tree whose tab names a stack that is not there.
  private static let lost = Controller(
    id: "new",
    content: TabBar(tabs: [Tab(child: .stack("n", root: .screen("r", route: "r")), twin: TabTwin(stack: "z"))])
      .map(Controller.Content.tabBar) ?? .screen(Screen(route: "r")))

  static let rows: [Row] = [
    Row(
      "D-431 every tab takes over", wide, behavior: system, [twins, .collapse],
      "split/2<bar[ch*: xh > p | cs: xs > q | =cm] @ A || tabs[home*: h | search: s | me: m]>"),
    Row(
      "D-431 and gives back", wide, behavior: system, [twins, .collapse, .push("n", on: "cs"), .expand],
      "split/2[A || tabs[home*: h > p | search: s > q > n | me: m] @ \(compactBar)]"),
    Row(
      "D-431 the tab on display is selected", wide, behavior: system, [twins, .select("search"), .collapse],
      "split/2<bar[ch: xh > p | cs*: xs > q | =cm] @ A || tabs[home: h | search*: s | me: m]>"),
    Row(
      "D-431 and its twin again", wide, behavior: system, [twins, .collapse, .select("cs"), .expand],
      "split/2[A || tabs[home*: h > p | search: s > q | me: m] @ bar[ch: xh | cs*: xs | =cm]]"),
    Row(
      "D-431 onExpand names another tab", wide, behavior: system, [twins, .select("search"), .collapse, .expand],
      "split/2[A || tabs[home*: h > p | search: s > q | me: m] @ bar[ch: xh | cs*: xs | =cm]]"),
    Row(
      "D-431 a tab without a twin selects nothing", wide, behavior: system, [twins, .collapse, .select("cm"), .expand],
      "split/2[A || tabs[home*: h > p | search: s > q | me: m] @ bar[ch: xh | cs: xs | *=cm]]"),
    Row(
      "D-431 what stood there lies below", wide, behavior: system, [twins, .push("e", on: "ch"), .collapse],
      "split/2<bar[ch*: xh > e > p | cs: xs > q | =cm] @ A || tabs[home*: h | search: s | me: m]>"),
    Row(
      "D-431 M7 columns: the deepest with content", two, behavior: system, [columnTwins, .collapse],
      "split/2<bar[ca: xa > a | cb*: xb > d] @ A || ph>"),
    Row(
      "D-431 M7 a placeholder is none", two, behavior: system,
      [columnTwins, .pop(from: "secondary"), .select("cb"), .collapse],
      "split/2<bar[ca*: xa > a | cb: xb] @ A || ph>"),
    Row(
      "D-431 and back into both", two, behavior: system, [columnTwins, .collapse, .expand],
      "split/2[A > a || ph > d @ bar[ca: xa | cb*: xb]]"),
    Row(
      "D-431 not under the columns of another answer", two,
      behavior: SplitDelegate(topColumnForCollapsing: .primary), [columnTwins, .collapse, .expand], two),
    Row(
      "D-431 CO-8 another compact tree gives back first", two, behavior: system,
      [columnTwins, .collapse, .set(.compact, "x")], "split/2<x @ A > a || ph > d>"),
    Row(
      "D-431 none", two, behavior: system, [columnTwins, .collapse, .clear(.compact)],
      "split/2<A > a > {secondary: ph > d}>"),
    Row(
      "D-431 without the words nothing", two, behavior: system, [.collapse],
      "split/2<bar[ca*: xa | cb: xb] @ A > a || ph > d>"),
    Row(
      "D-432 a stack that is gone has no twin", two, behavior: system,
      [columnTwins, .set(.secondary, tree: .stack("n", root: .screen("y", route: "y"))), .collapse],
      "split/2<bar[ca*: xa > a | cb: xb] @ A || n: y>"),
    Row(
      "D-433 for: the tab of the column before the last", three, behavior: system, [routes, .collapse],
      "split/3<bar[ca: xa | cs: xs | *=cm] @ A || S || B>"),
    Row(
      "D-433 an expansion selects nothing", three, behavior: system, [routes, .collapse, .expand],
      "split/3[A || S || B @ bar[ca: xa | cs: xs | *=cm]]"),
    Row(
      "D-433 D-431 a twin goes first", three, behavior: system,
      [setTabs(tab("ca"), tab("cs", "secondary"), tab("cm", for: ["S"])), .collapse],
      "split/3<bar[ca: xa | cs*: xs | =cm] @ A || S || B>"),
    Row(
      "D-433 of two columns the secondary", two, behavior: system,
      [setTabs(tab("ca"), tab("cb", for: ["d"])), .collapse], "split/2<bar[ca: xa | cb*: xb] @ A > a || ph > d>"),
    Row(
      "D-433 another route", two, behavior: system, [setTabs(tab("ca"), tab("cb", for: ["x"])), .collapse],
      "split/2<bar[ca*: xa | cb: xb] @ A > a || ph > d>"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  @Test func `D-431 SC-3: a first appearance in a narrow window`() throws {
    var session = try Row("", Self.two, behavior: Self.system, [], "").open()
    _ = try session.apply(Self.columnTwins)
    let narrow = try Session.open(session.root, in: Row.Place.slideOver.environment(.iOS26)).session
    #expect(narrow.sketch == "split/2<bar[ca: xa > a | cb*: xb > d] @ A || ph>")
  }

  @Test func `D-431: the events of both directions`() throws {
    var session = try Row("", Self.wide, behavior: Self.system, [], "").open()
    for step in [Self.twins, .select("search")] { _ = try session.apply(step) }
    let down = try session.apply(.collapse).events.map(\.sketch)
    #expect(down.filter { $0.contains("->") || $0.hasPrefix("tab") } == ["p:home->ch", "q:search->cs", "tab ch->cs"])
    let place = try #require(down.firstIndex(of: "tab ch->cs"))
    #expect(place < (try #require(down.firstIndex { $0.hasPrefix("-will") || $0.hasPrefix("+will") })))
    let up = try session.apply(.expand).events.map(\.sketch)
    #expect(
      up.filter { $0.contains("->") || $0.hasPrefix("tab") } == ["p:ch->home", "q:cs->search", "tab search->home"])
    #expect(up.allSatisfy { !$0.hasPrefix("discarded") })
  }

  @Test func `D-431 D-108: undo and a restored state move nothing`() throws {
    var session = try Row("", Self.wide, behavior: Self.system, [], "").open()
    _ = try session.apply(Self.twins)
    let before = session
    _ = try session.apply(.collapse)
    let narrow = session
    _ = session.restore(before)
    #expect(session.sketch == before.sketch)
    let (copy, _) = try Session.restore(narrow.root, in: narrow.environment, countedIDs: narrow.countedIDs)
    #expect(copy.sketch == narrow.sketch && copy.root == narrow.root)
  }

  @Test func `D-432: names that are gone are taken away, and others stay`() throws {
    var session = try Row("", Self.wide, behavior: Self.system, [], "").open()
    func words() -> [TabTwin]? { session.root.find("bar")?.tabBar?.tabs.map(\.twin) }
    _ = try session.apply(Self.twins)
    #expect(words() == [.init(stack: "home"), .init(stack: "search", onExpand: "home"), .init()])
    _ = try session.apply(.setTabs([.existing("ch"), .existing("cm"), .existing("cs")], of: "bar"))
    #expect(words() == [.init(stack: "home"), .init(), .init(stack: "search", onExpand: "home")])
    _ = try session.apply(.setTabs([.existing("search"), .existing("me")], of: "tabs"))
    #expect(words() == [.init(), .init(), .init(stack: "search")])
    _ = try session.apply(.set(.secondary, "y"))
    #expect(words() == [.init(), .init(), .init()])
  }

  static let refused: [(name: String, step: Transition, rejection: Rejection, pointer: String)] = [
    ("no such stack", setTabs(tab("ch", "z"), tab("cs")), .noMember("z", of: .split, in: nil), "/tabs/0/twin"),
    ("a screen", setTabs(tab("ch", "h"), tab("cs")), .noMember("h", of: .split, in: nil), "/tabs/0/twin"),
    (
      "a stack of the tree itself", setTabs(tab("ch", "cs"), tab("cs")), .noMember("cs", of: .split, in: nil),
      "/tabs/0/twin"
    ),
    (
      "one that has a tab", setTabs(tab("ch", "home"), tab("cs", "home")), .duplicateController("home"), "/tabs/1/twin"
    ),
    ("of a tab without a stack", setTabs(tab("cm", "home")), .wrongKind("cm", expected: .stack), "/tabs/0/twin"),
    ("no tab", setTabs(tab("ch", onExpand: "A")), .noMember("A", of: .tabBar, in: nil), "/tabs/0/onExpand"),
    ("another tab bar", setTabs(tab("home", "search"), of: "tabs"), .noCompactTree("tabs"), "/tabs/0/twin"),
    ("its routes", setTabs(tab("me"), tab("home", for: ["a"]), of: "tabs"), .noCompactTree("tabs"), "/tabs/1/for"),
    (
      "a new compact tree",
      .set(.compact, tree: lost),
      .noMember("z", of: .split, in: nil), "/controller/tabs/0/twin"
    ),
  ]

  @Test(arguments: refused) func `D-432: what names nothing is refused at its pointer`(
    name: String, step: Transition, rejection: Rejection, pointer: String
  ) throws {
    var session = try Row("", Self.wide, behavior: Self.system, [], "").open()
    let before = session
    #expect(refusal(of: { _ = try session.apply(step) }) == .member(pointer, refused: rejection), "\(name)")
    #expect(Problem(.member(pointer, refused: rejection)).pointer == pointer && session == before)
  }
}
