extension Transition {
  /// Back on display.
  public struct EnterForeground: SystemTransition {
    @usableFromInline init() {}

    @inlinable package static var type: String { "enterForeground" }
    @usableFromInline package static var example: Self { Self() }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self()
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard session.environment.isInBackground else { return Outcome(.noChange) }
      session.environment.isInBackground = false
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static var enterForeground: Self { .enterForeground(Transition.Box(Transition.EnterForeground())) }
}
