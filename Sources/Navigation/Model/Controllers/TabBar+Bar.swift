/// Where a tab bar stands.
public enum BarPlace: String, Hashable, Sendable, CaseIterable {
  case bottom, top
  /// Its tabs are in a sidebar.
  case sidebar
  /// Upright at the trailing side.
  case side
  /// It is hidden.
  case none

  /// Whether a pushed screen may hide it (TG-17), and its tabs may be behind More (D-34).
  var isBelowContent: Bool { self == .bottom || self == .side }
}

/// Where its bar stands, and which tabs are in it: by its own traits (TG-15).
extension TabBar {
  /// Whether the app wants a sidebar where there can be one (D-461).
  private var wantsSidebar: Bool { form.mode == .tabSidebar || form.mode == .automatic && holdsGroups }

  /// Whether a tab of the bar is a group.
  var holdsGroups: Bool { namesTabs && tabs.contains(where: \.isGroup) }

  /// Whether changes of its bar are told: a plain one is as it was before there were other places (D-462).
  var reportsBar: Bool { box != nil || holdsGroups }

  /// Whether the sidebar is shown, or can be.
  public func isSidebarAvailable(in traits: Traits) -> Bool {
    guard traits.horizontal == .regular, box != nil || holdsGroups, wantsSidebar else { return false }
    return traits.bars.contains(.sidebar)
      || traits.bars.contains(.preferredSidebar) && form.sidebar.placement == .sidebar
  }

  /// Whether it is hidden where it is available (TG-5).
  func hidesSidebar(in traits: Traits) -> Bool { form.sidebar.isHidden ?? !traits.bars.contains(.openSidebar) }

  /// Where its bar stands if nothing hides it; where no sidebar is available there is a bar (TG-14).
  func place(in traits: Traits) -> BarPlace {
    if isSidebarAvailable(in: traits), !hidesSidebar(in: traits) { return .sidebar }
    if traits.horizontal == .regular, traits.bars.contains(.top) { return .top }
    return traits.bars.contains(.side) ? .side : .bottom
  }

  /// Where its bar stands (D-460). A pushed screen hides only a bar below or beside the content (TG-17, NV-14, D-9).
  ///
  /// - Parameter traits: its own.
  public func bar(in traits: Traits) -> BarPlace {
    let place = place(in: traits)
    return isTabBarHidden || place.isBelowContent && selectedChild.hidesBottomBar ? .none : place
  }

  /// The traits of its content: a sidebar beside it takes room, and changes no class (D-464).
  package func contentTraits(in traits: Traits) -> Traits {
    guard box != nil || holdsGroups, form.sidebar.layout == .tile || traits.bars.contains(.preferredSidebar),
      bar(in: traits) == .sidebar
    else { return traits }
    var inner = traits
    inner.size.width = max(1, traits.size.width - SystemRules.sidebarWidth)
    inner.fold = nil
    return inner
  }

  /// The indices of the tabs in the bar or the sidebar, and behind More, in its order: none of those that are hidden or
  /// filtered away (TG-6, TG-7, D-161, D-463).
  public func visibleTabs(in traits: Traits) -> [Int] {
    let shown = tabs.indices.filter { !tabs[$0].isHidden }
    guard box != nil || tabs.contains(where: { $0.box != nil }) else { return shown }
    let (isSidebar, compact) = (place(in: traits) == .sidebar, form.compactTabs)
    let filtered = shown.filter { index in
      if tabs[index].form.placement == .sidebarOnly, !isSidebar { return false }
      return traits.horizontal == .regular || compact?.contains(tabs[index].id) ?? true
    }
    return (0...3).flatMap { rank in filtered.filter { tabs[$0].form.rank == rank } }
  }

  /// Whether a tab is among them.
  func isVisible(_ index: Int, in traits: Traits) -> Bool { visibleTabs(in: traits).contains(index) }

  /// Whether a user reaches the same tabs wherever it stands: as most, it has no sidebar, and nothing hides or filters.
  var isAlikeEverywhere: Bool {
    !isTabBarHidden && box == nil && tabs.allSatisfy { $0.box == nil && $0.node == nil }
      && !selectedChild.hidesBottomBar
  }

  /// The indices of the tabs in its bar or its sidebar, and of those behind More; a hidden bar has none (TB-6, D-34).
  public func items(in traits: Traits) -> (inBar: ArraySlice<Int>, behindMore: ArraySlice<Int>) {
    let shown = isTabBarHidden ? [] : visibleTabs(in: traits)
    let room =
      switch (place(in: traits).isBelowContent, traits.horizontal, traits.idiom) {
      case (true, .compact, _): Self.compactRoom
      case (true, .regular, .phone): Self.regularPhoneRoom
      case (true, .regular, .pad), (false, _, _): shown.count
      }
    let inBar = shown.count > room ? room - 1 : shown.count
    return (shown.prefix(inBar), shown.dropFirst(inBar))
  }

  /// The children reached through More (D-34).
  public func behindMore(in traits: Traits) -> [ControllerID] {
    guard tabs.count > Self.compactRoom else { return [] }
    return items(in: traits).behindMore.map { tabs[$0].child.id }
  }
}

extension TabForm {
  /// Its place in the order of the bar: the fixed ones first, a search last.
  fileprivate var rank: Int { role == .search ? 3 : placement == .pinned ? 2 : placement == .fixed ? 0 : 1 }
}

/// Where a window, and the columns around a tab bar, let the bar stand.
public struct BarPlaces: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// At the top, where the width is regular (TG-4).
  public static let top = BarPlaces(rawValue: 1)
  /// As a sidebar, where the width is regular (TG-4).
  public static let sidebar = BarPlaces(rawValue: 2)
  /// The same where the app prefers a sidebar to a bar, beside the content (TG-13).
  public static let preferredSidebar = BarPlaces(rawValue: 4)
  /// Upright at the trailing side (WN-7).
  public static let side = BarPlaces(rawValue: 8)
  /// A sidebar is shown until it is hidden (TG-5).
  public static let openSidebar = BarPlaces(rawValue: 16)
}

extension Environment {
  /// Where its bars may stand.
  var barPlaces: BarPlaces {
    let (size, rules) = (size, system.rules)
    var places: BarPlaces = size.width > size.height ? .openSidebar : []
    switch idiom {
    case .pad: if rules.tabBarAtTop { places.formUnion([.top, .sidebar]) }
    case .phone:
      if rules.phoneSidebar, size.width >= SystemRules.phoneSidebarMinimum { places.insert(.preferredSidebar) }
      if rules.sideBars, let pose, !(pose.isUnfolded && orientation == .portrait) { places.insert(.side) }
    }
    return places
  }
}

extension Traits {
  /// As an answer has them: it says where a bar stands, not where it may.
  package var answered: Traits {
    var answered = self
    (answered.idiom, answered.bars) = (.pad, [])
    return answered
  }

  /// Those of a column beside or over the secondary of an expanded split view: compact (CL-19), with bars at the bottom
  /// (D-460).
  mutating func enterSidebar() {
    horizontal = .compact
    fold = nil
    bars = []
  }
}

/// The tab bars whose bar stands elsewhere after a transition, and those whose sidebar came within reach or went out of
/// it (TG-5, TG-13, D-462).
///
/// No view appears or disappears by it, not even where what stands beside a sidebar gets another width.
struct BarChanges {
  /// Where the bar of a tab bar stands.
  struct Place: Hashable {
    var id: ControllerID
    var bar: BarPlace
    var isSidebarAvailable: Bool

    fileprivate init(_ id: ControllerID, _ tabBar: borrowing TabBar, in traits: Traits) {
      (self.id, bar) = (id, tabBar.bar(in: traits))
      isSidebarAvailable = tabBar.isSidebarAvailable(in: traits)
    }

    /// Of one on display, a plain one too.
    fileprivate init?(_ id: ControllerID, in display: Display) {
      guard let shown = display.shown(id), case .tabBar(let tabBar) = shown.controller.node else { return nil }
      self.init(id, tabBar.value, in: shown.traits)
    }
  }

  private var changes: [(from: Place, to: Place)] = []

  /// Nil where no tab bar tells of its bar, and at a first appearance.
  init?(since before: Display?, to shown: Display) {
    guard let before, shown.root.summary.reportsBars || before.root.summary.reportsBars else { return nil }
    let (earlier, now) = (
      Self.places(in: before.root, before.environment), Self.places(in: shown.root, shown.environment)
    )
    for place in now {
      guard let old = earlier.first(where: { $0.id == place.id }) ?? Place(place.id, in: before) else { continue }
      changes.append((old, place))
    }
    for old in earlier where !now.contains(where: { $0.id == old.id }) {
      if let place = Place(old.id, in: shown) { changes.append((old, place)) }
    }
  }

  /// Those of the tab bars of a tree that tell.
  static func places(in root: Controller, _ environment: Environment) -> [Place] {
    var places: [Place] = []
    _ = root.firstGeometry(in: environment.traits, environment.system.rules) { controller, traits in
      if case .tabBar(let tabBar) = controller.node, tabBar.value.reportsBar {
        places.append(Place(controller.id, tabBar.value, in: traits))
      }
      return false
    }
    return places
  }

  /// The delegate is told before a sidebar comes or goes.
  func reportQuestions(_ events: inout [Event]) {
    for (from, to) in changes where (from.bar == .sidebar) != (to.bar == .sidebar) {
      events.append(.delegateCall(.sidebarVisibilityWillChange(tabBar: to.id)))
    }
  }

  func report(_ events: inout [Event]) {
    for (from, to) in changes where from.bar != to.bar {
      events.append(.barChanged(tabBar: to.id, from: from.bar, to: to.bar))
    }
  }

  func reportNotices(_ events: inout [Event]) {
    for (from, to) in changes where from.isSidebarAvailable != to.isSidebarAvailable {
      events.append(.delegateCall(.sidebarAvailabilityDidChange(tabBar: to.id)))
    }
  }
}
