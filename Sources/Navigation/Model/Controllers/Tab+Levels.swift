/// Where the details of a tab are while it is selected (SYS0-27, SYS1-20, D-452).
enum DetailPlace {
  /// On its stack, from its `detailIndex` on.
  case onStack
  /// In a detail column, and saved beside the tab for another one's.
  case saved
  /// In a detail column, where they stay.
  case elsewhere
}

/// A managed group and its stack: the levels on the way to the selected tab, then what was pushed (D-441).
extension Tab {
  /// Its own id, or that of its child (TG-1).
  public var id: ControllerID { node?.value.id ?? child.id }
  public var isGroup: Bool { node?.value.isGroup == true }
  var isManaged: Bool { node?.value.isManaged == true }

  /// The id of the tab or group in it that is selected.
  var selectedID: ControllerID { node.map { $0.value[$0.value.selectedPath].id } ?? child.id }

  /// Calls `body` with all that the tabs of a group keep beside its stack, and the title of the tab.
  package func forEachKept(_ body: (Controller, String) -> Void) {
    guard let root = node?.value else { return }
    root.forEach { tab, depth in
      let title = depth == 0 ? shownTitle : tab.shownTitle
      if case .kept(let controller) = tab.level { body(controller, title) }
      for controller in tab.pushed { body(controller, title) }
      return true
    }
  }

  /// Selects a tab of the group: what was pushed stays with the one that was selected (D-445).
  ///
  /// - Parameters:
  ///   - details: where the details among it are.
  mutating func select(_ path: [Int], inSidebar isSidebar: Bool, details: DetailPlace) {
    guard path != node?.value.selectedPath else { return }
    guard isManaged else {
      node?.value.select(path)
      return
    }
    let nested = takeApart(arePages: details != .onStack)
    node?.value.select(path)
    compose(inSidebar: isSidebar, with: nested)
    guard details == .saved, let levels = node?.value.levelsOnStack.count else { return }
    savedDetails = child.updateStack { $0.truncate(to: max($0.detailIndex, levels)) } ?? []
  }

  /// Takes the stack apart: each controller goes to its tab.
  ///
  /// - Parameter arePages: whether all above the levels are pages, as none of its details is on the stack.
  /// - Returns: what belongs to no tab: the secondary that a collapse nested on the stack, with what is above it (D-142,
  ///   D-457).
  private mutating func takeApart(arePages: Bool = false) -> [Controller] {
    guard var node = node?.value, let stack = child.stack else { return [] }
    let (path, levels, children) = (node.selectedPath, node.levelsOnStack, stack.children)
    for (index, level) in levels.enumerated() { node[level].level = .kept(children[index]) }
    let above = children.dropFirst(levels.count)
    let own = above.prefix { $0.kind != .stack }
    node[path].pushed = own + savedDetails
    node[path].pages = arePages ? own.count : min(own.count, max(0, stack.detailIndex - levels.count))
    savedDetails = []
    self.node = Boxed(node)
    return Array(above.dropFirst(own.count))
  }

  /// Puts the levels on the way to the selected tab, and what was pushed there, on the stack.
  private mutating func compose(inSidebar isSidebar: Bool, with nested: [Controller]) {
    guard var node = node?.value else { return }
    let (children, detailIndex) = node.takeStack(inSidebar: isSidebar)
    guard let root = children.first else { return }
    _ = child.updateStack { stack in
      stack.root = root
      stack.above = children.dropFirst() + nested
      (stack.detailIndex, stack.isInteractiveBack) = (detailIndex, false)
    }
    self.node = Boxed(node)
  }

  /// Changes which levels are on the stack; false where all is as it is to be (D-447).
  mutating func showLevels(inSidebar isSidebar: Bool) -> Bool {
    guard let node = node?.value, node.isManaged else { return false }
    let levels = node.levelsOnStack
    guard levels != node.levels(inSidebar: isSidebar) else { return markLevels(levels.count) }
    let saved = savedDetails
    savedDetails = []
    compose(inSidebar: isSidebar, with: takeApart())
    savedDetails = saved
    return true
  }

  /// An expansion takes the mark away at which details begin.
  private mutating func markLevels(_ levels: Int) -> Bool {
    guard let index = child.stack?.detailIndex, index < levels else { return false }
    _ = child.updateStack { $0.detailIndex = levels }
    return true
  }

  /// After a change of the stack: a level that has left it is kept, and the one below it is selected; what was parked
  /// with that one, and on the way, goes (D-448).
  ///
  /// Throws `cannotContain` where the stack does not begin with levels.
  ///
  /// - Parameter old: the tab before.
  /// - Returns: the controllers of the levels that have left.
  mutating func settle(since old: Tab) throws(Rejection) -> [ControllerID] {
    guard isManaged, node == old.node, !child.isIdentical(to: old.child), let stack = child.stack,
      let before = old.child.stack, var node = node?.value
    else { return [] }
    let (levels, children) = (node.levelsOnStack, before.children)
    let remaining = zip(stack.children, children.prefix(levels.count)).prefix { $0.id == $1.id }.count
    if remaining == levels.count { return [] }
    guard remaining > 0 else { throw .cannotContain(container: child.id, child: stack.root.id) }
    let (selected, path) = (levels[remaining - 1], node.selectedPath)
    for (index, level) in levels.enumerated().dropFirst(remaining) { node[level].level = .kept(children[index]) }
    for length in selected.count..<path.count {
      let way = path.prefix(length)
      (node[way].selectedTab, node[way].pushed, node[way].pages) = (nil, [], 0)
    }
    self.node = Boxed(node)
    let left = levels.count - remaining
    _ = child.updateStack { $0.detailIndex = min(max($0.detailIndex - left, remaining), $0.count) }
    return children[remaining..<levels.count].map(\.id)
  }
}

extension TabNode {
  /// The ways to the tabs whose controllers are on the stack, lowest first.
  var levelsOnStack: [[Int]] { levels { $0 == .onStack } }

  /// Those that are to be there (D-447).
  func levels(inSidebar isSidebar: Bool) -> [[Int]] {
    let all = levels { $0 != .none }
    switch displayedLevels {
    case .all: return all
    case .landingInCompact: return isSidebar ? all.suffix(1) : all
    case .leafOnly: return all.suffix(1)
    }
  }

  private func levels(where matches: (Level) -> Bool) -> [[Int]] {
    let path = selectedPath
    return (0...path.count).map { Array(path.prefix($0)) }.filter { matches(self[$0].level) }
  }

  /// The children of the stack, all of which it keeps.
  mutating func takeStack(inSidebar isSidebar: Bool) -> (children: [Controller], detailIndex: Int) {
    var children: [Controller] = []
    let (path, levels) = (selectedPath, levels(inSidebar: isSidebar))
    for way in levels {
      guard case .kept(let controller) = self[way].level else { continue }
      children.append(controller)
      self[way].level = .onStack
    }
    let detailIndex = max(1, children.count + self[path].pages)
    children += self[path].pushed
    (self[path].pushed, self[path].pages) = ([], 0)
    return (children, detailIndex)
  }
}

extension TabBar {
  /// Whether a tab has an id of its own, or is a group.
  public var namesTabs: Bool { tabs.contains { $0.node != nil } }

  /// The id of the tab or group that is selected, of any depth.
  public var selectedTab: ControllerID { selected.selectedID }

  /// The id of the tab in a group that keeps a controller.
  func keeper(of id: ControllerID) -> ControllerID? {
    for tab in tabs {
      guard let root = tab.node?.value, let path = root.path(toKeeper: id) else { continue }
      return root[path].id
    }
    return nil
  }

  /// The number of children of one of its stacks that are levels, and so stay.
  func levels(ofChild id: ControllerID) -> Int {
    max(1, tabs.first { $0.child.id == id }?.node?.value.levelsOnStack.count ?? 1)
  }

  /// Whether a controller that it holds is a tab's own: the tab cannot do without.
  func isTabsOwn(_ id: ControllerID) -> Bool {
    tabs.contains { tab in
      tab.child.id == id || tab.node.map { $0.value.isLevel(id) } == true
    }
  }

  /// A row of a sidebar: a root tab, or below its group's one in it.
  public struct Section: Hashable, Sendable {
    public var depth: Int
    public var id: ControllerID
    public var title: String
    public var badge: String?
    public var icon: String?
    public var isSelected: Bool
    public var isGroup: Bool
    /// Whether a tap selects it: a group's header only as a destination (TG-2).
    public var isDestination: Bool
  }

  /// The tabs that are not hidden, each group before what is in it (D-443).
  public var sections: [Section] { tabs.indices.flatMap(sections(ofTab:)) }

  /// Those of its sidebar, in the order of the bar.
  ///
  /// - Parameter traits: its own.
  package func sections(in traits: Traits) -> [Section] { visibleTabs(in: traits).flatMap(sections(ofTab:)) }

  private func sections(ofTab index: Int) -> [Section] {
    let (tab, selected) = (tabs[index], selectedTab)
    if tab.isHidden { return [] }
    guard let root = tab.node?.value else {
      return [
        Section(
          depth: 0, id: tab.id, title: tab.shownTitle, badge: tab.badge, icon: tab.icon,
          isSelected: index == selectedIndex, isGroup: false, isDestination: true)
      ]
    }
    var sections: [Section] = []
    root.forEach { node, depth in
      let isRoot = depth == 0
      if node.isHidden { return false }
      sections.append(
        Section(
          depth: depth, id: node.id, title: isRoot ? tab.shownTitle : node.shownTitle,
          badge: isRoot ? tab.badge : node.badge, icon: isRoot ? tab.icon : node.icon, isSelected: node.id == selected,
          isGroup: node.isGroup, isDestination: node.isGroup ? node.isDestination : true))
      return true
    }
    return sections
  }
}

/// What a tab bar's groups may be.
extension TabBar {
  /// Throws `cannotPush` for a level that no stack may hold (D-441), `controllerLimit`, `emptyContainer` for a tab without
  /// anything to show (TG-8, D-449).
  func checkGroups() throws(Rejection) {
    var count = 0
    for tab in tabs {
      guard let root = tab.node?.value else { continue }
      try root.check(inManaged: root.isManaged, depth: 0, &count)
      let (levels, children) = (root.levelsOnStack.count, tab.child.stack?.children ?? [])
      for level in children.prefix(levels) { try level.check(.stackMember, in: tab.child.id) }
      if root.isManaged, tab.child.kind != .stack { throw .wrongKind(tab.child.id, expected: .stack) }
    }
    if count > Limits.groupTabs { throw .controllerLimit(.groupTabs) }
  }
}

extension TabNode {
  fileprivate func check(inManaged isManaged: Bool, depth: Int, _ count: inout Int) throws(Rejection) {
    if depth > Limits.groupDepth { throw .controllerLimit(.groupDepth) }
    for tab in tabs {
      count += 1
      if tab.isManaged { throw .cannotContain(container: id, child: tab.id) }
      if isManaged, !tab.isGroup, tab.level == .none { throw .emptyContainer(tab.id) }
      if case .kept(let controller) = tab.level {
        guard isManaged else { throw .childNeverShown(controller.id) }
        try controller.check(.stackMember, in: id)
      }
      for controller in tab.pushed { try controller.check(.stackMember, in: id) }
      try tab.check(inManaged: isManaged, depth: depth + 1, &count)
    }
    if case .kept(let controller) = level, depth == 0 { try controller.check(.stackMember, in: id) }
    if depth == 0 { for controller in pushed { try controller.check(.stackMember, in: id) } }
  }
}
