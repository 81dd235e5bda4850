extension Transition {
  /// The app's preference; in a collapsed split view it applies from the expansion on (M4).
  public struct SetDisplayMode: AppTransition {
    /// Nil is `automatic`.
    public var mode: DisplayMode?
    public var split: ControllerID?

    @usableFromInline init(_ mode: DisplayMode?, split: ControllerID?) { (self.mode, self.split) = (mode, split) }

    @inlinable package static var type: String { "setDisplayMode" }
    @usableFromInline package static var example: Self { Self(.secondaryOnly, split: nil) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.automatic("mode") { $0.mode }, split: try visitor.id("split") { $0.split })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.changeSplit(split, &recorder) { (id, split, room, change, recorder) in
        split.prefer(mode, room.rules)
        split.showPreferredMode(id, room, &change, &recorder)
        return Outcome()
      }
    }
  }
}

extension Transition.Action {
  public static func setDisplayMode(_ mode: DisplayMode?, split: ControllerID? = nil) -> Self {
    .setDisplayMode(Transition.Box(Transition.SetDisplayMode(mode, split: split)))
  }
}
