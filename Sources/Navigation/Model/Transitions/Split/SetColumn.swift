extension Transition {
  /// Replaces a column's content, without callbacks (M6, M10).
  public struct SetColumn: AppTransition {
    package static let type = "setColumn"

    public var column: Column = .primary
    /// Nil empties the column (CO-7), or restores the placeholder of its `delegate`.
    public var newcomer: Newcomer?
    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.required("column", &column)
      m.nullable("controller", &newcomer)
      m.optional("split", &split)
    }

    package func naming(in session: Session) -> ControllerID? { try? session.resolve(split, .split) }

    /// Not handled where the placeholder is alone already (M12, D-48).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(split, .split)
      guard let split = session.root.find(id)?.split else { throw .wrongKind(id, expected: .split) }
      try split.check(column, id)
      if column == .inspector { return try session.setInspector(newcomer, of: id, &recorder) }
      var content: Controller?
      if let newcomer {
        content = try session.contents(newcomer, for: column, of: id, &recorder)
        if column == .compact, let fault = session.root.find(id)?.split?.twinFault(in: content) {
          throw fault.refused(in: "/controller")
        }
      } else if split.style == .classic, column == .primary {
        throw .emptyContainer(id)
      } else if split.delegate.placeholder(of: column) != nil {
        if split.currentContent(of: column)?.isPlaceholderAlone == true { return Outcome(.noChange) }
        content = session.cleared(column, of: split)
      }
      return try session.changeSplit(id, &recorder) { (_, split, _, change, recorder) in
        split.set(column, to: content, &change, &recorder)
        if split.style != .classic, !split.isCollapsed { recorder.replacesColumn = true }
        recorder.animated = false
        return Outcome()
      }
    }
  }
}

extension Transition.Action {
  public static func setColumn(_ column: Column, _ newcomer: Transition.Newcomer?, split: ControllerID? = nil) -> Self {
    Self(Transition.SetColumn(column: column, newcomer: newcomer, split: split))
  }
}

extension Session {
  /// The content of a column that is cleared: nil without a placeholder (D-48, D-412).
  mutating func cleared(_ column: Column, of split: Split) -> Controller? {
    guard let placeholder = split.delegate.placeholder(of: column) else { return nil }
    return emptied(split.replaceableContent(of: column), onto: placeholder)
  }

  /// The detail column with only its placeholder: its own stack, or a new one (SYS0-4). An existing placeholder keeps
  /// the app's updates (SYS0-20).
  mutating func emptied(_ content: Controller?, onto placeholder: Controller) -> Controller {
    guard var stack = content, stack.kind == .stack else {
      let id = nextID()
      return Controller(id: id, content: .stack(Stack(root: unheld(placeholder))))
    }
    if stack.stack?.root.isPlaceholder != true {
      let root = unheld(placeholder)
      _ = stack.updateStack { $0 = $0.emptied(onto: root) }
    } else {
      _ = stack.updateStack { $0.truncate(to: 1) }
    }
    return stack
  }

  /// The placeholder for a detail stack; one that the session holds elsewhere gets an id of the counter (D-48).
  mutating func unheld(_ placeholder: Controller) -> Controller {
    guard root.findInSession(placeholder.id) != nil else { return placeholder }
    var copy = placeholder
    copy.id = nextID()
    return copy
  }

  // A secondary that leaves the collapsed stack for good: its column is set as by `setColumn` with null (D-48).

  /// Empties the columns of collapsed split views whose secondary left the collapsed stack by a transition that began at
  /// `before` (D-142, D-143).
  mutating func emptyPoppedColumns(since before: Controller, _ recorder: inout EventRecorder) {
    guard !root.isIdentical(to: before) else { return }
    for id in root.collapsedSplits {
      guard let split = root.find(id)?.split, let then = before.find(id)?.split, then.isCollapsed else { continue }
      switch split.style {
      case .classic:
        if split.loses(secondaryOf: then) { emptyColumn(of: id, split, popped: then.nestedSecondary) }
      case .doubleColumn, .tripleColumn:
        guard split.delegate.onDetailPopped == .discard, then.stacksSecondary, !split.stacksSecondary else { continue }
        emptyColumn(of: id, split, &recorder)
      }
    }
  }

  /// - Parameter popped: the stack that the collapse had nested, which is gone.
  private mutating func emptyColumn(of id: ControllerID, _ split: Split, popped: Controller?) {
    guard let placeholder = split.delegate.placeholder else { return }
    var popped = popped
    if let nested = popped, root.findInSession(nested.id) != nil { popped = nil }
    popped?.presented = nil
    let content = emptied(popped, onto: placeholder)
    updateSplit(id) { $0.collapse?.preserved.secondary = content }
  }

  private mutating func emptyColumn(of id: ControllerID, _ split: Split, _ recorder: inout EventRecorder) {
    var split = split
    split.forgetStaleColumns()
    let popped = split.currentContent(of: .secondary)
    if popped?.isPlaceholderAlone == true { return }
    let content = split.delegate.placeholder.map { emptied(popped, onto: $0) }
    var change = ColumnChange(split: id, rules: environment.system.rules)
    split.set(.secondary, to: content, &change, &recorder)
    updateSplit(id) { $0 = split }
    change.conclude(&recorder)
  }

  // `lastTop` follows the user out of a narrow window: what is named in a wide one goes before it (D-261).

  /// Performs a transition where a split view remembers which column was on top: those around what it names a screen for
  /// forget it. That is a change, also where the screen is there already.
  mutating func performForgettingTops(
    _ action: Transition.Action, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    let (start, recorded) = (self, recorder)
    let outcome = try action.body.apply(to: &self, &recorder)
    guard outcome.handled || outcome.isThere, let named = action.body.naming(in: start),
      let location = start.root.locateInSession(named)
    else { return outcome }
    if !outcome.handled {
      let questions = recorder.questions
      (self, recorder) = (start, recorded)
      recorder.questions = questions
    }
    var forgets = false
    for holder in [location.controller] + location.containers where holder.split?.lastTopColumn != nil {
      updateSplit(holder.id) { if $0.forgetTop() { forgets = true } }
    }
    return forgets && !outcome.handled ? outcome.asHandled : outcome
  }
}

extension Split {
  /// A column's content, unless that is a stack below the top of a collapsed classic primary, which stays there.
  fileprivate func replaceableContent(of column: Column) -> Controller? {
    let isBelowTop = style == .classic && isCollapsed && topColumn != .secondary
    return isBelowTop ? collapse?.preserved[column] : currentContent(of: column)
  }

  mutating func set(
    _ column: Column, to content: Controller?, _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) {
    if column == .secondary { isDetailChosen = false }
    switch (style, isCollapsed) {
    case (_, false): columns[column] = content
    case (.doubleColumn, true), (.tripleColumn, true): setCollapsed(column, to: content, &change, &recorder)
    case (.classic, true): setClassicCollapsed(column, to: content)
    }
  }

  /// Replaces the secondary of a collapsed classic split view where the old one is: on top of the primary's stack or the
  /// selected tab's, or preserved.
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
    _ = columns.primary?.updateDetailTarget { stack in
      guard let index = stack.above.firstIndex(where: { $0.id == nested }) else { return }
      stack.above.replaceSubrange(index...index, with: pushed.map { [$0] } ?? [])
      stack.detailIndex = min(stack.detailIndex, stack.count)
    }
  }

  /// Whether a column style's secondary is on the collapsed stack.
  fileprivate var stacksSecondary: Bool {
    guard let own = collapse?.columns.first(where: { $0.column == .secondary }) else { return false }
    return collapsedColumn == .secondary || columns[collapsedColumn]?.stack?.above.contains { $0.id == own.id } == true
  }

  /// Whether the details that a classic collapse moved whole, or others in a column without a stack, are gone.
  fileprivate func loses(secondaryOf then: Split) -> Bool {
    guard style == .classic, delegate.onCollapse == .moveAbovePlaceholder, let collapse, let before = then.collapse,
      collapse.preserved.secondary == nil, before.preserved.secondary == nil
    else { return false }
    return then.hasMovedDetails && !hasMovedDetails
  }

  /// Whether details are on the primary's stack, or on a tab's.
  private var hasMovedDetails: Bool {
    switch primary?.node {
    case .stack(let stack): stack.value.hasDetails
    case .tabBar(let tabBar): tabBar.value.tabs.contains { $0.child.stack?.hasDetails == true }
    case .screen, .topTabs, .split, nil: false
    }
  }
}

extension Controller {
  /// Whether this is a stack with only a placeholder.
  var isPlaceholderAlone: Bool { kind == .stack && !isSomething }

  /// The collapsed split views in this tree, outermost first.
  fileprivate var collapsedSplits: [ControllerID] {
    guard summary.holdsSplit else { return [] }
    var splits: [ControllerID] = []
    if case .split(let split) = node, split.value.isCollapsed { splits.append(id) }
    forEachPresent { held, _ in splits += held.collapsedSplits }
    return splits
  }
}

extension Outcome {
  /// Whether it is not handled since what it names is on display.
  fileprivate var isThere: Bool { reason == .alreadyThere || reason == .alreadyShown }
}
