extension Transition {
  /// Folds the device, or unfolds it (WN-4).
  public struct Fold: SystemTransition {
    public var pose: Pose

    @usableFromInline init(_ pose: Pose) { self.pose = pose }

    @inlinable package static var type: String { "fold" }
    @usableFromInline package static var example: Self { Self(.open) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.requireWord("pose") { $0.pose })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.environment.set(pose)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func fold(_ pose: Pose) -> Self {
    .fold(Transition.Box(Transition.Fold(pose)))
  }
}
