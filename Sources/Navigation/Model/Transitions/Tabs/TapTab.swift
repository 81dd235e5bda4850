extension Transition {
  /// A user's tap: the app is asked; a re-tap does what the tab's `onReselect` says; the app is notified (TB-4, TB-5,
  /// D-18, TG-10).
  public struct TapTab: UserTransition {
    package static let type = "tapTab"

    public var tab: ControllerID = .automatic

    package mutating func members(_ m: inout some Members) { m.required("tab", &tab) }

    /// Throws `notOnDisplay` where the tab bar is covered or hidden (NV-14, D-9), or the tab is not in it (D-161, D-463),
    /// or in a group that is one item of the bar (D-443).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let place = try session.place(of: tab)
      let (id, tabBar) = (place.bar.id, place.bar.value)
      guard session.display.canReach(id) else { throw .notOnDisplay(id) }
      var isSidebar = false
      if !tabBar.isAlikeEverywhere {
        guard let traits = session.display.shown(id)?.traits else { throw .notOnDisplay(id) }
        let bar = tabBar.bar(in: traits)
        guard bar != .none else { throw .notOnDisplay(id) }
        if !tabBar.isVisible(place.index, in: traits) { throw .notOnDisplay(tab) }
        isSidebar = bar == .sidebar
      }
      if place.isHidden { throw .notOnDisplay(tab) }
      if !isSidebar, !place.path.isEmpty { throw .notOnDisplay(tab) }
      guard let path = place.tapped(inSidebar: isSidebar) else { return Outcome(.noGesture) }
      let isSelected = place.isSelected(path)
      let answer = place.tab.shouldSelect.answer(isSelected: isSelected)
      let chosen = tabBar.namesTabs ? place.id(at: path) : nil
      recorder.call(
        chosen.map { .shouldSelectTab(tabBar: id, tab: $0, answer: answer) }
          ?? .shouldSelect(tabBar: id, tab: tab, answer: answer))
      guard answer else { return Outcome(.refusedByApp) }
      var outcome = Outcome()
      if isSelected {
        if place.tab.beginsSearch { session.updateTabBar(id) { $0.tap(place.index) } }
        outcome.returned = session.reselect(place.tab, &recorder)
      } else {
        session.select(path, of: place, isTap: true, &recorder)
      }
      recorder.notify(
        chosen.map { .didSelectTab(tabBar: id, tab: $0, previous: tabBar.selectedTab) }
          ?? .didSelect(tabBar: id, tab: tab))
      return outcome
    }
  }

  /// Selects a tab of any depth: neither question nor pop (TB-2, TB-4), but the details follow (SYS0-33 as decided).
  public struct SelectTab: AppTransition {
    package static let type = "selectTab"

    public var tab: ControllerID = .automatic

    package mutating func members(_ m: inout some Members) { m.required("tab", &tab) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let place = try session.place(of: tab)
      let path = place.root?.target(of: place.path, returns: false) ?? []
      if !place.isSelected(path) { session.select(path, of: place, &recorder) }
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func tapTab(_ tab: ControllerID) -> Self { Self(Transition.TapTab(tab: tab)) }

  public static func selectTab(_ tab: ControllerID) -> Self { Self(Transition.SelectTab(tab: tab)) }
}

extension Session {
  /// Pops and returns controllers, bottom first; where none is, the tab's screen may have to scroll (D-420).
  fileprivate mutating func reselect(_ tab: Tab, _ recorder: inout EventRecorder) -> [ControllerID] {
    var popped: [ControllerID] = []
    if let stack = tab.reselectedStack {
      // The first tap pops to the selected tab's own level, a second one to the root (D-444).
      let levels = tab.node?.value.levelsOnStack.count ?? 1
      popped = truncate(stack, &recorder) { $0.count > levels ? max(1, levels) : 1 }.returned
    }
    if tab.onReselect == .scrollToTop, popped.isEmpty,
      let top = display.visibleLeaves.last(where: { tab.child.find($0.id) != nil })
    {
      recorder.add(.scrollToTop(top.id), to: .notices)
    }
    return popped
  }

  // Selecting tabs, and details that follow their tab (TB, SYS0-27 to SYS0-35, SYS1-20 to SYS1-28).

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
      controller.content = .tabBar(tabBar)
    }
  }
}

extension TabPlace {
  /// The tab that a tap selects: a group's item the one last selected there, its header in a sidebar the group itself;
  /// nil for the header of a group that is no destination (TG-2, D-443).
  fileprivate func tapped(inSidebar isSidebar: Bool) -> [Int]? {
    guard let root, root[path].isGroup else { return path }
    guard isSidebar else { return root.target(of: path, returns: true) }
    return root[path].isDestination ? root.target(of: path, returns: false) : nil
  }
}

extension Tab {
  /// The stack that a tap on the selected tab pops to its root; nil without one.
  fileprivate var reselectedStack: ControllerID? {
    let popped: Controller?
    switch (onReselect, child.node) {
    case (.nothing, _): popped = nil
    case (.popPrimary, .split(let split)): popped = split.value.columns[split.value.collapsedColumn]
    case (.popToRoot, _), (.popPrimary, _), (.scrollToTop, _): popped = child
    }
    return popped?.kind == .stack ? popped?.id : nil
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
