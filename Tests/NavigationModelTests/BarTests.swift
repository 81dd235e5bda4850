import Testing

@testable import Navigation

/// Where a tab bar stands: D-461 to TG-7, TG-11 to TG-17, WN-7.
@Suite struct BarTests {
  /// From a tree, by transitions, to the place of the bar of `tabs`.
  struct Bar: Sendable, CustomTestStringConvertible {
    var rule: String
    var start: String
    var place: Row.Place
    var system: SystemVersion
    var steps: [Transition]
    var bar: BarPlace
    var isAvailable: Bool

    init(
      _ rule: String, of start: String = "tabs[x*: a | y: b]", in place: Row.Place = .pad,
      system: SystemVersion = .iOS27, _ steps: [Transition] = [], to bar: BarPlace, isAvailable: Bool = false
    ) {
      (self.rule, self.start, self.place, self.system) = (rule, start, place, system)
      (self.steps, self.bar, self.isAvailable) = (steps, bar, isAvailable)
    }

    var testDescription: String { "\(rule): \(start)" }

    func session() throws -> Session {
      let tree = try SketchParser.tree(start, behavior: .tabsInPrimary)
      var session = try Session.open(tree, in: place.environment(system)).session
      for step in steps { _ = try session.apply(step) }
      return session
    }
  }

  static let bars: [Bar] = [
    Bar("TG-4 an iPad's", to: .top), Bar("TG-4 in portrait", in: .padPortrait, to: .top),
    Bar("TG-4 in iOS 26", system: .iOS26, to: .top),
    Bar("TG-4 not in iOS 14", system: .iOS14, [.tabSidebar], to: .bottom),
    Bar("TG-4 compact", in: .slideOver, [.tabSidebar], to: .bottom),
    Bar("TG-4 a phone", in: .phone, [.tabSidebar], to: .bottom),
    Bar("TG-5 landscape", [.tabSidebar], to: .sidebar, isAvailable: true),
    Bar("TG-5 portrait", in: .padPortrait, [.tabSidebar], to: .top, isAvailable: true),
    Bar("TG-5 a square is no landscape", in: .window(800, 800), [.tabSidebar], to: .top, isAvailable: true),
    Bar("D-461 tabBar", [.tabSidebar, .tabBar { $0.mode = .tabBar }], to: .top),
    Bar("D-461 automatic without a group", [.tabBar { $0.mode = .automatic }], to: .top),
    Bar("TG-5 hidden", [.tabSidebar, .sidebar(.some(true))], to: .top, isAvailable: true),
    Bar(
      "TG-5 shown in portrait", in: .padPortrait, [.tabSidebar, .sidebar(.some(false))], to: .sidebar, isAvailable: true
    ),
    Bar(
      "TG-5 a choice ends by null", in: .padPortrait, [.tabSidebar, .sidebar(.some(false)), .sidebar(.some(nil))],
      to: .top,
      isAvailable: true),
    Bar("TG-5 a choice stays", [.tabSidebar, .tapSidebar, .collapse, .expand], to: .top, isAvailable: true),
    Bar(
      "TG-5 through turns", in: .padPortrait, [.tabSidebar, .tapSidebar, .rotate(.landscape), .rotate(.portrait)],
      to: .sidebar, isAvailable: true),
    Bar("TG-13 a phone prefers its bar", in: .phoneWindow(951, 669), [.tabSidebar], to: .bottom),
    Bar(
      "TG-13 or its sidebar", in: .phoneWindow(951, 669), [.tabSidebar, .sidebar(placement: .sidebar)], to: .sidebar,
      isAvailable: true),
    Bar(
      "TG-14 from 905 points", in: .phoneWindow(904, 669), [.tabSidebar, .sidebar(placement: .sidebar)], to: .bottom),
    Bar(
      "TG-13 not in iOS 26", in: .plusLandscape, system: .iOS26, [.tabSidebar, .sidebar(placement: .sidebar)],
      to: .bottom),
    Bar(
      "TG-13 without effect on an iPad", [.tabSidebar, .sidebar(placement: .tabBar)], to: .sidebar, isAvailable: true),
    Bar("WN-7 the Duo outside", in: .duo(.closed, .portrait), to: .side),
    Bar("WN-7 outside in landscape", in: .duo(.closed, .landscape), to: .side),
    Bar("WN-7 inside in landscape", in: .duo(.open, .landscape), to: .side),
    Bar("WN-7 bent", in: .duo(.bent, .landscape), to: .side),
    Bar("WN-7 inside in portrait", in: .duo(.open, .portrait), to: .bottom),
    Bar("WN-7 a half of it", in: .duo(.open, .landscape), [.multitasking(.half)], to: .side),
    Bar("WN-7 not in iOS 26", in: .duo(.closed, .portrait), system: .iOS26, to: .bottom),
    Bar(
      "TG-13 the Duo's sidebar", in: .duo(.open, .landscape), [.tabSidebar, .sidebar(placement: .sidebar)],
      to: .sidebar,
      isAvailable: true),
    Bar("D-460 a column beside the secondary", of: "split[tabs[a*: la] || ph]", [.tabSidebar], to: .bottom),
    Bar(
      "D-460 whatever its class", of: "split[tabs[a*: la] || ph]",
      [.tabSidebar, .update("tabs") { $0.traitOverride = .asWindow }],
      to: .bottom),
    Bar("D-460 the secondary", of: "split/2[A || tabs[a*: la]]", [.tabSidebar], to: .sidebar, isAvailable: true),
    Bar(
      "D-460 a collapsed split view is one page", of: "split[tabs[a*: la] || ph]", in: .duo(.closed, .portrait),
      to: .side),
    Bar(
      "TG-15 an override forces it", [.tabSidebar, .update("tabs") { $0.traitOverride = .horizontal(.compact) }],
      to: .bottom),
    Bar("D-461 hidden", [.tabSidebar, .tabBar { $0.isTabBarHidden = true }], to: .none, isAvailable: true),
    Bar("TG-17 a pushed screen hides no bar at the top", [.hidingPush], to: .top),
    Bar("TG-17 nor a sidebar", [.tabSidebar, .hidingPush], to: .sidebar, isAvailable: true),
    Bar("NV-14 one below the content", in: .phone, [.hidingPush], to: .none),
    Bar("NV-14 and at a side", in: .duo(.closed, .portrait), [.hidingPush], to: .none),
    Bar("D-9 until it is popped", in: .phone, [.hidingPush, .push("e"), .popToRoot()], to: .bottom),
    Bar("D-78 a form sheet is compact", of: "stack: s ^formSheet tabs[x*: a | y: b]", [.tabSidebar], to: .bottom),
    Bar(
      "D-78 what fills the window is as wide", of: "stack: s ^fullScreen tabs[x*: a | y: b]", [.tabSidebar],
      to: .sidebar, isAvailable: true),
  ]

  @Test(arguments: bars) func `where it stands`(_ row: Bar) throws {
    let session = try row.session()
    let shown = try #require(session.display.shown("tabs"))
    guard case .tabBar(let tabBar) = shown.controller.node else { throw RejectedTree() }
    #expect(shown.bar == row.bar, "\(row.rule)")
    #expect(tabBar.value.isSidebarAvailable(in: shown.traits) == row.isAvailable, "\(row.rule)")
    // What is told agrees with what is shown.
    let places = BarChanges.places(in: session.root, session.environment)
    #expect(places.allSatisfy { $0.bar == row.bar && $0.isSidebarAvailable == row.isAvailable }, "\(row.rule)")
    #expect(session.violations.isEmpty)
  }

  private struct RejectedTree: Error {}

  static let rows: [Row] = [
    Row(
      "D-462 TG-5 a turn", "tabs[x*: a | y: b]", in: .padPortrait, system: .iOS27, [.tabSidebar, .rotate(.landscape)],
      "tabs[x*: a | y: b]", "!sidebarVisibility, bar top->sidebar"),
    Row(
      "D-462 TG-4 TG-16 the button", "tabs[x*: a | y: b]", system: .iOS27, [.tabSidebar, .tapSidebar],
      "tabs[x*: a | y: b]",
      "!sidebarVisibility, bar sidebar->top"),
    Row(
      "D-462 TG-13 a compact window", "tabs[x*: a | y: b]", system: .iOS27, [.tabSidebar, .collapse],
      "tabs[x*: a | y: b]", "!sidebarVisibility, bar sidebar->bottom, !sidebarAvailability"),
    Row(
      "D-462 a mode", "tabs[x*: a | y: b]", system: .iOS27, [.tabSidebar], "tabs[x*: a | y: b]",
      "!sidebarVisibility, bar top->sidebar, !sidebarAvailability"),
    Row(
      "D-462 without another place", "tabs[x*: a | y: b]", in: .padPortrait, system: .iOS27, [.tabSidebar],
      "tabs[x*: a | y: b]", "!sidebarAvailability"),
    Row("D-462 a plain bar tells nothing", "tabs[x*: a | y: b]", system: .iOS27, [.collapse], "tabs[x*: a | y: b]", ""),
    Row(
      "D-462 NV-14 a pushed screen", "tabs[x*: a | y: b]", in: .phone, system: .iOS27, [.tabSidebar, .hidingPush],
      "tabs[x*: a > hiding | y: b]",
      "bar bottom->none, -will a, +will hiding, -did a, +did hiding"),
    Row(
      "D-462 after what is inside", "tabs[*=split/2[A || B]]", system: .iOS27, [.tabSidebar, .collapse],
      "tabs[*=split/2<A > {secondary: B}>]"),
    Row(
      "D-465 TG-10 TG-11 a search", "tabs[x*: a | y: b]", system: .iOS27, [.searchTab, .tap("y")], "tabs[x: a | y*: b]",
      "?shouldSelect y=true, tab x->y, -will a, +will b, -did a, +did b, !didSelect y"),
    Row(
      "D-465 TG-11 ends where it began", "tabs[x*: a | y: b]", system: .iOS27,
      [.searchTab, .tap("y"), .push("c"), .cancelSearch], "tabs[x*: a | y: b > c]",
      "tab y->x, -will c, +will a, -did c, +did a"),
    Row(
      "D-465 with the details of the tab before", "split[tabs[x*: la | y: lb] || ph]", system: .iOS27,
      [.searchTab, .showDetail("d"), .tap("y"), .cancelSearch], "split[tabs[x*: la | y: lb] || ph > d]"),
    Row(
      "D-465 a tap on the tab in between ends it", "tabs[x*: a | y: b]", system: .iOS27,
      [.searchTab, .tap("y"), .tap("x"), .tap("y")], "tabs[x: a | y*: b]"),
    Row(
      "D-463 a tab that is filtered away stays", "tabs[x: a | y*: b]", in: .pad, system: .iOS27,
      [.tabBar { $0.compactTabs = .some(["x"]) }, .collapse, .expand], "tabs[x: a | y*: b]", "bar bottom->top"),
    Row(
      "D-463 the app selects it", "tabs[x*: a | y: b]", in: .slideOver, system: .iOS27,
      [.tabBar { $0.compactTabs = .some(["x"]) }, .select("y")], "tabs[x: a | y*: b]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  /// What a bar has, of tabs a to f with these forms.
  struct Visible: Sendable, CustomTestStringConvertible {
    var rule: String
    var forms: [Int: TabForm] = [:]
    var compact: [ControllerID]?
    var place = Row.Place.pad
    var mode = TabBarMode.tabSidebar
    var visible: [Int]

    var testDescription: String { rule }
  }

  static let visible: [Visible] = [
    Visible(rule: "TG-6 as they are", visible: [0, 1, 2, 3]),
    Visible(
      rule: "TG-6 fixed, the rest, pinned, search",
      forms: [0: TabForm(role: .search), 1: TabForm(placement: .pinned), 3: TabForm(placement: .fixed)],
      visible: [3, 2, 1, 0]),
    Visible(rule: "TG-6 only in the sidebar", forms: [2: TabForm(placement: .sidebarOnly)], visible: [0, 1, 2, 3]),
    Visible(
      rule: "TG-6 not in the bar", forms: [2: TabForm(placement: .sidebarOnly)], place: .padPortrait,
      visible: [0, 1, 3]),
    Visible(rule: "TG-7 compact", compact: ["a", "c"], place: .slideOver, visible: [0, 2]),
    Visible(rule: "TG-7 not where it is regular", compact: ["a", "c"], visible: [0, 1, 2, 3]),
    Visible(rule: "TG-7 none", compact: [], place: .phone, visible: []),
  ]

  @Test(arguments: visible) func `which tabs are in it`(_ row: Visible) throws {
    let tabs = ["a", "b", "c", "d"].enumerated().map { index, id in
      Tab(child: .screen(ControllerID(id) ?? "z"), form: row.forms[index] ?? TabForm())
    }
    let tabBar = try #require(TabBar(tabs: tabs, form: TabBarForm(mode: row.mode, compactTabs: row.compact)))
    let session = try Session.open(
      Controller(id: "tabs", content: .tabBar(tabBar)), in: row.place.environment(.iOS27)
    ).session
    let shown = try #require(session.display.shown("tabs"))
    #expect(tabBar.visibleTabs(in: shown.traits) == row.visible, "\(row.rule)")
    for index in tabs.indices where !row.visible.contains(index) {
      var session = session
      let id = tabs[index].child.id
      #expect(refusal(of: { _ = try session.apply(.tap(id)) }) == .notOnDisplay(id), "D-463")
      #expect(try session.apply(.select(id)).outcome.handled == (index != 0), "D-463")
    }
  }

  static let refusals: [Refusal] = [
    Refusal("TG-4 no sidebar", "tabs[x*: a]", in: .phone, .tapSidebar, .notOnDisplay("tabs")),
    Refusal("D-461 nor one that is wanted", "tabs[x*: a]", .tapSidebar, .notOnDisplay("tabs")),
    Refusal("D-77 a covered bar", "tabs[x*: a] ^ n: s", .cancelSearch, .notOnDisplay("tabs")),
    Refusal(
      "D-461 no tab of it", "tabs[x*: a]", .tabBar { $0.compactTabs = .some(["a"]) }, .notInStack("a")),
    Refusal("D-461 nothing", "tabs[x*: a]", .tabBar { $0.compactTabs = .some(["z"]) }, .noSuchController("z")),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  @Test func `D-160 D-465: no search is in progress`() throws {
    var session = try Session.open(SketchParser.tree("tabs[x*: a | y: b]"), in: Environment()).session
    #expect(try session.apply(.cancelSearch).outcome.reason == .noSearch)
  }

  /// An iPad held upright, then turned, without a choice and with one.
  @Test func `TG-5: portrait has the bar, landscape the sidebar, and a choice both`() throws {
    var session = try Bar("", in: .window(834, 1_210), [.tabSidebar], to: .top).session()
    func bar() -> BarPlace? { session.display.shown("tabs")?.bar }
    #expect(bar() == .top)
    _ = try session.apply(.resize(1_210, 834))
    #expect(bar() == .sidebar)
    _ = try session.apply(.tapSidebar)
    #expect(bar() == .top)
    _ = try session.apply(.resize(834, 1_210))
    #expect(bar() == .top)
  }

  @Test func `TG-15: a forced class reaches the split view inside`() throws {
    let steps: [Transition] = [.update("tabs") { $0.traitOverride = .horizontal(.compact) }]
    let session = try Bar("", of: "tabs[*=split/2[A || B]]", steps, to: .bottom).session()
    #expect(session.root.find("split")?.split?.isCollapsed == true)
  }

  /// A sidebar beside the content takes 280 of 1210, over it none; no class changes (D-464).
  static let widths: [(TabSidebar.Layout, width: Double, DisplayMode)] = [
    (.automatic, 1_210, .twoBesideSecondary), (.overlap, 1_210, .twoBesideSecondary), (.tile, 930, .oneBesideSecondary),
  ]

  @Test(arguments: widths) func `D-464 M1: what a split view inside has room for`(
    _ row: (TabSidebar.Layout, width: Double, DisplayMode)
  ) throws {
    let steps: [Transition] = [.tabSidebar, .sidebar(nil, row.0)]
    var session = try Bar("", of: "tabs[*=split/3[A || S || B]]", steps, to: .sidebar).session()
    let split = try #require(session.root.find("split")?.split)
    #expect(split.size?.width == row.width && split.displayMode == row.2 && !split.isCollapsed)
    _ = try session.apply(.tapSidebar)
    #expect(session.root.find("split")?.split?.size?.width == 1_210)
  }

  @Test func `D-465: what names a tab that is gone is forgotten`() throws {
    var session = try Bar("", of: "tabs[x*: a | y: b | z: c]", [.searchOfThree, .tap("y")], to: .top).session()
    _ = try session.apply(.tabBar { $0.compactTabs = .some(["x", "z"]) })
    _ = try session.apply(.setTabs([.existing("y"), .existing("z")]))
    let form = try #require(session.root.tabBar?.form)
    #expect(form.isSearching && form.previousTab == nil && form.compactTabs == ["z"])
    _ = try session.apply(.cancelSearch)
    #expect(session.root.tabBar?.form.isSearching == false && session.root.tabBar?.selected.child.id == "y")
  }

  @Test func `D-111 D-462: undo tells of the bar, and asks no delegate`() throws {
    var session = try Bar("", [.tabSidebar], to: .sidebar).session()
    let before = session
    _ = try session.apply(.tapSidebar)
    let restored = session.restore(before)
    #expect(restored.events == [.barChanged(tabBar: "tabs", from: .top, to: .sidebar)] && session == before)
    #expect(session.forked().session == session)
  }

  @Test func `D-469: what waits for a recording is off in every system`() {
    for system in SystemVersion.allCases {
      #expect(!system.rules.sidebarHidesOnPad && !system.rules.presentedTraitsFromSuperview)
    }
  }

  @Test(arguments: [(false, DisplayMode.oneBesideSecondary), (true, .secondaryOnly)])
  func `D-469: an iPad's split view whose sidebar does not stay`(_ hides: Bool, _ mode: DisplayMode) {
    var rules = SystemRules.iOS27
    rules.sidebarHidesOnPad = hides
    let size = Size(width: 1_210, height: 834)
    func automatic(_ idiom: Idiom) -> DisplayMode {
      SplitRoom(
        style: .doubleColumn, preferences: SplitPreferences(), size: size, scale: 2, rules: rules, idiom: idiom
      ).automaticMode
    }
    #expect(automatic(.pad) == mode && automatic(.phone) == .oneBesideSecondary)
  }

  @Test(arguments: [(false, SizeClass.compact), (true, .regular)])
  func `D-469: a tree presented in its presenter's area`(_ isFromSuperview: Bool, _ horizontal: SizeClass) throws {
    var rules = SystemRules.iOS27
    rules.presentedTraitsFromSuperview = isFromSuperview
    var tree = try SketchParser.tree("stack: a ^currentContext split/2[A || B]")
    tree.traitOverride = .horizontal(.compact)
    var found: SizeClass?
    _ = tree.firstGeometry(in: Environment(system: .iOS27).traits, rules) { controller, traits in
      if controller.kind == .split { found = traits.horizontal }
      return false
    }
    #expect(found == horizontal)
  }
}

extension Transition {
  /// A screen that hides the bar below the content.
  fileprivate static let hidingPush = Transition(
    .push(.new(Controller(id: "hiding", content: .screen(Screen(route: "hiding", hidesBottomBarWhenPushed: true))))))
  fileprivate static let searchOfThree = Transition(
    .setTabs(
      tabs: [
        .init(child: .existing("x")), .init(role: .search, activatesSearch: true, child: .existing("y")),
        .init(child: .existing("z")),
      ]))
  /// The tab y is a search that a tap begins.
  fileprivate static let searchTab = Transition(
    .setTabs(
      tabs: [
        .init(child: .existing("x")), .init(role: .search, activatesSearch: true, child: .existing("y")),
      ]))
}
