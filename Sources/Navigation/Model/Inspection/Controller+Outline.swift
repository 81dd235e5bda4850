extension Controller {
  /// Hashes what tells the trees of one session apart most often: which controllers are where, and what is shown of
  /// them. Equal trees have equal outlines; the whole tree would take five times as long.
  func hashOutline(into hasher: inout Hasher) {
    hasher.combine(id)
    switch node {
    case .screen(let screen): hasher.combine(screen.value.selection)
    case .stack(let stack): hasher.combine(stack.value.isInteractiveBack)
    case .tabBar(let tabBar): hasher.combine(tabBar.value.selectedIndex)
    case .topTabs(let topTabs): hasher.combine(topTabs.value.contentOffset)
    case .split(let split):
      hasher.combine(split.value.displayMode)
      hasher.combine(split.value.isCollapsed)
      hasher.combine(split.value.topColumn)
      hasher.combine(split.value.isDetailChosen)
    }
    forEachHeld { held, holding in
      hasher.combine(holding)
      held.hashOutline(into: &hasher)
    }
  }
}
