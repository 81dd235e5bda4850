extension Transition {
  /// Replaces the top of a stack, unless it is a placeholder (SYS0-3).
  public struct ReplaceTop: AppTransition {
    package static let type = "replaceTop"

    public var screen: Controller = .missing
    public var stack: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.screen("screen", &screen)
      m.optional("stack", &stack)
    }

    package func naming(in session: Session) -> ControllerID? { try? session.resolveStack(stack) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let target = try session.resolveStack(stack)
      guard let top = session.root.find(target)?.stack?.top else { throw .wrongKind(target, expected: .stack) }
      if top.isPlaceholder { throw .cannotContain(container: target, child: screen.id) }
      let named = try session.admit(screen, into: target, as: .stackMember, &recorder)
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
    Self(Transition.ReplaceTop(screen: screen, stack: stack))
  }
}
