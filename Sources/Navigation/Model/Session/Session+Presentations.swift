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

extension Environment {
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
}
