/// What happens to columns while they are collapsed (M10).
extension Split {
  /// Shows a column: what stands above it is popped, or it is pushed with those in between; not handled where it is on
  /// top, or empty.
  mutating func showCollapsed(_ column: Column, _ change: inout ColumnChange, _ telling: inout Telling) -> Outcome {
    guard let collapse, collapsedColumn != .compact, column != topColumn else { return Outcome(handled: false) }
    let stacked = collapse.columns.map(\.column)
    let deepest = style.columns.firstIndex(of: column) ?? 0
    if let index = stacked.firstIndex(of: column) {
      let popped = collapse.columns[(index + 1)...]
      restack(Array(stacked[...index]))
      for other in popped { change.tell(other.column, isShown: false, &telling) }
      return Outcome(returned: popped.map(\.id))
    }
    guard collapse.preserved[column]?.isSomething == true else { return Outcome(handled: false) }
    let between = style.columns.prefix(deepest).filter { stacked.contains($0) || isBetween($0, stacked, column) }
    restack(between + [column])
    tellPushes(from: stacked, &change, &telling)
    return Outcome()
  }

  private func isBetween(_ column: Column, _ stacked: [Column], _ target: Column) -> Bool {
    guard let top = stacked.last, let from = style.columns.firstIndex(of: top),
      let index = style.columns.firstIndex(of: column)
    else {
      return false
    }
    return index > from
  }

  /// Three columns: a pass for each column that is pushed; two: nothing but that the primary goes (M10).
  private func tellPushes(from stacked: [Column], _ change: inout ColumnChange, _ telling: inout Telling) {
    switch style {
    case .classic, .doubleColumn: change.tell(.primary, isShown: false, &telling)
    case .tripleColumn:
      for pushed in collapse?.columns ?? [] where !stacked.contains(pushed.column) {
        change.pass(to: [pushed.column], &telling)
      }
    }
  }

  /// Pops the column on top; only what is then shown is told. The lowest one, and one that is not on top, stays.
  mutating func hideCollapsed(_ column: Column, _ change: inout ColumnChange, _ telling: inout Telling) -> Outcome {
    guard let collapse, column == topColumn, let top = collapse.columns.last, collapse.columns.count > 1 else {
      return Outcome(handled: false)
    }
    restack(collapse.columns.dropLast().map(\.column))
    change.tell(topColumn, isShown: true, &telling)
    return Outcome(returned: [top.id])
  }

  /// Another content where the old one stands, on the stack or off it; the one below a column that is taken off the top
  /// is then on top.
  mutating func setCollapsed(
    _ column: Column, to content: Controller?, _ change: inout ColumnChange, _ telling: inout Telling
  ) {
    guard let collapse else { return }
    let top = topColumn
    if column == .compact || collapsedColumn == .compact {
      columns[column] = content
      if let content, column == collapsedColumn {
        self.collapse?.columns = [CollapsedColumn(column: .compact, id: content.id)]
      } else if column == top {
        collapseOntoWhatIsLeft()
        change.pass(to: [topColumn], &telling)
      }
      return
    }
    let stacked = collapse.columns.map(\.column)
    unstackColumns()
    columns[column] = content
    stack(stacked)
    if topColumn != top, column == top { change.tell(top, isShown: false, &telling) }
  }

  /// A detail for a collapsed split view: in the secondary's place, which comes on top if it is not (M10).
  mutating func showCollapsedDetail(_ content: Controller, _ change: inout ColumnChange, _ telling: inout Telling) {
    let top = topColumn
    let stacked = collapse?.columns.map(\.column) ?? []
    unstackColumns()
    columns.secondary = content
    stack(stacked + [.secondary])
    if top != topColumn {
      change.tell(top, isShown: false, &telling)
      change.tell(.secondary, isShown: true, &telling)
    }
  }

  /// What was popped off the collapsed stack goes back to its column, and the app is told (M10).
  mutating func takeBack(_ popped: [Controller], _ change: inout ColumnChange, _ telling: inout Telling) {
    for controller in popped {
      guard let index = collapse?.columns.firstIndex(where: { $0.id == controller.id }),
        let column = collapse?.columns.remove(at: index).column
      else { continue }
      collapse?.preserved[column] = controller
      change.tell(column, isShown: false, &telling)
    }
  }

  private mutating func restack(_ order: [Column]) {
    unstackColumns()
    stack(order)
  }

  /// Looks at each column as if it stood alone: what happens to one on the collapsed stack takes no other along.
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

  /// Whether something took a column off the collapsed stack without its split view.
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
