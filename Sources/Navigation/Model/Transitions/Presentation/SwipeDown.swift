extension Transition {
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
}

extension Transition.Action {
  public static func swipeDown(_ controller: ControllerID? = nil) -> Self {
    Self(Transition.SwipeDown(controller: controller))
  }
}
