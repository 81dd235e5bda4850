extension Transition {
  /// A user's tap toggles between the secondary alone and the previous mode (DM-12).
  public struct TapSecondaryOnlyButton: UserTransition {
    package static let type = "tapSecondaryOnlyButton"

    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("split", &split) }

    /// Throws `notOnDisplay` without a button, and where the bar that has it is covered.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(split, .split)
      guard session.taps.contains(where: { $0.isSecondaryOnly(of: id) }) else { throw .notOnDisplay(id) }
      return try session.chooseMode(of: id, &recorder) { (_, split, room, _) in
        guard split.style == .tripleColumn, split.preferences.showsSecondaryOnlyButton else { return nil }
        if split.displayMode == .secondaryOnly {
          return room.chosenMode(split.modeBeforeSecondaryOnly ?? .oneBesideSecondary)
        }
        split.modeBeforeSecondaryOnly = split.displayMode
        return .secondaryOnly
      }
    }
  }
}

extension Transition.Action {
  public static func tapSecondaryOnlyButton(split: ControllerID? = nil) -> Self {
    Self(Transition.TapSecondaryOnlyButton(split: split))
  }
}
