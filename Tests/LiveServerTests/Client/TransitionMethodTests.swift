import Navigation
import NavigationClient
import Testing

extension LiveTests {
  /// A session as an object with methods.
  @Suite struct TransitionMethodTests {}
}

extension LiveTests.TransitionMethodTests {
  private static let list = Controller.screen("list", route: "list")

  private static let tabs: Layout = .tabsInPrimary(
    tabs: [
      LayoutTab(id: "one", title: "One", screen: list),
      LayoutTab(id: "two", title: "Two", screen: .screen("other", route: "list")),
    ], placeholder: .screen(route: "nothing"))

  private static let pages: Layout = .topTabs(
    pages: [
      LayoutPage(title: "Day", screen: .screen("day", route: "day")),
      LayoutPage(title: "Week", screen: .screen("week", route: "day")),
    ],
    inStack: true)

  private static let columns: Layout = .tripleColumn(
    primary: list, supplementary: .screen("middle", route: "list"), secondary: .screen("detail", route: "detail"))

  /// Where a transition is possible.
  private static func layout(for kind: Transition.Action) -> Layout {
    switch kind.type {
    case "tapTitle", "scroll", "setPages", "setTopTabs": pages
    case "setDisplayMode", "tapDisplayModeButton", "tapSecondaryOnlyButton", "tapDimmedSecondary", "swipe",
      "showColumn",
      "hideColumn",
      "setColumn", "setSplit":
      columns
    default: tabs
    }
  }

  /// The method of each transition, as it is written where nothing but the necessary is said.
  private static func call(_ kind: Transition.Action, of session: RemoteSession) async throws(ClientError)
    -> TransitionRecord
  {
    switch kind.type {
    case "push": return try await session.push("new", route: "r", title: "T", on: "one")
    case "pop":
      try await session.push(.new(.screen("new", route: "r")), on: "one")
      return try await session.pop(count: 1, from: "one")
    case "popTo": return try await session.popTo("list")
    case "popToRoot": return try await session.popToRoot(of: "one")
    case "setStack":
      return try await session.setStack([.existing("list"), .new(.screen("new", route: "r"))], of: "one")
    case "replaceTop": return try await session.replaceTop(with: .screen("new", route: "r"), of: "one")
    case "remove":
      try await session.push(.new(.screen("new", route: "r")), from: "list")
      return try await session.remove("new")
    case "back": return try await session.back()
    case "show": return try await session.show("new", route: "r", from: "list")
    case "showDetail": return try await session.showDetail("new", route: "r")
    case "setDisplayMode": return try await session.setDisplayMode(.secondaryOnly)
    case "tapDisplayModeButton": return try await session.tapDisplayModeButton()
    case "tapSecondaryOnlyButton":
      try await session.setSplit { $0.showsSecondaryOnlyButton = true }
      return try await session.tapSecondaryOnlyButton()
    case "tapDimmedSecondary":
      try await session.setDisplayMode(.oneOverSecondary)
      return try await session.tapDimmedSecondary()
    case "swipe": return try await session.swipe(.leading)
    case "showColumn": return try await session.showColumn(.primary)
    case "hideColumn": return try await session.hideColumn(.primary)
    case "setColumn":
      try await session.setColumn(.secondary, to: nil)
      return try await session.setColumn(.secondary, to: "new", route: "r")
    case "setSplit": return try await session.setSplit { $0.presentsWithGesture = false }
    case "tapTab": return try await session.tapTab("two")
    case "selectTab": return try await session.selectTab("two")
    case "setTabs": return try await session.setTabs([.init(child: .existing("two"))], of: "tabs")
    case "setBadge": return try await session.setBadge("3", of: "one")
    case "tapSidebarButton":
      // A sidebar is none of a column's tabs.
      let tabs = TabBar(tabs: [Tab(child: .screen("only", route: "r"))]).map {
        Controller(id: "bar", content: .tabBar($0))
      }
      try await session.setRoot(tabs ?? .screen(route: "r"))
      try await session.setTabBar("bar") { $0.mode = .tabSidebar }
      return try await session.tapSidebarButton(of: "bar")
    case "setSidebar": return try await session.setSidebar(of: "tabs", isHidden: false, layout: .tile)
    case "setTabBar": return try await session.setTabBar("tabs") { $0.mode = .tabSidebar }
    case "cancelSearch":
      try await session.setTabs(
        [.init(child: .existing("one")), .init(role: .search, activatesSearch: true, child: .existing("two"))],
        of: "tabs")
      try await session.tapTab("two")
      return try await session.cancelSearch(of: "tabs")
    case "tapTitle": return try await session.tapTitle(of: "week")
    case "scroll": return try await session.scroll(to: 10, .dragging)
    case "setPages": return try await session.setPages([.init(title: "Week", child: .existing("week"))])
    case "setTopTabs": return try await session.setTopTabs { $0.bounces = false }
    case "selectRow": return try await session.selectRow("row", of: "list")
    case "deselectRow": return try await session.deselectRow(of: "list")
    case "present": return try await session.present("new", route: "r", style: .formSheet)
    case "dismiss": return try await session.dismiss()
    case "tapLeftBarButton":
      try await session.updateScreen("list") { $0.leftBarButton = "Edit" }
      return try await session.tapLeftBarButton(of: "list")
    case "tapRow": return try await session.tapRow("row", of: "list", opens: .detail, "new", route: "r")
    case "swipeDown": return try await session.swipeDown()
    case "tapOutside": return try await session.tapOutside()
    case "dragSheet": return try await session.dragSheet(to: "large")
    case "setSheet": return try await session.setSheet(detents: [.medium, .large])
    case "setRoot":
      try await session.setRoot(.stack("main", root: .screen("home", route: "r")))
      return try await session.setRoot(pages)
    case "resize": return try await session.resize(width: 500, height: 800)
    case "rotate": return try await session.rotate(to: .portrait)
    case "setMultitasking": return try await session.setMultitasking(.slideOver)
    case "setDevice": return try await session.setDevice("iPhone 16")
    case "fold":
      try await session.setDevice("iPhone Duo")
      return try await session.fold(.open)
    case "setTraits": return try await session.setTraits(horizontal: .forced(.compact))
    case "enterBackground": return try await session.enterBackground()
    case "enterForeground": return try await session.enterForeground()
    case "updateScreen": return try await session.updateScreen("list") { $0.title = "New" }
    case "removeItem": return try await session.removeItem(route: "list", params: Params())
    case "open":
      try await session.open(url: "myapp://list")
      #expect(try await session.way(to: .route("list", Params())).way == [])
      return try await session.open("list")
    case "setConditions": return try await session.setConditions(["known": true])
    default:
      Issue.record("no method for \(kind.type)")
      return try await session.enterForeground()
    }
  }

  @Test(arguments: Transition.Action.kinds) func `each transition has its method`(_ kind: Transition.Action)
    async throws
  {
    let routes = try ScreenRoutes(
      [ScreenRoute("list", path: LinkTemplate("/list"))], conditions: [AppCondition("known")],
      values: JSONParamValues())
    let session = try await live.client.createSession(Self.layout(for: kind), routes: routes)
    let record = try await Self.call(kind, of: session)
    guard case .single(let transition, _) = record.content else { return #expect(Bool(false), "no single transition") }
    #expect(transition.action.type == kind.type)
    let view = try await live.client.session(session.id).read()
    #expect(session.revision == view.revision && session.visible == view.visible && session.can == view.can)
  }

  @Test func `each move through the history has its method`() async throws {
    let session = try await live.client.createSession(Self.tabs)
    try await session.push("new", route: "r", on: "one")
    let moves = [try await session.undo(), try await session.redo(), try await session.revert(to: 0)]
    let requested: [HistoryMove?] = moves.map {
      if case .history(let request, _) = $0.content { request.move } else { nil }
    }
    #expect(requested == [.undo, .redo, .revert(revision: 0)])
    #expect(moves.map(\.outcome?.handled) == [true, true, true])
  }

  /// A list that offers a note by a row, and another one twice.
  private static let notes = [
    ScreenRoute(
      "list",
      offers: [
        .init(route: "note", row: "first"), .init(route: "memo", name: "New"),
        .init(route: "memo", row: "m", name: "New"),
      ]),
    ScreenRoute("note", opening: .detail), ScreenRoute("memo", opening: .push),
  ]

  private static let gesture = "Swipe to hide sidebar"

  @Test func `a move is done by its name`() async throws {
    let routes = try ScreenRoutes(Self.notes, values: JSONParamValues())
    let session = try await live.client.createSession(Self.tabs, routes: routes)
    let names = try await session.moves().map(\.name)
    #expect(names == ["Tab One", "Tab Two", "Hide sidebar"] + ["Open note", "Open New", "Open New"] + [Self.gesture])
    let record = try await session.tap("Open note")
    #expect(record.outcome?.handled == true && session.visible.map(\.id) == ["list", "note"])
    try await session.tap(Self.gesture)
    #expect(session.visible.map(\.id) == ["note"])
  }

  @Test(arguments: [
    (
      "Memo",
      #"no move is called "Memo": there are "Tab One", "Tab Two", "Hide sidebar", "Open note", "Open New", "Open New", "#
        + #""Swipe to hide sidebar""#
    ),
    (
      "Open New",
      #"2 moves are called "Open New": "#
        + #"{"type":"push","screen":{"id":"memo","route":"memo"},"stack":"one","again":"return"} and "#
        + #"{"type":"tapRow","list":"list","row":"m","screen":{"id":"memo","route":"memo"},"#
        + #""opens":"push","again":"return"}"#
    ),
  ]) func `a name of no move, or of two, is refused with what there is`(name: String, reason: String) async throws {
    let routes = try ScreenRoutes(Self.notes, values: JSONParamValues())
    let session = try await live.client.createSession(Self.tabs, routes: routes)
    #expect(await failure { try await session.tap(name) } == .invalidArgument(reason))
    #expect(session.revision == 0)
  }

  @Test func `a session knows what its answers and events said, and no older ones`() async throws {
    let client = try live.client
    let (mine, theirs) = try await {
      let mine = try await client.createSession(Self.tabs, in: Environment(), client: "mine", labels: ["app": "test"])
      return (mine, try await client.session(mine.id))
    }()
    #expect(mine.visible.map(\.id) == ["list", "placeholder"] && mine.visible == theirs.visible)
    try await theirs.showDetail("a", route: "r")
    #expect(mine.revision == 0 && theirs.revision == 1 && theirs.visible.map(\.id) == ["list", "a"])
    for try await event in mine.events(after: 0) {
      if case .transition(let record) = event, record.revision == 1 { break }
    }
    #expect(mine.revision == 1 && mine.visible == theirs.visible && mine.can.undo)
    _ = try await mine.dryRun(Transition(.setMultitasking(.slideOver)))
    #expect(await failure { try await mine.push("a", route: "r") }?.code == .duplicateController)
    #expect(mine.revision == 1 && mine.visible == theirs.visible)
    try await mine.setMultitasking(.slideOver)
    // What comes late does not take it back.
    for try await record in mine.events(after: 0) {
      if case .transition(let record) = record, record.revision == 2 { break }
      #expect(mine.revision == 2 && mine.visible.map(\.id) == ["a"])
    }
  }
}
