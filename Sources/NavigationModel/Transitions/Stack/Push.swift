extension Transition {
  /// Pushes a controller on a stack (NV-2).
  public struct Push: AppTransition {
    package static let type = "push"

    public var newcomer: Newcomer = .missing
    public var stack: ControllerID?
    public var again: Again = .another

    package mutating func members(_ m: any Members) {
      m.newcomer(&newcomer)
      m.optional("stack", &stack)
      m.defaulted("again", &again, unless: .another)
    }

    package var hasNewWords: Bool { again != .another || newcomer.hasNewWords }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let target = try session.resolveStack(stack)
      if let same = session.same(as: newcomer, again, in: session.page(of: target)),
        let outcome = try session.returnTo(same, as: newcomer, on: target, &recorder)
      {
        return outcome
      }
      if let outcome = try session.reopen(newcomer, on: target, &recorder) { return outcome }
      let controller = try session.admit(newcomer, into: target, as: .stackMember, &recorder)
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
    Self(Transition.Push(newcomer: newcomer, stack: stack, again: again))
  }
}
