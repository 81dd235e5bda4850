/// A ready-made arrangement, which the session expands into a tree.
public enum Layout: Hashable, Sendable {
  /// A classic split view over a tab bar of stacks; details follow the tab (SYS0).
  case tabsInPrimary(tabs: [LayoutTab], placeholder: Controller)
  /// A classic split view over a stack that holds a tab bar of screens; details are saved with their tab (SYS1).
  case tabBarInStack(tabs: [LayoutTab], placeholder: Controller)
  /// A classic split view with UIKit's own defaults, a stack in each column (SYS2).
  case listDetail(primary: Controller, secondary: Controller)
  /// A column style of two or three columns (SYS3).
  case columns(LayoutColumns)
  /// A tab bar of stacks.
  case tabBar(tabs: [LayoutTab])
  /// Paged top tabs whose pages appear all together, as the root of a stack or alone (SYS4-3, SYS4-25).
  case topTabs(pages: [LayoutPage], inStack: Bool)
  /// One stack.
  case stack(root: Controller)

  /// The tree: ids that the caller left open are made from the layout's own words (`split`, `top`, `tabs`, `placeholder`, `stack`), and
  /// a column's stack is called after its column.
  /// Throws `emptyContainer` where there are no tabs or pages.
  public func controller() throws(Rejection) -> Controller {
    switch self {
    case .tabsInPrimary(let tabs, let placeholder):
      return Self.split(primary: try Self.tabBar(tabs.map(\.inStack)), placeholder, onTabSwitch: .followTab)
    case .tabBarInStack(let tabs, let placeholder):
      let top = Self.stack("top", try Self.tabBar(tabs.map(\.alone)))
      // 380 points in every window that expands (SYS1-8, CW-5), and one page wherever it is not wide (SYS1-2, SYS1-31 as decided).
      let preferences = SplitPreferences(displayMode: .oneBesideSecondary, primaryWidth: ColumnWidth(fraction: 1, maximum: 380))
      var split = Self.split(primary: top, placeholder, preferences, onTabSwitch: .saveAndRestore, .portraitOnPhone)
      split.traitOverride = .compactBelow(width: 1000, orWhenTall: true)
      return split
    case .listDetail(let primary, let secondary):
      let split = Split(primary: Self.stack("primary", primary), secondary: Self.stack("secondary", secondary))
      return Controller(id: "split", content: .split(split))
    case .columns(let columns):
      return Controller(id: "split", content: .split(Split(style: columns.style, columns: columns.contents)))
    case .tabBar(let tabs):
      return try Self.tabBar(tabs.map(\.inStack))
    case .topTabs(let pages, let inStack):
      let topTabs = try Self.topTabs(pages)
      return inStack ? Self.stack("stack", topTabs) : topTabs
    case .stack(let root):
      return Self.stack("stack", root)
    }
  }

  /// A classic split view whose secondary is a stack on the placeholder.
  private static func split(
    primary: Controller, _ placeholder: Controller, _ preferences: SplitPreferences = SplitPreferences(),
    onTabSwitch: SplitDelegate.OnTabSwitch, _ orientations: SplitDelegate.SupportedInterfaceOrientations = .system
  ) -> Controller {
    let placeholder = Self.placeholder(placeholder)
    let behavior = SplitDelegate(
      onShowDetail: .replaceAbovePlaceholder, onCollapse: .moveAbovePlaceholder, onSeparate: .moveAboveRoot, onTabSwitch: onTabSwitch,
      placeholder: placeholder, supportedInterfaceOrientations: orientations)
    let columns = ColumnContents(primary: primary, secondary: Self.stack("secondary", placeholder))
    return Controller(id: "split", content: .split(Split(preferences: preferences, columns: columns, behavior: behavior)))
  }

  private static func tabBar(_ tabs: [Tab]) throws(Rejection) -> Controller {
    guard let tabBar = TabBar(tabs: tabs) else { throw .emptyContainer("tabs") }
    return Controller(id: "tabs", content: .tabBar(tabBar))
  }

  private static func topTabs(_ pages: [LayoutPage]) throws(Rejection) -> Controller {
    let pages = pages.map { Page(title: $0.title, child: $0.screen) }
    guard let topTabs = TopTabs(pages: pages, pageAppearance: .all) else { throw .emptyContainer("top") }
    return Controller(id: "top", content: .topTabs(topTabs))
  }

  fileprivate static func stack(_ name: ControllerID, _ root: Controller) -> Controller {
    Controller(id: name, content: .stack(Stack(root: root)))
  }

  private static func placeholder(_ given: Controller) -> Controller {
    guard case .screen(var screen) = given.content else { return given }
    screen.isPlaceholder = true
    return Controller(
      id: given.id.isAutomatic ? "placeholder" : given.id, traitOverride: given.traitOverride, userDismissal: given.userDismissal,
      content: .screen(screen))
  }
}

extension Layout {
  /// Two columns, and perhaps a tree that takes their place while they are collapsed.
  public static func doubleColumn(primary: Controller, secondary: Controller, compact: Controller? = nil) -> Layout {
    .columns(LayoutColumns(primary: primary, secondary: secondary, compact: compact))
  }

  /// The same with three.
  public static func tripleColumn(
    primary: Controller, supplementary: Controller, secondary: Controller, compact: Controller? = nil
  ) -> Layout {
    .columns(LayoutColumns(primary: primary, supplementary: supplementary, secondary: secondary, compact: compact))
  }
}

/// The columns of a layout: a screen for each that the style shows, with a stack around it, and perhaps a compact tree.
public struct LayoutColumns: Hashable, Sendable {
  public var primary: Controller
  /// Where there is one, the style has three columns.
  public var supplementary: Controller?
  public var secondary: Controller
  /// What takes the place of all columns while the split view is collapsed, as it is (CO-11); a stack without a name is called `compact`.
  public var compact: Controller?

  public init(primary: Controller, supplementary: Controller? = nil, secondary: Controller, compact: Controller? = nil) {
    self.primary = primary
    self.supplementary = supplementary
    self.secondary = secondary
    self.compact = compact
  }

  public var style: SplitStyle { supplementary == nil ? .doubleColumn : .tripleColumn }

  fileprivate var contents: ColumnContents {
    ColumnContents(
      primary: Layout.stack("primary", primary), supplementary: supplementary.map { Layout.stack("supplementary", $0) },
      secondary: Layout.stack("secondary", secondary), compact: compact.map(Self.named))
  }

  private static func named(_ compact: Controller) -> Controller {
    guard compact.id.isAutomatic, compact.kind == .stack else { return compact }
    return Controller(
      id: "compact", traitOverride: compact.traitOverride, userDismissal: compact.userDismissal, content: compact.content)
  }
}

/// A tab of a layout: its stack is called after it, or in a tab bar within a stack its screen, where that has no name.
public struct LayoutTab: Hashable, Sendable {
  public var id: ControllerID
  public var title: String?
  public var icon: String?
  public var screen: Controller

  public init(id: ControllerID = .automatic, title: String? = nil, icon: String? = nil, screen: Controller) {
    self.id = id
    self.title = title
    self.icon = icon
    self.screen = screen
  }

  /// With the screen at the root of the tab's own stack.
  fileprivate var inStack: Tab { Tab(title: title, icon: icon, child: Controller(id: id, content: .stack(Stack(root: screen)))) }

  /// With the screen itself for the tab.
  fileprivate var alone: Tab {
    var child = screen
    if child.id.isAutomatic { child.id = id }
    return Tab(title: title, icon: icon, child: child)
  }
}

/// A page of a layout: its screen, without a container around it.
public struct LayoutPage: Hashable, Sendable {
  public var title: String
  public var screen: Controller

  public init(title: String, screen: Controller) {
    self.title = title
    self.screen = screen
  }
}
