extension Transition {
  /// Pops so many controllers off a stack; the root stays (NV-3).
  public struct Pop: AppTransition {
    package static let type = "pop"

    public var stack: ControllerID?
    public var count: Int = 1

    package mutating func members(_ m: inout some Members) {
      m.optional("stack", &stack)
      m.count("count", &count)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let target = try session.resolveStack(stack)
      return session.truncate(target, &recorder) { $0.count - min(count, $0.count) }
    }
  }
}

extension Transition.Action {
  public static func pop(stack: ControllerID? = nil, count: Int = 1) -> Self {
    Self(Transition.Pop(stack: stack, count: count))
  }
}
