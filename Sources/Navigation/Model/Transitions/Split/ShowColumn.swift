extension Transition {
  /// Shows a column. Expanded: sets the nearest mode that shows it (CO-21). Collapsed: pops down to the column or
  /// pushes it (M10). The inspector is a column or a sheet (IN-2).
  public struct ShowColumn: AppTransition {
    package static let type = "showColumn"

    public var column: Column = .primary
    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.required("column", &column)
      m.optional("split", &split)
    }

    package func naming(in session: Session) -> ControllerID? { try? session.resolve(split, .split) }

    /// Not handled where neither the display nor the preference changes (M3).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.changeSplit(split, &recorder) { (id, split, room, change, recorder) throws(Rejection) in
        try split.checkColumnStyle(column, id)
        if column == .inspector { return split.showInspector(id, in: room, &change, &recorder) }
        let request = room.showing(column, in: split.isCollapsed ? nil : split.displayMode)
        let isPreferred = split.writePreference(of: request)
        let outcome =
          split.isCollapsed
          ? split.showCollapsed(column, &change, &recorder)
          : split.showMode(request.mode, of: id, orElse: request.refusal, &change, &recorder)
        return isPreferred ? outcome.asHandled : outcome
      }
    }
  }

  /// Hides a column. Expanded: sets the nearest mode that hides it (CO-21). Collapsed: pops the column if it is on top
  /// (M10). The inspector as `dismiss` does (IN-4).
  public struct HideColumn: AppTransition {
    package static let type = "hideColumn"

    public var column: Column = .primary
    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.required("column", &column)
      m.optional("split", &split)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      if column == .inspector { return try session.hideInspector(of: split, &recorder) }
      return try session.changeSplit(split, &recorder) { (id, split, room, change, recorder) throws(Rejection) in
        try split.checkColumnStyle(column, id)
        if split.isCollapsed { return split.hideCollapsed(column, &change, &recorder) }
        let request = room.hiding(column, in: split.displayMode)
        let isPreferred = split.writePreference(of: request)
        let outcome = split.showMode(request.mode, of: id, orElse: request.refusal, &change, &recorder)
        return isPreferred ? outcome.asHandled : outcome
      }
    }
  }
}

extension Transition.Action {
  public static func showColumn(_ column: Column, split: ControllerID? = nil) -> Self {
    Self(Transition.ShowColumn(column: column, split: split))
  }

  public static func hideColumn(_ column: Column, split: ControllerID? = nil) -> Self {
    Self(Transition.HideColumn(column: column, split: split))
  }
}

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

  // The column that a list sets: the next one (D-154).

  /// Sets the column after a list's, and shows it while collapsed. The supplementary also clears the secondary, which is
  /// a detail of the old one.
  ///
  /// Throws `noTarget` for a list in the last column, in a compact tree, or in no column of a column style.
  mutating func showNextColumn(
    _ newcomer: Transition.Newcomer, after list: ControllerID, again: Transition.Again,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    guard let location = root.locateInSession(list),
      let holder = location.containers.first(where: { $0.kind == .split }), case .split(let box) = holder.node,
      let column = box.value.column(after: list)
    else { throw .noTarget(.nextColumn(list)) }
    let (id, split) = (holder.id, box.value)
    if column == .secondary {
      return try showDetailInColumns(
        newcomer, in: id, split: split, from: location, again: again, replaces: true, &recorder)
    }
    if let outcome = try returnToColumn(column, as: newcomer, again: again, of: id, split: split, &recorder) {
      return outcome
    }
    let content = try contents(newcomer, for: column, of: id, &recorder)
    let cleared = cleared(.secondary, of: split)
    return try changeSplit(id, &recorder) { (_, split, _, change, recorder) in
      split.set(.secondary, to: cleared, &change, &recorder)
      split.isDetailChosen = false
      split.set(column, to: content, &change, &recorder)
      if split.isCollapsed {
        _ = split.showCollapsed(column, &change, &recorder)
      } else {
        recorder.replacesColumn = true
      }
      recorder.animated = split.isCollapsed
      return Outcome()
    }
  }

  /// The column after that of a screen, in its innermost split view.
  func nextColumn(after id: ControllerID) -> (split: ControllerID, column: Column)? {
    guard let holder = root.locateInSession(id)?.containers.first(where: { $0.kind == .split }),
      let column = holder.split?.column(after: id)
    else { return nil }
    return (holder.id, column)
  }

  /// Returns to the same controller in a column of a column style; a covered or preserved one is shown (D-67, D-152).
  mutating func returnToColumn(
    _ column: Column, as newcomer: Transition.Newcomer, again: Transition.Again, of id: ControllerID, split: Split,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome? {
    guard let content = split.currentContent(of: column) else { return nil }
    let isShown = !split.isCollapsed || split.topColumn == column
    guard let same = same(as: newcomer, again, in: isShown ? content : nil, hidden: isShown ? [] : [content]) else {
      return nil
    }
    return try returnTo(same, as: newcomer, on: content.id, wouldUncover: true, &recorder)
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

  fileprivate func checkIsFree(_ moved: ControllerID) throws(Rejection) {
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

  /// The column after that of a controller; nil without one, and in the classic style.
  func column(after controller: ControllerID) -> Column? {
    // On the collapsed stack a column's stack is in that of the lowest one.
    guard style != .classic, collapsedColumn != .compact,
      let own = style.columns.lastIndex(where: { currentContent(of: $0)?.find(controller) != nil }),
      own + 1 < style.columns.count
    else { return nil }
    return style.columns[own + 1]
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
