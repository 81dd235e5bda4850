/// A tab by its own id, and of a group the tabs in it: `UITab` and `UITabGroup` (TG-1, TG-2).
///
/// A managed group builds one stack of the controllers on the way to its selected tab, its levels, and of what was pushed
/// above them (TG-9, D-441). Of each level the controller is on that stack, or kept here without a parent.
public struct TabNode: Hashable, Sendable {
  /// The app's answer to `displayedViewControllersFor` (TG-9, D-447).
  public enum DisplayedLevels: String, Hashable, Sendable, CaseIterable {
    /// Each level.
    case all
    /// The landing pages of groups only where the bar is no sidebar, which lists what they list.
    case landingInCompact
    /// Only the selected tab's.
    case leafOnly
  }

  /// The controller of a tab in a managed group.
  package enum Level: Hashable, Sendable {
    /// It has none.
    case none
    case kept(Controller)
    /// On the group's stack, in the place that the way to the selected tab gives it.
    case onStack
  }

  /// Unique in its session (TG-1).
  public var id: ControllerID
  public var title: String?
  public var badge: String?
  public var icon: String?
  public var isHidden: Bool
  package internal(set) var level = Level.none
  /// What was pushed while the tab was selected, bottom first, while another one is selected (D-445).
  public internal(set) var pushed: [Controller] = []
  /// The number of these that are no details (SYS0-24).
  package internal(set) var pages = 0
  /// The tabs of a group; none for a leaf.
  public var tabs: [TabNode]
  /// The tab of the group that is selected in it, or was; nil for the group itself.
  public internal(set) var selectedTab: ControllerID?
  /// The tab that a selection of the group comes to (TG-2).
  public var defaultTab: ControllerID?
  /// The order of the tabs: those that it does not name come after (TG-2).
  public var order: [ControllerID]
  /// Whether the group's header in a sidebar selects it (TG-2).
  public var isDestination: Bool
  /// Whether the group has one stack for all that is in it (TG-9); only of a root tab (D-441).
  public internal(set) var isManaged = false
  public var displayedLevels = DisplayedLevels.all

  init(
    id: ControllerID, title: String? = nil, badge: String? = nil, icon: String? = nil, isHidden: Bool = false,
    tabs: [TabNode] = [], defaultTab: ControllerID? = nil, order: [ControllerID] = [], isDestination: Bool = false
  ) {
    (self.id, self.title, self.badge, self.icon, self.isHidden) = (id, title, badge, icon, isHidden)
    (self.tabs, self.defaultTab, self.order, self.isDestination) = (tabs, defaultTab, order, isDestination)
  }

  public var isGroup: Bool { !tabs.isEmpty }
  /// The title that it shows.
  public var shownTitle: String { title ?? id.description }

  // Ways into a group: the indices of the tabs from the group on, none for itself.

  subscript(path: some Collection<Int>) -> TabNode {
    get { path.first.map { tabs[$0][path.dropFirst()] } ?? self }
    set {
      if let first = path.first { tabs[first][path.dropFirst()] = newValue } else { self = newValue }
    }
  }

  private func index(of tab: ControllerID?) -> Int? { tab.flatMap { id in tabs.firstIndex { $0.id == id } } }

  /// The way to the selected tab, or to the one selected here before.
  var selectedPath: [Int] {
    guard let index = index(of: selectedTab) else { return [] }
    return [index] + tabs[index].selectedPath
  }

  func path(to id: ControllerID) -> [Int]? {
    if self.id == id { return [] }
    for (index, tab) in tabs.enumerated() {
      if let path = tab.path(to: id) { return [index] + path }
    }
    return nil
  }

  /// The indices of the tabs as they are displayed (TG-2).
  var displayOrder: [Int] {
    if order.isEmpty { return Array(tabs.indices) }
    let named = order.compactMap { index(of: $0) }
    return named + tabs.indices.filter { !named.contains($0) }
  }

  /// Whether there is anything on display when the tab of this root tab is selected: else one in it is (TG-8, D-449).
  func canShow(_ path: some Collection<Int>) -> Bool {
    let node = self[path]
    return !node.isGroup || (isManaged ? node.level != .none : path.isEmpty)
  }

  /// The tab that a selection comes to: of a group that cannot be shown the tab last selected there, the default or the
  /// first one (TG-2, D-449).
  ///
  /// - Parameter returns: whether the tab last selected in a group comes before the group.
  func target(of path: [Int], returns: Bool) -> [Int] {
    var path = returns ? path + self[path].selectedPath : path
    while !canShow(path) {
      let group = self[path]
      guard
        let next = group.index(of: group.selectedTab) ?? group.index(of: group.defaultTab) ?? group.displayOrder.first
      else { break }
      path.append(next)
    }
    return path
  }

  mutating func select(_ path: some Collection<Int>) {
    guard let first = path.first else {
      selectedTab = nil
      return
    }
    selectedTab = tabs[first].id
    tabs[first].select(path.dropFirst())
  }

  // All that a group keeps beside its stack, in one order: of each tab its level, then what was pushed, then the tabs in
  // it.

  var keptCount: Int {
    var count = pushed.count
    if case .kept = level { count += 1 }
    return tabs.reduce(count) { $0 + $1.keptCount }
  }

  func kept(at place: Int) -> Controller? {
    var place = place
    return kept(at: &place)
  }

  private func kept(at place: inout Int) -> Controller? {
    if case .kept(let controller) = level {
      if place == 0 { return controller }
      place -= 1
    }
    if pushed.indices.contains(place) { return pushed[place] }
    place -= pushed.count
    for tab in tabs {
      if let found = tab.kept(at: &place) { return found }
    }
    return nil
  }

  mutating func replaceKept(at place: Int, with controller: Controller) {
    var place = place
    _ = replaceKept(at: &place, with: controller)
  }

  private mutating func replaceKept(at place: inout Int, with controller: Controller) -> Bool {
    if case .kept = level {
      if place == 0 {
        level = .kept(controller)
        return true
      }
      place -= 1
    }
    if pushed.indices.contains(place) {
      pushed[place] = controller
      return true
    }
    place -= pushed.count
    return tabs.indices.contains { tabs[$0].replaceKept(at: &place, with: controller) }
  }

  func isLevel(_ id: ControllerID) -> Bool {
    if case .kept(let controller) = level, controller.id == id { return true }
    return tabs.contains { $0.isLevel(id) }
  }

  /// Calls `body` with what each tab keeps: its level, then what was pushed above that.
  mutating func updateEachPile(_ body: (inout Controller?, inout [Controller]) -> Void) {
    var kept: Controller? = if case .kept(let controller) = level { controller } else { nil }
    let isKept = kept != nil
    if isKept || !pushed.isEmpty { body(&kept, &pushed) }
    if isKept { level = kept.map(Level.kept) ?? .none }
    pages = min(pages, pushed.count)
    for index in tabs.indices { tabs[index].updateEachPile(body) }
  }

  /// What each tab keeps, lowest first.
  var piles: [[Controller]] {
    let own: [Controller] = if case .kept(let controller) = level { [controller] + pushed } else { pushed }
    return (own.isEmpty ? [] : [own]) + tabs.flatMap(\.piles)
  }

  /// The way to the tab that keeps a controller.
  func path(toKeeper id: ControllerID) -> [Int]? {
    if case .kept(let controller) = level, controller.id == id { return [] }
    if pushed.contains(where: { $0.id == id }) { return [] }
    for (index, tab) in tabs.enumerated() {
      if let path = tab.path(toKeeper: id) { return [index] + path }
    }
    return nil
  }

  /// Calls `body` with each tab, a group before those in it, and its depth.
  ///
  /// - Parameter body: whether it goes on with the tabs of the group.
  func forEach(depth: Int = 0, _ body: (TabNode, Int) -> Bool) {
    guard body(self, depth) else { return }
    for index in displayOrder { tabs[index].forEach(depth: depth + 1, body) }
  }

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
  package func levels(ofChild id: ControllerID) -> Int {
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

  // What a tab bar's groups may be.

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
