/// Admission of new trees: every controller gets a unique id and is checked for its place.
extension Session {
  /// Checks new children of `container`, and assigns missing ids.
  ///
  /// Throws `duplicateController`, `cannotPush` or `cannotContain`.
  mutating func admit(
    _ newcomers: [Controller], into container: ControllerID, as place: Destination, _ recorder: inout EventRecorder
  ) throws(Rejection) -> [Controller] {
    for newcomer in newcomers { try newcomer.check(place, in: container) }
    return try admit(newcomers.map(\.withWholeColumns), besides: root, &recorder)
  }

  /// Admits a single tree.
  mutating func admit(
    _ newcomer: Controller, into container: ControllerID, as place: Destination, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Controller {
    try newcomer.check(place, in: container)
    if newcomer.summary.count == 1 { return try admit(alone: newcomer) }
    return try admit([newcomer.withWholeColumns], besides: root, &recorder)[0]
  }

  /// Admits the tree of a whole window.
  ///
  /// - Parameter isRestored: columns stay unchanged; empty ones get no placeholder.
  mutating func admitRoot(isRestored: Bool = false, _ recorder: inout EventRecorder) throws(Rejection) {
    try root.check(.container, in: root.id)
    root = try admit([isRestored ? root : root.withWholeColumns], besides: nil, &recorder)[0]
    try root.summary.checkLimits()
  }

  /// Admits a screen that presents nothing.
  private mutating func admit(alone newcomer: Controller) throws(Rejection) -> Controller {
    guard newcomer.id.isAutomatic else {
      if let place = root.holderPlace(of: newcomer.id) { throw .duplicateController(newcomer.id, at: place) }
      if root.namesTab(newcomer.id) { throw .duplicateController(newcomer.id) }
      return newcomer
    }
    var named = newcomer
    named.id = nextID()
    return named
  }

  /// The next id of the session's counter.
  mutating func nextID() -> ControllerID {
    repeat { countedIDs += 1 } while root.find(.counted(countedIDs)) != nil || root.namesTab(.counted(countedIDs))
    return .counted(countedIDs)
  }

  private mutating func admit(_ whole: [Controller], besides session: Controller?, _ recorder: inout EventRecorder)
    throws(Rejection) -> [Controller]
  {
    var given = GivenNames(taken: session)
    for newcomer in whole { try given.add(newcomer) }
    for newcomer in whole { try given.addTabNames(of: newcomer) }
    return whole.map { newcomer in
      var named = newcomer
      if given.hasUnnamed {
        named.nameAutomatic {
          repeat { countedIDs += 1 } while given.contains(.counted(countedIDs))
          return .counted(countedIDs)
        }
      }
      if named.summary.holdsSplit { recorder.arrived += named.splits }
      return named
    }
  }
}

/// The newcomers' ids, checked against each other and the session.
private struct GivenNames {
  /// The ids of the session.
  private var taken: TreeIDs?
  private let session: Controller?
  private(set) var hasUnnamed = false
  private var first: ControllerID?
  private var others: Set<ControllerID> = []

  init(taken: Controller?) {
    session = taken
    self.taken = taken.map { TreeIDs(of: $0) }
  }

  mutating func contains(_ id: ControllerID) -> Bool {
    id == first || others.contains(id) || taken?.contains(id) == true || session?.namesTab(id) == true
  }

  /// The ids of tabs are no other tab's, and no controller's but their own (TG-1, D-440).
  mutating func addTabNames(of tree: Controller) throws(Rejection) {
    guard tree.summary.namesTabs else { return }
    var (names, bars) = ([ControllerID](), tree.barsWithTabNames[...])
    while let bar = bars.popFirst() { names += tree.find(bar)?.tabBar?.tabs.flatMap(\.names) ?? [] }
    for name in names {
      if contains(name) { throw .duplicateController(name) }
      others.insert(name)
    }
  }

  /// Throws `duplicateController`.
  mutating func add(_ tree: Controller) throws(Rejection) {
    if let duplicate = duplicate(adding: tree) {
      throw .duplicateController(duplicate, at: session?.holderPlace(of: duplicate))
    }
  }

  /// The first taken id in tree order.
  private mutating func duplicate(adding controller: Controller) -> ControllerID? {
    if controller.id.isAutomatic {
      hasUnnamed = true
    } else if contains(controller.id) {
      return controller.id
    } else if first == nil {
      first = controller.id
    } else {
      others.insert(controller.id)
    }
    guard controller.summary.count > 1 else { return nil }
    var duplicate: ControllerID?
    controller.forEachHeld { held, _ in duplicate = duplicate ?? self.duplicate(adding: held) }
    return duplicate
  }
}

/// A controller's intended place, as far as it restricts the controller.
enum Destination {
  /// Over another controller: allows any possible root of a window.
  case presented
  /// The window, a tab, a page, or a column other than the detail column.
  case container
  /// The compact tree of a column style, whose tabs alone may stand for the columns' stacks (D-431).
  case compact
  case stackRoot, stackMember
  /// The primary of a split view: its stack may hold another stack, pushed by a collapse (CL-7).
  case primary
  case primaryStackMember
  /// The only place of the classic style that allows a placeholder at the root of a stack.
  case detailColumn
  case detailRoot
  /// A column of a column style, which wraps any other kind in a stack (CO-3).
  case sidebar, columnSecondary
  /// A sidebar that may be empty beside the primary: it allows a placeholder too (D-412).
  case columnSupplementary
  /// The inspector of a column style, as a column or as a sheet (D-480).
  case inspector

  /// Whether it is a column beside the secondary, which allows no tab bar (TB-12).
  fileprivate var isBesideSecondary: Bool { self == .sidebar || self == .columnSupplementary || self == .inspector }
}

extension Controller {
  /// Throws `cannotPush` for a stack or a split view on a stack (NV-9, CL-27), `cannotContain` for a placeholder that
  /// is not at the root of a detail stack.
  func check(_ place: Destination, in container: ControllerID) throws(Rejection) {
    switch node {
    case .screen(let screen):
      if screen.value.isPlaceholder, place != .detailRoot, place != .columnSecondary, place != .columnSupplementary {
        throw .cannotContain(container: container, child: id)
      }
    case .stack(let stack):
      if place == .stackRoot || place == .stackMember || place == .detailRoot { throw .cannotPush(id) }
      let isDetail = place == .detailColumn || place == .primaryStackMember || place == .columnSecondary
      try stack.value.root.check(isDetail || place == .columnSupplementary ? .detailRoot : .stackRoot, in: id)
      let isBelowColumns = place == .primary || place == .sidebar || place == .columnSupplementary
      for child in stack.value.above { try child.check(isBelowColumns ? .primaryStackMember : .stackMember, in: id) }
    case .tabBar(let tabBar):
      if place.isBesideSecondary { throw .cannotContain(container: container, child: id) }
      if place != .compact, let fault = tabBar.value.twinFault(of: id) { throw fault.rejection }
      try tabBar.value.checkGroups()
      for tab in tabBar.value.tabs {
        // A collapse nests the secondary of a tab bar on a tab's stack (D-142).
        try tab.child.check(place == .primary ? .primary : .container, in: id)
        for detail in tab.savedDetails { try detail.check(.stackMember, in: id) }
      }
    case .topTabs(let topTabs):
      for page in topTabs.value.pages { try page.child.check(.container, in: id) }
    case .split(let split):
      if place != .container && place != .compact && place != .presented && place != .primary && place != .detailColumn
      {
        throw .cannotPush(id, asColumn: place.isBesideSecondary || place == .columnSecondary)
      }
      try split.value.check(id)
    }
    if isPresenting { try checkPresented() }
  }

  private func checkPresented() throws(Rejection) {
    guard let presentedChild else { return }
    guard presentsInspector else { return try presentedChild.check(.presented, in: id) }
    if presentedChild.wrapper(in: .inspector) != nil { throw .wrongKind(presentedChild.id, expected: .stack) }
    try presentedChild.check(.inspector, in: id)
  }

  /// This tree with an id for each controller that has none.
  var withAllNamed: Controller {
    var (named, taken, number) = (self, TreeIDs(of: self), 0)
    named.nameAutomatic {
      repeat { number += 1 } while taken.contains(.counted(number))
      return .counted(number)
    }
    return named
  }

  fileprivate mutating func nameAutomatic(_ next: () -> ControllerID) {
    if id.isAutomatic { id = next() }
    updateEachHeld { $0.nameAutomatic(next) }
  }

  /// The split views in this tree, outermost first.
  fileprivate var splits: [ControllerID] {
    guard summary.holdsSplit else { return [] }
    var splits = kind == .split ? [id] : []
    forEachHeld { held, holding in
      if holding != .pending { splits += held.splits }
    }
    return splits
  }

  /// The tree with completed columns: an empty detail column gets a stack with its placeholder (SYS0-1, SYS0-4), and a
  /// column style wraps other kinds in stacks (CO-3).
  fileprivate var withWholeColumns: Controller {
    guard summary.holdsSplit else { return self }
    var whole = self
    whole.completeColumns()
    return whole
  }

  private mutating func completeColumns() {
    if case .split(var split) = content {
      for column in split.style.columns where split.columns[column] == nil && !split.isCollapsed {
        if let placeholder = split.delegate.placeholder(of: column) {
          split.columns[column] = Controller(id: .automatic, content: .stack(Stack(root: placeholder)))
        }
      }
      if split.style != .classic {
        for column in Column.allCases {
          if let wrapper = split.columns[column]?.wrapper(in: column) { split.columns[column] = wrapper }
        }
      }
      content = .split(split)
    }
    updateEachHeld { $0.completeColumns() }
  }
}

/// What the columns of a split view may hold.
extension Split {
  /// Throws where a column, or the collapsed stack of a column style, does not fit the split view's style (M12).
  func check(_ id: ControllerID) throws(Rejection) {
    for column in Column.allCases {
      for content in [columns[column], collapse?.preserved[column]].compactMap(\.self) {
        if column == .inspector, style == .classic { throw .wrongStyle(id) }
        if !style.columns.contains(column), style == .classic || column != .compact && column != .inspector {
          throw .noSuchColumn(split: id, column)
        }
        try content.check(place(of: column), in: id)
      }
    }
    switch style {
    case .classic:
      if columns.primary == nil { throw .emptyContainer(id) }
      if preferences.splitBehavior != nil || preferences.showsSecondaryOnlyButton
        || preferences.inspectorWidth != ColumnWidth()
      {
        throw .wrongStyle(id)
      }
      if let target = delegate.collapsesOnto, hasStaleTarget { throw .noSuchController(target) }
    case .doubleColumn, .tripleColumn:
      if delegate.flattenOnCollapse || delegate.collapsesOnto != nil { throw .wrongStyle(id) }
      if let fault = twinFault(in: columns.compact) { throw fault.rejection }
      try checkCollapsedStack(id)
    }
    if style != .tripleColumn,
      preferences.supplementaryWidth != ColumnWidth() || delegate.supplementaryPlaceholder != nil
    {
      throw .wrongStyle(id)
    }
    try delegate.primaryForCollapsing?.check(.primary, in: id)
    try delegate.primaryForExpanding?.check(.primary, in: id)
    try delegate.secondaryForSeparating?.check(.detailColumn, in: id)
  }

  /// Checks that the named columns are in order and on the collapsed stack, and that no other columns are there.
  private func checkCollapsedStack(_ id: ControllerID) throws(Rejection) {
    let named = collapse?.columns ?? []
    let base = columns[collapsedColumn]
    var order = style.columns[...]
    for (index, column) in named.enumerated() {
      let stands = index == 0 ? base?.id == column.id : base?.stack?.above.contains { $0.id == column.id } == true
      if !stands { throw .noSuchController(column.id) }
      if column.column == .compact, named.count == 1 { continue }
      if !style.columns.contains(column.column) { throw .noSuchColumn(split: id, column.column) }
      guard let place = order.firstIndex(of: column.column) else {
        throw .cannotContain(container: id, child: column.id)
      }
      order = order[(place + 1)...]
      if let preserved = collapse?.preserved[column.column] { throw .columnTaken(preserved.id) }
      if index == 0, base?.wrapper(in: column.column) != nil { throw .wrongKind(column.id, expected: .stack) }
    }
    if collapse != nil, collapsedColumn != .compact || named.isEmpty {
      for column in style.columns where named.first?.column != column {
        if let stranger = columns[column] { throw .cannotContain(container: id, child: stranger.id) }
      }
    }
    for column in Column.allCases {
      for child in columns[column]?.stack?.above ?? []
      where child.kind == .stack && !named.contains(where: { $0.id == child.id }) {
        throw .cannotPush(child.id)
      }
    }
  }
}
