public import Navigation

/// Tab bars, top tabs and lists. Without `tabBar` or `topTabs`: the innermost one around the screen shown last.
extension RemoteSession {
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
  @discardableResult public func setBadge(_ badge: String?, of tab: ControllerID) async throws(ClientError)
    -> TransitionRecord
  {
    try await perform(.setBadge(tab: tab, badge: badge))
  }

  /// A user turns the bar into the sidebar, or back.
  @discardableResult public func tapSidebarButton(of tabBar: ControllerID? = nil) async throws(ClientError)
    -> TransitionRecord
  {
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
  @discardableResult public func cancelSearch(of tabBar: ControllerID? = nil) async throws(ClientError)
    -> TransitionRecord
  {
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
  @discardableResult public func selectRow(_ row: String, of list: ControllerID) async throws(ClientError)
    -> TransitionRecord
  {
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
}
