@testable import Navigation

extension Session {
  /// The lists that follow their detail and have another selection than it (D-150): found from each list outwards,
  /// whereas the model walks inwards.
  var notFollowing: [ControllerID] {
    everyPresent.filter { controller in
      guard let list = controller.screen, list.selectionFollowsDetail else { return false }
      return list.selection != opened(by: controller.id)?.screen?.row
    }.map(\.id)
  }

  private func opened(by list: ControllerID) -> Controller? {
    guard let location = root.locate(list) else { return nil }
    var (child, isSelected) = (list, true)
    for container in location.containers {
      switch container.content {
      case .screen: break
      case .stack(let stack):
        guard let index = stack.children.firstIndex(where: { $0.id == child }) else { return nil }
        if index + 1 < stack.count { return isSelected ? stack.children[index + 1].firstOpened : nil }
      case .tabBar(let tabBar):
        guard tabBar.selected.child.id != child else { break }
        if let saved = tabBar.tabs.first(where: { $0.child.id == child })?.savedDetails.first {
          return saved.firstOpened
        }
        isSelected = false
      case .topTabs(let topTabs): if topTabs.currentPage != child { isSelected = false }
      case .split(let split): return split.opened(from: child, isSelected: isSelected)
      }
      child = container.id
    }
    guard case .tabBar(let tabBar)? = root.locate(child)?.holder?.content else { return nil }
    for tab in tabBar.tabs {
      if let index = tab.savedDetails.firstIndex(where: { $0.id == child }), index + 1 < tab.savedDetails.count {
        return tab.savedDetails[index + 1].firstOpened
      }
    }
    return nil
  }
}

extension Split {
  fileprivate func opened(from child: ControllerID, isSelected: Bool) -> Controller? {
    if isCollapsed { return nil }
    let next: Controller?
    switch (style, child) {
    case (.classic, primary?.id), (.doubleColumn, primary?.id): next = secondary
    case (.tripleColumn, primary?.id): next = columns.supplementary
    case (.tripleColumn, columns.supplementary?.id): next = secondary
    default: return nil
    }
    let parksDetails = delegate.onTabSwitch == .followTab && primary?.kind == .tabBar
    let savesDetails =
      delegate.onTabSwitch == .saveAndRestore && (primary?.tabBar ?? primary?.stack?.root.tabBar) != nil
    if !isSelected, style == .classic, child == primary?.id, secondary?.kind == .stack, parksDetails || savesDetails {
      return nil
    }
    return next?.firstOpened
  }
}

extension Controller {
  /// Itself, or the first of a stack that is no placeholder.
  fileprivate var firstOpened: Controller? {
    guard let stack else { return isPlaceholder ? nil : self }
    return stack.root.firstOpened ?? stack.above.first?.firstOpened
  }
}
