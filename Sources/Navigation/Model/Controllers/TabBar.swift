/// A tab bar item with its controller.
public struct Tab: Hashable, Sendable {
  /// The app's answer to a user's tap on the tab (TB-4).
  public enum ShouldSelect: String, Hashable, Sendable, CaseIterable {
    case always, whenNotSelected, never
  }

  /// What the app does where a user taps the tab while it is selected (TB-5, D-420).
  public enum OnReselect: String, Hashable, Sendable, CaseIterable {
    /// The stack that is the tab's child is popped to its root.
    case popToRoot
    /// Of a split view that is the tab's child, the primary's stack; another child as with `popToRoot`.
    case popPrimary
    /// As `popToRoot`; where nothing is popped the screen scrolls to its top.
    case scrollToTop
    case nothing = "none"
  }

  public var title: String?
  /// Unaffected by reordering and selection (TB-8).
  public var badge: String?
  /// The app's name for the item's symbol; only a picture uses it.
  public var icon: String?
  public var shouldSelect: ShouldSelect
  public var onReselect: OnReselect
  /// A user cannot reach it, and no picture has it (D-161).
  public var isHidden: Bool
  public var child: Controller
  /// Boxed, as few tabs have any.
  var words: Boxed<TabTwin>?
  /// Its own id, and what is in a group; nil for a tab with neither.
  var node: Boxed<TabNode>?
  /// The details of this tab while another one is selected, bottom first: saved without a parent (SYS1-20).
  public var savedDetails: [Controller]

  public init(
    title: String? = nil, badge: String? = nil, icon: String? = nil, shouldSelect: ShouldSelect = .always,
    onReselect: OnReselect = .popToRoot, isHidden: Bool = false, child: Controller, savedDetails: [Controller] = [],
    twin: TabTwin = TabTwin()
  ) {
    self.title = title
    self.badge = badge
    self.icon = icon
    self.shouldSelect = shouldSelect
    self.onReselect = onReselect
    self.isHidden = isHidden
    self.child = child
    self.savedDetails = savedDetails
    self.twin = twin
  }

  /// Of a tab of a compact tree: what it stands for.
  public var twin: TabTwin {
    get { words?.value ?? TabTwin() }
    set { words = newValue == TabTwin() ? nil : Boxed(newValue) }
  }
}

/// A `UITabBarController`: at least one tab, one selected.
public struct TabBar: Hashable, Sendable {
  public private(set) var tabs: [Tab]
  public private(set) var selectedIndex: Int
  /// Its tabs are out of a user's reach (D-161).
  public var isTabBarHidden: Bool

  /// Nil without tabs or with an index out of range.
  public init?(tabs: [Tab], selectedIndex: Int = 0, isTabBarHidden: Bool = false) {
    guard tabs.indices.contains(selectedIndex) else { return nil }
    self.tabs = tabs
    self.selectedIndex = selectedIndex
    self.isTabBarHidden = isTabBarHidden
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
  /// Items in a phone's bar of regular width, as `compactRoom` (TB-14).
  static let regularPhoneRoom = 8

  /// The children reached through More in a bar of this width (D-34).
  ///
  /// - Parameter idiom: the window's.
  public func behindMore(in horizontal: SizeClass, on idiom: Idiom) -> [ControllerID] {
    guard tabs.count > Self.compactRoom else { return [] }
    return items(in: horizontal, on: idiom).behindMore.map { tabs[$0].child.id }
  }

  /// The indices of the tabs in a bar of this width, and of those behind More; a hidden tab is neither, and a hidden
  /// bar has none (D-161).
  public func items(in horizontal: SizeClass, on idiom: Idiom) -> (
    inBar: ArraySlice<Int>, behindMore: ArraySlice<Int>
  ) {
    let shown = isTabBarHidden ? [] : tabs.indices.filter { !tabs[$0].isHidden }
    let room =
      switch (horizontal, idiom) {
      case (.compact, _): Self.compactRoom
      case (.regular, .phone): Self.regularPhoneRoom
      case (.regular, .pad): shown.count
      }
    let inBar = shown.count > room ? room - 1 : shown.count
    return (shown.prefix(inBar), shown.dropFirst(inBar))
  }
}
