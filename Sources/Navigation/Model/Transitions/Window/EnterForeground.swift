extension Transition {
  /// Back on display (D-118).
  public struct EnterForeground: SystemTransition {
    package static let type = "enterForeground"

    package mutating func members(_ m: inout some Members) {}

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard session.environment.isInBackground else { return Outcome(.noChange) }
      session.environment.isInBackground = false
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static var enterForeground: Self { Self(Transition.EnterForeground()) }
}
