/// A `UISplitViewController`: up to three columns side by side while expanded, one page while collapsed.
public struct Split: Hashable, Sendable {
  /// Each column's controller. While collapsed, columns that joined the collapsed stack are in the primary's stack and
  /// not here.
  public var columns: ColumnContents
  /// Boxed, because most transitions change only the columns.
  private var state: Boxed<State>

  /// All state besides the columns.
  private struct State: Hashable {
    var style: SplitStyle
    var displayMode: DisplayMode
    var modeBeforeSecondaryOnly: DisplayMode?
    var isOverlayDeferred = false
    var isDetailChosen = false
    var inspector = InspectorPlace.hidden
    var lastTopColumn: Column?
    var size: Size?
    var byWidth: [WidthEntry] = []
    var gestureOffIn: Set<DisplayMode> = []
    var preferences: Boxed<SplitPreferences>
    var delegate: Boxed<SplitDelegate>
    var chosenModes: [ChosenMode] = []
    var collapse: Collapse?
  }

  /// A split view before it enters a window: expanded, with only its secondary on display (SC-3, M0).
  public init(
    style: SplitStyle = .classic, preferences: SplitPreferences = SplitPreferences(), columns: ColumnContents,
    collapse: Collapse? = nil, displayMode: DisplayMode = .secondaryOnly, delegate: SplitDelegate = SplitDelegate()
  ) {
    self.columns = columns
    state = Boxed(
      State(
        style: style, displayMode: displayMode, preferences: Boxed(preferences), delegate: Boxed(delegate),
        collapse: collapse))
  }
}

extension Split {
  public var style: SplitStyle { state.value.style }
  public var preferences: SplitPreferences {
    _read { yield state.value.preferences.value }
    set { state.value.preferences.value = newValue }
  }
  /// Nil while expanded. Set after every transition if "the split view's own horizontal class is compact" (SC-1).
  public var collapse: Collapse? {
    _read { yield state.value.collapse }
    _modify { yield &state.value.collapse }
  }
  public var displayMode: DisplayMode {
    get { state.value.displayMode }
    set { state.value.displayMode = newValue }
  }
  /// The modes a user chose, each for the widths with one automatic mode, sorted by that; they outlive rotations (DM-19).
  public var chosenModes: [ChosenMode] {
    _read { yield state.value.chosenModes }
    _modify { yield &state.value.chosenModes }
  }
  /// The preferred overlay was requested before the first appearance and stays hidden until requested again (M2).
  public var isOverlayDeferred: Bool {
    get { state.value.isOverlayDeferred }
    set { state.value.isOverlayDeferred = newValue }
  }
  /// The mode that `tapSecondaryOnlyButton` returns to (DM-12).
  public var modeBeforeSecondaryOnly: DisplayMode? {
    get { state.value.modeBeforeSecondaryOnly }
    set { state.value.modeBeforeSecondaryOnly = newValue }
  }
  /// Whether `showDetail` set the secondary's content.
  public var isDetailChosen: Bool {
    get { state.value.isDetailChosen }
    set { state.value.isDetailChosen = newValue }
  }
  /// Whether its inspector is shown: as a column, or as a sheet while collapsed (IN-1, IN-2).
  public var isInspectorShown: Bool {
    get { inspector != .hidden }
    set { if newValue != isInspectorShown { inspector = newValue ? .column : .hidden } }
  }
  /// Whether its inspector is shown, and where.
  var inspector: InspectorPlace {
    get { state.value.inspector }
    set { state.value.inspector = newValue }
  }
  /// Of an expanded column style that answers `lastTop`: the column that was on top before; nil where `byProvenance`
  /// answers it, and once a screen was named for a column (D-261).
  public var lastTopColumn: Column? {
    get { state.value.lastTopColumn }
    set { state.value.lastTopColumn = newValue }
  }
  /// The size of the last layout, in points; nil before the first appearance.
  public var size: Size? {
    get { state.value.size }
    set { state.value.size = newValue }
  }
  /// The modes that the app prefers by the split view's own width, ascending; empty where it has none (D-421).
  public var byWidth: [WidthEntry] {
    get { state.value.byWidth }
    set { state.value.byWidth = newValue }
  }
  /// The modes with which it is as without `presentsWithGesture` (D-422).
  public var gestureOffIn: Set<DisplayMode> {
    get { state.value.gestureOffIn }
    set { state.value.gestureOffIn = newValue }
  }
  public var delegate: SplitDelegate {
    _read { yield state.value.delegate.value }
    _modify { yield &state.value.delegate.value }
  }

  // `!= nil` would copy the value.
  public var isCollapsed: Bool { if case .some = collapse { true } else { false } }

  public var primary: Controller? {
    get { columns.primary }
    set { columns.primary = newValue }
  }

  public var secondary: Controller? {
    get { columns.secondary }
    set { columns.secondary = newValue }
  }

  /// A classic split view of two columns.
  public init(primary: Controller, secondary: Controller?, delegate: SplitDelegate = SplitDelegate()) {
    self.init(columns: ColumnContents(primary: primary, secondary: secondary), delegate: delegate)
  }

  /// The columns on display, in the order of `SplitStyle.columns`; the collapsed one shows the column on top.
  public var visibleColumns: [Column] { isCollapsed ? [topColumn] : displayMode.visibleColumns(style) }

  /// The column whose controller is the only child of a collapsed split view (CO-5).
  public var collapsedColumn: Column { collapse?.columns.first?.column ?? .primary }

  /// The column whose content is on top while collapsed; in a classic split view the secondary while it is a nested
  /// stack on the primary's or the selected tab's (CL-7, D-142).
  public var topColumn: Column {
    switch style {
    case .classic: return isCollapsed && primary?.detailStack?.value.top.kind == .stack ? .secondary : .primary
    case .doubleColumn, .tripleColumn:
      return collapse?.columns.last?.column ?? .primary
    }
  }

  /// UIKit's public array: the columns while expanded, the only child while collapsed (CL-1, CO-5, M12).
  public var viewControllers: [ControllerID] {
    isCollapsed ? [columns[collapsedColumn]?.id].compactMap(\.self) : style.columns.compactMap { columns[$0]?.id }
  }

  /// The id of a column's controller, which may be on another column's stack (CO-4).
  public func controller(of column: Column) -> ControllerID? {
    if let id = columns[column]?.id ?? collapse?.preserved[column]?.id { return id }
    switch (style, column) {
    case (.classic, .secondary): return nestedSecondary?.id
    case (.classic, .primary), (.classic, .supplementary), (.classic, .compact), (.classic, .inspector): return nil
    case (.doubleColumn, _), (.tripleColumn, _): return collapse?.columns.first { $0.column == column }?.id
    }
  }

  /// The secondary that a collapse pushed on a classic primary's stack, or on a tab's.
  var nestedSecondary: Controller? { style == .classic && isCollapsed ? primary?.nestedSecondary : nil }

  /// Whether a screen is the whole secondary of an expanded classic split view.
  func holdsBare(_ screen: ControllerID) -> Bool { style == .classic && !isCollapsed && secondary?.id == screen }

  /// Whether a classic split view's columns have the form of a collapsed one: its secondary is elsewhere.
  public static func isCollapsedForm(_ columns: ColumnContents, preserved: ColumnContents) -> Bool {
    columns.secondary == nil && (!preserved.isEmpty || columns.primary?.nestedSecondary != nil)
  }

  /// The split view's room in a window with these traits.
  public func room(in traits: Traits, _ rules: SystemRules) -> SplitRoom {
    var room = SplitRoom(style: style, preferences: preferencesInForce, traits: traits, rules: rules)
    room.showsInspector = inspector != .hidden
    return room
  }

  // The values of UIKit's read-only properties.

  /// The room of the last layout.
  public func room(in environment: Environment) -> SplitRoom {
    let window = environment.size
    let size = size ?? window
    return SplitRoom(
      style: style, preferences: preferencesInForce, size: size, scale: environment.scale,
      rules: environment.system.rules, fold: size.width == window.width ? environment.fold : nil,
      idiom: environment.idiom, showsInspector: inspector != .hidden)
  }

  /// Never `automatic`; `tile` while collapsed (M4, M14, DM-9).
  public func splitBehavior(in room: SplitRoom) -> SplitBehavior {
    isCollapsed ? .tile : room.behavior(in: displayMode)
  }

  /// In points; the whole width while collapsed (M5).
  public func primaryColumnWidth(in room: SplitRoom) -> Double {
    isCollapsed ? room.size.width : room.primaryWidth(in: displayMode)
  }

  /// In points; the whole width while collapsed (M5).
  public func supplementaryColumnWidth(in room: SplitRoom) -> Double {
    isCollapsed ? room.size.width : room.supplementaryWidth(in: displayMode)
  }

  /// The frames of the columns on display (CW-11).
  public func frames(in room: SplitRoom) -> [ColumnFrame] {
    isCollapsed
      ? [ColumnFrame(column: topColumn, x: 0, width: room.size.width, height: room.size.height)]
      : room.frames(in: displayMode)
  }

  /// The mode that the display mode button sets; nil without a button (DM-10, DM-16).
  public func displayModeButtonTarget(in room: SplitRoom) -> DisplayMode? {
    isCollapsed ? nil : room.buttonTarget(in: displayMode, answer: delegate.targetDisplayModeForAction)
  }

  // The stack that receives a primary's details: the one that `collapsesOnto` names, else the selected tab's, or the
  // primary itself (SYS0-9, SYS0-17, SYS1-12, D-414).

  /// `collapsesOnto`, where all else that it needs is answered so.
  var collapseTarget: ControllerID? {
    guard let target = delegate.collapsesOnto, delegate.onCollapse == .moveAbovePlaceholder,
      delegate.onSeparate == .moveAboveRoot, delegate.onTabSwitch == .keepDetail
    else { return nil }
    return target
  }

  /// Whether an id is that of the primary's stack, or of a tab's.
  public func collapses(onto id: ControllerID) -> Bool {
    switch primary?.node {
    case .stack: primary?.id == id
    case .tabBar(let tabBar): tabBar.value.tabs.contains { $0.child.id == id && $0.child.kind == .stack }
    case .screen, .topTabs, .split, nil: false
    }
  }

  /// Whether `collapsesOnto` names what is gone.
  var hasStaleTarget: Bool { delegate.collapsesOnto.map { !collapses(onto: $0) } == true }

  mutating func forgetStaleTarget() { if hasStaleTarget { delegate.collapsesOnto = nil } }

  var detailTarget: Stack? {
    guard let collapseTarget else { return primary?.detailTarget }
    return primary?.id == collapseTarget ? primary?.stack : primary?.tabBar?.child(collapseTarget)?.stack
  }

  /// Changes that stack; nil where there is none.
  mutating func updateDetailTarget<Result>(_ body: (inout Stack) -> Result) -> Result? {
    let target = collapseTarget
    return columns.primary?.updateDetailTarget(target, body)
  }
}

/// A collapsed split view's state for its expansion.
public struct Collapse: Hashable, Sendable {
  /// The controllers that the collapse, or a pop since, took off the display (CL-10, M7, M10).
  public var preserved = ColumnContents()
  /// The columns on the collapsed stack of a column style, bottom first: the compact one alone, or the others in order,
  /// each after the first a child of the first one's stack. Empty in a classic split view.
  public var columns: [CollapsedColumn] = []
}

/// A column on the collapsed stack.
public struct CollapsedColumn: Hashable, Sendable {
  public var column: Column
  public var id: ControllerID
}

/// A display mode that a user chose at certain widths. Sorted by these: the order of the choices means nothing.
public struct ChosenMode: Hashable, Sendable, Comparable {
  /// The automatic mode at those widths.
  public var automatic: DisplayMode
  public var mode: DisplayMode

  public static func < (left: ChosenMode, right: ChosenMode) -> Bool {
    left.automatic.rawValue < right.automatic.rawValue
  }
}

/// An optional controller for each column.
public struct ColumnContents: Hashable, Sendable {
  public var primary: Controller?
  public var supplementary: Controller?
  public var secondary: Controller?
  public var compact: Controller?
  /// Not here while it is presented as a sheet (IN-2).
  public var inspector: Controller?

  public init(
    primary: Controller? = nil, supplementary: Controller? = nil, secondary: Controller? = nil,
    compact: Controller? = nil, inspector: Controller? = nil
  ) {
    self.primary = primary
    self.supplementary = supplementary
    self.secondary = secondary
    self.compact = compact
    self.inspector = inspector
  }

  public subscript(column: Column) -> Controller? {
    get {
      switch column {
      case .primary: primary
      case .supplementary: supplementary
      case .secondary: secondary
      case .compact: compact
      case .inspector: inspector
      }
    }
    set {
      switch column {
      case .primary: primary = newValue
      case .supplementary: supplementary = newValue
      case .secondary: secondary = newValue
      case .compact: compact = newValue
      case .inspector: inspector = newValue
      }
    }
  }

  public var isEmpty: Bool {
    primary == nil && supplementary == nil && secondary == nil && compact == nil && inspector == nil
  }
}

/// A split view's columns by role (CO-1).
public enum Column: String, Hashable, Sendable, CaseIterable {
  case primary, supplementary, secondary, compact, inspector
}

/// The style of a `UISplitViewController`, which sets its number of columns (CO-1, CO-2).
public enum SplitStyle: String, Hashable, Sendable, CaseIterable {
  /// `style == .unspecified`, the API of iOS 8 to 13: two columns, whose controllers are not wrapped in stacks (CL-28).
  case classic
  case doubleColumn
  case tripleColumn

  /// The column that a mode with one column beside or over the secondary shows (DM-1).
  var innermostSidebar: Column { self == .tripleColumn ? .supplementary : .primary }

  /// The columns of an expanded split view, leading to trailing.
  public var columns: [Column] {
    switch self {
    case .classic, .doubleColumn: [.primary, .secondary]
    case .tripleColumn: [.primary, .supplementary, .secondary]
    }
  }
}

extension TabBar {
  func child(_ id: ControllerID) -> Controller? { tabs.first { $0.child.id == id }?.child }
}

extension Controller {
  /// Whether a column with this controller has content: a placeholder is none (M7).
  var isSomething: Bool {
    switch node {
    case .screen(let screen): !screen.value.isPlaceholder
    case .stack(let stack): !stack.value.above.isEmpty || stack.value.root.isSomething
    case .tabBar, .topTabs, .split: true
    }
  }

  /// Changes the stack that receives a primary's details: a named tab's, else the selected one's, or the primary itself;
  /// nil where neither is a stack.
  mutating func updateDetailTarget<Result>(_ tab: ControllerID? = nil, _ body: (inout Stack) -> Result) -> Result? {
    switch content {
    case .screen, .topTabs, .split: return nil
    case .stack(var stack):
      defer { content = .stack(stack) }
      return body(&stack)
    case .tabBar(var tabBar):
      let index = tab.flatMap { tabBar.index(of: $0) } ?? tabBar.selectedIndex
      guard let result = tabBar.updateStack(at: index, body) else { return nil }
      content = .tabBar(tabBar)
      return result
    }
  }

  /// The stack that receives a primary's details, unless another one is named.
  var detailTarget: Stack? { detailStack?.value }

  fileprivate var detailStack: ContentStorage<Stack>? {
    switch node {
    case .screen, .topTabs, .split: nil
    case .stack(let stack): stack
    case .tabBar(let tabBar): if case .stack(let stack) = tabBar.value.selectedChild.node { stack } else { nil }
    }
  }

  /// For a classic primary: the stack nested on its own stack, or on a tab's, the selected one's first (CL-7, D-142).
  fileprivate var nestedSecondary: Controller? {
    if let nested = detailStack?.value.nested { return nested }
    return tabBar?.tabs.lazy.compactMap { $0.child.stack?.nested }.first
  }

  /// Changes this stack in place; nil for any other kind.
  mutating func updateStack<Result, Failure: Error>(_ body: (inout Stack) throws(Failure) -> Result) throws(Failure)
    -> Result?
  {
    guard var stack else { return nil }
    let result = try body(&stack)
    content = .stack(stack)
    return result
  }
}
