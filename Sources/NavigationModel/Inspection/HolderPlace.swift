/// Where the controller stands that has an id which a new tree wants.
public struct HolderPlace: Hashable, Sendable {
  /// How the session has it.
  public enum Kept: String, Hashable, Sendable, CaseIterable {
    /// On display, or below what is.
    case displayed
    /// In a tab, a page or a column that is not shown now.
    case parked
    /// Among the details that are saved beside a tab (SYS1-20, D-72).
    case saved
    /// In a column that a collapsed split view keeps (CL-10, M7).
    case preserved
  }

  /// What holds it: its parent, or what keeps it; nil for the root of the window.
  public var container: ControllerID?
  /// Nil for what waits in a split view's `behavior`.
  public var kept: Kept?

  public init(in container: ControllerID?, _ kept: Kept?) {
    self.container = container
    self.kept = kept
  }
}

extension Controller {
  /// Where a controller of this tree stands; nil where it is not there.
  func holderPlace(of id: ControllerID) -> HolderPlace? {
    guard let location = locate(id) else { return nil }
    if location.isPending { return HolderPlace(in: location.holder?.id, nil) }
    var (held, place) = (location.controller, HolderPlace(in: location.holder?.id, .displayed))
    // The innermost that is not shown says how it is kept.
    while let holder = locate(held.id)?.holder {
      if let kept = holder.keeps(held.id) {
        place.kept = kept
        break
      }
      held = holder
    }
    return place
  }

  /// How it keeps a controller that it holds off display; nil where it is shown with it, or presented.
  private func keeps(_ held: ControllerID) -> HolderPlace.Kept? {
    if presentedChild?.id == held { return nil }
    switch node {
    case .screen, .stack: return nil
    case .tabBar(let tabBar):
      guard let index = tabBar.value.index(of: held) else { return .saved }
      return index == tabBar.value.selectedIndex ? nil : .parked
    case .topTabs(let topTabs): return topTabs.value.pages[topTabs.value.currentIndex].child.id == held ? nil : .parked
    case .split(let split): return split.value.keeps(held)
    }
  }
}

extension Split {
  fileprivate func keeps(_ held: ControllerID) -> HolderPlace.Kept? {
    guard let column = Column.allCases.first(where: { columns[$0]?.id == held }) else { return .preserved }
    if isCollapsed { return column == collapsedColumn ? nil : .preserved }
    return visibleColumns.contains(column) ? nil : .parked
  }
}
