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
  enum Level: Hashable, Sendable {
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
  var level = Level.none
  /// What was pushed while the tab was selected, bottom first, while another one is selected (D-445).
  public internal(set) var pushed: [Controller] = []
  /// The number of these that are no details (SYS0-24).
  var pages = 0
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
}

/// Ways into a group: the indices of the tabs from the group on, none for itself.
extension TabNode {
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
}

/// All that a group keeps beside its stack, in one order: of each tab its level, then what was pushed, then the tabs in
/// it.
extension TabNode {
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
}
