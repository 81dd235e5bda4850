extension Transition {
  /// A user's tap on the button changes to its target mode (DM-10, DM-15).
  public struct TapDisplayModeButton: UserTransition {
    package static let type = "tapDisplayModeButton"

    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("split", &split) }

    /// Throws `notOnDisplay` without a button, and where the bar that has it is covered.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(split, .split)
      guard session.taps.contains(where: { $0.isDisplayMode(of: id) }) else { throw .notOnDisplay(id) }
      return try session.chooseMode(of: id, &recorder) { (id, split, room, recorder) in
        if split.style == .classic {
          recorder.call(.targetDisplayModeForAction(split: id, answer: split.delegate.targetDisplayModeForAction))
        }
        return room.buttonTarget(in: split.displayMode, answer: split.delegate.targetDisplayModeForAction)
      }
    }
  }
}

extension Transition.Action {
  public static func tapDisplayModeButton(split: ControllerID? = nil) -> Self {
    Self(Transition.TapDisplayModeButton(split: split))
  }
}
