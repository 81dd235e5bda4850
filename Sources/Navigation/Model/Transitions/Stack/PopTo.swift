extension Transition {
  /// Pops the controllers above one of a stack; stacks that a collapse nested count as one (D-141).
  public struct PopTo: AppTransition {
    package static let type = "popTo"

    public var controller: ControllerID = .missing

    package mutating func members(_ m: inout some Members) { m.required("controller", &controller) }

    package func naming(in session: Session) -> ControllerID? { controller }

    /// Throws `notInStack` where the controller is elsewhere (NV-5).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      _ = try session.stackHolding(controller)
      return session.popTo(controller, &recorder)
    }
  }
}

extension Transition.Action {
  public static func popTo(_ controller: ControllerID) -> Self { Self(Transition.PopTo(controller: controller)) }
}
