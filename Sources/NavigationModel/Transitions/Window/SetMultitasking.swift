extension Transition {
  /// Puts the app beside another one, over it, or alone on the screen.
  public struct SetMultitasking: SystemTransition {
    public var multitasking: Multitasking

    @usableFromInline init(_ multitasking: Multitasking) { self.multitasking = multitasking }

    @inlinable package static var type: String { "setMultitasking" }
    @usableFromInline package static var example: Self { Self(.slideOver) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.requireWord("multitasking") { $0.multitasking })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.environment.set(multitasking)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func setMultitasking(_ multitasking: Multitasking) -> Self {
    .setMultitasking(Transition.Box(Transition.SetMultitasking(multitasking)))
  }
}
