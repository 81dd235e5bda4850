/// A tab bar item with its controller.
public struct Tab: Hashable, Sendable {
  /// The app's answer to a user's tap on the tab (TB-4).
  public enum ShouldSelect: String, Hashable, Sendable, CaseIterable {
    case always, whenNotSelected, never
  }

  public var title: String?
  /// Unaffected by reordering and selection (TB-8).
  public var badge: String?
  /// The app's name for the item's symbol; only a picture uses it.
  public var icon: String?
  public var shouldSelect: ShouldSelect
  public var child: Controller
  /// The details of this tab while another one is selected, bottom first: saved without a parent (SYS1-20).
  public var savedDetails: [Controller]

  public init(
    title: String? = nil, badge: String? = nil, icon: String? = nil, shouldSelect: ShouldSelect = .always,
    child: Controller, savedDetails: [Controller] = []
  ) {
    self.title = title
    self.badge = badge
    self.icon = icon
    self.shouldSelect = shouldSelect
    self.child = child
    self.savedDetails = savedDetails
  }
}

/// A `UITabBarController`: at least one tab, one selected.
public struct TabBar: Hashable, Sendable {
  public private(set) var tabs: [Tab]
  public private(set) var selectedIndex: Int

  /// Nil without tabs or with an index out of range.
  public init?(tabs: [Tab], selectedIndex: Int = 0) {
    guard tabs.indices.contains(selectedIndex) else { return nil }
    self.tabs = tabs
    self.selectedIndex = selectedIndex
  }

  public var selected: Tab { tabs[selectedIndex] }
  var selectedChild: Controller { tabs[selectedIndex].child }

  public func index(of child: ControllerID) -> Int? { tabs.firstIndex { $0.child.id == child } }

  /// Selects a tab; does nothing for an index out of range.
  public mutating func select(_ index: Int) {
    if tabs.indices.contains(index) { selectedIndex = index }
  }

  /// Changes one tab in place; does nothing for an index out of range.
  public mutating func updateTab<Result, Failure: Error>(
    at index: Int, _ body: (inout Tab) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard tabs.indices.contains(index) else { return nil }
    return try body(&tabs[index])
  }
}

/// The More tab (TB-6).
extension TabBar {
  /// Items in a bar of compact width; with more tabs, the last item is More.
  static let compactRoom = 5

  /// The children reached through More in a bar of this width (D-34).
  public func behindMore(in horizontal: SizeClass) -> [ControllerID] {
    switch horizontal {
    case .regular: []
    case .compact: tabs.count > Self.compactRoom ? tabs[(Self.compactRoom - 1)...].map(\.child.id) : []
    }
  }
}
