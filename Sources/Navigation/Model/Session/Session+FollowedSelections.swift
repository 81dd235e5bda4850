/// The selection of a list that follows its detail: the `row` of what the list opened, computed from the tree alone,
/// once a transition or batch (D-150).
extension Session {
  /// Gives each such list its selection; returns the changes in tree order. Sessions without these words pay nothing.
  mutating func followDetails() -> [Event] {
    guard root.summary.holdsRowWords else { return [] }
    var events: [Event] = []
    for list in root.followingLists where list.selection != list.row {
      select(list.row, inFollowing: list.id)
      events.append(.selectionChanged(list.id, from: list.selection, to: list.row, .detail))
    }
    return events
  }

  mutating func select(_ row: String?, inFollowing list: ControllerID) {
    _ = root.update(list) { controller in
      guard var screen = controller.screen else { return }
      screen.selection = row
      controller.content = .screen(screen)
    }
  }

  /// The row of what a list that follows its detail opened; nil for any other controller, too.
  func followedRow(of list: ControllerID) -> String? { root.followingLists.first { $0.id == list }?.row }
}

/// A list that follows its detail.
struct FollowingList {
  var id: ControllerID
  var selection: String?
  /// The row of what it opened, which its selection is to be.
  var row: String?
}

extension Controller {
  /// All such lists of the session, in tree order: pending answers excluded.
  var followingLists: [FollowingList] {
    var lists: [FollowingList] = []
    if summary.holdsRowWords { collectFollowing(&lists, Opened()) }
    return lists
  }

  /// - Parameter opened: what a list opened that is on top of this tree.
  fileprivate func collectFollowing(_ lists: inout [FollowingList], _ opened: Opened) {
    guard summary.holdsRowWords else { return }
    switch node {
    case .screen(let screen):
      guard screen.value.selectionFollowsDetail else { break }
      lists.append(FollowingList(id: id, selection: screen.value.selection, row: opened.first?.screen?.row))
    case .stack(let stack): Self.collectFollowing(upwards: stack.value.children, &lists, opened)
    case .tabBar(let tabBar): tabBar.value.collectFollowing(&lists, opened)
    case .topTabs(let topTabs):
      for (index, page) in topTabs.value.pages.enumerated() {
        page.child.collectFollowing(&lists, opened.seen(fromSelected: index == topTabs.value.currentIndex))
      }
    case .split(let split):
      for column in Column.allCases {
        split.value.columns[column]?.collectFollowing(&lists, split.value.opened(column))
      }
      for column in Column.allCases { split.value.collapse?.preserved[column]?.collectFollowing(&lists, Opened()) }
    }
    presentedChild?.collectFollowing(&lists, Opened())
  }

  /// Controllers one above the other, lowest first: each opened the one above it, the top what is beyond.
  fileprivate static func collectFollowing(
    upwards children: [Controller], _ lists: inout [FollowingList], _ beyond: Opened
  ) {
    for (index, child) in children.enumerated() {
      let isTop = index + 1 == children.count
      child.collectFollowing(&lists, isTop ? beyond : Opened(first: children[index + 1].lowest))
    }
  }

  /// The lowest controller of nested stacks; a placeholder is none.
  var lowest: Controller? {
    guard case .stack(let stack) = node else { return isPlaceholder ? nil : self }
    return stack.value.root.lowest ?? stack.value.above.first?.lowest
  }
}

/// What the lists on top of a tree opened: the lowest controller above it, or in the next column.
private struct Opened {
  var first: Controller?
  /// Whether the lists of tabs and pages that are not selected opened it, too.
  var isForAll = false

  func seen(fromSelected isSelected: Bool) -> Opened { isSelected || isForAll ? self : Opened() }
}

extension TabBar {
  /// The lists of another tab opened its saved details.
  fileprivate func collectFollowing(_ lists: inout [FollowingList], _ opened: Opened) {
    for (index, tab) in tabs.enumerated() {
      let isSelected = index == selectedIndex
      let saved = isSelected ? nil : tab.savedDetails.first
      tab.child.collectFollowing(
        &lists, saved.map { Opened(first: $0.lowest) } ?? opened.seen(fromSelected: isSelected))
      Controller.collectFollowing(upwards: tab.savedDetails, &lists, Opened())
      for pile in tab.node?.value.piles ?? [] { Controller.collectFollowing(upwards: pile, &lists, Opened()) }
    }
  }
}

extension Split {
  /// What the lists on top of a column opened: the lowest controller of the next one while expanded; where details
  /// follow tabs, only the selected tab's.
  fileprivate func opened(_ column: Column) -> Opened {
    guard !isCollapsed, let index = style.columns.firstIndex(of: column), index + 1 < style.columns.count else {
      return Opened()
    }
    let follows = column == .primary && tabBarOfDetails.map(followsTabs(of:)) == true
    return Opened(first: columns[style.columns[index + 1]]?.lowest, isForAll: !follows)
  }
}
