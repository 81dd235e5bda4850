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

  /// A user swipes a page sheet or a form sheet down (D-83).
  public struct SwipeDown: UserTransition {
    package static let type = "swipeDown"

    /// Nil: the topmost presented tree.
    public var controller: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("controller", &controller) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.dismissByUser(controller, .swipeDown, &recorder)
    }
  }

  /// A user taps outside of a popover, or beside a dimmed sheet (D-83, D-504).
  public struct TapOutside: UserTransition {
    package static let type = "tapOutside"

    /// Nil: the topmost presented tree.
    public var controller: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("controller", &controller) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.dismissByUser(controller, .tapOutside, &recorder)
    }
  }
}

extension Transition.Action {
  public static func dismiss(_ controller: ControllerID? = nil) -> Self {
    Self(Transition.Dismiss(controller: controller))
  }

  public static func swipeDown(_ controller: ControllerID? = nil) -> Self {
    Self(Transition.SwipeDown(controller: controller))
  }

  public static func tapOutside(_ controller: ControllerID? = nil) -> Self {
    Self(Transition.TapOutside(controller: controller))
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

  // The family Presentation: a user dismisses the topmost tree, if it allows that
  // (`UIAdaptivePresentationControllerDelegate`).

  /// The gestures that dismiss a presented tree (D-83).
  fileprivate enum DismissingGesture {
    /// Dismisses a sheet.
    case swipeDown
    /// Dismisses a popover, and a dimmed sheet with room beside it (D-504).
    case tapOutside

    /// Whether this gesture dismisses what is presented so in its window.
    fileprivate func dismisses(_ form: Presentation, in environment: Environment) -> Bool {
      let style = environment.adapted(form)
      return switch self {
      case .swipeDown: style.isSheet
      case .tapOutside: style == .popover || form.endsByTapOutside(in: environment)
      }
    }
  }

  /// A modal tree, or one with a screen that blocks its removal, stays: its app is notified of the attempt. Else the
  /// app is asked (D-85).
  ///
  /// Not handled where nothing is presented. Throws `notOnDisplay` for a covered tree, or for a style without such a
  /// gesture.
  /// A confirmed loss of screens that block their removal does not move a modal tree.
  fileprivate mutating func dismissByUser(
    _ controller: ControllerID?, _ gesture: DismissingGesture, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    guard let presenter = try presenterOfGesture(on: controller), let presented = root.find(presenter)?.presented else {
      return nothingPresented
    }
    let (going, isConfirmed) = (presented.child, recorder.isConfirmed)
    let isInspector = root.find(presenter)?.presentsInspector == true
    if isInspector, gesture == .swipeDown, environment.vertical == .compact { return Outcome(.noGesture) }
    guard gesture.dismisses(presented.form, in: environment), display.isInFront(going.id) else {
      throw .notOnDisplay(going.id)
    }
    if isInspector { return dismissInspectorByUser(going, from: presenter, &recorder) }
    let blocked = going.refusals(of: presenter) { controller in
      if controller.answers.isModalInPresentation { return .isModalInPresentation }
      return !isConfirmed && controller.screen?.blocksRemoval == true ? .removal : nil
    }
    guard blocked.isEmpty else { return attempt(on: going, blocked, &recorder) }
    let refused = going.refusals(of: presenter) { $0.answers.onShouldDismiss ? nil : .shouldDismiss }
    recorder.call(.shouldDismiss(presented: going.id, answer: refused.isEmpty))
    guard refused.isEmpty else { return attempt(on: going, refused, &recorder) }
    recorder.call(.willDismiss(presented: going.id))
    dismiss(going, from: presenter, &recorder)
    recorder.notify(.didDismiss(presented: going.id))
    return Outcome()
  }

  /// A sheet of the system's: no app is asked, and its content stays (IN-4, D-486).
  private mutating func dismissInspectorByUser(
    _ going: Controller, from presenter: ControllerID, _ recorder: inout EventRecorder
  ) -> Outcome {
    let blocked = going.refusals(of: presenter) { $0.answers.isModalInPresentation ? .isModalInPresentation : nil }
    if !blocked.isEmpty { return Outcome(blocked: blocked) }
    dismiss(going, from: presenter, &recorder)
    return Outcome()
  }

  /// The controller, where it presents a tree, else the presenter of its own; nil where there is neither, or where nothing
  /// is presented. Unlike a dismissal by the app, a gesture is not forwarded to parents.
  func presenterOfGesture(on given: ControllerID?) throws(Rejection) -> ControllerID? {
    guard let given else { return display.topmostPresenter }
    guard let location = root.locateInSession(given) else { throw .noSuchController(given) }
    if location.controller.presentedChild != nil { return given }
    return root.presentationRoot(of: given).flatMap { root.locate($0.id)?.holder?.id }
  }

  /// The tree stays, and its app is notified.
  private func attempt(on staying: Controller, _ blocked: [Outcome.Blocked], _ recorder: inout EventRecorder) -> Outcome
  {
    recorder.call(.didAttemptToDismiss(presented: staying.id))
    return Outcome(blocked: blocked)
  }
}

extension Controller {
  /// The refusing controllers of this tree, in tree order, each with one reason.
  fileprivate func refusals(
    of holder: ControllerID, _ reason: (Controller) -> Outcome.Blocked.Reason?
  ) -> [Outcome.Blocked] {
    var refusals: [Outcome.Blocked] = []
    if let reason = reason(self) { refusals.append(Outcome.Blocked(id, in: holder, by: reason)) }
    forEachPresent { held, _ in refusals += held.refusals(of: id, reason) }
    return refusals
  }
}
