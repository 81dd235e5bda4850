extension Transition {
  /// Pops so many controllers off a stack; the root stays (NV-3).
  public struct Pop: AppTransition {
    public var stack: ControllerID?
    public var count: Int

    @usableFromInline init(stack: ControllerID?, count: Int) { (self.stack, self.count) = (stack, count) }

    @inlinable package static var type: String { "pop" }
    @usableFromInline package static var example: Self { Self(stack: nil, count: 1) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(stack: try visitor.id("stack") { $0.stack }, count: try visitor.count("count") { $0.count })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let target = try session.resolveStack(stack)
      return session.truncate(target, &recorder) { $0.count - min(count, $0.count) }
    }
  }
}

extension Transition.Action {
  public static func pop(stack: ControllerID? = nil, count: Int = 1) -> Self {
    .pop(Transition.Box(Transition.Pop(stack: stack, count: count)))
  }
}
