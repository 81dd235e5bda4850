extension Transition {
  /// Folds the device, or unfolds it (WN-4).
  public struct Fold: SystemTransition {
    package static let type = "fold"

    public var pose: Pose = .open

    package mutating func members(_ m: inout some Members) { m.required("pose", &pose) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.environment.set(pose)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func fold(_ pose: Pose) -> Self { Self(Transition.Fold(pose: pose)) }
}
