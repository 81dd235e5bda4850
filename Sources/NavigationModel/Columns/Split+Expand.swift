/// Expanding a split view: one page becomes several columns.
extension Split {
  /// Questions precede `expanded`; view callbacks and notices follow it (CL-2, LS-5, D-40).
  mutating func expand(
    _ id: ControllerID, to mode: DisplayMode, in room: SplitRoom, _ change: inout ColumnChange,
    _ recorder: inout EventRecorder
  ) {
    announce(id, mode, &recorder)
    switch style {
    case .classic: expandClassic(id, &change, &recorder)
    case .doubleColumn, .tripleColumn: expandColumns(id, proposed: mode, in: room, &recorder)
    }
    change.pass(to: visibleColumns, &recorder)
    recorder.add(.expanded(split: id), to: .changes)
    recorder.notify(.didExpand(split: id))
    recorder.add(.showDetailTargetDidChange(split: id), to: .targets)
  }
}

/// The classic style (CL-13 to CL-18, M11). The details on display go to the column, whatever tab is selected (SYS1-28).
extension Split {
  private mutating func expandClassic(_ id: ControllerID, _ change: inout ColumnChange, _ recorder: inout EventRecorder)
  {
    takePrimaryForExpanding(id, &recorder)
    let preserved = collapse?.preserved.secondary
    saveDetailsOfOtherTabs()
    let answer = separateSecondary(preserved)
    if let primary { recorder.ask(.separateSecondary(split: id, from: primary.id, answer: answer?.id)) }
    let keepsPages = delegate.onSeparate == .moveAboveRoot
    secondary = answer ?? columns.primary?.separateSecondary(keepsPages: keepsPages) ?? preserved
    collapse = nil
    // Each column of the mode is reported as shown, and none as hidden (M11).
    change.visible = []
  }

  private mutating func takePrimaryForExpanding(_ id: ControllerID, _ recorder: inout EventRecorder) {
    recorder.ask(.primaryForExpanding(split: id, answer: delegate.primaryForExpanding?.id))
    guard let answer = delegate.primaryForExpanding else { return }
    delegate.primaryForExpanding = nil
    primary = answer
  }

  /// The app's answer; nil leaves the decision to the primary.
  private mutating func separateSecondary(_ preserved: Controller?) -> Controller? {
    if let answer = delegate.secondaryForSeparating {
      delegate.secondaryForSeparating = nil
      return answer
    }
    switch delegate.onSeparate {
    case .system: return nil
    case .preservedSecondary: return preserved
    case .moveAboveRoot: return separateDetails(onto: preserved)
    }
  }

  /// The detail stack with all children from `detailIndex` on; nil where it or the source stack is missing.
  ///
  /// The placeholder keeps the app's updates, which a fresh one would lack (SYS0-20).
  private mutating func separateDetails(onto preserved: Controller?) -> Controller? {
    guard let target = primary?.detailTarget else { return nil }
    let moving = target.children.dropFirst(target.detailIndex)
    if var detail = preserved, detail.kind == .stack {
      // A stack shown while collapsed cannot be on the detail stack (NV-9): UIKit decides.
      if moving.contains(where: { $0.kind == .stack }) { return nil }
      let details = columns.primary?.updateDetailTarget { $0.unpark() } ?? []
      _ = detail.updateStack { $0.above += details }
      return detail
    }
    guard moving.first?.kind == .stack, !moving.dropFirst().contains(where: { $0.kind == .stack }) else { return nil }
    var details = columns.primary?.updateDetailTarget { $0.unpark() } ?? []
    guard !details.isEmpty else { return nil }
    var detail = details.removeFirst()
    _ = detail.updateStack { $0.above += details }
    return detail
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
