/// The family Tabs: `UITabBarController` (TB), and details that follow their tab (SYS0-27 to SYS0-35,
/// SYS1-20 to SYS1-28).
extension Session {
  /// A user's tap: the app is asked; a re-tap pops the tab's own stack to its root; the app is notified (TB-4, TB-5,
  /// D-18).
  ///
  /// Throws `notOnDisplay` where the tab bar is covered or hidden.
  mutating func tapTab(_ tab: ControllerID, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
    let place = try place(of: tab)
    let (id, index, tabBar) = (place.bar.id, place.index, place.bar.value)
    guard isBarOnDisplay(id, tabBar) else { throw .notOnDisplay(id) }
    let isSelected = index == tabBar.selectedIndex
    let answer = tabBar.tabs[index].shouldSelect.answer(isSelected: isSelected)
    recorder.ask(.shouldSelect(tabBar: id, tab: tab, answer: answer))
    guard answer else { return Outcome(handled: false) }
    var outcome = Outcome()
    if isSelected {
      if tabBar.tabs[index].child.kind == .stack {
        outcome.returned = truncate(tab, &recorder) { _ in 1 }.returned
      }
    } else {
      handOver(place.bar, in: place.containers, &recorder) { $0.select(index) }
    }
    recorder.notify(.didSelect(tabBar: id, tab: tab))
    return outcome
  }

  /// Selects programmatically: neither question nor pop (TB-2, TB-4), but the details follow (SYS0-33 as decided).
  mutating func selectTab(_ tab: ControllerID, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
    let place = try place(of: tab)
    if place.index != place.bar.value.selectedIndex {
      handOver(place.bar, in: place.containers, &recorder) { $0.select(place.index) }
    }
    return Outcome()
  }

  mutating func setBadge(_ badge: String?, of tab: ControllerID) throws(Rejection) -> Outcome {
    let place = try place(of: tab)
    updateTabBar(place.bar.id) { tabBar in _ = tabBar.updateTab(at: place.index) { $0.badge = badge } }
    return Outcome()
  }

  /// Replaces the tabs. The selection stays with the selected object, else with its index, else moves to the first tab
  /// (TB-1).
  ///
  /// Throws `emptyContainer` without tabs.
  mutating func setTabs(
    of given: ControllerID?, to descriptions: [Transition.TabDescription], _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    let id = try resolve(given, .tabBar)
    guard let old = root.find(id)?.tabBar else { throw .wrongKind(id, expected: .tabBar) }
    let children = try resolve(descriptions.map(\.child), from: old.tabs.map(\.child), in: id, .container, &recorder)
    let places = FirstIndex(of: old.tabs.lazy.map(\.child.id))
    let tabs = zip(descriptions, children).map { description, child in
      Tab(description, child: child, instead: places[child.id].map { old.tabs[$0] })
    }
    let index =
      tabs.firstIndex { $0.child.id == old.selected.child.id }
      ?? (tabs.indices.contains(old.selectedIndex) ? old.selectedIndex : 0)
    guard let new = TabBar(tabs: tabs, selectedIndex: index) else { throw .emptyContainer(id) }
    // Details may be parked on a retained tab, or saved beside it.
    let change = { (tabBar: inout TabBar) in tabBar = new.withContents(of: tabBar) }
    if new.selectedChild.id == old.selectedChild.id {
      updateTabBar(id, change)
    } else if let location = root.locate(id), case .tabBar(let bar) = location.controller.node {
      handOver(bar, in: location.containers, &recorder, change)
    }
    return Outcome()
  }

  /// Selects another tab; where details follow their tab, the old ones are put away before and the new tab's return
  /// after.
  ///
  /// - Parameter containers: the tab bar's containers, innermost first.
  private mutating func handOver(
    _ bar: KeptContent<TabBar>, in containers: some Sequence<Controller>, _ recorder: inout EventRecorder,
    _ change: (inout TabBar) -> Void
  ) {
    let old = bar.value.selectedChild.id
    var new: Controller?
    var hasDetails = true
    if let follower = follower(of: bar.id, in: containers) {
      updateSplit(follower) { split in
        hasDetails = split.handDetailsOver(change)
        new = split.columns.primary?.detailTabBar?.selectedChild
      }
    } else {
      updateTabBar(bar.id) { tabBar in
        change(&tabBar)
        new = tabBar.selectedChild
      }
    }
    guard let new else { return }
    recorder.add(.tabSelected(tabBar: bar.id, from: old, to: new.id), to: .changes)
    if !hasDetails, let event = changeSelection(of: new.stack?.top.id ?? new.id, to: nil, .separated) {
      recorder.add(event, to: .changes)
    }
  }

  /// The expanded split view whose details follow this tab bar's tabs.
  private func follower(of tabBar: ControllerID, in containers: some Sequence<Controller>) -> ControllerID? {
    guard case .split(let split)? = containers.first(where: { $0.kind != .stack })?.node,
      split.value.followsTabs(of: tabBar)
    else {
      return nil
    }
    return split.id
  }

  /// Throws `wrongKind` for a controller that is no tab (TB-3).
  private func place(of tab: ControllerID) throws(Rejection) -> (
    bar: KeptContent<TabBar>, index: Int, containers: ArraySlice<Controller>
  ) {
    guard let location = root.locateInSession(tab) else { throw .noSuchController(tab) }
    guard case .tabBar(let tabBar)? = location.parent?.node, let index = tabBar.value.index(of: tab) else {
      throw .wrongKind(tab, expected: .tabBar)
    }
    return (tabBar, index, location.containers.dropFirst())
  }

  /// Whether the bar is on display: hidden while any pushed screen has `hidesBottomBarWhenPushed` (NV-14, D-9).
  private func isBarOnDisplay(_ id: ControllerID, _ tabBar: TabBar) -> Bool {
    guard display.canReach(id) else { return false }
    guard case .stack(let stack) = tabBar.selectedChild.node else { return true }
    return !stack.value.above.contains { $0.screen?.hidesBottomBarWhenPushed == true }
  }

  private mutating func updateTabBar(_ id: ControllerID, _ change: (inout TabBar) -> Void) {
    _ = root.update(id) { controller in
      guard case .tabBar(let kept) = controller.node else { return }
      var tabBar = kept.value
      change(&tabBar)
      controller.become(tabBar)
    }
  }
}

extension Tab.ShouldSelect {
  fileprivate func answer(isSelected: Bool) -> Bool {
    switch self {
    case .always: true
    case .whenNotSelected: !isSelected
    case .never: false
    }
  }
}

extension Tab {
  /// A described tab; a retained one keeps omitted values, which belong to the item (TB-8, D-33).
  fileprivate init(_ description: Transition.TabDescription, child: Controller, instead old: Tab?) {
    self.init(
      title: description.title ?? old?.title, badge: description.badge ?? old?.badge,
      icon: description.icon ?? old?.icon,
      shouldSelect: description.shouldSelect ?? old?.shouldSelect ?? .always, child: child)
  }
}

extension TabBar {
  /// These tabs with the children and saved details that `other` has now.
  fileprivate func withContents(of other: TabBar) -> TabBar {
    var updated = self
    let places = FirstIndex(of: other.tabs.lazy.map(\.child.id))
    for (index, tab) in tabs.enumerated() {
      guard let current = places[tab.child.id].map({ other.tabs[$0] }) else { continue }
      _ = updated.updateTab(at: index) { tab in
        tab.child = current.child
        tab.savedDetails = current.savedDetails
      }
    }
    return updated
  }
}
