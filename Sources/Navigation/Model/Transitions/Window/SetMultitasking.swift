extension Transition {
  /// Puts the app beside another one, over it, or alone on the screen (SC-6).
  public struct SetMultitasking: SystemTransition {
    package static let type = "setMultitasking"

    public var multitasking: Multitasking = .fullScreen

    package mutating func members(_ m: inout some Members) { m.required("multitasking", &multitasking) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.environment.set(multitasking)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func setMultitasking(_ multitasking: Multitasking) -> Self {
    Self(Transition.SetMultitasking(multitasking: multitasking))
  }
}
