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
    else { return nil }
    return split.id
  }

  /// Throws `noMember` for a controller that is no tab (TB-3).
  func place(of tab: ControllerID) throws(Rejection) -> (
    bar: ContentStorage<TabBar>, index: Int, containers: ArraySlice<Controller>
  ) {
    guard let location = root.locateInSession(tab) else { throw .noSuchController(tab) }
    guard case .tabBar(let tabBar)? = location.parent?.node, let index = tabBar.value.index(of: tab) else {
      throw .noMember(tab, of: .tabBar, in: location.member(of: .tabBar))
    }
    return (tabBar, index, location.containers.dropFirst())
  }

  mutating func updateTabBar(_ id: ControllerID, _ change: (inout TabBar) -> Void) {
    _ = root.update(id) { controller in
      guard case .tabBar(let box) = controller.node else { return }
      var tabBar = box.value
      change(&tabBar)
      controller.become(tabBar)
    }
  }
}
