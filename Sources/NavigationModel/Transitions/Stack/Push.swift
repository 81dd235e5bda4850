extension Transition {
  /// Pushes a controller on a stack (NV-2).
  public struct Push: AppTransition {
    public var newcomer: Newcomer
    public var stack: ControllerID?
    public var again: Again

    @usableFromInline
    init(_ newcomer: Newcomer, stack: ControllerID?, again: Again = .another) {
      (self.newcomer, self.stack, self.again) = (newcomer, stack, again)
    }

    @inlinable package static var type: String { "push" }
    @usableFromInline package static var example: Self { Self(.new(.screen("next", route: "page")), stack: nil) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(
        try visitor.newcomer { $0.newcomer }, stack: try visitor.id("stack") { $0.stack },
        again: try visitor.word("again", unless: .another) { $0.again })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let target = try session.resolveStack(stack)
      if let same = session.same(as: newcomer, again, in: session.page(of: target)),
        let outcome = try session.returnTo(same, as: newcomer, on: target, &recorder)
      {
        return outcome
      }
      if let outcome = try session.reopen(newcomer, on: target, &recorder) { return outcome }
      let controller = try session.admit(newcomer, into: target, .stackMember, &recorder)
      // A stack that takes no details is never on display, so only a named one is checked.
      if stack != nil { try session.checkTakesDetails(target, controller.id) }
      let isPage = session.givesPages(to: target)
      _ = session.root.update(target) { $0.updateStack { $0.push(controller, isPage: isPage) } }
      recorder.animated = true
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func push(
    _ newcomer: Transition.Newcomer, stack: ControllerID? = nil, again: Transition.Again = .another
  ) -> Self {
    .push(Transition.Box(Transition.Push(newcomer, stack: stack, again: again)))
  }
}
