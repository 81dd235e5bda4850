/// A secondary that leaves the collapsed stack for good: its column is set as by `setColumn` with null (D-48).
extension Session {
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
}

extension Split {
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
  /// The collapsed split views in this tree, outermost first.
  fileprivate var collapsedSplits: [ControllerID] {
    guard summary.holdsSplit else { return [] }
    var splits: [ControllerID] = []
    if case .split(let split) = node, split.value.isCollapsed { splits.append(id) }
    forEachPresent { held, _ in splits += held.collapsedSplits }
    return splits
  }
}
