extension Transition {
  /// The app's preference; in a collapsed split view it applies from the expansion on (M4).
  public struct SetDisplayMode: AppTransition {
    package static let type = "setDisplayMode"

    /// Nil is `automatic`.
    public var mode: DisplayMode?
    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.automatic("mode", &mode)
      m.optional("split", &split)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.changeSplit(split, &recorder) { (id, split, room, change, recorder) in
        split.prefer(mode, room.rules)
        split.showPreferredMode(id, in: room, &change, &recorder)
        return Outcome()
      }
    }
  }
}

extension Transition.Action {
  public static func setDisplayMode(_ mode: DisplayMode?, split: ControllerID? = nil) -> Self {
    Self(Transition.SetDisplayMode(mode: mode, split: split))
  }
}
