import Navigation
import Synchronization
import Waiting

/// Changes of a resident session.
extension Resident {
  /// Throws unless the session is there and has not expired.
  private static func requireChangeable(_ state: inout State, _ moment: Moment) throws(Absence) {
    try requirePresent(&state)
    guard moment.now >= state.session.expiresAt else { return }
    try state.requireFresh(moment)
    throw .noSuchSession
  }

  /// Changes the session in memory, under its lock; false if its turn is held, or if the decision takes long.
  ///
  /// - Parameter decide: changes nothing where it returns false.
  func change(
    at moment: Moment, limits: StoreLimits, _ decide: (inout StoredSession) -> Bool
  ) throws(Absence) -> Bool {
    try state.withLock { (state) throws(Absence) in
      try Self.requireChangeable(&state, moment)
      guard !state.turn.isHeld, decide(&state.session) else { return false }
      markChange(&state, limits)
      return true
    }
  }

  /// Replaces the session by what was decided on it while the turn was held; nothing is written.
  func become(_ session: StoredSession, limits: StoreLimits) {
    state.withLock { state in
      let answers = state.session.answers.answers
      state.session = session
      // Some have been encoded meanwhile.
      for answer in answers { state.session.answers.replaceReply(answer.key, as: answer.reply) }
      markChange(&state, limits)
    }
  }

  private func markChange(_ state: inout State, _ limits: StoreLimits) {
    state.session.trim(to: limits)
    state.representations.removeAll()
    state.isDirty = true
    state.edition &+= 1
    count(&state)
  }

  /// Replaces a reply with its bytes, which take less memory.
  func replaceReply(_ key: IdempotencyKey, as reply: StoredAnswer.Reply, limits: StoreLimits) {
    state.withLock { state in
      state.session.answers.replaceReply(key, as: reply)
      state.session.answers.trim(to: limits.answerBytes(beside: state.session.session))
      state.edition &+= 1
      count(&state)
    }
  }

  /// Publishes a committed change.
  ///
  /// - Parameters:
  ///   - place: that of its answer.
  ///   - start: when the backend received it.
  func complete(_ update: SessionUpdate, at place: Int64?, since start: Int64) {
    state.withLock { state in
      state.session = update.after
      // The bytes are in the backend; a closure that can write them again would retain the old state.
      if let answer = update.answer, let place {
        state.session.answers.replaceReply(answer.key, as: .stored(place))
      }
      state.checkedAt = max(state.checkedAt, start)
      state.representations.removeAll()
      count(&state)
    }
  }

  /// Makes a new session present, once its creation is stored.
  func appear(at start: Int64 = .min) {
    state.withLock { state in
      state.stage = .present
      state.checkedAt = max(state.checkedAt, start)
    }
  }

  /// Completes a deletion. Releases the content at once, since the clock may hold the resident for long.
  func leave() {
    state.withLock { state in
      state.stage = .deleted
      state.edition &+= 1
      (state.session.session, state.session.history, state.session.answers) = (Self.nothing, History(), AnswerLog())
      state.representations.removeAll()
      ledger.add(-state.counted, of: owner)
      state.counted = 0
    }
  }

  /// A placeholder for the content of a deleted session; never read.
  private static let nothing = Session(
    restored: Controller(id: "deleted", content: .screen(Screen(route: "deleted"))), environment: Environment(),
    countedIDs: 0)
}

/// The turn of a change.
extension Resident {
  /// Waits for the turn; returns the session while the turn is held. Throws `waitEnded`.
  func takeTurn(at moment: Moment) async throws(StoreError) -> Result<StoredSession, Absence> {
    if let waiter = state.withLock({ $0.turn.take() }) {
      do throws(StoreError) { try await moment.wait(for: waiter) } catch {
        if !state.withLock({ $0.turn.leave(waiter) }) { giveTurn() }
        throw error
      }
    }
    do throws(Absence) {
      return .success(
        try state.withLock { (state) throws(Absence) in
          try Self.requireChangeable(&state, moment)
          return state.session
        })
    } catch {
      giveTurn()
      return .failure(error)
    }
  }

  /// The outcome for a sweep.
  enum Expiry {
    case taken(Version?)
    /// It has not expired, or its turn is held.
    case refused
    /// To be looked up again.
    case evicted
  }

  /// Takes the turn if the session has expired and the turn is free.
  func takeTurnIfExpired(at now: Timestamp) -> Expiry {
    state.withLock { state in
      switch state.stage {
      case .evicted: return .evicted
      case .creating, .deleted: return .refused
      case .present:
        guard now >= state.session.expiresAt, state.turn.takeIfFree() else { return .refused }
        return .taken(state.session.version)
      }
    }
  }

  /// Gives the turn back.
  func giveTurn(isCommitted: Bool = false) { state.withLock { $0.turn.giveBack(isCommitted: isCommitted) }() }

  /// Gives the turn back without a change; false if an answer needs a check first.
  func giveTurn(unchangedAt moment: Moment) -> Bool {
    let (isFresh, wake) = state.withLock { ($0.checkedAt >= moment.arrival, $0.turn.giveBack()) }
    wake()
    return isFresh
  }
}
