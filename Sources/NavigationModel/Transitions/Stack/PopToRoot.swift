extension Transition {
  /// Pops all but the root of a stack.
  public struct PopToRoot: AppTransition {
    public var stack: ControllerID?

    @usableFromInline init(stack: ControllerID?) { self.stack = stack }

    @inlinable package static var type: String { "popToRoot" }
    @usableFromInline package static var example: Self { Self(stack: nil) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(stack: try visitor.id("stack") { $0.stack })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      session.truncate(try session.resolveStack(stack), &recorder) { _ in 1 }
    }
  }
}

extension Transition.Action {
  public static func popToRoot(stack: ControllerID? = nil) -> Self {
    .popToRoot(Transition.Box(Transition.PopToRoot(stack: stack)))
  }
}
