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
  /// others there (D-240).
  ///
  /// - Parameters:
  ///   - before: the tree before; nil where it presented nothing.
  ///   - asks: false where nothing is decided anew.
  mutating func reportAdaptations(
    of before: Controller?, since window: borrowing Environment, asks: Bool = true, _ recorder: inout EventRecorder
  ) {
    guard let before, !window.adapts(as: environment) else { return }
    let (old, new) = (before.presentations, root.presentations)
    for presented in new where old.contains(presented) {
      if asks { askAdaptation(of: presented.child, presented.form, &recorder) }
      let (old, new) = (window.adapted(presented.form), adapted(presented.form))
      if old != new { recorder.add(.adaptationChanged(presented.child, from: old, to: new), to: .changes) }
    }
  }

  /// The delegate's question, which is asked only where it answers (D-240).
  func askAdaptation(of child: ControllerID, _ form: Presentation, _ recorder: inout EventRecorder) {
    guard let answer = form.adaptation else { return }
    recorder.ask(
      .adaptivePresentationStyle(
        presented: child, horizontal: environment.horizontal, vertical: environment.vertical, answer: answer))
  }

  /// All that a root presents is dismissed with it (D-220).
  func reportDismissals(_ recorder: inout EventRecorder) {
    for gone in root.presentations { recorder.add(.dismissed(gone.child), to: .changes) }
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
}

private struct PresentedTree: Hashable {
  var child: ControllerID
  var presenter: ControllerID
  var form: Presentation
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
}
