@testable import Navigation

/// Transitions in one word each, for tables.
extension Transition {
  static func push(_ id: ControllerID, on stack: ControllerID? = nil) -> Transition {
    Transition(.push(.new(.screen(id)), stack: stack))
  }
  static func push(_ id: ControllerID, from sender: ControllerID) -> Transition {
    Transition(.push(.new(.screen(id)), from: sender))
  }
  static func push(tree: Controller, on stack: ControllerID? = nil) -> Transition {
    Transition(.push(.new(tree), stack: stack))
  }
  static func move(_ id: ControllerID, to stack: ControllerID) -> Transition {
    Transition(.push(.existing(id), stack: stack))
  }
  static func pop(_ count: Int = 1, from stack: ControllerID? = nil) -> Transition {
    Transition(.pop(stack: stack, count: count))
  }
  static func popTo(_ id: ControllerID) -> Transition { Transition(.popTo(id)) }
  static func popToRoot(_ stack: ControllerID? = nil) -> Transition { Transition(.popToRoot(stack: stack)) }
  static func setStack(_ stack: ControllerID?, _ children: [Member]) -> Transition {
    Transition(.setStack(stack: stack, children: children))
  }
  static func replaceTop(_ id: ControllerID, of stack: ControllerID? = nil) -> Transition {
    Transition(.replaceTop(.screen(id), stack: stack))
  }
  static func remove(_ id: ControllerID) -> Transition { Transition(.remove(id)) }
  static func back(_ phase: BackPhase? = nil, _ stack: ControllerID? = nil, by way: BackWay? = nil) -> Transition {
    Transition(.back(stack: stack, phase: phase, by: way))
  }
  static func show(_ id: ControllerID, from sender: ControllerID? = nil) -> Transition {
    Transition(.show(.new(.screen(id)), from: sender))
  }
  static func showDetail(_ id: ControllerID, from sender: ControllerID? = nil) -> Transition {
    Transition(.showDetail(.new(.screen(id)), from: sender))
  }
  static func showDetail(tree: Controller, from sender: ControllerID? = nil) -> Transition {
    Transition(.showDetail(.new(tree), from: sender))
  }
  static func mode(_ mode: DisplayMode?) -> Transition { Transition(.setDisplayMode(mode, split: nil)) }
  static let tapButton = Transition(.tapDisplayModeButton(split: nil))
  static let tapSecondaryOnly = Transition(.tapSecondaryOnlyButton(split: nil))
  static let tapDimmed = Transition(.tapDimmedSecondary(split: nil))
  static func swipe(_ edge: HorizontalEdge) -> Transition { Transition(.swipe(edge, split: nil)) }
  static func show(_ column: Column) -> Transition { Transition(.showColumn(column, split: nil)) }
  static func hide(_ column: Column) -> Transition { Transition(.hideColumn(column, split: nil)) }
  static func set(_ column: Column, _ id: ControllerID) -> Transition {
    Transition(.setColumn(column, .new(.screen(id)), split: nil))
  }
  static func set(_ column: Column, tree: Controller) -> Transition {
    Transition(.setColumn(column, .new(tree), split: nil))
  }
  static func move(_ id: ControllerID, into column: Column) -> Transition {
    Transition(.setColumn(column, .existing(id), split: nil))
  }
  static func clear(_ column: Column) -> Transition { Transition(.setColumn(column, nil, split: nil)) }
  static func setSplit(_ change: (inout SplitUpdate) -> Void) -> Transition {
    var update = SplitUpdate()
    change(&update)
    return Transition(.setSplit(update, split: nil))
  }
  static func tap(_ tab: ControllerID) -> Transition { Transition(.tapTab(tab)) }
  static func select(_ tab: ControllerID) -> Transition { Transition(.selectTab(tab)) }
  static func setTabs(_ children: [Member], of tabBar: ControllerID? = nil) -> Transition {
    Transition(.setTabs(tabBar: tabBar, tabs: children.map { TabDescription(child: $0) }))
  }
  static func tabBar(_ id: ControllerID? = nil, _ change: (inout TabBarUpdate) -> Void) -> Transition {
    Transition(.setTabBar(TabBarUpdate(change), tabBar: id))
  }
  static func sidebar(
    _ isHidden: Bool?? = nil, _ layout: TabSidebar.Layout? = nil, placement: TabSidebar.Placement? = nil
  ) -> Transition {
    Transition(.setSidebar(isHidden: isHidden, layout: layout, placement: placement))
  }
  static let tapSidebar = Transition(.tapSidebarButton())
  static let cancelSearch = Transition(.cancelSearch())
  /// Its tab bar may be a sidebar.
  static let tabSidebar = tabBar { $0.mode = .tabSidebar }
  static func title(_ page: ControllerID, in topTabs: ControllerID? = nil) -> Transition {
    Transition(.tapTitle(page: page, topTabs: topTabs))
  }
  static func scroll(_ contentOffset: Double, _ phase: ScrollPhase = .dragging, in topTabs: ControllerID? = nil)
    -> Transition
  {
    Transition(.scroll(topTabs: topTabs, contentOffset: contentOffset, phase))
  }
  static func setPages(_ children: [Member], of topTabs: ControllerID? = nil) -> Transition {
    Transition(.setPages(topTabs: topTabs, pages: children.map { PageDescription(title: "T", child: $0) }))
  }
  static func setTopTabs(_ topTabs: ControllerID? = nil, _ change: (inout TopTabsUpdate) -> Void) -> Transition {
    var update = TopTabsUpdate()
    change(&update)
    return Transition(.setTopTabs(topTabs: topTabs, update))
  }
  static func row(_ row: String, in list: ControllerID) -> Transition { Transition(.selectRow(list, row: row)) }
  static func deselect(_ list: ControllerID) -> Transition { Transition(.deselectRow(list)) }
  static func resize(_ width: Double, _ height: Double) -> Transition {
    Transition(.resize(Size(width: width, height: height)))
  }
  static func rotate(_ orientation: Orientation) -> Transition { Transition(.rotate(orientation)) }
  static func multitasking(_ state: Multitasking) -> Transition { Transition(.setMultitasking(state)) }
  static func device(_ name: String) -> Transition { Transition(.setDevice(name)) }
  static func fold(_ pose: Pose) -> Transition { Transition(.fold(pose)) }
  static func forced(_ horizontal: SizeClass?) -> Transition {
    Transition(.setTraits(horizontal: horizontal.map { .forced($0) } ?? .lifted, vertical: .unchanged))
  }
  static func present(_ id: ControllerID, _ style: PresentationStyle = .automatic, from sender: ControllerID? = nil)
    -> Transition
  {
    Transition(.present(.new(.screen(id)), style: style, from: sender))
  }
  static func present(tree: Controller, _ style: PresentationStyle = .automatic, from sender: ControllerID? = nil)
    -> Transition
  {
    Transition(.present(.new(tree), style: style, from: sender))
  }
  static func present(moved id: ControllerID, from sender: ControllerID? = nil) -> Transition {
    Transition(.present(.existing(id), style: .automatic, from: sender))
  }
  static func root(_ tree: Controller, dismisses: Bool = false) -> Transition {
    Transition(.setRoot(.controller(.new(tree)), dismisses: dismisses))
  }
  static func dismiss(_ controller: ControllerID? = nil) -> Transition { Transition(.dismiss(controller)) }
  static func tapRow(
    _ row: String, in list: ControllerID, _ id: ControllerID, _ opening: RowOpening = .detail
  ) -> Transition { Transition(.tapRow(row, list: list, opening: .new(.screen(id)), as: opening)) }
  static func leftButton(_ screen: ControllerID? = nil) -> Transition { Transition(.tapLeftBarButton(screen)) }
  static func swipeDown(_ controller: ControllerID? = nil, confirm: Bool = false) -> Transition {
    Transition(.swipeDown(controller), confirm: confirm)
  }
  static func tapOutside(_ controller: ControllerID? = nil) -> Transition { Transition(.tapOutside(controller)) }
  static func removeItem(_ route: String, _ params: Params = Params()) -> Transition {
    Transition(.removeItem(route: route, params: params))
  }
  static func update(_ id: ControllerID, _ change: (inout ScreenUpdate) -> Void) -> Transition {
    var update = ScreenUpdate()
    change(&update)
    return Transition(.updateScreen(id, update))
  }

  /// Collapses and expands the split view of the standard pad.
  static let collapse = multitasking(.slideOver)
  static let expand = multitasking(.fullScreen)
}

extension Traits {
  /// Of a window of this class, without bars at the top or a side.
  static func width(_ horizontal: SizeClass, _ idiom: Idiom) -> Traits {
    Traits(
      horizontal: horizontal, vertical: .regular, size: Size(width: 700, height: 700), scale: 2, idiom: idiom)
  }
}

extension Transition.Member {
  static func new(_ id: ControllerID) -> Transition.Member { .new(.screen(id)) }
  static func stack(_ id: ControllerID, _ root: ControllerID) -> Transition.Member { .new(.stack(id, .screen(root))) }
}

extension Controller {
  static func screen(_ id: ControllerID) -> Controller {
    Controller(id: id, content: .screen(Screen(route: id.description)))
  }
  /// A screen with the row of a list.
  static func screen(_ id: ControllerID, row: String) -> Controller {
    Controller(id: id, content: .screen(Screen(route: id.description, row: row)))
  }
  static func stack(_ id: ControllerID, _ root: Controller) -> Controller {
    Controller(id: id, content: .stack(Stack(root: root)))
  }
}

extension SplitDelegate {
  /// What the layout of the same name gives its split view.
  static var tabsInPrimary: SplitDelegate {
    SplitDelegate(
      onShowDetail: .replaceAbovePlaceholder, onCollapse: .moveAbovePlaceholder, onSeparate: .moveAboveRoot,
      onTabSwitch: .followTab,
      placeholder: "ph".placeholder)
  }

  /// The same with details that stay when another tab is selected.
  static var tabsThatKeep: SplitDelegate {
    var behavior = tabsInPrimary
    behavior.onTabSwitch = .keepDetail
    return behavior
  }

  /// What the layout of the same name gives its split view.
  static var tabBarInStack: SplitDelegate {
    var behavior = tabsInPrimary
    behavior.onTabSwitch = .saveAndRestore
    behavior.supportedInterfaceOrientations = .portraitOnPhone
    return behavior
  }
}

extension String {
  var placeholder: Controller? {
    ControllerID(self).map { Controller(id: $0, content: .screen(Screen(route: self, isPlaceholder: true))) }
  }
}

extension Controller {
  /// This tree with a delegate of each stack that has none (NV-27).
  var withDelegates: Controller {
    var tree = self
    if case .stack(var stack) = content, stack.delegate == nil {
      stack.delegate = Stack.Delegate()
      tree.content = .stack(stack)
    }
    tree.updateEachHeld { $0 = $0.withDelegates }
    return tree
  }
}

extension Session {
  /// The top of each stack with a delegate that has leaves on display, but in the lower screen of a swipe.
  var shownTops: [ControllerID: ControllerID] {
    var tops: [ControllerID: ControllerID] = [:]
    for leaf in display.leaves where leaf.stage != .appearing {
      var inner = leaf
      while let container = inner.container {
        if let stack = container.controller.stack, stack.delegate != nil { tops[container.id] = stack.top.id }
        inner = container
      }
    }
    return tops
  }
}
