extension Transition {
  /// Removes one controller of a stack and leaves those above it; an only child or a placeholder root stays (D-17).
  public struct Remove: AppTransition {
    package static let type = "remove"

    public var controller: ControllerID = .missing

    package mutating func members(_ m: inout some Members) { m.required("controller", &controller) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let stack = try session.stackHolding(controller)
      try session.removeFromStack(controller, of: stack)
      recorder.animated = true
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func remove(_ controller: ControllerID) -> Self { Self(Transition.Remove(controller: controller)) }
}
