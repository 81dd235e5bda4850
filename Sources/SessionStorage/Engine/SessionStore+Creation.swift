public import Navigation
import Synchronization

/// Creation of sessions, and the stored answers to repeated requests.
extension SessionStore {
  /// Creates a session together with the stored answer to its request.
  ///
  /// A request with the key of an earlier creation of its owner gets the earlier answer. Of two concurrent ones, the
  /// second waits. Throws `sessionLimit`, `idTaken`, `contended`, `waitEnded`, and the errors of the write.
  ///
  /// - Parameter publish: called once if it is created, even if the client has left.
  public func create(
    _ session: StoredSession, answer: StoredAnswer?, at moment: Moment, publish: @escaping @Sendable () -> Void = {}
  ) async throws(StoreError) -> Creation {
    var session = session
    session.history.routes = tables.shared(session.history.routes, of: session.owner)
    let key = answer.map { CreationKey(owner: session.owner, key: $0.key) }
    for _ in 0..<Self.attemptLimit {
      if let key {
        try await requireCreationAnswers(of: key.owner, moment)
        try await takeTurn(of: key, at: moment)
        switch creations.withLock({ $0[key.owner].map { $0.answer(for: key.key) } }) {
        case nil:
          // They have to be read again.
          giveTurn(of: key)
          continue
        case .some(let earlier?):
          giveTurn(of: key)
          return .repeated(earlier)
        case .some(nil): break
        }
      }
      if isShared { session.version = .first() }
      guard let commit = try insert(session, answer: answer, key: key, publish) else { return .created }
      if try await moment.isMade(by: commit) { return .created }
    }
    throw .contended
  }

  private func takeTurn(of key: CreationKey, at moment: Moment) async throws(StoreError) {
    guard let waiter = creationTurns.withLock({ $0[key, default: Turn()].take() }) else { return }
    do throws(StoreError) { try await moment.wait(for: waiter) } catch {
      if creationTurns.withLock({ $0[key]?.leave(waiter) }) != true { giveTurn(of: key) }
      throw error
    }
  }

  private func giveTurn(of key: CreationKey) {
    let wake = creationTurns.withLock { turns in
      let wake = turns[key]?.giveBack()
      if turns[key]?.isHeld == false { turns[key] = nil }
      return wake
    }
    wake?()
  }

  /// Inserts a new session and queues its write; at its end the turn of the key is given back. Nil if it is created at
  /// once, in memory.
  private func insert(
    _ session: StoredSession, answer: StoredAnswer?, key: CreationKey?, _ publish: @escaping @Sendable () -> Void
  ) throws(StoreError) -> Commit? {
    let resident: Resident
    do throws(StoreError) { resident = try admit(session) } catch {
      if let key { giveTurn(of: key) }
      throw error
    }
    let change = Change.create(session, number: resident.number, answer: answer)
    let complete = { @Sendable [self] (written: Written, start: Int64) in
      switch written {
      case .committed:
        resident.appear(at: start)
        publish()
      case .failed, .superseded:
        if written == .superseded { redecisionCount.wrappingAdd(1, ordering: .relaxed) }
        resident.leave()
        forget(resident)
      }
      resident.giveTurn()
      guard let answer, let key else { return }
      retain(answer, of: session, written)
      giveTurn(of: key)
    }
    if let durable { return durable.queue(of: session.id).add(.init(change: change, complete: complete)) }
    do throws(StoreError) { _ = try backend.write([change]) } catch {
      complete(.failed(error), .max)
      throw error
    }
    complete(.committed(), .max)
    return nil
  }

  /// A new resident, within the limits.
  private func admit(_ session: StoredSession) throws(StoreError) -> Resident {
    guard durable != nil || !isShort(for: session.owner) else { throw .sessionLimit(.ofAll(count)) }
    do throws(Shares.Refusal) {
      try population.withLock { (shares) throws(Shares.Refusal) in try shares.take(for: session.owner) }
    } catch { throw .sessionLimit(error) }
    let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    let resident = Resident(
      session, number: number, isNew: true, checkedAt: durable?.shared == nil ? .max : .min, ledger)
    guard directory.insert(resident, since: nil) === resident else {
      population.withLock { $0.giveBack(for: session.owner) }
      throw .idTaken
    }
    admit(resident)
    return resident
  }

  /// Retains the answer to a creation.
  private func retain(_ answer: StoredAnswer, of session: StoredSession, _ written: Written) {
    creations.withLock { creations in
      updateAnswers(&creations, of: session.owner) { answers in
        switch written {
        case .failed: break
        // The key may be another engine's: its answer has to be read.
        case .superseded: answers = nil
        case .committed(let place):
          var answer = answer
          if let place { answer.reply = .stored(place) }
          answers?.append(answer, bytes: place == nil ? session.byteCount : 0)
        }
      }
    }
  }

  /// Updates the answers to an owner's creations, and their size in the ledger.
  private func updateAnswers(
    _ creations: inout [Owner: CreationAnswers], of owner: Owner, _ body: (inout CreationAnswers?) -> Void
  ) {
    let before = creations[owner]?.byteCount ?? 0
    body(&creations[owner])
    ledger.add((creations[owner]?.byteCount ?? 0) - before, of: owner)
  }

  /// The stored answer to a creation of this owner with this key. Throws `waitEnded`, and the errors of the read.
  public func creationAnswer(
    for key: IdempotencyKey, of owner: Owner, at moment: Moment
  ) async throws(StoreError) -> StoredAnswer? {
    try await requireCreationAnswers(of: owner, moment)
    return creations.withLock { $0[owner]?.answer(for: key) }
  }

  /// Waits until the backend's answers have been read.
  private func requireCreationAnswers(of owner: Owner, _ moment: Moment) async throws(StoreError) {
    if creations.withLock({ $0[owner] != nil }) { return }
    var stored: [StoredAnswer] = []
    if let durable {
      stored = try await read(at: moment) { () throws(StoreError) in
        try durable.backend.creationAnswers(of: owner)
      }.get()
    }
    creations.withLock { creations in
      // Nothing is appended before the list exists, so the read is complete.
      if creations[owner] == nil { creations[owner] = CreationAnswers(stored) }
    }
  }

  /// A stored answer with its body at hand. Throws `unreadable`, `waitEnded`, and the errors of the read.
  public func fetched(_ answer: StoredAnswer, at moment: Moment) async throws(StoreError) -> StoredAnswer {
    guard case .stored(let place) = answer.reply else { return answer }
    guard let durable else { throw .unreadable }
    let body = try await read(at: moment) { () throws(StoreError) in
      try durable.backend.answerBody(of: answer, at: place)
    }.get()
    guard let body else { throw .unreadable }
    var answer = answer
    answer.reply = body.isEmpty ? .gone : .written(body)
    return answer
  }

  /// Replaces the answer to a change with its bytes, which take less memory. No effect with a durable backend, which
  /// writes them itself.
  public func replaceReply(_ key: IdempotencyKey, of session: SessionID, as bytes: [UInt8]) {
    guard durable == nil, case .session(let resident) = directory.find(session) else { return }
    resident.replaceReply(key, as: .written(bytes.exact), limits: limits)
  }

  /// Replaces the answer to a creation with its bytes; no effect with a durable backend.
  public func replaceReply(_ key: IdempotencyKey, ofCreationBy owner: Owner, as bytes: [UInt8]) {
    guard durable == nil else { return }
    let reply = StoredAnswer.Reply.written(bytes.exact)
    creations.withLock { creations in updateAnswers(&creations, of: owner) { $0?.replaceReply(key, as: reply) } }
  }

  /// The owner with this name, created if it is new. May block until the name is written, so no request calls it.
  ///
  /// Throws `full` if all numbers are assigned, and the errors of the write.
  public func owner(named name: String) throws(StoreError) -> Owner {
    try naming.withLock { (_) throws(StoreError) in
      while true {
        if let known = names.withLock({ $0[name] }) { return known }
        guard let owner = names.withLock({ $0.next() }) else { throw .full }
        switch write(name, of: owner) {
        case .committed:
          names.withLock { $0.give(owner, to: name) }
          return owner
        case .failed(let error): throw error
        case .superseded:
          let names = try backend.contents().names
          self.names.withLock { $0 = names }
        }
      }
    }
  }

  private func write(_ name: String, of owner: Owner) -> Written {
    guard let durable else { return .committed() }
    let commit = durable.queues[0].add(.init(change: .name(owner, name)) { _, _ in })
    durable.queues[0].finish()
    return commit.value ?? .committed()
  }

  /// Whether any owner has been named.
  public var hasNamedOwners: Bool { names.withLock { !$0.isEmpty } }
}
