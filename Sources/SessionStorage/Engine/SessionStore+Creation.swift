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
    session.sharedRoutes = tables.shared(session.sharedRoutes, of: session.owner)
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
      if try await isMade(insert(session, answer: answer, key: key, publish), at: moment) { return .created }
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
    let woken = creationTurns.withLock { turns in
      let woken = turns[key]?.giveBack()
      if turns[key]?.isHeld == false { turns[key] = nil }
      return woken
    }
    woken?.wake()
  }

  /// Inserts a new session and writes it; at its end the turn of the key is given back.
  private func insert(
    _ session: StoredSession, answer: StoredAnswer?, key: CreationKey?, _ publish: @escaping @Sendable () -> Void
  ) throws(StoreError) -> Pending {
    let resident: Resident
    do throws(StoreError) { resident = try admit(session) } catch {
      if let key { giveTurn(of: key) }
      throw error
    }
    return write(.create(session, number: resident.number, answer: answer), of: resident.id) { [self] written, start in
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
      retain(answer, of: session.owner, written)
      giveTurn(of: key)
    }
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
  private func retain(_ answer: StoredAnswer, of owner: Owner, _ written: Written) {
    creations.withLock { creations in
      let before = creations[owner]?.byteCount ?? 0
      switch written {
      case .failed: break
      // The key may be another engine's: its answer has to be read.
      case .superseded: creations[owner] = nil
      case .committed(let place):
        var answer = answer
        if let place { answer.reply = .stored(place) }
        creations[owner]?.append(answer)
      }
      ledger.add((creations[owner]?.byteCount ?? 0) - before, of: owner)
    }
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

  /// A stored answer with its body. Throws `unreadable`, `waitEnded`, and the errors of the read.
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
    let commit = durable.queues[0].add(.init(write: .name(owner, name)) { _, _ in })
    durable.queues[0].finish()
    return commit.value ?? .committed()
  }

  /// Whether any owner has been named.
  public var hasNamedOwners: Bool { names.withLock { !$0.isEmpty } }
}
