extension Transition {
  /// A user's tap undims the secondary (DM-13).
  public struct TapDimmedSecondary: UserTransition {
    package static let type = "tapDimmedSecondary"

    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("split", &split) }

    /// Throws `notOnDisplay` where it is not dimmed.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.chooseMode(of: split, &recorder) { (_, split, room, _) in room.dimmedTarget(in: split.displayMode) }
    }
  }
}

extension Transition.Action {
  public static func tapDimmedSecondary(split: ControllerID? = nil) -> Self {
    Self(Transition.TapDimmedSecondary(split: split))
  }
}
