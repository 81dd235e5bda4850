/// Showing, hiding and replacing columns (CO-3 to CO-8, CO-19 to CO-22, M3, M6, M10, M12).
extension Session {
  /// Expanded: sets the nearest mode that shows the column (CO-21). Collapsed: pops down to the column or pushes it
  /// (M10). Not handled where neither the display nor the preference changes (M3).
  mutating func showColumn(_ column: Column, in given: ControllerID?, _ recorder: inout EventRecorder) throws(Rejection)
    -> Outcome
  {
    try changeSplit(given, &recorder) { (id, split, room, change, recorder) throws(Rejection) in
      try split.checkColumnStyle(column, id)
      let request = room.showing(column, in: split.isCollapsed ? nil : split.displayMode)
      let isPreferred = split.writePreference(of: request)
      var outcome =
        split.isCollapsed
        ? split.showCollapsed(column, &change, &recorder) : split.showMode(request.mode, id, &change, &recorder)
      if isPreferred { outcome.handled = true }
      return outcome
    }
  }

  /// Expanded: sets the nearest mode that hides the column (CO-21). Collapsed: pops the column if it is on top (M10).
  mutating func hideColumn(_ column: Column, in given: ControllerID?, _ recorder: inout EventRecorder) throws(Rejection)
    -> Outcome
  {
    try changeSplit(given, &recorder) { (id, split, room, change, recorder) throws(Rejection) in
      try split.checkColumnStyle(column, id)
      if split.isCollapsed { return split.hideCollapsed(column, &change, &recorder) }
      let request = room.hiding(column, in: split.displayMode)
      let isPreferred = split.writePreference(of: request)
      var outcome = split.showMode(request.mode, id, &change, &recorder)
      if isPreferred { outcome.handled = true }
      return outcome
    }
  }

  /// Replaces a column's content, without callbacks (M6, M10). Nil empties it (CO-7), or restores the placeholder of
  /// its `behavior`; not handled where the placeholder is alone already (M12, D-48).
  mutating func setColumn(
    _ column: Column, _ newcomer: Transition.Newcomer?, in given: ControllerID?, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    let id = try resolve(given, .split)
    guard let split = root.find(id)?.split else { throw .wrongKind(id, expected: .split) }
    try split.check(column, id)
    var content: Controller?
    if let newcomer {
      content = try contents(newcomer, for: column, of: id, &recorder)
    } else if split.style == .classic, column == .primary {
      throw .emptyContainer(id)
    } else if column == .secondary, let placeholder = split.behavior.placeholder {
      if split.currentContent(of: .secondary)?.isPlaceholderAlone == true { return Outcome(handled: false) }
      content = emptied(split.currentContent(of: .secondary), onto: placeholder)
    }
    return try changeSplit(id, &recorder) { (_, split, _, change, recorder) in
      split.set(column, to: content, &change, &recorder)
      if column == .secondary { split.isDetailChosen = false }
      if split.style != .classic, !split.isCollapsed { recorder.replacesColumn = true }
      recorder.animated = false
      return Outcome()
    }
  }

  /// The detail column with only its placeholder: its own stack, or a new one (SYS0-4). An existing placeholder keeps
  /// the app's updates (SYS0-20).
  private mutating func emptied(_ content: Controller?, onto placeholder: Controller) -> Controller {
    guard var stack = content, stack.kind == .stack else {
      return Controller(id: nextID(), content: .stack(Stack(root: placeholder)))
    }
    _ = stack.updateStack { own in
      if own.root.isPlaceholder { _ = own.truncate(to: 1) } else { own = Stack(root: placeholder) }
    }
    return stack
  }

  /// The new content of a column; a column style wraps other kinds in a stack (CO-3). A plain controller replaces the
  /// content of the column's stack (M10), or is pushed on a filled secondary's (CO-6).
  ///
  /// Throws `columnTaken` for a controller of another column (M12), `cannotContain` for a tab bar in a column that
  /// allows none (TB-12).
  mutating func contents(
    _ newcomer: Transition.Newcomer, for column: Column, of id: ControllerID, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Controller {
    guard let split = root.find(id)?.split else { throw .wrongKind(id, expected: .split) }
    if case .existing(let moved) = newcomer { try split.checkIsFree(moved) }
    let controller = try bring(newcomer, into: id, split.place(of: column), &recorder)
    // Only a collapse pushes a stack on a stack (CL-7, NV-9).
    if split.style != .classic, let nested = controller.stack?.above.first(where: { $0.kind == .stack }) {
      throw .cannotPush(nested.id)
    }
    guard split.style != .classic, let wrapper = controller.wrapper(in: column) else { return controller }
    guard var current = root.find(id)?.split?.currentContent(of: column), current.kind == .stack else {
      return try admit(wrapper, into: id, split.place(of: column), &recorder)
    }
    let replaces = column != .secondary || environment.system.rules.plainControllerReplacesSecondary
    _ = current.updateStack { stack in
      if replaces {
        stack = Stack(root: controller, isNavigationBarHidden: stack.isNavigationBarHidden)
      } else {
        stack.push(controller)
      }
    }
    return current
  }
}

extension Split {
  /// Throws `wrongStyle` for a classic split view, `noSuchColumn` for a column that the style does not have.
  fileprivate func checkColumnStyle(_ column: Column, _ id: ControllerID) throws(Rejection) {
    if style == .classic { throw .wrongStyle(id) }
    try check(column, id)
  }

  fileprivate func check(_ column: Column, _ id: ControllerID) throws(Rejection) {
    switch (column, style) {
    case (.primary, _), (.secondary, _), (.supplementary, .tripleColumn), (.compact, .doubleColumn),
      (.compact, .tripleColumn):
      break
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
    case (_, .compact), (.classic, .supplementary): .container
    case (.doubleColumn, .primary), (.tripleColumn, .primary), (.doubleColumn, .supplementary),
      (.tripleColumn, .supplementary):
      .sidebar
    }
  }

  /// A column's controller, wherever it is now.
  func currentContent(of column: Column) -> Controller? {
    if let content = columns[column] ?? collapse?.preserved[column] { return content }
    guard let id = controller(of: column) else { return nil }
    return columns[collapsedColumn]?.stack?.above.first { $0.id == id }
  }

  fileprivate mutating func set(
    _ column: Column, to content: Controller?, _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) {
    switch (style, isCollapsed) {
    case (_, false): columns[column] = content
    case (.doubleColumn, true), (.tripleColumn, true): setCollapsed(column, to: content, &change, &recorder)
    case (.classic, true): setClassicCollapsed(column, to: content)
    }
  }

  /// Replaces the secondary of a collapsed classic split view where the old one is: on the primary's stack, or
  /// preserved.
  private mutating func setClassicCollapsed(_ column: Column, to content: Controller?) {
    guard column == .secondary else {
      columns[column] = content
      return
    }
    let nested = topColumn == .secondary ? controller(of: .secondary) : nil
    guard let nested else {
      collapse?.preserved.secondary = content
      return
    }
    // No stack holds a split view (CL-27), and a placeholder is no content: both are preserved until the expansion.
    let pushed = content?.kind == .split || content?.isSomething == false ? nil : content
    if pushed == nil { collapse?.preserved.secondary = content }
    _ = columns.primary?.updateStack { stack in
      guard let index = stack.above.firstIndex(where: { $0.id == nested }) else { return }
      stack.above.replaceSubrange(index...index, with: pushed.map { [$0] } ?? [])
      stack.detailIndex = min(stack.detailIndex, stack.count)
    }
  }

  /// Writes only the preference, not the preferred behavior (M3); returns whether anything changed.
  fileprivate mutating func writePreference(of request: SplitRoom.ColumnRequest) -> Bool {
    guard let mode = request.preference else { return false }
    let isNew = preferences.displayMode != mode || !chosenModes.isEmpty || isOverlayDeferred
    writePreference(mode)
    return isNew
  }

  /// Sets a mode for the app; in iOS 26 only `willChangeTo` announces it (M6, CO-24).
  fileprivate mutating func showMode(
    _ mode: DisplayMode?, _ id: ControllerID, _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) -> Outcome {
    guard let mode, mode != displayMode else { return Outcome(handled: false) }
    if change.rules.tellsProgrammaticColumns {
      changeMode(id, to: mode, &change, &recorder)
    } else {
      announce(id, mode, &recorder)
    }
    return Outcome()
  }
}

extension Controller {
  /// Whether this is a stack with only a placeholder.
  fileprivate var isPlaceholderAlone: Bool { kind == .stack && !isSomething }

  /// The stack that a column wraps around this controller; nil where it needs none (CO-3).
  func wrapper(in column: Column) -> Controller? {
    switch (column, kind) {
    case (.compact, _), (_, .stack), (.secondary, .tabBar): nil
    case (.primary, _), (.supplementary, _), (.secondary, _):
      Controller(id: .automatic, content: .stack(Stack(root: self)))
    }
  }
}
