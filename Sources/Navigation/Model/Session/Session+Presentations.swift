/// One event for each presentation and dismissal of any cause (CL-23), and for each style that adapts anew.
extension Session {
  /// - Parameters:
  ///   - before: the tree before; nil where it presented nothing.
  ///   - window: its window.
  mutating func reportPresentations(
    since before: Controller?, in window: borrowing Environment, _ recorder: inout EventRecorder
  ) {
    guard before != nil || root.summary.holdsPresented, before?.isIdentical(to: root) != true else { return }
    let (old, new) = (before?.presentations ?? [], root.presentations)
    for gone in old where !new.contains(gone) {
      recorder.add(.dismissed(gone.child), to: .changes)
      if window.adapted(gone.form).coversPresenter { recorder.changesCover = true }
    }
    for come in new where !old.contains(come) {
      let (style, adapted) = (come.form.style, adapted(come.form))
      recorder.add(
        .presented(come.child, presenter: come.presenter, style, adapted: adapted == style ? nil : adapted),
        to: .changes)
      if adapted.coversPresenter { recorder.changesCover = true }
    }
  }

  /// The style of a presentation in the window (PR-3).
  func adapted(_ form: Presentation) -> PresentationStyle { environment.adapted(form) }

  /// Asks the delegates of presentations where one of the window's classes has changed, and reports the styles that are
  /// others there (D-240), and the detents of sheets that are (D-506).
  ///
  /// - Parameters:
  ///   - before: the tree before; nil where it presented nothing.
  ///   - queries: false where nothing is decided anew.
  mutating func reportAdaptations(
    of before: Controller?, since window: borrowing Environment, queries: Bool = true, _ recorder: inout EventRecorder
  ) {
    guard let before else { return }
    let isOtherWindow = !window.adapts(as: environment)
    let mayBeSet = root.summary.holdsSheet || before.summary.holdsSheet
    guard isOtherWindow || mayBeSet && !before.isIdentical(to: root) else { return }
    let old = before.presentations
    for presented in root.presentations {
      guard let was = old.first(where: { $0 == presented })?.form else { continue }
      if queries, isOtherWindow { queryAdaptation(of: presented.child, presented.form, &recorder) }
      let (from, to) = (window.adapted(was), adapted(presented.form))
      if from != to { recorder.add(.adaptationChanged(presented.child, from: from, to: to), to: .changes) }
      guard mayBeSet, let left = window.detent(of: was), let now = environment.detent(of: presented.form), left != now
      else { continue }
      recorder.add(.detentChanged(presented.child, from: left, to: now), to: .changes)
    }
  }

  /// The delegate's question, which is asked only where it answers (D-240).
  func queryAdaptation(of child: ControllerID, _ form: Presentation, _ recorder: inout EventRecorder) {
    guard let answer = form.adaptation else { return }
    recorder.call(
      .adaptivePresentationStyle(
        presented: child, horizontal: environment.horizontal, vertical: environment.vertical, answer: answer))
  }

  /// All that a root presents is dismissed with it (D-220).
  func reportDismissals(_ recorder: inout EventRecorder) {
    for gone in root.presentations { recorder.add(.dismissed(gone.child), to: .changes) }
  }

  // Presentations that end with their sender: at the end of a transition, a batch or a layout (D-423).

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

extension Environment {
  /// The style of a presentation in this window (PR-3).
  package func adapted(_ form: Presentation) -> PresentationStyle { form.adapted(in: traits, system.rules) }

  /// Whether presentations adapt to both windows alike.
  func adapts(as other: Environment) -> Bool {
    let (own, other) = (traits, other.traits)
    return own.horizontal == other.horizontal && own.vertical == other.vertical
  }

  /// Where a presentation in this window stands; one without members of a sheet is `large`.
  fileprivate func detent(of form: Presentation) -> String? {
    form.sheet == nil
      ? Presentation(form.style, form.adaptation, .plain).detent(in: self)?.id : form.detent(in: self)?.id
  }
}

extension Sheet {
  /// As by default, though a presentation holds it.
  fileprivate static let plain = Sheet([.large])
}

private struct PresentedTree: Equatable {
  var child: ControllerID
  var presenter: ControllerID
  var form: Presentation

  /// Whether it is the same presentation, though its sheet may have other members.
  static func == (left: PresentedTree, right: PresentedTree) -> Bool {
    left.child == right.child && left.presenter == right.presenter && left.form.style == right.form.style
      && left.form.adaptation == right.form.adaptation
  }
}

extension Controller {
  /// In tree order: outer before inner.
  fileprivate var presentations: [PresentedTree] {
    var found: [PresentedTree] = []
    collectPresentations(&found)
    return found
  }

  private func collectPresentations(_ found: inout [PresentedTree]) {
    guard summary.holdsPresented else { return }
    forEachPresent { held, holding in
      if holding == .presented {
        found.append(PresentedTree(child: held.id, presenter: id, form: presentation))
      }
      held.collectPresentations(&found)
    }
  }

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
