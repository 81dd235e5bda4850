extension Transition {
  /// Dismisses the tree that a controller presents, or its nearest parent that presents one, else the presented tree that
  /// contains it, each with all trees above it (PR-4).
  public struct Dismiss: AppTransition {
    package static let type = "dismiss"

    /// Nil: the topmost presented tree.
    public var controller: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("controller", &controller) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard let presenter = try session.presenterToDismiss(from: controller),
        let going = session.root.find(presenter)?.presentedChild
      else { return session.nothingPresented }
      session.dismiss(going, from: presenter, &recorder)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func dismiss(_ controller: ControllerID? = nil) -> Self {
    Self(Transition.Dismiss(controller: controller))
  }
}

extension Session {
  /// Removes a presented tree with all trees above it.
  mutating func dismiss(_ going: Controller, from presenter: ControllerID, _ recorder: inout EventRecorder) {
    // Only the topmost dismissed tree is animated (D-88).
    let leaves = display.leaves.map(\.id).filter { going.find($0) != nil }
    let top = leaves.last.flatMap { root.presentationRoot(of: $0) }
    recorder.still += leaves.filter { root.presentationRoot(of: $0)?.id != top?.id }
    if root.find(presenter)?.presentsInspector == true {
      putAwayInspector(of: presenter, &recorder)
    } else {
      _ = root.update(presenter) { $0.presented = nil }
    }
    recorder.animated = true
  }

  /// Nothing is presented there. What is, is named: the topmost tree on display, else the first of the session (D-367).
  var nothingPresented: Outcome {
    let shown = display.topmostPresenter.flatMap { root.find($0) }
    let presenter = shown ?? (root.summary.holdsPresented ? root.first { $0.isPresenting } : nil)
    return Outcome(
      nothingPresentedBut: presenter.flatMap { presenter in
        presenter.presentedChild.map { Outcome.PresentedElsewhere($0.id, by: presenter.id) }
      })
  }

  /// The controller, else its nearest holder that presents a tree, at last the one that presents its own; nil where there
  /// is none, or where nothing is presented.
  func presenterToDismiss(from given: ControllerID?) throws(Rejection) -> ControllerID? {
    guard let given else { return display.topmostPresenter }
    guard var location = root.locateInSession(given) else { throw .noSuchController(given) }
    while !location.controller.isPresenting {
      guard let above = location.holder.flatMap({ root.locate($0.id) }) else { return nil }
      location = above
    }
    return location.controller.id
  }
}
