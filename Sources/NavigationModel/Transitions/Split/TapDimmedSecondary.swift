extension Transition {
  /// A user's tap undims the secondary (DM-13).
  public struct TapDimmedSecondary: UserTransition {
    public var split: ControllerID?

    @usableFromInline init(split: ControllerID?) { self.split = split }

    @inlinable package static var type: String { "tapDimmedSecondary" }
    @usableFromInline package static var example: Self { Self(split: nil) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(split: try visitor.id("split") { $0.split })
    }

    /// Throws `notOnDisplay` where it is not dimmed.
    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.chooseMode(of: split, &recorder) { (_, split, room, _) in room.dimmedTarget(in: split.displayMode) }
    }
  }
}

extension Transition.Action {
  public static func tapDimmedSecondary(split: ControllerID? = nil) -> Self {
    .tapDimmedSecondary(Transition.Box(Transition.TapDimmedSecondary(split: split)))
  }
}
