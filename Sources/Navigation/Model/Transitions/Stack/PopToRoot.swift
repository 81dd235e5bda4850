extension Transition {
  /// Pops all but the root of a stack (NV-4).
  public struct PopToRoot: AppTransition {
    package static let type = "popToRoot"

    public var stack: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("stack", &stack) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      session.truncate(try session.resolveStack(stack), &recorder) { _ in 1 }
    }
  }
}

extension Transition.Action {
  public static func popToRoot(stack: ControllerID? = nil) -> Self { Self(Transition.PopToRoot(stack: stack)) }
}
