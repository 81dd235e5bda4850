/// Reopening: `push`, `show` and `showDetail` with the id of a session's controller show that controller again (D-65).
extension Session {
  /// Shows a controller again in place, instead of moving it: on the target's page, in a preserved column, or among
  /// saved details.
  ///
  /// - Parameter target: the stack that would take it; nil without one (D-66).
  /// - Returns: nil for a new one, and for one anywhere else: it moves as in NV-12, or is refused.
  ///
  /// Throws `noSuchController`; `duplicateController` where it is on top of that stack already (NV-8).
  mutating func reopen(
    _ newcomer: Transition.Newcomer, on target: ControllerID?, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome? {
    guard case .existing(let id) = newcomer else { return nil }
    guard let location = root.locateInSession(id) else { throw .noSuchController(id) }
    if let outcome = try reopenColumn(of: location, &recorder) { return outcome }
    if let outcome = try reopenSaved(location, &recorder) { return outcome }
    guard let target, let stack = location.parent, stack.kind == .stack, pageOfStacks(around: target).contains(stack.id)
    else { return nil }
    guard location.isOnTop else { return popTo(id, &recorder) }
    // A stack that a collapse pushed on another one is no page of it.
    if location.controller.kind == .stack { return nil }
    throw .duplicateController(id)
  }

  /// The stacks nested by a collapse that include `target`; most are alone (CL-7, M7).
  private func pageOfStacks(around target: ControllerID) -> [ControllerID] {
    guard let location = root.locate(target) else { return [] }
    return location.containers.prefix { $0.kind == .stack }.map(\.id) + location.controller.nestedStacks
  }
}

extension Location {
  /// Whether a controller is on top of its stack, and that of those around it.
  fileprivate var isOnTop: Bool {
    var held = controller.id
    for container in containers {
      guard let stack = container.stack else { return true }
      if stack.top.id != held { return false }
      held = container.id
    }
    return true
  }
}

extension Controller {
  /// A stack and those nested in it.
  fileprivate var nestedStacks: [ControllerID] {
    stack.map { [id] + $0.above.flatMap(\.nestedStacks) } ?? []
  }
}

/// Reopening in a column of a collapsed split view: the column is shown, then the controllers above are popped (D-67).
extension Session {
  private mutating func reopenColumn(of location: Location, _ recorder: inout EventRecorder) throws(Rejection)
    -> Outcome?
  {
    let id = location.controller.id
    guard let holder = splitHolding(location), case .split(let box) = holder.node,
      let column = box.value.preservedColumn(with: id)
    else { return nil }
    var outcome: Outcome
    if box.value.style == .classic {
      outcome = try changeSplit(holder.id, &recorder) { (_, split, _, change, recorder) in
        split.showPreservedSecondary(&change, &recorder)
        return Outcome()
      }
    } else {
      outcome = try Transition.ShowColumn(column: column, split: holder.id).apply(to: &self, &recorder)
    }
    guard outcome.handled else { return nil }
    if let stack = location.parent, stack.kind == .stack {
      outcome.returned +=
        truncate(stack.id, &recorder) { ($0.children.firstIndex { $0.id == id } ?? $0.count) + 1 }.returned
    }
    return outcome
  }

  /// The split view that a controller is a child of, or that preserves its tree.
  private func splitHolding(_ location: Location) -> Controller? {
    if let split = location.containers.first(where: { $0.kind == .split }) { return split }
    guard let outermost = location.containers.last else { return location.holder }
    return root.locate(outermost.id)?.holder
  }
}

extension Split {
  /// The column of a collapsed split view with a controller as its content or in its stack, but not on top; nil where
  /// none can be shown.
  fileprivate func preservedColumn(with id: ControllerID) -> Column? {
    guard let collapse, collapsedColumn != .compact else { return nil }
    guard style != .classic else {
      return canShowPreservedSecondary && collapse.preserved.secondary?.isOrStacks(id) == true ? .secondary : nil
    }
    // The lowest column holds those above it in its own stack.
    let nested = columns[collapsedColumn]?.stack?.above ?? []
    if let column = collapse.columns.last(where: { own in nested.contains { $0.id == own.id && $0.isOrStacks(id) } })?
      .column
    {
      return column == topColumn ? nil : column
    }
    if columns[collapsedColumn]?.isOrStacks(id) == true { return collapsedColumn == topColumn ? nil : collapsedColumn }
    return style.columns.first { collapse.preserved[$0]?.isOrStacks(id) == true }
  }

  /// Whether a classic split view's preserved secondary can be pushed on the primary's stack, as UIKit's own collapse
  /// does (CL-7, CL-10, D-68). Not a split view (CL-27), nor a placeholder, whose details move one by one.
  var canShowPreservedSecondary: Bool {
    guard primary?.kind == .stack, let preserved = collapse?.preserved.secondary, preserved.kind != .split else {
      return false
    }
    return !(preserved.stack?.root ?? preserved).isPlaceholder
  }

  /// The preserved secondary that can be shown so.
  var shownAgain: Controller? { canShowPreservedSecondary ? collapse?.preserved.secondary : nil }

  /// Pushes the preserved secondary; the column on top gets its callbacks (M10, M11).
  fileprivate mutating func showPreservedSecondary(_ change: inout ColumnChange, _ recorder: inout EventRecorder) {
    guard let preserved = collapse?.preserved.secondary else { return }
    let top = topColumn
    collapse?.preserved.secondary = nil
    _ = columns.primary?.updateStack { $0.push(preserved) }
    guard topColumn != top else { return }
    change.report(top, isShown: false, &recorder)
    change.report(topColumn, isShown: true, &recorder)
  }
}

/// Reopening among a tab's saved details: all of them return where an expansion would put them, then the controllers
/// above are popped (D-70).
extension Session {
  private mutating func reopenSaved(_ location: Location, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome?
  {
    let id = location.controller.id
    guard location.containers.isEmpty, case .tabBar(let bar)? = location.holder?.node,
      let tab = bar.value.tabs.firstIndex(where: { $0.savedDetails.contains { $0.id == id } }),
      let containers = root.locate(bar.id)?.containers,
      case .split(let split)? = containers.first(where: { $0.kind != .stack })?.node,
      split.value.tabBarOfDetails == bar.id
    else { return nil }
    var target: ControllerID?
    updateSplit(split.id) { target = $0.restoreDetails(ofTabAt: tab) }
    guard let target else { return nil }
    return Outcome(
      returned: truncate(target, &recorder) { ($0.children.firstIndex { $0.id == id } ?? $0.count) + 1 }.returned)
  }
}

extension Controller {
  /// Whether this is the controller, or a stack with it.
  fileprivate func isOrStacks(_ id: ControllerID) -> Bool {
    self.id == id || stack?.children.contains { $0.id == id } == true
  }
}
