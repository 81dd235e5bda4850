/// Showing, hiding and replacing columns (CO-3 to CO-8, CO-19 to CO-22, M3, M6, M10, M12).
extension Session {
  /// The new content of a column; a column style wraps other kinds in a stack (CO-3). A plain controller replaces the
  /// content of the column's stack (M10), or is pushed on a filled secondary's (CO-6).
  ///
  /// - Parameter replaces: never pushed.
  ///
  /// Throws `columnTaken` for a controller of another column (M12), `cannotContain` for a tab bar in a column that
  /// allows none (TB-12).
  mutating func contents(
    _ newcomer: Transition.Newcomer, for column: Column, of id: ControllerID, replaces: Bool = false,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> Controller {
    guard let split = root.find(id)?.split else { throw .wrongKind(id, expected: .split) }
    if case .existing(let moved) = newcomer { try split.checkIsFree(moved) }
    let controller = try admit(newcomer, into: id, as: split.place(of: column), &recorder)
    // Only a collapse pushes a stack on a stack (CL-7, NV-9).
    if split.style != .classic, let nested = controller.stack?.above.first(where: { $0.kind == .stack }) {
      throw .cannotPush(nested.id)
    }
    guard split.style != .classic, let wrapper = controller.wrapper(in: column) else { return controller }
    guard var current = root.find(id)?.split?.currentContent(of: column), current.kind == .stack else {
      return try admit(wrapper, into: id, as: split.place(of: column), &recorder)
    }
    let replaces = replaces || column != .secondary || environment.system.rules.plainControllerReplacesSecondary
    _ = current.updateStack { stack in
      if replaces {
        stack = stack.emptied(onto: controller)
      } else {
        stack.push(controller)
      }
    }
    return current
  }
}

extension Split {
  /// Throws `wrongStyle` for a classic split view, `noSuchColumn` for a column that the style does not have.
  func checkColumnStyle(_ column: Column, _ id: ControllerID) throws(Rejection) {
    if style == .classic { throw .wrongStyle(id) }
    try check(column, id)
  }

  func check(_ column: Column, _ id: ControllerID) throws(Rejection) {
    switch (column, style) {
    case (.primary, _), (.secondary, _), (.supplementary, .tripleColumn), (.compact, .doubleColumn),
      (.compact, .tripleColumn), (.inspector, .doubleColumn), (.inspector, .tripleColumn):
      break
    case (.inspector, .classic): throw .wrongStyle(id)
    case (.supplementary, .classic), (.supplementary, .doubleColumn), (.compact, .classic):
      throw .noSuchColumn(split: id, column)
    }
  }

  func checkIsFree(_ moved: ControllerID) throws(Rejection) {
    guard style != .classic else { return }
    for column in Column.allCases {
      guard let content = currentContent(of: column) else { continue }
      if content.id == moved || content.stack?.root.id == moved { throw .columnTaken(moved) }
    }
  }

  func place(of column: Column) -> Destination {
    switch (style, column) {
    case (.classic, .primary): .primary
    case (_, .secondary): style == .classic ? .detailColumn : .columnSecondary
    case (_, .compact): .compact
    case (_, .inspector): .inspector
    case (.classic, .supplementary): .container
    case (.doubleColumn, .primary), (.tripleColumn, .primary): .sidebar
    case (.doubleColumn, .supplementary), (.tripleColumn, .supplementary): .columnSupplementary
    }
  }

  /// A column's controller, which may be preserved or on another column's stack.
  func currentContent(of column: Column) -> Controller? {
    if let content = columns[column] ?? collapse?.preserved[column] { return content }
    if style == .classic { return column == .secondary ? nestedSecondary : nil }
    guard let id = controller(of: column) else { return nil }
    return columns[collapsedColumn]?.stack?.above.first { $0.id == id }
  }

  /// Writes only the preference, not the preferred behavior (M3); returns whether anything changed.
  mutating func writePreference(of request: SplitRoom.ColumnRequest) -> Bool {
    guard let mode = request.preference else { return false }
    let isNew = preferences.displayMode != mode || !chosenModes.isEmpty || isOverlayDeferred
    writePreference(mode)
    return isNew
  }

  /// Sets a mode for the app; in iOS 26 only `willChangeTo` announces it (M6, CO-24).
  mutating func showMode(
    _ mode: DisplayMode?, of id: ControllerID, orElse reason: Outcome.Reason, _ change: inout ColumnChange,
    _ recorder: inout EventRecorder
  ) -> Outcome {
    guard let mode, mode != displayMode else { return Outcome(reason) }
    if change.rules.reportsProgrammaticColumns {
      changeMode(id, to: mode, &change, &recorder)
    } else {
      announce(id, mode: mode, &recorder)
    }
    return Outcome()
  }
}

extension Controller {
  /// The stack that a column wraps around this controller; nil where it needs none (CO-3).
  func wrapper(in column: Column) -> Controller? {
    switch (column, kind) {
    case (.compact, _), (_, .stack), (.secondary, .tabBar): nil
    case (.primary, _), (.supplementary, _), (.secondary, _), (.inspector, _):
      Controller(id: .automatic, content: .stack(Stack(root: self)))
    }
  }
}
