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
