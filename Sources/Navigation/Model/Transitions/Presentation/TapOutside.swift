extension Transition {
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
  public static func tapOutside(_ controller: ControllerID? = nil) -> Self {
    Self(Transition.TapOutside(controller: controller))
  }
}
