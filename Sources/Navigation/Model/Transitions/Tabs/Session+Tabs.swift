/// Selecting tabs, and details that follow their tab (TB, SYS0-27 to SYS0-35, SYS1-20 to SYS1-28).
extension Session {
  /// Selects another tab; where details follow their tab, the old ones are put away before and the new tab's return
  /// after.
  ///
  /// - Parameter containers: the tab bar's containers, innermost first.
  mutating func handOver(
    _ bar: ContentStorage<TabBar>, in containers: some Sequence<Controller>, _ recorder: inout EventRecorder,
    _ change: (inout TabBar) -> Void
  ) {
    let old = bar.value.selectedChild.id
    let tab = bar.value.namesTabs ? bar.value.selectedTab : old
    var new: TabBar?
    var hasDetails = true
    if let follower = follower(of: bar.id, in: containers) {
      updateSplit(follower) { split in
        hasDetails = split.handDetailsOver(change)
        new = split.columns.primary?.detailTabBar
      }
    } else {
      updateTabBar(bar.id) { tabBar in
        change(&tabBar)
        new = tabBar
      }
    }
    guard let new else { return }
    let child = new.selectedChild
    let tabs = new.namesTabs ? Event.TabChange(from: tab, to: new.selectedTab) : nil
    recorder.add(.tabSelected(tabBar: bar.id, from: old, to: child.id, tabs: tabs), to: .changes)
    if !hasDetails, let event = changeSelection(of: child.stack?.top.id ?? child.id, to: nil, .separated) {
      recorder.add(event, to: .changes)
    }
  }

  /// Where the details of the tab bar's selected tab are when another one is selected.
  func detailPlace(of tabBar: ControllerID, in containers: some Sequence<Controller>) -> DetailPlace {
    guard case .split(let split)? = containers.first(where: { $0.kind != .stack })?.node, !split.value.isCollapsed
    else { return .onStack }
    guard split.value.followsTabs(of: tabBar) else { return .elsewhere }
    return split.value.delegate.onTabSwitch == .saveAndRestore ? .saved : .onStack
  }

  /// The expanded split view whose details follow this tab bar's tabs.
  private func follower(of tabBar: ControllerID, in containers: some Sequence<Controller>) -> ControllerID? {
    guard case .split(let split)? = containers.first(where: { $0.kind != .stack })?.node,
      split.value.followsTabs(of: tabBar)
    else { return nil }
    return split.id
  }

  mutating func updateTabBar(_ id: ControllerID, _ change: (inout TabBar) -> Void) {
    _ = root.update(id) { controller in
      guard case .tabBar(let box) = controller.node else { return }
      var tabBar = box.value
      change(&tabBar)
      controller.setContent(tabBar)
    }
  }
}
