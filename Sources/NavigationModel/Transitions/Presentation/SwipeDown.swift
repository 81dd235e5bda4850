extension Transition {
  /// A user swipes a page sheet or a form sheet down (D-83).
  public struct SwipeDown: UserTransition {
    /// Nil: the topmost presented tree.
    public var controller: ControllerID?

    @usableFromInline init(_ controller: ControllerID?) { self.controller = controller }

    @inlinable package static var type: String { "swipeDown" }
    @usableFromInline package static var example: Self { Self(nil) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.id("controller") { $0.controller })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.dismissByUser(controller, .swipeDown, &recorder)
    }
  }
}

extension Transition.Action {
  public static func swipeDown(_ controller: ControllerID? = nil) -> Self {
    .swipeDown(Transition.Box(Transition.SwipeDown(controller)))
  }
}
