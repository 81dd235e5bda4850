import Navigation

extension StoredSession {
  /// The oldest record format whose readers know the state, the latest record and that a session has routes.
  package var recordFormat: Int {
    if history.routes != nil { return 2 }
    return max(session.recordFormat, history.entries.last?.content.recordFormat ?? 1)
  }
}

extension TransitionRecord.Content {
  /// 2 has a member or a word of 1.1, though the state after the record may have lost it again, in the same batch or
  /// since it is set to its default.
  ///
  /// The `reason` of an outcome alone needs no format 2. It follows from the transition, and a batch of a client of
  /// 1.0 may have one: such a client could not use its session at an older node.
  package var recordFormat: Int {
    switch self {
    case .creation, .history: 1
    case .single(let transition, _): transition.action.body.hasNewWords ? 2 : 1
    case .batch(let transitions, _): transitions.contains { $0.action.body.hasNewWords } ? 2 : 1
    }
  }
}
