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
  var isBelowContent: Bool {
    switch self {
    case .bottom, .side: true
    case .top, .sidebar, .none: false
    }
  }
}

/// Where its bar stands, and which tabs are in it: by its own traits (TG-15).
extension TabBar {
  /// Whether the app wants a sidebar where there can be one (D-461).
  var wantsSidebar: Bool {
    switch form.mode {
    case .automatic: holdsGroups
    case .tabBar: false
    case .tabSidebar: true
    }
  }

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
