/// Collapsing a split view: one page out of several columns.
extension Split {
  /// Asked is before `collapsed`; views and notices come after it (CL-2, D-40).
  mutating func collapse(_ id: ControllerID, _ change: inout ColumnChange, _ telling: inout Telling) {
    if case .fixed(let mode) = change.rules.collapsedMode { announce(id, mode, &telling) }
    switch style {
    case .classic: collapseClassic(id, &change, &telling)
    case .doubleColumn, .tripleColumn: collapseColumns(id, &change, &telling)
    }
    telling.add(.collapsed(split: id), to: .changes)
    telling.notify(.didCollapse(split: id))
    telling.add(.showDetailTargetDidChange(split: id), to: .targets)
  }
}

/// The classic style (CL-3 to CL-12, M11, SYS0-15).
extension Split {
  private mutating func collapseClassic(_ id: ControllerID, _ change: inout ColumnChange, _ telling: inout Telling) {
    takePrimaryForCollapsing(id, &telling)
    if !isCollapsed { markPages() }
    var collapse = collapse ?? Collapse()
    if let secondary { collapse.preserved.secondary = take(secondary, id, &telling) }
    secondary = nil
    self.collapse = collapse
    change.pass(to: [.primary], &telling)
    change.pass(to: [topColumn], &telling)
  }

  /// The app may bring another primary, which stays until `forExpanding` replaces it (CL-3, CL-12, D-41).
  private mutating func takePrimaryForCollapsing(_ id: ControllerID, _ telling: inout Telling) {
    telling.ask(.primaryForCollapsing(split: id, answer: behavior.primaryForCollapsing?.id))
    guard let answer = behavior.primaryForCollapsing else { return }
    behavior.primaryForCollapsing = nil
    primary = answer
  }

  /// CL-3: the app moves the content, or the primary does, or the secondary just leaves and is kept (CL-10).
  /// What was not taken comes back.
  private mutating func take(_ secondary: Controller, _ id: ControllerID, _ telling: inout Telling) -> Controller? {
    guard var primary else { return secondary }
    defer { self.primary = primary }
    let leftover: Controller?
    let isAnswered: Bool
    switch behavior.onCollapse {
    case .moveAbovePlaceholder:
      if let emptied = moveDetails(of: secondary, onto: &primary) {
        leftover = emptied
        isAnswered = primary.kind == .stack
      } else {
        leftover = primary.collapseSecondary(secondary, isFlat: behavior.flattenOnCollapse)
        isAnswered = false
      }
    case .discard:
      leftover = secondary
      isAnswered = true
    case .system:
      leftover = primary.collapseSecondary(secondary, isFlat: behavior.flattenOnCollapse)
      isAnswered = false
    }
    telling.ask(.collapseSecondary(split: id, secondary: secondary.id, onto: primary.id, answer: isAnswered))
    return leftover
  }

  /// All above the detail's root goes onto the primary's stack, bottom first; nil where one of them is no stack
  /// (SYS0-17, SYS1-12).
  private func moveDetails(of secondary: Controller, onto primary: inout Controller) -> Controller? {
    var emptied = secondary
    guard primary.detailTarget != nil, let details = emptied.updateStack({ $0.truncate(to: 1) }) else { return nil }
    _ = primary.updateDetailTarget { $0.park(details) }
    return emptied
  }
}

extension Stack {
  /// Puts details on top and remembers how high the stack stood without them (SYS0-24 as decided).
  mutating func park(_ details: [Controller]) {
    isInteractiveBack = false
    detailIndex = count
    above += details
  }

  /// Takes off what came from the detail column and what was pushed later.
  mutating func unpark() -> [Controller] {
    let details = truncate(to: detailIndex)
    detailIndex = 1
    return details
  }
}

extension Controller {
  /// What each class of primary does with the secondary: a stack pushes it, all others do nothing (CL-5 to CL-8). What
  /// it did not take comes back.
  fileprivate mutating func collapseSecondary(_ secondary: Controller, isFlat: Bool) -> Controller? {
    guard case .stack(var stack) = content, secondary.kind != .split else { return secondary }
    var leftover: Controller?
    if isFlat, case .stack(var nested) = secondary.content {
      if nested.root.isPlaceholder {
        stack.park(nested.truncate(to: 1))
        var emptied = secondary
        emptied.content = .stack(nested)
        leftover = emptied
      } else {
        stack.park(nested.children)
      }
    } else {
      stack.park([secondary])
    }
    content = .stack(stack)
    return leftover
  }
}
