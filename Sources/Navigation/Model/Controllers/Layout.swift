/// A ready-made arrangement that expands into a tree, with optional settings of the app.
public indirect enum Layout: Hashable, Sendable {
  /// A classic split view over a tab bar of stacks; details follow the tab (SYS0-1 to SYS0-6).
  case tabsInPrimary(
    tabs: [LayoutTab], selected: ControllerID? = nil, placeholder: Controller, split: SplitUpdate = SplitUpdate(),
    isTabBarHidden: Bool = false)
  /// A classic split view over a stack that holds a tab bar of screens; details are saved with their tab
  /// (SYS1-3 to SYS1-7, SYS1-10).
  case tabBarInStack(
    tabs: [LayoutTab], selected: ControllerID? = nil, placeholder: Controller, split: SplitUpdate = SplitUpdate(),
    isTabBarHidden: Bool = false)
  /// A classic split view with UIKit's own defaults, a stack in each column (SYS2-1, SYS2-2).
  case listDetail(primary: Controller, secondary: Controller, split: SplitUpdate = SplitUpdate())
  /// The same with a placeholder as secondary, above which details are replaced, and moved by a collapse (D-145):
  /// `listDetail(primary:placeholder:split:)`.
  case listAndPlaceholder(primary: Controller, placeholder: Controller, split: SplitUpdate)
  /// A column style of two or three columns (SYS3).
  case columns(LayoutColumns, split: SplitUpdate = SplitUpdate())
  /// A tab bar of stacks.
  case tabBar(
    tabs: [LayoutTab], selected: ControllerID? = nil, traitOverride: TraitOverride? = nil,
    orientations: SplitDelegate.SupportedInterfaceOrientations = .system, isTabBarHidden: Bool = false,
    form: TabBarForm = TabBarForm())
  /// Paged top tabs whose pages all appear together, alone or as the root of a stack (SYS4-3, SYS4-25).
  case topTabs(
    pages: [LayoutPage], inStack: Bool, topTabs: TopTabsUpdate = TopTabsUpdate(), isNavigationBarHidden: Bool = false,
    traitOverride: TraitOverride? = nil, orientations: SplitDelegate.SupportedInterfaceOrientations = .system)
  /// A single stack.
  case stack(
    root: Controller, isNavigationBarHidden: Bool = false, traitOverride: TraitOverride? = nil,
    orientations: SplitDelegate.SupportedInterfaceOrientations = .system)

  /// The tree. Omitted ids get the layout's names (`split`, `top`, `tabs`, `placeholder`, `stack`), and a column's
  /// stack is named after its column. A trait override applies to the outermost container, and so do orientations.
  ///
  /// - Throws: `emptyContainer` without tabs or pages; `noSuchController` where the selected tab or current page is
  ///   none of them; `wrongStyle` for settings that the split view's style does not have.
  public func controller() throws(Rejection) -> Controller {
    switch self {
    case .tabsInPrimary(let tabs, let selected, let placeholder, let update, let isTabBarHidden):
      let tabBar = try Self.tabBar(tabs, selected, isHidden: isTabBarHidden, \.inStack)
      return try Self.split(.tabsInPrimary, primary: tabBar, placeholder: placeholder, with: update)
    case .tabBarInStack(let tabs, let selected, let placeholder, let update, let isTabBarHidden):
      let top = Self.stack("top", try Self.tabBar(tabs, selected, isHidden: isTabBarHidden, \.alone))
      return try Self.split(.tabBarInStack, primary: top, placeholder: placeholder, with: update)
    case .listDetail(let primary, let secondary, let update):
      let columns = ColumnContents(
        primary: Self.stack("primary", primary), secondary: Self.stack("secondary", secondary))
      return try Self.split(.listDetail, columns: columns, with: update)
    case .listAndPlaceholder(let primary, let placeholder, let update):
      return try Self.split(
        .listDetail, primary: Self.stack("primary", primary), placeholder: placeholder, with: update,
        answers: .movingDetails)
    case .columns(let columns, let update):
      return try Self.split(
        columns.style == .tripleColumn ? .tripleColumn : .doubleColumn, columns: columns.contents, with: update)
    case .tabBar(let tabs, let selected, let traitOverride, let orientations, let isTabBarHidden, let form):
      var tabBar = try Self.tabBar(tabs, selected, isHidden: isTabBarHidden, form: form, \.inStack)
      tabBar.traitOverride = traitOverride
      tabBar.answers.supportedInterfaceOrientations = orientations
      return tabBar
    case .topTabs(let pages, let inStack, let update, let isNavigationBarHidden, let traitOverride, let orientations):
      var topTabs = try Self.topTabs(pages, update)
      if inStack { topTabs = Self.stack("stack", topTabs, isNavigationBarHidden: isNavigationBarHidden) }
      topTabs.traitOverride = traitOverride
      topTabs.answers.supportedInterfaceOrientations = orientations
      return topTabs
    case .stack(let root, let isNavigationBarHidden, let traitOverride, let orientations):
      var stack = Self.stack("stack", root, isNavigationBarHidden: isNavigationBarHidden)
      stack.traitOverride = traitOverride
      stack.answers.supportedInterfaceOrientations = orientations
      return stack
    }
  }

  /// A classic split view whose secondary is a stack with the placeholder, also set in its delegate, as root.
  private static func split(
    _ layout: SplitArrangement, primary: Controller, placeholder: Controller, with update: SplitUpdate,
    answers: SplitDelegate? = nil
  ) throws(Rejection) -> Controller {
    let placeholder = Self.placeholder(placeholder)
    let columns = ColumnContents(primary: primary, secondary: Self.stack("secondary", placeholder))
    return try split(layout, columns: columns, with: update, placeholder: placeholder, answers: answers)
  }

  /// The arrangement's split view with `update` applied (D-130).
  private static func split(
    _ layout: SplitArrangement, columns: ColumnContents, with update: SplitUpdate, placeholder: Controller? = nil,
    answers: SplitDelegate? = nil
  ) throws(Rejection) -> Controller {
    guard update.fits(layout.style) else { throw .wrongStyle("split") }
    var preferences = layout.preferences
    preferences.apply(update)
    var delegate = answers ?? layout.delegate
    delegate.apply(update)
    if let placeholder { delegate.placeholder = placeholder }
    var split = Split(style: layout.style, preferences: preferences, columns: columns, delegate: delegate)
    split.apply(lists: update)
    return Controller(id: "split", traitOverride: update.traitOverride ?? layout.traitOverride, content: .split(split))
  }

  private static func tabBar(
    _ tabs: [LayoutTab], _ selected: ControllerID?, isHidden: Bool, form: TabBarForm = TabBarForm(),
    _ tab: (LayoutTab) -> Tab
  ) throws(Rejection) -> Controller {
    guard var tabBar = TabBar(tabs: tabs.map(tab), isTabBarHidden: isHidden, form: form) else {
      throw .emptyContainer("tabs")
    }
    if let lost = form.compactTabs?.first(where: { tabBar.index(of: $0) == nil }) { throw .noSuchController(lost) }
    if let selected {
      guard let index = tabs.firstIndex(where: { $0.isCalled(selected) }) else { throw .noSuchController(selected) }
      tabBar.select(index)
    }
    return Controller(id: "tabs", content: .tabBar(tabBar))
  }

  private static func topTabs(_ pages: [LayoutPage], _ update: TopTabsUpdate) throws(Rejection) -> Controller {
    let pages = pages.map { Page(title: $0.title, child: $0.screen) }
    guard var topTabs = TopTabs(pages: pages, pageAppearance: .all) else { throw .emptyContainer("top") }
    if let page = update.currentPage, topTabs.index(of: page) == nil { throw .noSuchController(page) }
    topTabs.apply(update)
    return Controller(id: "top", content: .topTabs(topTabs))
  }

  fileprivate static func stack(_ name: ControllerID, _ root: Controller, isNavigationBarHidden: Bool = false)
    -> Controller
  {
    Controller(id: name, content: .stack(Stack(root: root, isNavigationBarHidden: isNavigationBarHidden)))
  }

  private static func placeholder(_ given: Controller) -> Controller {
    guard case .screen(var screen) = given.content else { return given }
    screen.isPlaceholder = true
    return Controller(
      id: given.id.isAutomatic ? "placeholder" : given.id, traitOverride: given.traitOverride,
      answers: given.answers, content: .screen(screen))
  }

  /// With other settings of its split view; nil where it has none.
  package func updatingSplit(_ change: (inout SplitUpdate) -> Void) -> Layout? {
    switch self {
    case .tabsInPrimary(let tabs, let selected, let placeholder, var split, let isTabBarHidden):
      change(&split)
      return .tabsInPrimary(
        tabs: tabs, selected: selected, placeholder: placeholder, split: split, isTabBarHidden: isTabBarHidden)
    case .tabBarInStack(let tabs, let selected, let placeholder, var split, let isTabBarHidden):
      change(&split)
      return .tabBarInStack(
        tabs: tabs, selected: selected, placeholder: placeholder, split: split, isTabBarHidden: isTabBarHidden)
    case .listDetail(let primary, let secondary, var split):
      change(&split)
      return .listDetail(primary: primary, secondary: secondary, split: split)
    case .listAndPlaceholder(let primary, let placeholder, var split):
      change(&split)
      return .listAndPlaceholder(primary: primary, placeholder: placeholder, split: split)
    case .columns(let columns, var split):
      change(&split)
      return .columns(columns, split: split)
    case .tabBar, .topTabs, .stack: return nil
    }
  }

  /// A classic split view with a list, and a placeholder below its details (D-145).
  public static func listDetail(primary: Controller, placeholder: Controller, split: SplitUpdate = SplitUpdate())
    -> Layout
  {
    .listAndPlaceholder(primary: primary, placeholder: placeholder, split: split)
  }

  /// Two columns, an optional tree that replaces them while collapsed, and an optional inspector.
  public static func doubleColumn(
    primary: Controller, secondary: Controller, compact: Controller? = nil, inspector: Controller? = nil,
    split: SplitUpdate = SplitUpdate()
  ) -> Layout {
    .columns(
      LayoutColumns(primary: primary, secondary: secondary, compact: compact, inspector: inspector), split: split)
  }

  /// Three columns, an optional tree that replaces them while collapsed, and an optional inspector.
  public static func tripleColumn(
    primary: Controller, supplementary: Controller, secondary: Controller, compact: Controller? = nil,
    inspector: Controller? = nil, split: SplitUpdate = SplitUpdate()
  ) -> Layout {
    .columns(
      LayoutColumns(
        primary: primary, supplementary: supplementary, secondary: secondary, compact: compact, inspector: inspector),
      split: split)
  }
}

/// A layout's columns: a screen for each column of the style, wrapped in a stack, and an optional compact tree.
public struct LayoutColumns: Hashable, Sendable {
  public var primary: Controller
  /// If set, the style has three columns.
  public var supplementary: Controller?
  public var secondary: Controller
  /// Replaces all columns while the split view is collapsed, unwrapped (CO-11); a stack without an id is named
  /// `compact`.
  public var compact: Controller?
  /// A screen, hidden at first (IN-1).
  public var inspector: Controller?

  public var style: SplitStyle { supplementary == nil ? .doubleColumn : .tripleColumn }

  var contents: ColumnContents {
    ColumnContents(
      primary: Layout.stack("primary", primary), supplementary: supplementary.map { Layout.stack("supplementary", $0) },
      secondary: Layout.stack("secondary", secondary), compact: compact.map(Self.named),
      inspector: inspector.map { Layout.stack("inspector", $0) })
  }

  private static func named(_ compact: Controller) -> Controller {
    guard compact.id.isAutomatic, compact.kind == .stack else { return compact }
    return Controller(
      id: "compact", traitOverride: compact.traitOverride, answers: compact.answers,
      content: compact.content)
  }
}

/// A tab of a layout. It names its stack, or its screen if that has no id and the tab bar is within a stack.
public struct LayoutTab: Hashable, Sendable {
  public var id: ControllerID
  public var title: String?
  public var badge: String?
  public var icon: String?
  public var shouldSelect: Tab.ShouldSelect
  public var onReselect: Tab.OnReselect
  public var isHidden: Bool
  /// Its place in the bar, and its role.
  public var form: TabForm
  public var screen: Controller

  public init(
    id: ControllerID = .automatic, title: String? = nil, badge: String? = nil, icon: String? = nil,
    shouldSelect: Tab.ShouldSelect = .always, onReselect: Tab.OnReselect = .popToRoot, isHidden: Bool = false,
    form: TabForm = TabForm(), screen: Controller
  ) {
    self.id = id
    self.title = title
    self.badge = badge
    self.icon = icon
    self.shouldSelect = shouldSelect
    self.onReselect = onReselect
    self.isHidden = isHidden
    self.form = form
    self.screen = screen
  }

  /// Whether an id is the tab's own or its screen's.
  func isCalled(_ name: ControllerID) -> Bool { !name.isAutomatic && (id == name || screen.id == name) }

  /// A tab with a stack of its own around the screen.
  fileprivate var inStack: Tab { tab(Controller(id: id, content: .stack(Stack(root: screen)))) }

  /// A tab with the screen as child; the screen's own id wins where both have one (D-132).
  fileprivate var alone: Tab {
    var child = screen
    if child.id.isAutomatic { child.id = id }
    return tab(child)
  }

  private func tab(_ child: Controller) -> Tab {
    Tab(
      title: title, badge: badge, icon: icon, shouldSelect: shouldSelect, onReselect: onReselect, isHidden: isHidden,
      child: child, form: form)
  }
}

/// A page of a layout: a screen without a container.
public struct LayoutPage: Hashable, Sendable {
  public var title: String
  public var screen: Controller

  public init(title: String, screen: Controller) {
    self.title = title
    self.screen = screen
  }
}

/// The arrangements with a split view, each with its delegate answers and preferences.
public enum SplitArrangement: String, Hashable, Sendable, CaseIterable {
  case tabsInPrimary, tabBarInStack, listDetail, doubleColumn, tripleColumn

  public var style: SplitStyle {
    switch self {
    case .tabsInPrimary, .tabBarInStack, .listDetail: .classic
    case .doubleColumn: .doubleColumn
    case .tripleColumn: .tripleColumn
    }
  }

  /// The delegate's answers without its controllers, which belong to each session.
  public var delegate: SplitDelegate {
    switch self {
    case .tabsInPrimary: .movingDetails(onTabSwitch: .followTab)
    case .tabBarInStack: .movingDetails(onTabSwitch: .saveAndRestore, .portraitOnPhone)
    case .listDetail, .doubleColumn, .tripleColumn: SplitDelegate()
    }
  }

  public var preferences: SplitPreferences {
    switch self {
    // 380 points in every window that expands (SYS1-8, CW-5).
    case .tabBarInStack:
      SplitPreferences(displayMode: .oneBesideSecondary, primaryWidth: ColumnWidth(fraction: 1, maximum: 380))
    case .tabsInPrimary, .listDetail, .doubleColumn, .tripleColumn: SplitPreferences()
    }
  }

  public var traitOverride: TraitOverride? {
    switch self {
    // Collapsed unless wide (SYS1-2, SYS1-31 as decided).
    case .tabBarInStack: .compactBelow(width: 1000, orWhenTall: true)
    case .tabsInPrimary, .listDetail, .doubleColumn, .tripleColumn: nil
    }
  }
}

extension SplitDelegate {
  /// The answers of an app that moves its details above a placeholder (SYS0-10, SYS0-17, SYS0-20).
  static let movingDetails = movingDetails(onTabSwitch: .keepDetail)

  fileprivate static func movingDetails(
    onTabSwitch: OnTabSwitch, _ orientations: SupportedInterfaceOrientations = .system
  ) -> SplitDelegate {
    SplitDelegate(
      onShowDetail: .replaceAbovePlaceholder, onCollapse: .moveAbovePlaceholder, onSeparate: .moveAboveRoot,
      onTabSwitch: onTabSwitch, supportedInterfaceOrientations: orientations)
  }
}
