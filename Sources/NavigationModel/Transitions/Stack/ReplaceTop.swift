extension Transition {
  /// Replaces the top of a stack.
  public struct ReplaceTop: AppTransition {
    public var screen: Controller
    public var stack: ControllerID?

    @usableFromInline init(_ screen: Controller, stack: ControllerID?) { (self.screen, self.stack) = (screen, stack) }

    @inlinable package static var type: String { "replaceTop" }
    @usableFromInline package static var example: Self { Self(.screen("next", route: "page"), stack: nil) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.screen("screen") { $0.screen }, stack: try visitor.id("stack") { $0.stack })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let target = try session.resolveStack(stack)
      guard let top = session.root.find(target)?.stack?.top else { throw .wrongKind(target, expected: .stack) }
      if top.isPlaceholder { throw .cannotContain(container: target, child: screen.id) }
      let named = try session.admit(screen, into: target, .stackMember, &recorder)
      _ = session.root.update(target) {
        $0.updateStack { stack in
          stack.isInteractiveBack = false
          if stack.above.popLast() == nil { stack.root = named } else { stack.above.append(named) }
        }
      }
      recorder.animated = true
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func replaceTop(_ screen: Controller, stack: ControllerID? = nil) -> Self {
    .replaceTop(Transition.Box(Transition.ReplaceTop(screen, stack: stack)))
  }
}
