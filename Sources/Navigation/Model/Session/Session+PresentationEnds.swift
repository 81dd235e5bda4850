/// Presentations that end with their sender: at the end of a transition, a batch or a layout (D-423).
extension Session {
  /// Keeps the sender of a new presentation: of one that replaces what stood in its place, the screen of D-135 beneath.
  mutating func setEnd(
    _ end: PresentationEnd, of presented: ControllerID, by presenter: ControllerID, from given: ControllerID?
  ) {
    var beneath = self
    _ = beneath.root.update(presenter) { $0.presented = nil }
    guard let sender = try? beneath.resolveSender(given).controller.id else { return }
    switch end {
    case .sender: _ = root.update(presenter) { $0.presented?.sender = sender }
    }
  }

  /// The outcome of a transition with the dismissals that follow from it; not handled where a screen blocks one.
  ///
  /// - Parameter confirm: whether nothing blocks them, as after a change of the window (D-136).
  mutating func endPresentations(
    after outcome: Outcome, animated: Bool?, confirm: Bool, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    while let presenter = root.presenterOfEnded(in: root) {
      let step = Transition(.dismiss(presenter), animated: animated, confirm: confirm)
      let dismissed = try performUnlessBlocked(step, &recorder)
      guard dismissed.handled else { return dismissed }
    }
    return outcome
  }

  /// The same at the end of a batch: a refusal is that of its last handled member (D-5).
  mutating func endPresentations(
    after outcomes: inout [Outcome], of batch: [Transition], _ recorder: inout EventRecorder
  ) throws(BatchRejection) {
    guard root.summary.holdsPresented, let last = batch.indices.last(where: { outcomes[$0].handled }) else { return }
    let (animated, confirm) = (batch[last].animated, batch.contains { $0.confirm || $0.action.actor == .system })
    do throws(Rejection) {
      outcomes[last] = try endPresentations(after: outcomes[last], animated: animated, confirm: confirm, &recorder)
    } catch { throw BatchRejection(index: last, rejection: error) }
    if !outcomes[last].handled { outcomes.removeSubrange((last + 1)...) }
  }
}

extension Controller {
  /// Looks at presentations alone, the lower ones first.
  fileprivate func presenterOfEnded(in session: Controller) -> ControllerID? {
    guard summary.holdsPresented else { return nil }
    if let sender = presentedSender, !session.keeps(sender) { return id }
    var found: ControllerID?
    forEachPresent { held, _ in
      if found == nil { found = held.presenterOfEnded(in: session) }
    }
    return found
  }

  /// Whether a sender stands where it would be shown if tabs were switched and screens popped.
  private func keeps(_ sender: ControllerID) -> Bool {
    guard var held = locateInSession(sender) else { return false }
    while let holder = held.holder {
      if holder.presentedChild?.id != held.controller.id, case .split(let split) = holder.node,
        split.value.putsAway(held.controller.id)
      {
        return false
      }
      guard let outer = locate(holder.id) else { return false }
      held = outer
    }
    return true
  }
}

extension Split {
  /// Whether it is a compact tree that is not on display, under one, or in a hidden column while expanded.
  fileprivate func putsAway(_ held: ControllerID) -> Bool {
    if columns.inspector?.id == held { return inspector == .hidden }
    let isCompact = collapsedColumn == .compact
    if columns.compact?.id == held { return !isCompact }
    if isCollapsed { return isCompact }
    return Column.allCases.contains { columns[$0]?.id == held && !visibleColumns.contains($0) }
  }
}
