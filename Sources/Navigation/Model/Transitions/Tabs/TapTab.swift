extension Transition {
  /// A user's tap: the app is asked; a re-tap does what the tab's `onReselect` says; the app is notified (TB-4, TB-5,
  /// D-18).
  public struct TapTab: UserTransition {
    package static let type = "tapTab"

    public var tab: ControllerID = .missing

    package mutating func members(_ m: inout some Members) { m.required("tab", &tab) }

    /// Throws `notOnDisplay` where the tab bar is covered or hidden, or the tab is hidden (D-161).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let place = try session.place(of: tab)
      let (id, index, tabBar) = (place.bar.id, place.index, place.bar.value)
      guard session.isBarOnDisplay(id, tabBar) else { throw .notOnDisplay(id) }
      if tabBar.tabs[index].isHidden { throw .notOnDisplay(tab) }
      let isSelected = index == tabBar.selectedIndex
      let answer = tabBar.tabs[index].shouldSelect.answer(isSelected: isSelected)
      recorder.ask(.shouldSelect(tabBar: id, tab: tab, answer: answer))
      guard answer else { return Outcome(.refusedByApp) }
      var outcome = Outcome()
      if isSelected {
        outcome.returned = session.reselect(tabBar.tabs[index], &recorder)
      } else {
        session.handOver(place.bar, in: place.containers, &recorder) { $0.select(index) }
      }
      recorder.notify(.didSelect(tabBar: id, tab: tab))
      return outcome
    }
  }
}

extension Transition.Action {
  public static func tapTab(_ tab: ControllerID) -> Self { Self(Transition.TapTab(tab: tab)) }
}

extension Session {
  /// Whether the bar is on display: hidden while any pushed screen has `hidesBottomBarWhenPushed` (NV-14, D-9).
  fileprivate func isBarOnDisplay(_ id: ControllerID, _ tabBar: TabBar) -> Bool {
    !tabBar.isTabBarHidden && display.canReach(id) && !tabBar.selectedChild.hidesBottomBar
  }

  /// Pops and returns controllers, bottom first; where none is, the tab's screen may have to scroll (D-420).
  fileprivate mutating func reselect(_ tab: Tab, _ recorder: inout EventRecorder) -> [ControllerID] {
    var popped: [ControllerID] = []
    if let stack = tab.reselectedStack { popped = truncate(stack, &recorder) { _ in 1 }.returned }
    if tab.onReselect == .scrollToTop, popped.isEmpty,
      let top = display.visibleLeaves.last(where: { tab.child.find($0.id) != nil })
    {
      recorder.add(.scrollToTop(top.id), to: .notices)
    }
    return popped
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
