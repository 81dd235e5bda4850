/// Collapsing a split view: several columns become one page.
extension Split {
  /// Questions precede `collapsed`; view callbacks and notices follow it (CL-2, D-40).
  mutating func collapse(_ id: ControllerID, _ change: inout ColumnChange, _ recorder: inout EventRecorder) {
    if case .fixed(let mode) = change.rules.collapsedMode { announce(id, mode: mode, &recorder) }
    switch style {
    case .classic: collapseClassic(id, &change, &recorder)
    case .doubleColumn, .tripleColumn: collapseColumns(id, &change, &recorder)
    }
    recorder.add(.collapsed(split: id), to: .changes)
    recorder.notify(.didCollapse(split: id))
    recorder.add(.showDetailTargetDidChange(split: id), to: .targets)
  }
}

/// The classic style (CL-3 to CL-12, M11, SYS0-15).
extension Split {
  private mutating func collapseClassic(
    _ id: ControllerID, _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) {
    replacePrimaryForCollapsing(id, &recorder)
    if !isCollapsed { markPages() }
    var collapse = collapse ?? Collapse()
    if let secondary { collapse.preserved.secondary = merge(secondary, id, &recorder) }
    secondary = nil
    self.collapse = collapse
    change.pass(to: [.primary], &recorder)
    change.pass(to: [topColumn], &recorder)
  }

  /// The app may supply another primary, which stays until `forExpanding` replaces it (CL-3, CL-12, D-41).
  private mutating func replacePrimaryForCollapsing(_ id: ControllerID, _ recorder: inout EventRecorder) {
    recorder.call(.primaryForCollapsing(split: id, answer: delegate.primaryForCollapsing?.id))
    guard let answer = delegate.primaryForCollapsing else { return }
    delegate.primaryForCollapsing = nil
    primary = answer
    forgetStaleTarget()
  }

  /// CL-3: the app moves the content, or the primary does, or the secondary is just preserved (CL-10). Returns the part
  /// that was not moved.
  private mutating func merge(_ secondary: Controller, _ id: ControllerID, _ recorder: inout EventRecorder)
    -> Controller?
  {
    guard let primary else { return secondary }
    let leftover: Controller?
    var isAnswered = false
    switch delegate.onCollapse {
    case .moveAbovePlaceholder:
      if let emptied = moveDetails(of: secondary) {
        leftover = emptied
        isAnswered = primary.kind == .stack
      } else {
        leftover = nest(secondary)
      }
      // The app that names the stack moves the details itself (D-414).
      if collapseTarget != nil { isAnswered = true }
    case .discard:
      leftover = secondary
      isAnswered = true
    case .system:
      // UIKit's collapse by the primary's class: a stack pushes the secondary, all others do nothing (CL-5 to CL-8).
      leftover = primary.kind == .stack ? nest(secondary) : secondary
    }
    recorder.call(.collapseSecondary(split: id, secondary: secondary.id, onto: primary.id, answer: isAnswered))
    return leftover
  }

  /// Moves all above the detail's placeholder onto the primary's stack, bottom first; nil without either (SYS0-17,
  /// SYS1-12).
  private mutating func moveDetails(of secondary: Controller) -> Controller? {
    var emptied = secondary
    guard detailTarget != nil, secondary.stack?.root.isPlaceholder == true,
      let details = emptied.updateStack({ $0.truncate(to: 1) })
    else { return nil }
    _ = updateDetailTarget { $0.park(details) }
    return emptied
  }

  /// Pushes the secondary on the primary's stack, or on a tab's (CL-7, D-142). Returns the part that was not moved: all
  /// of it without such a stack (D-31), and of a split view (CL-27).
  private mutating func nest(_ secondary: Controller) -> Controller? {
    guard detailTarget != nil, secondary.kind != .split else { return secondary }
    var leftover: Controller?
    var pushed = [secondary]
    if delegate.flattenOnCollapse, case .stack(var nested) = secondary.content {
      if nested.root.isPlaceholder {
        pushed = nested.truncate(to: 1)
        var emptied = secondary
        emptied.content = .stack(nested)
        leftover = emptied
      } else {
        pushed = nested.children
      }
    }
    _ = updateDetailTarget { $0.park(pushed) }
    return leftover
  }
}

extension Stack {
  /// Pushes details and stores the stack's depth without them in `detailIndex` (SYS0-24 as decided).
  mutating func park(_ details: [Controller]) {
    isInteractiveBack = false
    detailIndex = count
    above += details
  }

  /// Pops the parked details and all that was pushed later.
  mutating func unpark() -> [Controller] {
    let details = truncate(to: detailIndex)
    detailIndex = 1
    return details
  }
}
