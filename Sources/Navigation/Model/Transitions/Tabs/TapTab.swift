extension Transition {
  /// A user's tap: the app is asked; a re-tap pops the tab's own stack to its root; the app is notified (TB-4, TB-5,
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
        if tabBar.tabs[index].child.kind == .stack {
          outcome.returned = session.truncate(tab, &recorder) { _ in 1 }.returned
        }
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
