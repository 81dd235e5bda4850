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
  package var namedNode: TabNode? { node?.value }
  /// Boxed, as few tabs have any.
  var box: Boxed<TabForm>?
  /// The details of this tab while another one is selected, bottom first: saved without a parent (SYS1-20).
  public var savedDetails: [Controller]

  public init(
    title: String? = nil, badge: String? = nil, icon: String? = nil, shouldSelect: ShouldSelect = .always,
    onReselect: OnReselect = .popToRoot, isHidden: Bool = false, child: Controller, savedDetails: [Controller] = [],
    twin: TabTwin = TabTwin(), form: TabForm = TabForm()
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
    self.form = form
  }

  /// Of a tab of a compact tree: what it stands for.
  public var twin: TabTwin {
    get { words?.value ?? TabTwin() }
    set { words = newValue == TabTwin() ? nil : Boxed(newValue) }
  }

  /// Its place in the bar, and its role.
  public var form: TabForm {
    get { box?.value ?? TabForm() }
    set { box = newValue == TabForm() ? nil : Boxed(newValue) }
  }

  /// Whether a tap on it begins a search (TG-11).
  var beginsSearch: Bool { box.map { $0.value.role == .search && $0.value.activatesSearch } ?? false }
}

/// A `UITabBarController`: at least one tab, one selected.
public struct TabBar: Hashable, Sendable {
  public private(set) var tabs: [Tab]
  public private(set) var selectedIndex: Int
  /// Its tabs are out of a user's reach (D-161).
  public var isTabBarHidden: Bool
  /// Boxed, as few tab bars have any.
  private(set) var box: Boxed<TabBarForm>?

  /// Nil without tabs or with an index out of range.
  public init?(
    tabs: [Tab], selectedIndex: Int = 0, isTabBarHidden: Bool = false, form: TabBarForm = TabBarForm()
  ) {
    guard tabs.indices.contains(selectedIndex) else { return nil }
    self.tabs = tabs
    self.selectedIndex = selectedIndex
    self.isTabBarHidden = isTabBarHidden
    self.form = form
  }

  /// Its mode, its sidebar and what else few have.
  public var form: TabBarForm {
    get { box?.value ?? TabBarForm() }
    set { box = newValue == TabBarForm() ? nil : Boxed(newValue) }
  }

  public var selected: Tab { tabs[selectedIndex] }
  var selectedChild: Controller { tabs[selectedIndex].child }

  /// Of a root tab with this id, its own or its child's.
  func index(named id: ControllerID) -> Int? { tabs.firstIndex { $0.id == id } }

  public func index(of child: ControllerID) -> Int? { tabs.firstIndex { $0.child.id == child } }

  /// Selects a tab, which ends a search; does nothing for an index out of range.
  public mutating func select(_ index: Int) {
    guard tabs.indices.contains(index) else { return }
    if index != selectedIndex, box != nil { form.endSearch() }
    selectedIndex = index
  }

  /// A tap on a tab selects it; where it activates its search, that begins, and the tab before is remembered (TG-11).
  mutating func tap(_ index: Int) {
    let (previous, searching) = (selected.id, form.isSearching ? form.previousTab : nil)
    let isOther = index != selectedIndex
    select(index)
    guard selected.beginsSearch else { return }
    form.isSearching = true
    form.previousTab = isOther ? previous : searching
  }

  /// Forgets what names a tab that is gone, and a search whose tab is (D-465).
  mutating func forgetLostTabs() {
    guard box != nil else { return }
    form.compactTabs = form.compactTabs?.filter { index(named: $0) != nil }
    if let previous = form.previousTab, index(named: previous) == nil { form.previousTab = nil }
    if !selected.beginsSearch { form.endSearch() }
  }

  /// Changes one tab in place; does nothing for an index out of range.
  public mutating func updateTab<Result, Failure: Error>(
    at index: Int, _ body: (inout Tab) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard tabs.indices.contains(index) else { return nil }
    return try body(&tabs[index])
  }

  // The More tab (TB-6).

  /// Items in a bar of compact width; with more tabs, the last item is More.
  static let compactRoom = 5
  /// Items in a phone's bar of regular width, as `compactRoom` (TB-14).
  static let regularPhoneRoom = 8
}

/// What few tab bars say of themselves, and the search in progress: boxed together.
public struct TabBarForm: Hashable, Sendable {
  public var mode = TabBarMode.automatic
  public var sidebar = TabSidebar()
  /// Of the tabs of the bar, those that it has in a compact width, by their ids; nil: all (TG-7).
  public var compactTabs: [ControllerID]?
  /// Above the bar; nil: nothing is (TG-12).
  public var accessory: TabAccessory?
  /// Whether the search of the selected tab is in progress (TG-11).
  public var isSearching = false
  /// The tab that was selected before the search, by its id; nil where it is no longer there.
  public var previousTab: ControllerID?

  public init(
    mode: TabBarMode = .automatic, sidebar: TabSidebar = TabSidebar(), compactTabs: [ControllerID]? = nil,
    accessory: TabAccessory? = nil
  ) {
    (self.mode, self.sidebar, self.compactTabs, self.accessory) = (mode, sidebar, compactTabs, accessory)
  }

  mutating func endSearch() { (isSearching, previousTab) = (false, nil) }
}

/// Whether a tab bar may turn into a sidebar: `UITabBarController.Mode` (D-461).
public enum TabBarMode: String, Hashable, Sendable, CaseIterable {
  /// A sidebar if a tab of the bar is a group.
  case automatic
  case tabBar, tabSidebar
}

/// A tab bar's sidebar: `UITabBarController.Sidebar`.
public struct TabSidebar: Hashable, Sendable {
  /// How the sidebar and the content share the width (TG-5).
  public enum Layout: String, Hashable, Sendable, CaseIterable {
    /// `overlap` on an iPad.
    case automatic
    case overlap, tile
  }

  /// What there is where only one of sidebar and bar can be: on an iPhone (TG-13).
  public enum Placement: String, Hashable, Sendable, CaseIterable {
    /// The bar.
    case automatic
    case sidebar, tabBar
  }

  /// Nil: as the shape of the window says (TG-5).
  public var isHidden: Bool?
  public var layout: Layout
  public var placement: Placement

  public init(isHidden: Bool? = nil, layout: Layout = .automatic, placement: Placement = .automatic) {
    (self.isHidden, self.layout, self.placement) = (isHidden, layout, placement)
  }
}

/// A view above a tab bar, such as a small player: `UITabAccessory` (TG-12). It is no controller.
public struct TabAccessory: Hashable, Sendable {
  public var title: String
  /// What a tap on it opens, by an app's routes, from the screen shown last in the tab bar; nil: a tap does nothing.
  public var offer: ScreenRoute.Offer?

  public init(title: String, offer: ScreenRoute.Offer? = nil) { (self.title, self.offer) = (title, offer) }
}

/// What few tabs say of themselves: boxed together.
public struct TabForm: Hashable, Sendable {
  /// Where the app prefers the tab: `UITab.Placement` (TG-6).
  public enum Placement: String, Hashable, Sendable, CaseIterable {
    /// `default` for a tab of the bar.
    case automatic
    case standard = "default"
    case optional, movable
    /// At the trailing end.
    case pinned
    /// At the leading end.
    case fixed
    case sidebarOnly
  }

  /// What the system knows a tab as (TG-11).
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// A `UISearchTab`, at the trailing end.
    case search
  }

  public var placement: Placement
  public var role: Role?
  /// Of a search tab: whether a tap on it begins the search.
  public var activatesSearch: Bool

  public init(placement: Placement = .automatic, role: Role? = nil, activatesSearch: Bool = false) {
    (self.placement, self.role, self.activatesSearch) = (placement, role, activatesSearch)
  }
}
