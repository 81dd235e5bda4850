extension Transition {
  /// A user's tap: the app is asked; a re-tap does what the tab's `onReselect` says; the app is notified (TB-4, TB-5,
  /// D-18, TG-10).
  public struct TapTab: UserTransition {
    package static let type = "tapTab"

    public var tab: ControllerID = .missing

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
}

extension Transition.Action {
  public static func tapTab(_ tab: ControllerID) -> Self { Self(Transition.TapTab(tab: tab)) }
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
