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

  // The classic style (CL-3 to CL-12, M11, SYS0-15).

  private mutating func collapseClassic(
    _ id: ControllerID, _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) {
    recorder.call(.primaryForCollapsing(split: id, answer: delegate.primaryForCollapsing?.id))
    replacePrimary(by: \.primaryForCollapsing)
    if !isCollapsed { markPages() }
    var collapse = collapse ?? Collapse()
    if let secondary { collapse.preserved.secondary = merge(secondary, id, &recorder) }
    secondary = nil
    self.collapse = collapse
    change.pass(to: [.primary], &recorder)
    change.pass(to: [topColumn], &recorder)
  }

  /// The app may supply another primary; that of a collapse stays until `forExpanding` replaces it (CL-3, CL-12, D-41).
  private mutating func replacePrimary(by answer: WritableKeyPath<SplitDelegate, Controller?>) {
    guard let controller = delegate[keyPath: answer] else { return }
    delegate[keyPath: answer] = nil
    primary = controller
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

  // Expanding a split view: one page becomes several columns.

  /// Questions precede `expanded`; view callbacks and notices follow it (CL-2, LS-5, D-40).
  ///
  /// - Parameter newStack: the id of a stack that the details may need (`mayNeedStack`).
  mutating func expand(
    _ id: ControllerID, to mode: DisplayMode, in room: SplitRoom, newStack: ControllerID?,
    _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) {
    announce(id, mode: mode, &recorder)
    switch style {
    case .classic: expandClassic(id, newStack: newStack, &change, &recorder)
    case .doubleColumn, .tripleColumn: expandColumns(id, proposed: mode, in: room, &recorder)
    }
    change.pass(to: visibleColumns, &recorder)
    recorder.add(.expanded(split: id), to: .changes)
    recorder.notify(.didExpand(split: id))
    recorder.add(.showDetailTargetDidChange(split: id), to: .targets)
  }

  // The classic style (CL-13 to CL-18, M11). The details on display go to the column, whatever tab is selected (SYS1-28).

  private mutating func expandClassic(
    _ id: ControllerID, newStack: ControllerID?, _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) {
    recorder.call(.primaryForExpanding(split: id, answer: delegate.primaryForExpanding?.id))
    replacePrimary(by: \.primaryForExpanding)
    let preserved = collapse?.preserved.secondary
    saveDetailsOfOtherTabs()
    let answer = separateSecondary(preserved, newStack: newStack)
    if let primary { recorder.call(.separateSecondary(split: id, from: primary.id, answer: answer?.id)) }
    let keepsPages = delegate.onSeparate == .moveAboveRoot
    secondary = answer ?? columns.primary?.separateSecondary(keepsPages: keepsPages) ?? preserved
    collapse = nil
    // Each column of the mode is reported as shown, and none as hidden (M11).
    change.visible = []
  }

  /// The app's answer; nil leaves the decision to the primary.
  private mutating func separateSecondary(_ preserved: Controller?, newStack: ControllerID?) -> Controller? {
    if let answer = delegate.secondaryForSeparating {
      delegate.secondaryForSeparating = nil
      return answer
    }
    switch delegate.onSeparate {
    case .system: return nil
    case .preservedSecondary: return preserved
    case .wrapped: return separateWrapped(in: newStack)
    case .moveAboveRoot: return preserved == nil ? separateWhole(newStack: newStack) : separateDetails(onto: preserved)
    }
  }

  /// The top of the primary's stack in a stack of its own; nil, without a change, where UIKit separates a stack, or
  /// nothing (D-411).
  private mutating func separateWrapped(in newStack: ControllerID?) -> Controller? {
    guard let newStack, let top = primary?.stack?.above.last, top.kind != .stack,
      let page = columns.primary?.separateSecondary(keepsPages: false)
    else { return nil }
    return Controller(id: newStack, content: .stack(Stack(root: page)))
  }

  /// The preserved detail stack with all children from `detailIndex` on; nil where it or the source stack is missing.
  ///
  /// The placeholder keeps the app's updates, which a fresh one would lack (SYS0-20).
  private mutating func separateDetails(onto preserved: Controller?) -> Controller? {
    guard let target = detailTarget, var detail = preserved, detail.kind == .stack else { return nil }
    // A stack shown while collapsed cannot be on the detail stack (NV-9): UIKit decides.
    if target.hasNestedDetails { return nil }
    let details = updateDetailTarget { $0.unpark() } ?? []
    _ = detail.updateStack { $0.above += details }
    return detail
  }

  /// The secondary that the collapse moved whole, with what was pushed on it: its nested stack, also one on the stack of
  /// a tab that is no longer selected, a single controller as it is, or several in a new stack (D-142).
  private mutating func separateWhole(newStack: ControllerID?) -> Controller? {
    guard let target = detailTarget else { return nil }
    if target.hasNestedDetails { return updateDetailTarget { $0.unparkWhole() } ?? nil }
    if var detail = takeFromOtherTab() {
      let details = updateDetailTarget { $0.unpark() } ?? []
      _ = detail.updateStack { $0.above += details }
      return detail
    }
    guard target.hasDetails, var details = updateDetailTarget({ $0.unpark() }) else { return nil }
    let root = details.removeFirst()
    guard !details.isEmpty, let newStack else { return root }
    return Controller(id: newStack, content: .stack(Stack(root: root, above: details)))
  }

  /// The nested stack on a tab's stack, with what was pushed on it; nil without one.
  mutating func takeFromOtherTab() -> Controller? {
    columns.primary?.updateDetailTabBar { tabBar -> Controller? in
      for index in tabBar.tabs.indices where tabBar.tabs[index].child.stack?.hasNestedDetails == true {
        if let whole = tabBar.updateTab(at: index, { $0.child.updateStack { $0.unparkWhole() } ?? nil }) ?? nil {
          return whole
        }
      }
      return nil
    } ?? nil
  }

  /// Whether an expansion may put a page, or several details, into a new stack.
  var mayNeedStack: Bool {
    guard style == .classic, isCollapsed else { return false }
    return switch delegate.onSeparate {
    case .wrapped: true
    case .moveAboveRoot: collapse?.preserved.secondary == nil
    case .system, .preservedSecondary: false
    }
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

  /// Whether a stack is among the children from `detailIndex` on.
  fileprivate var hasNestedDetails: Bool { children.dropFirst(detailIndex).contains { $0.kind == .stack } }

  /// Pops the nested stack with what was pushed on it; details below it go above its root (D-36). Nil, without a change,
  /// where several stacks are nested.
  fileprivate mutating func unparkWhole() -> Controller? {
    let details = children.dropFirst(detailIndex)
    guard details.count(where: { $0.kind == .stack }) == 1, let index = details.firstIndex(where: { $0.kind == .stack })
    else { return nil }
    var whole = details[index]
    let (below, later) = (details[..<index], details[(index + 1)...])
    _ = whole.updateStack { $0.above = below + $0.above + later }
    _ = unpark()
    return whole
  }
}

extension Controller {
  /// A stack gives its top unchanged, but never its root; all others give nothing (CL-14, CL-15).
  ///
  /// - Parameter keepsPages: gives only a child from `detailIndex` on (SYS0-24 as decided).
  fileprivate mutating func separateSecondary(keepsPages: Bool) -> Controller? {
    updateStack { stack in
      let top = stack.truncate(to: max(stack.count - 1, keepsPages ? stack.detailIndex : 1)).first
      stack.detailIndex = 1
      return top
    } ?? nil
  }
}
