/// The family Presentation: one tree over another (PR).
extension Session {
  /// Throws `alreadyPresenting` for a presenter with a presented tree (PR-6), and the errors of `push` for a controller
  /// that cannot move.
  mutating func present(
    _ newcomer: Transition.Newcomer, style: PresentationStyle, from given: ControllerID?,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    let sender = try resolveSender(given)
    _ = try present(newcomer, style, by: presenter(for: style, from: sender), &recorder)
    return Outcome()
  }

  /// Presents a controller that no container of the sender takes, in its own style: `automatic`, a page sheet (SH-1,
  /// PR-8, D-74).
  mutating func presentUntaken(
    _ newcomer: Transition.Newcomer, from sender: Location, _ recorder: inout EventRecorder
  ) throws(Rejection) -> ControllerID {
    try present(newcomer, .pageSheet, by: presenter(for: .pageSheet, from: sender), &recorder)
  }

  /// The presenter: for `currentContext` the nearest stack around the sender, which defines a context by default (PR-1,
  /// NV-18). For any other style the root of the presented tree, or the window's, so that no collapse removes the
  /// presenter (D-73).
  private func presenter(for style: PresentationStyle, from sender: Location) -> Controller {
    let id = sender.controller.id
    if style == .currentContext,
      let stack = ([sender.controller] + sender.containers).first(where: { $0.kind == .stack })
    {
      return stack
    }
    return root.presentationRoot(of: id) ?? root
  }

  private mutating func present(
    _ newcomer: Transition.Newcomer, _ style: PresentationStyle, by presenter: Controller,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> ControllerID {
    if presenter.presentedChild != nil { throw .alreadyPresenting(presenter.id) }
    let child = try bring(newcomer, into: presenter.id, .presented, &recorder)
    _ = root.update(presenter.id) { $0.presented = Presented(style, child) }
    recorder.animated = true
    return child.id
  }

  /// Dismisses the tree that a controller presents, else the presented tree that contains it, each with all trees above
  /// it (PR-4). Not handled where there is neither (D-81).
  mutating func dismiss(_ controller: ControllerID?, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
    guard let presenter = try presenterToDismiss(controller), let going = root.find(presenter)?.presentedChild else {
      return Outcome(handled: false)
    }
    takeAway(going, from: presenter, &recorder)
    return Outcome()
  }

  /// Removes a presented tree with all trees above it.
  mutating func takeAway(_ going: Controller, from presenter: ControllerID, _ recorder: inout EventRecorder) {
    // Only the topmost dismissed tree is animated (D-88).
    let leaves = withExtendedLifetime(display) { $0.leaves.map(\.id) }.filter { going.find($0) != nil }
    let top = leaves.last.flatMap { root.presentationRoot(of: $0) }
    recorder.still += leaves.filter { root.presentationRoot(of: $0)?.id != top?.id }
    _ = root.update(presenter) { $0.presented = nil }
    recorder.animated = true
  }

  /// Nil where a controller neither presents nor is in a presented tree, or where nothing is presented.
  func presenterToDismiss(_ given: ControllerID?) throws(Rejection) -> ControllerID? {
    guard let given else { return display.topmostPresenter }
    guard let location = root.locateInSession(given) else { throw .noSuchController(given) }
    if location.controller.presentedChild != nil { return given }
    return root.presentationRoot(of: given).flatMap { root.locate($0.id)?.holder?.id }
  }
}

/// One event for each presentation and dismissal, whatever its cause (CL-23).
extension Session {
  /// - Parameter before: the tree before; nil where it presented nothing.
  mutating func tellPresentations(since before: Controller?, _ recorder: inout EventRecorder) {
    guard before != nil || root.summary.holdsPresented, before?.isIdentical(to: root) != true else { return }
    var (old, new): ([Presentation], [Presentation]) = ([], [])
    before?.collectPresentations(&old)
    root.collectPresentations(&new)
    for gone in old where !new.contains(gone) {
      recorder.add(.dismissed(gone.child), to: .changes)
      if gone.style.coversPresenter { recorder.changesCover = true }
    }
    for come in new where !old.contains(come) {
      recorder.add(.presented(come.child, presenter: come.presenter, come.style), to: .changes)
      if come.style.coversPresenter { recorder.changesCover = true }
    }
  }
}

private struct Presentation: Hashable {
  var child: ControllerID
  var presenter: ControllerID
  var style: PresentationStyle
}

extension Controller {
  /// Appends presentations in tree order: outer before inner.
  fileprivate func collectPresentations(_ found: inout [Presentation]) {
    guard summary.holdsPresented else { return }
    forEachPresent { held, holding in
      if holding == .presented, let presented {
        found.append(Presentation(child: held.id, presenter: id, style: presented.style))
      }
      held.collectPresentations(&found)
    }
  }
}
