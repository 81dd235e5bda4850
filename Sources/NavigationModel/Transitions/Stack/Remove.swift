extension Transition {
  /// Removes one controller of a stack and leaves those above it; an only child or a placeholder root stays.
  public struct Remove: AppTransition {
    public var controller: ControllerID

    @usableFromInline init(_ controller: ControllerID) { self.controller = controller }

    @inlinable package static var type: String { "remove" }
    @usableFromInline package static var example: Self { Self("detail") }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.requireID("controller") { $0.controller })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let stack = try session.stackHolding(controller)
      try session.removeFromStack(controller, of: stack)
      recorder.animated = true
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func remove(_ controller: ControllerID) -> Self {
    .remove(Transition.Box(Transition.Remove(controller)))
  }
}
