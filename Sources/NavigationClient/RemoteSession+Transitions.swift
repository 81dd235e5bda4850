public import Navigation

/// Stacks, and screens that the containers place.
///
/// Without `stack`: the innermost one around the screen shown last. Without `sender`: the screen shown last. A
/// `Newcomer` is `.new` with any tree, or `.existing` with a controller of the session, which moves, or is restored
/// where it is preserved. `again: .return` returns to the same screen where the session shows it already.
extension RemoteSession {
  /// Pushes a new screen on a stack.
  @discardableResult public func push(
    _ id: ControllerID, route: String, title: String? = nil, on stack: ControllerID? = nil,
    again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await push(.screen(id, route: route, title: title), on: stack, again: again)
  }

  /// Pushes any tree, or a controller of the session, on a stack. The stack pops to a controller already on it; a
  /// preserved controller is restored.
  @discardableResult public func push(
    _ newcomer: Transition.Newcomer, on stack: ControllerID? = nil, again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.push(newcomer, stack: stack, again: again))
  }

  /// Pushes any tree, or a controller of the session, on the innermost stack around a screen.
  @discardableResult public func push(
    _ newcomer: Transition.Newcomer, from sender: ControllerID, again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.push(newcomer, from: sender, again: again))
  }

  /// Pops `count` controllers; the root stays.
  @discardableResult
  public func pop(count: Int = 1, from stack: ControllerID? = nil) async throws(ClientError) -> TransitionRecord {
    try await perform(.pop(stack: stack, count: count))
  }

  /// Pops the controllers above a controller in its stack.
  @discardableResult public func popTo(_ controller: ControllerID) async throws(ClientError) -> TransitionRecord {
    try await perform(.popTo(controller))
  }

  /// Pops all but the root.
  @discardableResult
  public func popToRoot(of stack: ControllerID? = nil) async throws(ClientError) -> TransitionRecord {
    try await perform(.popToRoot(stack: stack))
  }

  /// Replaces all children of a stack, root first.
  @discardableResult public func setStack(
    _ children: [Transition.Member], of stack: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setStack(stack: stack, children: children))
  }

  /// Replaces the top of a stack.
  @discardableResult public func replaceTop(
    with controller: Controller, of stack: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.replaceTop(controller, stack: stack))
  }

  /// Removes a controller from its stack, at any position.
  @discardableResult public func remove(_ controller: ControllerID) async throws(ClientError) -> TransitionRecord {
    try await perform(.remove(controller))
  }

  /// A user goes back: by the button, or by a swipe, with a phase in parts; without `way` from the edge.
  @discardableResult public func back(
    _ phase: Transition.BackPhase? = nil, in stack: ControllerID? = nil, by way: Transition.BackWay? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.back(stack: stack, phase: phase, by: way))
  }

  /// Shows a new screen where the containers around the sender place it.
  @discardableResult public func show(
    _ id: ControllerID, route: String, title: String? = nil, from sender: ControllerID? = nil,
    again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await show(.screen(id, route: route, title: title), from: sender, again: again)
  }

  /// Shows any tree, or a controller of the session, where the containers around the sender place it.
  @discardableResult public func show(
    _ newcomer: Transition.Newcomer, from sender: ControllerID? = nil, again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.show(newcomer, from: sender, again: again))
  }

  /// Shows a new screen as a detail.
  @discardableResult public func showDetail(
    _ id: ControllerID, route: String, title: String? = nil, from sender: ControllerID? = nil,
    again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await showDetail(.screen(id, route: route, title: title), from: sender, again: again)
  }

  /// Shows any tree, or a controller of the session, as a detail.
  @discardableResult public func showDetail(
    _ newcomer: Transition.Newcomer, from sender: ControllerID? = nil, again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.showDetail(newcomer, from: sender, again: again))
  }

  /// A user taps a screen's own left bar button; nil is the screen shown last.
  @discardableResult
  public func tapLeftBarButton(of screen: ControllerID? = nil) async throws(ClientError) -> TransitionRecord {
    try await perform(.tapLeftBarButton(screen))
  }

  // MARK: Split views. Without `split`: the innermost one around the screen shown last

  /// Asks for a display mode; nil is `automatic`.
  @discardableResult public func setDisplayMode(
    _ mode: DisplayMode?, of split: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setDisplayMode(mode, split: split))
  }

  /// A user taps the button that shows or hides the primary column.
  @discardableResult
  public func tapDisplayModeButton(of split: ControllerID? = nil) async throws(ClientError) -> TransitionRecord {
    try await perform(.tapDisplayModeButton(split: split))
  }

  /// A user taps the button that shows the secondary column alone, or restores the others.
  @discardableResult
  public func tapSecondaryOnlyButton(of split: ControllerID? = nil) async throws(ClientError) -> TransitionRecord {
    try await perform(.tapSecondaryOnlyButton(split: split))
  }

  /// A user taps the secondary column beside an overlay.
  @discardableResult
  public func tapDimmedSecondary(of split: ControllerID? = nil) async throws(ClientError) -> TransitionRecord {
    try await perform(.tapDimmedSecondary(split: split))
  }

  /// A user swipes in from an edge, or back to it.
  @discardableResult public func swipe(
    _ edge: HorizontalEdge, in split: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.swipe(edge, split: split))
  }

  /// Shows a column.
  @discardableResult public func showColumn(
    _ column: Column, of split: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.showColumn(column, split: split))
  }

  /// Hides a column.
  @discardableResult public func hideColumn(
    _ column: Column, of split: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.hideColumn(column, split: split))
  }

  /// Sets a column to a new screen.
  @discardableResult public func setColumn(
    _ column: Column, to id: ControllerID, route: String, title: String? = nil, of split: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await setColumn(column, to: .screen(id, route: route, title: title), of: split)
  }

  /// Sets a column to any tree, or to a controller of the session; nil empties it.
  @discardableResult public func setColumn(
    _ column: Column, to newcomer: Transition.Newcomer?, of split: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setColumn(column, newcomer, split: split))
  }

  /// Changes the settable members that `change` sets.
  @discardableResult public func setSplit(
    _ split: ControllerID? = nil, _ change: (inout SplitUpdate) -> Void
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setSplit(SplitUpdate(change), split: split))
  }

  // MARK: Tab bars, top tabs and lists. Without `tabBar` or `topTabs`: the innermost one around the screen shown last

  /// A user taps a tab.
  @discardableResult public func tapTab(_ tab: ControllerID) async throws(ClientError) -> TransitionRecord {
    try await perform(.tapTab(tab))
  }

  /// The app selects a tab.
  @discardableResult public func selectTab(_ tab: ControllerID) async throws(ClientError) -> TransitionRecord {
    try await perform(.selectTab(tab))
  }

  /// Replaces all tabs of a tab bar.
  @discardableResult public func setTabs(
    _ tabs: [Transition.TabDescription], of tabBar: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setTabs(tabBar: tabBar, tabs: tabs))
  }

  /// Sets the badge of a tab; nil removes it.
  @discardableResult
  public func setBadge(_ badge: String?, of tab: ControllerID) async throws(ClientError) -> TransitionRecord {
    try await perform(.setBadge(tab: tab, badge: badge))
  }

  /// A user turns the bar into the sidebar, or back.
  @discardableResult
  public func tapSidebarButton(of tabBar: ControllerID? = nil) async throws(ClientError) -> TransitionRecord {
    try await perform(.tapSidebarButton(tabBar: tabBar))
  }

  /// Sets what is not nil of a tab bar's sidebar; `.some(nil)` hides it as the shape of the window says.
  @discardableResult public func setSidebar(
    of tabBar: ControllerID? = nil, isHidden: Bool?? = nil, layout: TabSidebar.Layout? = nil,
    placement: TabSidebar.Placement? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setSidebar(tabBar: tabBar, isHidden: isHidden, layout: layout, placement: placement))
  }

  /// Changes the settable members of a tab bar that `change` sets.
  @discardableResult public func setTabBar(
    _ tabBar: ControllerID? = nil, _ change: (inout TabBarUpdate) -> Void
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setTabBar(TabBarUpdate(change), tabBar: tabBar))
  }

  /// A user ends the search of the selected tab.
  @discardableResult
  public func cancelSearch(of tabBar: ControllerID? = nil) async throws(ClientError) -> TransitionRecord {
    try await perform(.cancelSearch(tabBar: tabBar))
  }

  /// A user taps the title of a page of top tabs.
  @discardableResult public func tapTitle(
    of page: ControllerID, in topTabs: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.tapTitle(page: page, topTabs: topTabs))
  }

  /// A user scrolls the pages of top tabs to an offset in points.
  @discardableResult public func scroll(
    to contentOffset: Double, _ phase: Transition.ScrollPhase, in topTabs: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.scroll(topTabs: topTabs, contentOffset: contentOffset, phase))
  }

  /// Replaces all pages of top tabs.
  @discardableResult public func setPages(
    _ pages: [Transition.PageDescription], of topTabs: ControllerID? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setPages(topTabs: topTabs, pages: pages))
  }

  /// Changes the settable members that `change` sets.
  @discardableResult public func setTopTabs(
    _ topTabs: ControllerID? = nil, _ change: (inout TopTabsUpdate) -> Void
  ) async throws(ClientError) -> TransitionRecord {
    var update = TopTabsUpdate()
    change(&update)
    return try await perform(.setTopTabs(topTabs: topTabs, update))
  }

  /// A user selects a row of a list.
  @discardableResult
  public func selectRow(_ row: String, of list: ControllerID) async throws(ClientError) -> TransitionRecord {
    try await perform(.selectRow(list, row: row))
  }

  /// A user taps a row of a list, and the app opens a new screen for it.
  @discardableResult public func tapRow(
    _ row: String, of list: ControllerID, opens opening: Transition.RowOpening, _ id: ControllerID, route: String,
    title: String? = nil, again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await tapRow(row, of: list, opens: opening, .new(.screen(id, route: route, title: title)), again: again)
  }

  /// A user taps a row of a list, and the app opens any tree, or a controller of the session.
  @discardableResult public func tapRow(
    _ row: String, of list: ControllerID, opens opening: Transition.RowOpening, _ newcomer: Transition.Newcomer,
    again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.tapRow(row, list: list, opening: newcomer, as: opening, again: again))
  }

  /// The app deselects the row of a list.
  @discardableResult public func deselectRow(of list: ControllerID) async throws(ClientError) -> TransitionRecord {
    try await perform(.deselectRow(list))
  }

  // MARK: Presentations, the window, and the screens themselves

  /// Presents a new screen. Without `sender`: from the screen shown last, or in place of what the window's root presents
  /// (`replaces`).
  @discardableResult public func present(
    _ id: ControllerID, route: String, title: String? = nil, style: PresentationStyle = .automatic,
    from sender: ControllerID? = nil, replaces: Bool = false, again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await present(
      .screen(id, route: route, title: title), style: style, from: sender, replaces: replaces, again: again)
  }

  /// Presents any tree, or a controller of the session. Without `sender`: from the screen shown last.
  @discardableResult public func present(
    _ newcomer: Transition.Newcomer, style: PresentationStyle = .automatic, sheet: Sheet? = nil,
    from sender: ControllerID? = nil, replaces: Bool = false, again: Transition.Again = .another
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.present(newcomer, style: style, sheet: sheet, from: sender, replaces: replaces, again: again))
  }

  /// The app dismisses what a controller or its nearest parent presents, else its own presented tree; nil is the topmost
  /// one.
  @discardableResult
  public func dismiss(_ controller: ControllerID? = nil) async throws(ClientError) -> TransitionRecord {
    try await perform(.dismiss(controller))
  }

  /// A user swipes a sheet down; nil is the topmost one.
  @discardableResult
  public func swipeDown(_ controller: ControllerID? = nil) async throws(ClientError) -> TransitionRecord {
    try await perform(.swipeDown(controller))
  }

  /// A user drags a sheet to another of its detents; nil is the topmost one.
  @discardableResult public func dragSheet(_ controller: ControllerID? = nil, to detent: String)
    async throws(ClientError) -> TransitionRecord
  {
    try await perform(.dragSheet(controller, to: detent))
  }

  /// The app changes a sheet; nil is the topmost one. What is nil stays; `[]` and `.some(nil)` are as by default.
  @discardableResult public func setSheet(
    _ controller: ControllerID? = nil, detents: [Detent]? = nil, selected: String?? = nil,
    undimmedUpTo undimmed: String?? = nil, edgeAttached: Bool? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(
      .setSheet(
        controller, detents: detents, selected: selected, undimmedUpTo: undimmed, edgeAttached: edgeAttached))
  }

  /// A user taps outside of a popover, or beside a dimmed sheet; nil is the topmost one.
  @discardableResult
  public func tapOutside(_ controller: ControllerID? = nil) async throws(ClientError) -> TransitionRecord {
    try await perform(.tapOutside(controller))
  }

  /// Gives the window another root: any tree. With `dismisses`, what is presented over the window is dismissed first.
  @discardableResult
  public func setRoot(_ tree: Controller, dismisses: Bool = false) async throws(ClientError) -> TransitionRecord {
    try await perform(.setRoot(.controller(.new(tree)), dismisses: dismisses))
  }

  /// The same by a layout, which the server expands.
  @discardableResult
  public func setRoot(_ layout: Layout, dismisses: Bool = false) async throws(ClientError) -> TransitionRecord {
    try await perform(.setRoot(.layout(layout), dismisses: dismisses))
  }

  /// Resizes the window, in points. With a phase: a stage of a drag of its edge, which is one step of `undo`.
  @discardableResult public func resize(
    width: Double, height: Double, phase: Transition.ResizePhase? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.resize(Size(width: width, height: height), phase: phase))
  }

  /// Rotates the device.
  @discardableResult public func rotate(to orientation: Orientation) async throws(ClientError) -> TransitionRecord {
    try await perform(.rotate(orientation))
  }

  /// Sets the window's multitasking state.
  @discardableResult
  public func setMultitasking(_ multitasking: Multitasking) async throws(ClientError) -> TransitionRecord {
    try await perform(.setMultitasking(multitasking))
  }

  /// Moves the window to a device of the catalogue, by its name.
  @discardableResult public func setDevice(_ name: String) async throws(ClientError) -> TransitionRecord {
    try await perform(.setDevice(name))
  }

  /// Folds or unfolds a foldable device.
  @discardableResult public func fold(_ pose: Pose) async throws(ClientError) -> TransitionRecord {
    try await perform(.fold(pose))
  }

  /// Forces size classes, or lifts the force.
  @discardableResult public func setTraits(
    horizontal: Transition.ForcedClass = .unchanged, vertical: Transition.ForcedClass = .unchanged
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.setTraits(horizontal: horizontal, vertical: vertical))
  }

  /// The app goes to the background.
  @discardableResult public func enterBackground() async throws(ClientError) -> TransitionRecord {
    try await perform(.enterBackground)
  }

  /// The app returns to the foreground.
  @discardableResult public func enterForeground() async throws(ClientError) -> TransitionRecord {
    try await perform(.enterForeground)
  }

  /// Changes the settable members of a screen that `change` sets.
  @discardableResult public func updateScreen(
    _ screen: ControllerID, _ change: (inout ScreenUpdate) -> Void
  ) async throws(ClientError) -> TransitionRecord {
    try await perform(.updateScreen(screen, ScreenUpdate(change)))
  }

  /// Removes all screens with this route and these parameters, as their content no longer exists.
  @discardableResult
  public func removeItem(route: String, params: Params) async throws(ClientError) -> TransitionRecord {
    try await perform(.removeItem(route: route, params: params))
  }

  /// Shows what a route of the session names, wherever it is kept, or brings it; the outcome has the steps.
  @discardableResult
  public func open(_ route: String, params: Params = Params()) async throws(ClientError) -> TransitionRecord {
    try await perform(.open(route, params: params))
  }

  /// The same by a URL of the app, or its path.
  @discardableResult public func open(url: String) async throws(ClientError) -> TransitionRecord {
    try await perform(.open(url: url))
  }

  /// Says which conditions of the session's routes hold; the outcome has the steps of a link that waited for one.
  @discardableResult
  public func setConditions(_ conditions: KeyValuePairs<String, Bool>) async throws(ClientError) -> TransitionRecord {
    try await perform(.setConditions(conditions.map { ConditionValue($0.key, holds: $0.value) }))
  }
}

extension Transition.Newcomer {
  /// A new screen.
  static func screen(_ id: ControllerID, route: String, title: String?) -> Transition.Newcomer {
    .new(.screen(id, route: route, title: title))
  }
}
