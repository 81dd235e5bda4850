extension Transition {
  /// Shows a controller where the containers around the sender place it, from the sender outwards (SH-1).
  public struct Show: AppTransition {
    package static let type = "show"

    public var newcomer: Newcomer = .empty
    public var sender: ControllerID?
    public var again: Again = .another

    package mutating func members(_ m: inout some Members) {
      m.newcomer(&newcomer)
      m.optional("from", &sender)
      m.defaulted("again", &again, unless: .another)
    }

    package func naming(in session: Session) -> ControllerID? { try? session.resolveSender(sender).controller.id }

    /// A stack pushes (SH-4, NV-26, SYS1-19); a split view asks the app, then replaces its primary (SH-5).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let sender = try session.resolveSender(sender)
      guard let taker = sender.first(where: { $0.kind == .stack || $0.kind == .split }) else {
        return try session.presentUntaken(newcomer, from: sender, again: again, &recorder).outcome
      }
      guard case .split(let split) = taker.node else {
        return try Transition.Push(newcomer: newcomer, stack: taker.id, again: again).apply(to: &session, &recorder)
      }
      return try session.show(newcomer, in: taker.id, split: split.value, from: sender, again: again, &recorder)
    }
  }
}

extension Transition.Action {
  public static func show(
    _ newcomer: Transition.Newcomer, from sender: ControllerID? = nil, again: Transition.Again = .another
  ) -> Self {
    Self(Transition.Show(newcomer: newcomer, sender: sender, again: again))
  }
}

extension Session {
  /// An expanded split view makes it its primary; for a collapsed one it is presented (SH-5, SH-13).
  fileprivate mutating func show(
    _ newcomer: Transition.Newcomer, in id: ControllerID, split: Split, from sender: Location,
    again: Transition.Again, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    let same = split.isCollapsed ? nil : same(as: newcomer, again, in: split.primary)
    if split.style != .classic {
      if let same, let outcome = try returnTo(same, as: newcomer, on: split.primary?.id, &recorder) { return outcome }
      if let outcome = try reopen(newcomer, on: nil, &recorder) { return outcome }
      if !split.isCollapsed {
        return try Transition.SetColumn(column: .primary, newcomer: newcomer, split: id).apply(to: &self, &recorder)
      }
      return try presentUntaken(newcomer, from: sender, again: again, &recorder).outcome
    }
    switch split.delegate.onShow {
    case .handled:
      let controller = try named(newcomer)
      recorder.call(.show(split: id, controller: controller, answer: true))
      return Outcome()
    case .system:
      var recorded = recorder
      recorded.call(.show(split: id, controller: same?.id ?? newcomer.id, answer: false))
      if let same, let outcome = try returnTo(same, as: newcomer, on: split.primary?.id, &recorded) {
        recorder = recorded.settled(by: outcome, else: recorder)
        return outcome
      }
      if let outcome = try reopen(newcomer, on: nil, &recorded) {
        recorder = recorded
        return outcome
      }
      if split.isCollapsed {
        let (presented, outcome) = try presentUntaken(newcomer, from: sender, again: again, &recorder)
        recorder.call(.show(split: id, controller: presented, answer: false))
        return outcome
      }
      var isInPrimary = false
      if case .existing(let moved) = newcomer { isInPrimary = split.primary?.find(moved) != nil }
      let controller = try admit(newcomer, into: id, as: isInPrimary ? .detailColumn : .primary, &recorder)
      recorder.call(.show(split: id, controller: controller.id, answer: false))
      updateSplit(id) { split in
        if isInPrimary { split.secondary = controller } else { split.primary = controller }
      }
      return Outcome()
    }
  }
}

/// The sender of `show`, `showDetail` and `present`.
extension Session {
  /// A controller by its id, or the last screen of a primary column that a user can reach; without one, the last screen
  /// in reach (D-135).
  func resolveSender(_ given: ControllerID?) throws(Rejection) -> Location {
    if let given {
      guard let location = root.locateInSession(given) else { throw .noSuchController(given) }
      return location
    }
    let display = display
    guard let sender = display.lastReachable(where: { $0.column == .primary }) ?? display.lastReachable,
      let location = root.locate(sender.id)
    else { throw .noTarget(.sender) }
    return location
  }
}

extension Location {
  /// The first match among the controller and its containers, innermost first (SH-1).
  func first(where isTaker: (Controller) -> Bool) -> Controller? {
    isTaker(controller) ? controller : containers.first(where: isTaker)
  }
}
