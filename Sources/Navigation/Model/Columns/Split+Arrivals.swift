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
