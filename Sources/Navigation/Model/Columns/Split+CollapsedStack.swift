/// Changes of columns while collapsed (M10).
extension Split {
  /// Shows a column: pops those above it, or pushes it with those in between; not handled for the column on top or an
  /// empty one.
  mutating func showCollapsed(_ column: Column, _ change: inout ColumnChange, _ recorder: inout EventRecorder)
    -> Outcome
  {
    guard let collapse, column != topColumn else { return Outcome(.alreadyShown) }
    if collapsedColumn == .compact { return Outcome(.compactTree) }
    let stacked = collapse.columns.map(\.column)
    let deepest = style.columns.firstIndex(of: column) ?? 0
    if let index = stacked.firstIndex(of: column) {
      let popped = collapse.columns[(index + 1)...]
      restack(Array(stacked[...index]))
      for other in popped { change.report(other.column, isShown: false, &recorder) }
      return Outcome(returned: popped.map(\.id))
    }
    guard collapse.preserved[column]?.isSomething == true else { return Outcome(.emptyColumn) }
    let between = style.columns.prefix(deepest).filter { stacked.contains($0) || isAbove($0, stacked) }
    restack(between + [column])
    reportPushes(from: stacked, &change, &recorder)
    return Outcome()
  }

  private func isAbove(_ column: Column, _ stacked: [Column]) -> Bool {
    guard let top = stacked.last, let from = style.columns.firstIndex(of: top),
      let index = style.columns.firstIndex(of: column)
    else { return false }
    return index > from
  }

  /// Three columns: a pass for each pushed column; two: only the hiding of the primary (M10).
  private func reportPushes(from stacked: [Column], _ change: inout ColumnChange, _ recorder: inout EventRecorder) {
    switch style {
    case .classic, .doubleColumn: change.report(.primary, isShown: false, &recorder)
    case .tripleColumn:
      for pushed in collapse?.columns ?? [] where !stacked.contains(pushed.column) {
        change.pass(to: [pushed.column], &recorder)
      }
    }
  }

  /// Pops the column on top; only the column shown next is announced. Not handled for the lowest one and for one not on
  /// top.
  mutating func hideCollapsed(_ column: Column, _ change: inout ColumnChange, _ recorder: inout EventRecorder)
    -> Outcome
  {
    guard let collapse, column == topColumn else { return Outcome(.alreadyHidden) }
    guard let top = collapse.columns.last, collapse.columns.count > 1 else { return Outcome(.atRoot) }
    restack(collapse.columns.dropLast().map(\.column))
    change.report(topColumn, isShown: true, &recorder)
    return Outcome(returned: [top.id])
  }

  /// Replaces a column's content in place, on the stack or preserved; below a column removed from the top, the next one
  /// is then on top.
  mutating func setCollapsed(
    _ column: Column, to content: Controller?, _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) {
    guard let collapse else { return }
    let top = topColumn
    if column == .compact || collapsedColumn == .compact {
      if column == collapsedColumn { leaveCompactTree(&recorder) }
      columns[column] = content
      if let content, column == collapsedColumn {
        self.collapse?.columns = [CollapsedColumn(column: .compact, id: content.id)]
        enterCompactTree(&recorder)
      } else if column == top {
        collapseOntoWhatIsLeft()
        change.pass(to: [topColumn], &recorder)
      }
      return
    }
    let stacked = collapse.columns.map(\.column)
    unstackColumns()
    columns[column] = content
    stack(stacked)
    if topColumn != top, column == top { change.report(top, isShown: false, &recorder) }
  }

  /// Sets the secondary of a collapsed split view and shows it on top (M10).
  mutating func showCollapsedDetail(
    _ content: Controller, _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) {
    let top = topColumn
    let stacked = collapse?.columns.map(\.column) ?? []
    unstackColumns()
    columns.secondary = content
    stack(stacked + [.secondary])
    if top != topColumn {
      change.report(top, isShown: false, &recorder)
      change.report(.secondary, isShown: true, &recorder)
    }
  }

  /// Returns popped controllers to their columns, and announces it (M10).
  mutating func preserve(_ popped: [Controller], _ change: inout ColumnChange, _ recorder: inout EventRecorder) {
    for controller in popped {
      guard let index = collapse?.columns.firstIndex(where: { $0.id == controller.id }),
        let column = collapse?.columns.remove(at: index).column
      else { continue }
      collapse?.preserved[column] = controller
      change.report(column, isShown: false, &recorder)
    }
  }

  private mutating func restack(_ order: [Column]) {
    unstackColumns()
    stack(order)
  }

  /// Runs `body` with the columns unstacked, so that a change of one on the collapsed stack affects no other.
  mutating func withColumnsApart(_ body: (inout Split) -> Void) {
    guard style != .classic, let stacked = collapse?.columns else { return body(&self) }
    if collapsedColumn == .compact {
      body(&self)
      if columns.compact == nil { collapseOntoWhatIsLeft() }
    } else {
      unstackColumns()
      body(&self)
      stack(stacked.map(\.column))
    }
  }

  /// Whether a column left the collapsed stack without its split view's involvement.
  var hasStaleColumns: Bool {
    guard let stacked = collapse?.columns, stacked.count > 1 else { return false }
    let above = columns[collapsedColumn]?.stack?.above ?? []
    return stacked.dropFirst().contains { column in !above.contains { $0.id == column.id } }
  }

  mutating func forgetStaleColumns() {
    let above = columns[collapsedColumn]?.stack?.above ?? []
    let base = collapsedColumn
    collapse?.columns.removeAll { column in column.column != base && !above.contains { $0.id == column.id } }
  }

  // Collapsing and expanding the column style: the columns' stacks are pushed on the first one's, or the compact tree
  // replaces all (M7 to M9).

  /// A tree that is already collapsed enters the window unchanged.
  mutating func collapseColumns(_ id: ControllerID, _ change: inout ColumnChange, _ recorder: inout EventRecorder) {
    if collapse == nil {
      let proposed = proposedTopColumn
      let top = topColumn(proposed: proposed)
      recorder.call(.topColumnForCollapsing(split: id, proposed: proposed, answer: top))
      collapseColumns(onto: top)
      if collapsedColumn == .compact { enterCompactTree(&recorder) }
      forgetTop()
    }
    change.pass(to: [collapsedColumn], &recorder)
    change.pass(to: [topColumn], &recorder)
  }

  /// The compact tree if there is one, else the deepest column with content (CO-10, CO-26, M7).
  private var proposedTopColumn: Column {
    if columns.compact != nil { return .compact }
    return style.columns.last { columns[$0]?.isSomething == true } ?? .primary
  }

  /// The app's answer; an empty column counts as the proposal (M7).
  private func topColumn(proposed: Column) -> Column {
    let answer: Column
    switch delegate.topColumnForCollapsing {
    case .proposed: answer = proposed
    case .primary: answer = .primary
    case .supplementary: answer = .supplementary
    case .secondary: answer = .secondary
    case .compact: answer = .compact
    case .byProvenance: answer = columnByProvenance(proposed: proposed)
    case .lastTop: answer = rememberedTop ?? columnByProvenance(proposed: proposed)
    }
    return columns[answer]?.isSomething == true ? answer : proposed
  }

  private func columnByProvenance(proposed: Column) -> Column {
    guard proposed == .secondary, !isDetailChosen else { return proposed }
    return style.columns.last { $0 != .secondary && columns[$0]?.isSomething == true } ?? proposed
  }

  /// Nil where nothing is remembered, or the column is empty by now.
  private var rememberedTop: Column? { lastTopColumn.flatMap { columns[$0]?.isSomething == true ? $0 : nil } }

  /// Keeps the column that was on top at an expansion, if the app answers by it and else another one (D-261).
  private mutating func remember(top: Column) {
    guard delegate.topColumnForCollapsing == .lastTop, columns.compact == nil, columns[top]?.isSomething == true,
      columnByProvenance(proposed: proposedTopColumn) != top
    else { return }
    lastTopColumn = top
  }

  /// Returns whether there was something to forget.
  @discardableResult
  mutating func forgetTop() -> Bool {
    guard lastTopColumn != nil else { return false }
    lastTopColumn = nil
    return true
  }

  private mutating func collapseColumns(onto top: Column) {
    if let compact = columns.compact, top == .compact {
      collapse = Collapse(columns: [CollapsedColumn(column: .compact, id: compact.id)])
    } else {
      stack(style.columns.prefix { $0 != top } + [top])
    }
  }

  /// Builds `nav[A, nav[S], nav[B]]` of the columns with content; all others are preserved (CO-12, M7).
  mutating func stack(_ order: [Column]) {
    var collapse = Collapse()
    for column in style.columns {
      guard let controller = columns[column] else { continue }
      if order.contains(column), controller.isSomething, put(controller, onStackOf: collapse.columns.first?.column) {
        if !collapse.columns.isEmpty { columns[column] = nil }
        collapse.columns.append(CollapsedColumn(column: column, id: controller.id))
      } else {
        collapse.preserved[column] = controller
        columns[column] = nil
      }
    }
    self.collapse = collapse
    if collapse.columns.isEmpty { collapseOntoWhatIsLeft() }
  }

  /// If the collapsed stack is empty, shows the columns' other content, as if they collapsed only now (D-45).
  mutating func collapseOntoWhatIsLeft() {
    unstackColumns()
    let proposed = proposedTopColumn
    if columns[proposed]?.isSomething == true { collapseColumns(onto: proposed) } else { stackNothing() }
    if collapsedColumn == .compact { passPages(toCompact: true) }
  }

  /// Preserves all columns: none has content except, perhaps, a placeholder.
  private mutating func stackNothing() {
    var collapse = Collapse()
    for column in style.columns {
      collapse.preserved[column] = columns[column]
      columns[column] = nil
    }
    self.collapse = collapse
  }

  /// Pushes a column's controller on the first column's stack, and returns whether that is possible; the first column
  /// stays.
  private mutating func put(_ controller: Controller, onStackOf base: Column?) -> Bool {
    guard let base else { return true }
    return columns[base]?.updateStack { $0.push(controller) } != nil
  }

  /// The app is asked for the mode before the columns leave the collapsed stack (CO-14, M9).
  mutating func expandColumns(
    _ id: ControllerID, proposed: DisplayMode, in room: SplitRoom, _ recorder: inout EventRecorder
  ) {
    let answer = delegate.displayModeForExpanding.map(room.chosenMode) ?? proposed
    recorder.call(.displayModeForExpanding(split: id, proposed: proposed, answer: answer))
    announce(id, mode: answer, &recorder)
    let top = topColumn
    unstackColumns()
    if top == .compact { leaveCompactTree(&recorder) }
    remember(top: top)
  }

  /// Returns each column's controller to it with all that was pushed on it (CO-15, CO-16, M9).
  mutating func unstackColumns() {
    guard let collapse else { return }
    self.collapse = nil
    for column in Column.allCases where columns[column] == nil { columns[column] = collapse.preserved[column] }
    guard let base = collapse.columns.first, let stack = columns[base.column]?.stack,
      let lowest = stack.above.firstIndex(where: { child in collapse.columns.contains { $0.id == child.id } })
    else { return }
    let taken = columns[base.column]?.updateStack { $0.truncate(to: lowest + 1) } ?? []
    var current = base.column
    for child in taken {
      if let own = collapse.columns.first(where: { $0.id == child.id }) {
        current = own.column
        columns[current] = child
      } else if columns[current]?.updateStack({ $0.push(child) }) == nil {
        _ = columns[base.column]?.updateStack { $0.push(child) }
      }
    }
  }
}
