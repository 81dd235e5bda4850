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
}
