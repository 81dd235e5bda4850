/// One item of a tab bar, with the controller it shows.
public struct Tab: Hashable, Sendable {
  /// What the app answers when a user taps the tab (TB-4).
  public enum ShouldSelect: String, Hashable, Sendable, CaseIterable {
    case always, whenNotSelected, never
  }

  public var title: String?
  /// Stays with the item through reordering and selection (TB-8).
  public var badge: String?
  /// The name of the item's symbol, in the app's own words; only a picture looks at it.
  public var icon: String?
  public var shouldSelect: ShouldSelect
  public var child: Controller
  /// The details of this tab while another one is selected, bottom first: kept without being children of anything
  /// (SYS1-20).
  public var savedDetails: [Controller]

  public init(
    title: String? = nil, badge: String? = nil, icon: String? = nil, shouldSelect: ShouldSelect = .always,
    child: Controller,
    savedDetails: [Controller] = []
  ) {
    self.title = title
    self.badge = badge
    self.icon = icon
    self.shouldSelect = shouldSelect
    self.child = child
    self.savedDetails = savedDetails
  }
}

/// A `UITabBarController`: at least one tab, one of them selected.
public struct TabBar: Hashable, Sendable {
  public private(set) var tabs: [Tab]
  public private(set) var selectedIndex: Int

  /// Nil where there are no tabs or the index is none of theirs.
  public init?(tabs: [Tab], selectedIndex: Int = 0) {
    guard tabs.indices.contains(selectedIndex) else { return nil }
    self.tabs = tabs
    self.selectedIndex = selectedIndex
  }

  public var selected: Tab { tabs[selectedIndex] }
  var selectedChild: Controller { tabs[selectedIndex].child }

  public func index(of child: ControllerID) -> Int? { tabs.firstIndex { $0.child.id == child } }

  /// Selects the tab at an index of `tabs`; any other index changes nothing.
  public mutating func select(_ index: Int) {
    if tabs.indices.contains(index) { selectedIndex = index }
  }

  /// Changes one tab in place; an index of no tab changes nothing.
  public mutating func updateTab<Result, Failure: Error>(
    at index: Int, _ body: (inout Tab) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard tabs.indices.contains(index) else { return nil }
    return try body(&tabs[index])
  }
}

/// The More tab (TB-6).
extension TabBar {
  /// How many items a bar of compact width has room for; where there are more tabs, the last place is More's.
  static let compactRoom = 5

  /// The children that are reached through More, in a bar of this width (D-34).
  public func behindMore(in horizontal: SizeClass) -> [ControllerID] {
    switch horizontal {
    case .regular: []
    case .compact: tabs.count > Self.compactRoom ? tabs[(Self.compactRoom - 1)...].map(\.child.id) : []
    }
  }
}
