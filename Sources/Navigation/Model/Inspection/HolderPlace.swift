/// The place of the controller that already has an id of a new tree.
public struct HolderPlace: Hashable, Sendable {
  /// The controller's state in the session.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// On display, or below a displayed controller.
    case displayed
    /// In a tab, page or column that is not on display.
    case parked
    /// Among a tab's saved details (SYS1-20, D-72).
    case saved
    /// In a column that a collapsed split view preserves (CL-10, M7).
    case preserved
  }

  /// The parent, or the container that saves or preserves it; nil for the root of the window.
  public var container: ControllerID?
  /// Nil for a pending answer in a split view's `delegate`.
  public var state: State?

  public init(in container: ControllerID?, _ state: State?) {
    self.container = container
    self.state = state
  }
}

extension Controller {
  /// A controller's place in this tree; nil where it is not in it.
  func holderPlace(of id: ControllerID) -> HolderPlace? {
    guard let location = locate(id) else { return nil }
    if location.isPending { return HolderPlace(in: location.holder?.id, nil) }
    var (held, place) = (location.controller, HolderPlace(in: location.holder?.id, .displayed))
    // The innermost hidden ancestor determines the state.
    while let holder = locate(held.id)?.holder {
      if let state = holder.hiddenState(of: held.id) {
        place.state = state
        break
      }
      held = holder
    }
    return place
  }

  /// The state of a held controller that is off display; nil if shown together with this one, or presented.
  private func hiddenState(of held: ControllerID) -> HolderPlace.State? {
    if presentedChild?.id == held { return nil }
    switch node {
    case .screen, .stack: return nil
    case .tabBar(let tabBar):
      guard let index = tabBar.value.index(of: held) else {
        let isSaved = tabBar.value.tabs.contains { $0.savedDetails.contains { $0.id == held } }
        return isSaved ? .saved : .parked
      }
      return index == tabBar.value.selectedIndex ? nil : .parked
    case .topTabs(let topTabs): return topTabs.value.pages[topTabs.value.currentIndex].child.id == held ? nil : .parked
    case .split(let split): return split.value.hiddenState(of: held)
    }
  }
}

extension Split {
  fileprivate func hiddenState(of held: ControllerID) -> HolderPlace.State? {
    guard let column = Column.allCases.first(where: { columns[$0]?.id == held }) else { return .preserved }
    if column == .inspector { return inspector == .hidden || isCollapsed ? .parked : nil }
    if isCollapsed { return column == collapsedColumn ? nil : .preserved }
    return visibleColumns.contains(column) ? nil : .parked
  }
}
