extension Split {
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
}

/// The values of UIKit's read-only properties.
extension Split {
  /// The room of the last layout.
  public func room(in environment: Environment) -> SplitRoom {
    let window = environment.size
    let size = size ?? window
    var room = SplitRoom(
      style: style, preferences: preferencesInForce, size: size, scale: environment.scale,
      rules: environment.system.rules, fold: size.width == window.width ? environment.fold : nil,
      idiom: environment.idiom)
    room.showsInspector = inspector != .hidden
    return room
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
}

/// The stack that receives a primary's details: the one that `collapsesOnto` names, else the selected tab's, or the
/// primary itself (SYS0-9, SYS0-17, SYS1-12, D-414).
extension Split {
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
    switch node {
    case .screen, .topTabs, .split: return nil
    case .stack(let box):
      var stack = box.value
      defer { setContent(stack) }
      return body(&stack)
    case .tabBar(let box):
      var tabBar = box.value
      let index = tab.flatMap { tabBar.index(of: $0) } ?? tabBar.selectedIndex
      guard let result = tabBar.updateStack(at: index, body) else { return nil }
      setContent(tabBar)
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
    guard case .stack(let box) = node else { return nil }
    var stack = box.value
    let result = try body(&stack)
    setContent(stack)
    return result
  }
}
