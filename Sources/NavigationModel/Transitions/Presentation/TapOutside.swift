extension Transition {
  /// A user taps outside of a popover (D-83).
  public struct TapOutside: UserTransition {
    /// Nil: the topmost presented tree.
    public var controller: ControllerID?

    @usableFromInline init(_ controller: ControllerID?) { self.controller = controller }

    @inlinable package static var type: String { "tapOutside" }
    @usableFromInline package static var example: Self { Self(nil) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.id("controller") { $0.controller })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.dismissByUser(controller, .tapOutside, &recorder)
    }
  }
}

extension Transition.Action {
  public static func tapOutside(_ controller: ControllerID? = nil) -> Self {
    .tapOutside(Transition.Box(Transition.TapOutside(controller)))
  }
}
