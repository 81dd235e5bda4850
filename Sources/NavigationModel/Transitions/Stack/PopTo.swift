extension Transition {
  /// Pops the controllers above one of a stack; stacks that a collapse nested count as one (D-141).
  public struct PopTo: AppTransition {
    public var controller: ControllerID

    @usableFromInline init(_ controller: ControllerID) { self.controller = controller }

    @inlinable package static var type: String { "popTo" }
    @usableFromInline package static var example: Self { Self("list") }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.requireID("controller") { $0.controller })
    }

    /// Throws `notInStack` where the controller is elsewhere (NV-5).
    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      _ = try session.stackHolding(controller)
      return session.popTo(controller, &recorder)
    }
  }
}

extension Transition.Action {
  public static func popTo(_ controller: ControllerID) -> Self {
    .popTo(Transition.Box(Transition.PopTo(controller)))
  }
}
