/// Details that follow their tab: parked on its stack (SYS0-27 to SYS0-29), or saved beside it
/// (SYS1-20 to SYS1-28).
extension Split {
  /// Whether this split view's details follow this tab bar's tabs, and are in a stack (D-39).
  func followsTabs(of tabBar: ControllerID) -> Bool {
    guard !isCollapsed, secondary?.kind == .stack else { return false }
    switch delegate.onTabSwitch {
    case .keepDetail: return false
    case .followTab: return primary?.id == tabBar
    case .saveAndRestore: return style == .classic && (primary?.id == tabBar || primary?.stack?.root.id == tabBar)
    }
  }

  /// Changes the tab bar: before, the selected tab's details are put away where possible; after, the new tab's return
  /// above the detail's root. Returns whether there were any.
  mutating func handDetailsOver(_ change: (inout TabBar) -> Void) -> Bool {
    switch delegate.onTabSwitch {
    case .keepDetail:
      _ = columns.primary?.updateDetailTabBar(change)
      return true
    case .followTab:
      return moveDetails(change)
    case .saveAndRestore:
      if let tab = primary?.detailTabBar?.selectedChild.id { saveDetails(of: tab) }
      _ = columns.primary?.updateDetailTabBar(change)
      return restoreDetails()
    }
  }

  /// Moves details from the detail column onto the tab's own stack, and back from the new tab's. Where a tab has no
  /// stack, details stay in the column (D-31).
  private mutating func moveDetails(_ change: (inout TabBar) -> Void) -> Bool {
    guard case .tabBar(let bar)? = primary?.node, case .stack(let detail)? = secondary?.node else { return true }
    var (tabBar, stack) = (bar.value, detail.value)
    _ = tabBar.updateStack(at: tabBar.selectedIndex) { $0.park(stack.truncate(to: 1)) }
    change(&tabBar)
    let details = tabBar.updateStack(at: tabBar.selectedIndex) { $0.unparkScreens() }
    if let details { stack.above += details }
    columns.primary?.content = .tabBar(tabBar)
    columns.secondary?.content = .stack(stack)
    return details?.isEmpty != true
  }

  /// Returns the selected tab's saved details above the detail's root; false where there are none.
  private mutating func restoreDetails() -> Bool {
    guard canRestoreDetails else { return false }
    // Below the details from an expansion, which are newer (D-36).
    let details = columns.primary?.updateDetailTabBar { $0.takeSaved(at: $0.selectedIndex) } ?? []
    _ = columns.secondary?.updateStack { $0.above.insert(contentsOf: details, at: 0) }
    return true
  }

  /// The id of the tab bar whose tabs save details; nil without one.
  var tabBarOfDetails: ControllerID? {
    guard style == .classic, let primary else { return nil }
    if primary.kind == .tabBar { return primary.id }
    return primary.stack.flatMap { $0.root.kind == .tabBar ? $0.root.id : nil }
  }

  /// Returns a tab's saved details, below the present ones: above the detail's root, or while collapsed on the stack
  /// with the details (SYS1-21, SYS1-28).
  ///
  /// - Returns: the stack that received them; nil, without a change, where there is none.
  mutating func restoreDetails(ofTabAt index: Int) -> ControllerID? {
    guard isCollapsed ? detailTarget != nil : secondary?.kind == .stack,
      let details = columns.primary?.updateDetailTabBar({ tabBar in tabBar.takeSaved(at: index) })
    else { return nil }
    guard isCollapsed else {
      _ = columns.secondary?.updateStack { $0.above.insert(contentsOf: details, at: 0) }
      return secondary?.id
    }
    _ = updateDetailTarget { stack in stack.above.insert(contentsOf: details, at: stack.detailIndex - 1) }
    return detailStack?.id
  }

  /// Saves all above the detail's root beside a tab, on top of its saved details (SYS1-20).
  mutating func saveDetails(of tab: ControllerID) {
    guard let index = primary?.detailTabBar?.index(of: tab),
      let details = columns.secondary?.updateStack({ $0.truncate(to: 1) }), !details.isEmpty
    else { return }
    _ = columns.primary?.updateDetailTabBar { bar in bar.updateTab(at: index) { $0.savedDetails += details } }
  }
}

/// Saved details through collapse and expansion (SYS1-26 to SYS1-28).
extension Split {
  /// Whether saved details are out of date: while expanded, the selected tab has none (D-36).
  var hasStaleDetails: Bool { !isCollapsed && delegate.onTabSwitch == .saveAndRestore && canRestoreDetails }

  mutating func restoreStaleDetails() { if hasStaleDetails { _ = restoreDetails() } }

  private var canRestoreDetails: Bool {
    guard style == .classic, secondary?.kind == .stack, let tabBar = primary?.detailTabBar else { return false }
    return !tabBar.selected.savedDetails.isEmpty
  }

  /// Whether pages of a collapsed classic split view stay in its primary when it expands (SYS0-24 as decided).
  var partsPages: Bool { isCollapsed && style == .classic && delegate.onSeparate == .moveAboveRoot }

  /// Whether pages are parted on a tab's stack; details parked on an unselected tab move while the split view is
  /// expanded, too (D-29, D-30).
  func partsPages(ofTabSelected isSelected: Bool) -> Bool {
    guard delegate.onTabSwitch == .followTab else { return partsPages }
    return isSelected ? partsPages : true
  }

  /// Stores the depth of the stacks that may receive details while collapsed: the controllers below stay, moved details
  /// or not (SYS0-24 as decided). Where details follow their tab, those on the other tabs are parked and marked.
  /// Details saved beside the others move onto their own stacks, as the selected tab's do (SYS1-26).
  mutating func markPages() {
    guard style == .classic, delegate.onSeparate == .moveAboveRoot else { return }
    _ = updateDetailTarget { $0.park([]) }
    guard delegate.onTabSwitch != .followTab, primary?.kind == .tabBar else { return }
    let returns = savesFromOwnStacks && delegate.onCollapse == .moveAbovePlaceholder
    updateOtherTabs { tab in
      let details = returns ? tab.savedDetails : []
      if tab.child.updateStack({ $0.park(details) }) != nil, returns { tab.savedDetails = [] }
    }
  }

  /// Removes the selected tab's saved details.
  mutating func forgetSavedDetails() {
    _ = columns.primary?.updateDetailTabBar { tabBar in tabBar.takeSaved(at: tabBar.selectedIndex) }
  }

  /// Saves the details on the other tabs' own stacks beside those tabs.
  mutating func saveDetailsOfOtherTabs() {
    guard savesFromOwnStacks else { return }
    updateOtherTabs { tab in tab.savedDetails += tab.child.updateStack { $0.unparkScreens() } ?? [] }
  }

  /// Where the primary is the tab bar itself, a collapsed split view's details are on each tab's own stack (SYS0-9,
  /// D-38).
  private var savesFromOwnStacks: Bool {
    delegate.onTabSwitch == .saveAndRestore && delegate.onSeparate == .moveAboveRoot && style == .classic
      && primary?.kind == .tabBar
  }

  private mutating func updateOtherTabs(_ body: (inout Tab) -> Void) {
    let target = collapseTarget
    _ = columns.primary?.updateDetailTabBar { tabBar in
      let own = target.flatMap { tabBar.index(of: $0) } ?? tabBar.selectedIndex
      for index in tabBar.tabs.indices where index != own { _ = tabBar.updateTab(at: index, body) }
    }
  }
}

extension Stack {
  /// Pops the parked details; none where a stack is among them, which no detail stack may hold (NV-9, D-142).
  fileprivate mutating func unparkScreens() -> [Controller] {
    children.dropFirst(detailIndex).contains { $0.kind == .stack } ? [] : unpark()
  }
}

extension TabBar {
  /// Changes a tab's own stack; nil without one.
  mutating func updateStack<Result>(at index: Int, _ body: (inout Stack) -> Result) -> Result? {
    updateTab(at: index) { $0.child.updateStack(body) } ?? nil
  }

  /// Removes and returns a tab's saved details: each is restored once (SYS1-23).
  fileprivate mutating func takeSaved(at index: Int) -> [Controller] {
    updateTab(at: index) { tab in
      defer { tab.savedDetails = [] }
      return tab.savedDetails
    } ?? []
  }
}

extension Controller {
  /// For a split view's primary: the tab bar whose tabs save details, this one or the root of its stack.
  var detailTabBar: TabBar? {
    switch node {
    case .tabBar(let tabBar): tabBar.value
    case .stack(let stack): stack.value.root.tabBar
    case .screen, .topTabs, .split: nil
    }
  }

  /// Changes that tab bar; nil without one.
  mutating func updateDetailTabBar<Result>(_ body: (inout TabBar) -> Result) -> Result? {
    switch content {
    case .tabBar(var tabBar):
      defer { content = .tabBar(tabBar) }
      return body(&tabBar)
    case .stack(var stack):
      guard stack.root.kind == .tabBar else { return nil }
      defer { content = .stack(stack) }
      return stack.root.updateDetailTabBar(body)
    case .screen, .topTabs, .split: return nil
    }
  }
}
