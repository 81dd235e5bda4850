extension Transition {
  /// Pushes a controller on a stack (NV-2).
  public struct Push: AppTransition {
    package static let type = "push"

    public var newcomer: Newcomer = .missing
    public var stack: ControllerID?
    /// The screen whose stack is meant, instead of `stack`.
    public var sender: ControllerID?
    public var again: Again = .another

    package mutating func members(_ m: inout some Members) {
      m.newcomer(&newcomer)
      m.stack(&stack, from: &sender)
      m.defaulted("again", &again, unless: .another)
    }

    package func naming(in session: Session) -> ControllerID? { try? target(in: session) }

    /// That of the sender is the innermost around it (D-366).
    private func target(in session: Session) throws(Rejection) -> ControllerID {
      guard let sender else { return try session.resolveStack(stack) }
      guard let around = try session.resolveSender(sender).first(where: { $0.kind == .stack }) else {
        throw .noTarget(.stackAround(sender))
      }
      return around.id
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let target = try target(in: session)
      let page = session.page(of: target)
      let split = again == .return ? page.flatMap { session.collapsedSplit(withPrimary: $0.id) } : nil
      let hidden = [split?.shownAgain].compactMap(\.self)
      if let same = session.same(as: newcomer, again, in: page, hidden: hidden),
        let outcome = try session.returnTo(same, as: newcomer, on: target, &recorder)
      {
        return outcome
      }
      if let moving = split?.movesAlone(sameAs: newcomer, again) {
        let outcome = try Push(newcomer: .existing(moving), stack: target).apply(to: &session, &recorder)
        return session.returned(to: moving, as: newcomer, outcome, &recorder)
      }
      if try session.replaceSibling(on: target, by: newcomer, again, &recorder) != nil { return Outcome() }
      if let outcome = try session.reopen(newcomer, on: target, &recorder) { return outcome }
      let controller = try session.admit(newcomer, into: target, as: .stackMember, &recorder)
      // A stack that takes no details is never on display, so only a named one is checked.
      if stack != nil || sender != nil { try session.checkTakesDetails(target, controller.id) }
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

  public static func push(
    _ newcomer: Transition.Newcomer, from sender: ControllerID, again: Transition.Again = .another
  ) -> Self {
    Self(Transition.Push(newcomer: newcomer, sender: sender, again: again))
  }
}
