import Navigation
import SeededRandom
import Testing

/// Draws transitions for one state of a session.
struct RandomDraw {
  let session: Session
  let entries: [Controller]
  /// Those of the controllers in the session.
  let kinds: Set<Controller.Kind>
  var random: Seeded

  init(_ session: Session, _ random: Seeded) {
    self.session = session
    entries = session.everyController
    kinds = Set(entries.map(\.kind))
    self.random = random
  }

  mutating func chance(_ part: Int, of whole: Int) -> Bool { Int.random(in: 0..<whole, using: &random) < part }

  mutating func any<Element>(_ elements: some Collection<Element>) -> Element? {
    elements.randomElement(using: &random)
  }

  /// The id of a controller of a kind; one that nothing has where there is none.
  mutating func any(_ kind: Controller.Kind) -> ControllerID {
    any(entries.filter { $0.kind == kind })?.id ?? "z"
  }

  /// The id of a controller of a kind, or nil for the innermost one.
  private mutating func anyOrInnermost(_ kind: Controller.Kind) -> ControllerID? { chance(1, of: 2) ? nil : any(kind) }

  /// The id of any controller, or nil for the topmost presented tree.
  mutating func anyOrTopmost() -> ControllerID? { chance(1, of: 2) ? nil : any(entries)?.id }

  private mutating func route() -> String { "r\(Int.random(in: 0..<6, using: &random))" }

  private mutating func row() -> String { "r\(Int.random(in: 1...3, using: &random))" }

  private mutating func screen() -> Controller {
    let row = chance(1, of: 3) ? row() : nil
    return Controller(id: .automatic, content: .screen(Screen(route: route(), row: row)))
  }

  /// One of the session now and then, mostly a screen.
  private mutating func newcomer() -> Transition.Newcomer {
    guard chance(1, of: 6) else { return .new(screen()) }
    return .existing(chance(1, of: 8) ? any(.stack) : any(.screen))
  }

  private mutating func stack() -> Controller {
    let above = chance(1, of: 2) ? [screen()] : []
    return Controller(id: .automatic, content: .stack(Stack(root: screen(), above: above)))
  }

  private mutating func again() -> Transition.Again {
    chance(1, of: 3) ? chance(1, of: 3) ? .replace : .return : .another
  }

  private mutating func tab() -> ControllerID {
    any(entries.compactMap(\.tabBar).flatMap { $0.tabs.map(\.child.id) + $0.sections.map(\.id) }) ?? "z"
  }

  /// Transitions of a batch that cancel each other out, with ids of the counter.
  mutating func cancelling() -> [Transition] {
    let push = [Transition(.push(.new(screen()))), Transition(.pop())]
    let sheet = [Transition(.present(.new(screen()))), Transition(.dismiss())]
    return chance(1, of: 2) ? push : chance(1, of: 2) ? sheet : push + sheet
  }

  /// Transitions of a batch that put another controller with its id in the place of one, or another root.
  mutating func replacing() -> [Transition] {
    if chance(1, of: 4) { return replacingRoot() }
    let list = session.visible.filter { !$0.isPlaceholder }.randomElement(using: &random)?.id ?? "z"
    let again = Controller(id: list, content: .screen(Screen(route: route())))
    if chance(1, of: 2) {
      return [Transition(.pop(), confirm: true), Transition(.push(.new(again)), confirm: true)]
    }
    let split = any(.split)
    let other = Controller(id: .automatic, content: .stack(Stack(root: screen())))
    return [
      Transition(.setColumn(.secondary, .new(other), split: split), confirm: true),
      Transition(.setColumn(.secondary, nil, split: split), confirm: true),
    ]
  }

  /// Another transition of the kind.
  mutating func action(_ kind: Transition.Action) -> Transition.Action {
    switch kind.type {
    case "push": return .push(newcomer(), stack: anyOrInnermost(.stack), again: again())
    case "pop": return .pop(stack: anyOrInnermost(.stack), count: Int.random(in: 1...3, using: &random))
    case "popTo": return .popTo(any(.screen))
    case "popToRoot": return .popToRoot(stack: anyOrInnermost(.stack))
    case "setStack":
      let stack = any(.stack)
      return .setStack(stack: stack, children: members(of: session.root.find(stack)?.stack?.children.map(\.id) ?? []))
    case "replaceTop": return .replaceTop(screen(), stack: anyOrInnermost(.stack))
    case "remove": return .remove(any(.screen))
    case "back":
      return .back(
        stack: chance(1, of: 5) ? any(.stack) : nil,
        phase: any([nil, .began, .began, .cancelled, .finished, .finished]) ?? nil,
        by: any([nil, nil, .edge, .content]) ?? nil)
    case "tapLeftBarButton": return .tapLeftBarButton(chance(1, of: 2) ? nil : any(.screen))
    case "show": return .show(newcomer(), from: anyOrInnermost(.screen), again: again())
    case "showDetail":
      if session.root.split?.delegate.collapsesOnto != nil, chance(1, of: 4) {
        return .showDetail(.new(stack()), from: anyOrInnermost(.screen))
      }
      return .showDetail(newcomer(), from: anyOrInnermost(.screen), again: again())
    case "setDisplayMode":
      return .setDisplayMode(chance(1, of: 3) ? nil : any(DisplayMode.allCases), split: anyOrInnermost(.split))
    case "tapDisplayModeButton": return .tapDisplayModeButton(split: anyOrInnermost(.split))
    case "tapSecondaryOnlyButton": return .tapSecondaryOnlyButton(split: anyOrInnermost(.split))
    case "tapDimmedSecondary": return .tapDimmedSecondary(split: anyOrInnermost(.split))
    case "swipe": return .swipe(chance(1, of: 2) ? .leading : .trailing, split: anyOrInnermost(.split))
    case "showColumn": return .showColumn(any(Column.allCases) ?? .primary, split: anyOrInnermost(.split))
    case "hideColumn": return .hideColumn(any(Column.allCases) ?? .primary, split: anyOrInnermost(.split))
    case "setColumn": return .setColumn(any(Column.allCases) ?? .primary, content(), split: anyOrInnermost(.split))
    case "setSplit":
      let split = any(.split)
      return .setSplit(splitUpdate(session.root.find(split)?.split), split: split)
    case "tapTab": return .tapTab(tab())
    case "selectTab": return .selectTab(tab())
    case "setTabs": return setTabs()
    case "setBadge":
      return .setBadge(tab: tab(), badge: chance(1, of: 3) ? nil : "\(Int.random(in: 1...3, using: &random))")
    case "tapSidebarButton": return .tapSidebarButton(tabBar: anyOrInnermost(.tabBar))
    case "cancelSearch": return .cancelSearch(tabBar: anyOrInnermost(.tabBar))
    case "setSidebar":
      return .setSidebar(
        tabBar: anyOrInnermost(.tabBar), isHidden: any([nil, .some(nil), true, false]) ?? nil,
        layout: any([nil] + TabSidebar.Layout.allCases) ?? nil,
        placement: any([nil] + TabSidebar.Placement.allCases) ?? nil)
    case "setTabBar": return setTabBar()
    case "tapTitle": return .tapTitle(page: page(of: any(.topTabs)), topTabs: anyOrInnermost(.topTabs))
    case "scroll": return scroll()
    case "setPages": return setPages()
    case "setTopTabs":
      let topTabs = any(.topTabs)
      return .setTopTabs(topTabs: topTabs, topTabsUpdate(topTabs))
    case "selectRow": return .selectRow(any(.screen), row: row())
    case "deselectRow": return .deselectRow(any(.screen))
    case "tapRow":
      let list = chance(2, of: 3) ? any(session.visible)?.id : nil
      return .tapRow(
        row(), list: list ?? any(.screen), opening: newcomer(),
        as: any(Transition.RowOpening.allCases) ?? .push, again: again())
    case "present": return present()
    case "dismiss": return .dismiss(anyOrTopmost())
    case "swipeDown": return .swipeDown(anyOrTopmost())
    case "tapOutside": return .tapOutside(anyOrTopmost())
    case "dragSheet": return .dragSheet(anyOrTopmost(), to: any(Self.detents)?.id ?? "medium")
    case "setSheet": return setSheet()
    case "setRoot": return setRoot()
    case "resize":
      return .resize(
        any(Self.sizes) ?? Self.sizes[0], phase: chance(1, of: 2) ? nil : any(Transition.ResizePhase.allCases))
    case "rotate": return .rotate(chance(1, of: 2) ? .portrait : .landscape)
    case "setMultitasking": return .setMultitasking(any(Multitasking.allCases) ?? .fullScreen)
    case "setDevice": return .setDevice(any(Self.devices) ?? "")
    case "fold": return .fold(any(Pose.allCases) ?? .open)
    case "setTraits": return .setTraits(horizontal: forced(), vertical: forced())
    case "enterBackground": return .enterBackground
    case "enterForeground": return .enterForeground
    case "updateScreen": return updateScreen()
    case "open": return chance(1, of: 2) ? .open(route()) : .open(url: "/" + route())
    case "setConditions":
      return .setConditions([.init(any(["signedIn", "paid", "open"]) ?? "", holds: chance(1, of: 2))])
    case "removeItem": return .removeItem(route: route(), params: Params())
    default:
      Issue.record("no draw of \(kind.type)")
      return .enterForeground
    }
  }

  private static let devices = [
    "iPhone 16 Plus", "iPhone 15", "iPad Pro 11-inch (M4)", "iPad Pro 11-inch (M4)", "iPhone Duo",
  ]
  private static let sizes = [
    Size(width: 1_210, height: 834), Size(width: 1_000, height: 800), Size(width: 500, height: 900),
    Size(width: 700, height: 900),
    Size(width: 320, height: 480),
  ]
}

/// Lists of children.
extension RandomDraw {
  private mutating func members(of children: [ControllerID]) -> [Transition.Member] {
    var members = children.map { Transition.Member.existing($0) }
    if chance(1, of: 2), members.count > 1 { members.removeLast() }
    if chance(1, of: 2) { members.append(.new(screen())) }
    return members
  }

  /// The tabs in another order, perhaps without one or with a new one.
  private mutating func setTabs() -> Transition.Action {
    let tabBar = any(.tabBar)
    let isOnlyOne = entries.count { $0.kind == .tabBar } == 1
    let tabs = session.root.find(tabBar)?.tabBar?.tabs ?? []
    let twins = tabs.compactMap(\.twin.stack)
    var children = tabs.map { Transition.Member.existing($0.child.id) }
    children.shuffle(using: &random)
    if children.count > 2 { children.removeLast() }
    if chance(1, of: 2) { children.append(.new(screen())) }
    let isOmitted = isOnlyOne && chance(1, of: 2)
    return .setTabs(tabBar: isOmitted ? nil : tabBar, tabs: children.map { tab(of: $0, twins) })
  }

  /// Some hidden, some on display again, some with another answer to a tap on them; of a compact tree some for other
  /// stacks, or for routes.
  private mutating func tab(of child: Transition.Member, _ twins: [ControllerID]) -> Transition.TabDescription {
    var tab = Transition.TabDescription(
      onReselect: chance(1, of: 2) ? any(Tab.OnReselect.allCases) : nil,
      isHidden: chance(1, of: 3) ? chance(1, of: 2) : nil,
      placement: chance(1, of: 4) ? any(TabForm.Placement.allCases) : nil,
      role: chance(1, of: 4) ? .some(any([nil, .search, .search]) ?? nil) : nil,
      activatesSearch: chance(1, of: 4) ? chance(3, of: 4) : nil, child: child)
    guard !twins.isEmpty else { return tab }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: tab.twin = .some(any(twins))
    case 1: tab.twin = .some(nil)
    case 2: tab.onExpand = .some(any(twins))
    case 3: tab.routes = [route()]
    default: break
    }
    return tab
  }

  /// Mostly one that may be a sidebar.
  private mutating func setTabBar() -> Transition.Action {
    let id = any(.tabBar)
    var update = TabBarUpdate()
    if chance(2, of: 3) { update.mode = any(TabBarMode.allCases + [.tabSidebar]) }
    if chance(1, of: 4) { update.isTabBarHidden = chance(1, of: 3) }
    if chance(1, of: 4) {
      let tabs = session.root.find(id)?.tabBar?.tabs.map(\.child.id) ?? []
      update.compactTabs = .some(chance(1, of: 2) ? nil : tabs.filter { _ in chance(2, of: 3) })
    }
    if chance(1, of: 4) {
      update.accessory = .some(chance(1, of: 3) ? nil : TabAccessory(title: "Player", offer: .init(route: route())))
    }
    return .setTabBar(update, tabBar: id)
  }

  private mutating func setPages() -> Transition.Action {
    let topTabs = any(.topTabs)
    var members = (session.root.find(topTabs)?.topTabs?.pages ?? []).map { Transition.Member.existing($0.child.id) }
    members.shuffle(using: &random)
    if chance(1, of: 2) { _ = members.popLast() }
    if chance(1, of: 2), members.count < 5 { members.append(.new(screen())) }
    return .setPages(topTabs: topTabs, pages: members.map { .init(title: "T", child: $0) })
  }

  /// Nothing, a screen, a stack, or a controller of the session.
  private mutating func content() -> Transition.Newcomer? {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: nil
    case 1, 2: .new(screen())
    case 3: .new(Controller(id: .automatic, content: .stack(Stack(root: screen()))))
    default: any(entries).map { .existing($0.id) }
    }
  }

  /// A screen, a stack, or, now and then, containers that arrive with all that is in them.
  private mutating func present() -> Transition.Action {
    let arriving: Controller
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3: arriving = screen()
    case 4...7: arriving = .stack("sheet", screen())
    case 8:
      let tabs = [Tab(child: screen()), Tab(child: screen())]
      arriving =
        TabBar(tabs: tabs, selectedIndex: 1).map { Controller(id: .automatic, content: .tabBar($0)) } ?? screen()
    default:
      let split = Split(
        primary: .stack("sheetList", screen()), secondary: .stack("sheetDetail", screen()), delegate: SplitDelegate())
      arriving = Controller(id: .automatic, content: .split(split))
    }
    let style = any(PresentationStyle.allCases) ?? .automatic
    let adaptation = style.adapts && chance(1, of: 3) ? any(PresentationAdaptation.allCases) : nil
    return .present(
      .new(arriving), style: style, adaptation: adaptation, sheet: sheet(of: Presentation(style, adaptation)),
      from: anyOrInnermost(.screen), replaces: chance(1, of: 10), again: again(),
      endsWith: chance(1, of: 4) ? .sender : nil)
  }
}

/// Roots of the window.
extension RandomDraw {
  /// Trees of which a collapse and an expansion lose nothing; most ids are those of a world.
  private static let roots: [Controller] = [
    root("stack: a"), root("tabs[x*: a | y: b]"), root("stack: top{*a | s: b | c}"), root("split/3[A || S || B]"),
    root("split[A || ph] ^ n: s"), root("split[tabs[a*: la | b: lb | c: lc] || ph]"),
    root("split[top: tabs[*=la | =lb | =lc] || ph]", .tabBarInStack),
    root("split[tabs[a*: la | b: top{*lb | lc}] || ph]"),
    groups(.nested, in: nil), groups(.managed, in: .tabsInPrimary),
  ]

  /// Of the list above: a wrong sketch ends the run with its text.
  private static func root(_ sketch: String, _ behavior: SplitDelegate = .tabsInPrimary) -> Controller {
    guard let tree = try? SketchParser.tree(sketch, behavior: behavior) else { fatalError(sketch) }
    return tree
  }

  private static func groups(_ design: GroupDesign, in behavior: SplitDelegate?) -> Controller {
    guard let tree = try? behavior.map({ try design.inSplit($0) }) ?? design.tree() else { fatalError("\(design)") }
    return tree
  }

  /// One with all kinds of containers in the session, so that the rest of a walk has them.
  private mutating func newRoot() -> Controller {
    let kinds = kinds.intersection([.split, .tabBar, .topTabs])
    return any(Self.roots.filter { kinds.isSubset(of: Controller.kinds(in: $0)) }) ?? screen()
  }

  /// Now and then a controller of the session, which is refused.
  private mutating func setRoot() -> Transition.Action {
    let root: Transition.Root = chance(1, of: 4) ? .controller(.existing(any(.screen))) : .controller(.new(newRoot()))
    return .setRoot(root, dismisses: chance(1, of: 2))
  }

  /// Transitions of a batch that replaces the root amid others.
  mutating func replacingRoot() -> [Transition] {
    [
      Transition(.present(.new(screen()))), Transition(.setRoot(.controller(.new(newRoot())), dismisses: true)),
      Transition(.present(.new(screen()))),
    ].map { Transition($0.action, confirm: true) }
  }
}

/// Members to change.
extension RandomDraw {
  private mutating func page(of topTabs: ControllerID) -> ControllerID {
    any(session.root.find(topTabs)?.topTabs?.pages ?? [])?.child.id ?? "z"
  }

  private mutating func scroll() -> Transition.Action {
    let id = any(.topTabs)
    let topTabs = session.root.find(id)?.topTabs
    let offset =
      Double.random(in: -0.75...Double(topTabs?.pages.count ?? 1), using: &random) * (topTabs?.pageWidth ?? 0)
    let phase = any(Transition.ScrollPhase.allCases) ?? .ended
    return .scroll(
      topTabs: chance(1, of: 2) ? nil : id, contentOffset: chance(1, of: 2) ? offset : offset.rounded(), phase)
  }

  private mutating func topTabsUpdate(_ topTabs: ControllerID) -> TopTabsUpdate {
    var update = TopTabsUpdate()
    if chance(1, of: 2) { update.currentPage = page(of: topTabs) }
    if chance(1, of: 2) { update.bounces = chance(1, of: 2) }
    if chance(1, of: 2) { update.isTabControlHidden = chance(1, of: 2) }
    if chance(1, of: 2) { update.allowedBounceEdges = chance(1, of: 2) ? [.leading, .trailing] : [.trailing] }
    if chance(1, of: 4) { update.pageAppearance = any(TopTabs.PageAppearance.allCases) }
    return update
  }

  private mutating func forced() -> Transition.ForcedClass {
    any([.unchanged, .lifted, .lifted, .forced(.compact), .forced(.regular)]) ?? .lifted
  }

  /// Mostly of a screen, now and then of another controller.
  private mutating func updateScreen() -> Transition.Action {
    let containers = entries.filter { $0.kind != .screen && $0.kind != .split }
    guard chance(1, of: 5), let container = any(containers) else { return .updateScreen(any(.screen), screenUpdate()) }
    var update = ScreenUpdate()
    if chance(1, of: 2) {
      update.supportedInterfaceOrientations = any(Self.orientations)
    } else {
      update.traitOverride = .some(any(Self.overrides) ?? nil)
    }
    return .updateScreen(container.id, update)
  }

  static let overrides: [TraitOverride?] = [
    nil, nil, .asWindow, .asWindow, .horizontal(.compact), .compactBelow(width: 600, height: 450),
  ]

  /// Mostly one of all settable members; more often those that work together.
  private mutating func screenUpdate() -> ScreenUpdate {
    var update = ScreenUpdate()
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      update.leftBarButton = .some("Done")
      update.leftBarAction = .some(any([nil, .pop, .dismiss]) ?? nil)
    case 1, 2: update.selectionFollowsDetail = chance(3, of: 4)
    case 3: update.row = .some(chance(1, of: 3) ? nil : row())
    default:
      MemberDraw.draw(&update, &random) { update, draw in
        var (screen, answers) = (Screen(route: ""), ControllerAnswers())
        Screen.visit(&screen, &update, &draw)
        ControllerAnswers.visit(&answers, &update, &draw)
      }
    }
    return update
  }
}
