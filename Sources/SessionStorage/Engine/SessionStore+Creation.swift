public import NavigationAPI
import NavigationJSON
import Synchronization

/// Creation of sessions, and the stored answers to repeated requests.
extension SessionStore {
  /// Creates a session together with the stored answer to its request.
  ///
  /// A request with the key of an earlier creation of its owner gets the earlier answer. Of two concurrent ones, the
  /// second waits. Fails with `sessionLimit`, `idTaken` and `notAtHand`.
  public func create(_ session: StoredSession, answer: StoredAnswer?, at moment: borrowing Moment) -> Decided<Creation>
  {
    do throws(StoreError) {
      var session = session
      if isShared { session.version = .first() }
      guard let answer else { return Decided(.success(.created), commit: try insert(session, nil)) }
      try requireCreationAnswers(of: session.owner, moment)
      let outcome = creations.withLock { creations -> Result<Decided<Creation>, StoreError> in
        if let earlier = creations[session.owner]?.answer(for: answer.key) {
          return .success(Decided(earlier.result.map(Creation.repeated), commit: earlier.commit))
        }
        return Result { () throws(StoreError) in
          let commit = try insert(session, answer)
          noteAnswers(&creations, of: session.owner) { $0?.append(answer, bytes: session.byteCount, commit) }
          return Decided(.success(.created), commit: commit)
        }
      }
      return try outcome.get()
    } catch { return Decided(.failure(error), commit: nil) }
  }

  private func insert(_ session: StoredSession, _ answer: StoredAnswer?) throws(StoreError) -> Commit? {
    guard durable != nil || !isShort(for: session.owner) else { throw .sessionLimit(.ofAll(count)) }
    do throws(Shares.Refusal) {
      try population.withLock { (shares) throws(Shares.Refusal) in try shares.take(for: session.owner) }
    } catch { throw .sessionLimit(error) }
    let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    let resident = Resident(
      session, number: number, isNew: true, checkedAt: durable?.shared == nil ? .max : .min, ledger)
    do throws(StoreError) {
      guard directory.insert(resident, since: nil) === resident else { throw .idTaken }
      do throws(StoreError) {
        let commit = try write(resident, session, answer)
        admit(resident)
        return commit
      } catch {
        _ = resident.rollBack()
        directory.remove(resident)
        throw error
      }
    } catch {
      population.withLock { $0.giveBack(for: session.owner) }
      throw error
    }
  }

  private func write(_ resident: Resident, _ session: StoredSession, _ answer: StoredAnswer?) throws(StoreError)
    -> Commit?
  {
    let change = Change.create(session, number: resident.number, answer: answer)
    guard let durable else {
      _ = try backend.write([change])
      resident.appear()
      return nil
    }
    return try resident.begin { () throws(StoreError) in
      try durable.queue(of: session.id).add(
        .init(change: change) { [self] settlement in
          switch settlement.outcome {
          case .committed: resident.complete(session, answer: nil, settlement)
          case .failed, .superseded: rollBack(resident)
          }
          guard let answer else { return }
          creations.withLock { creations in
            noteAnswers(&creations, of: session.owner) { $0?.settle(answer.key, settlement) }
            // The key is another engine's: its answer has to be read.
            if case .superseded = settlement.outcome { noteAnswers(&creations, of: session.owner) { $0 = nil } }
          }
        })
    }
  }

  /// Updates the answers to an owner's creations, and their size in the ledger.
  private func noteAnswers(
    _ creations: inout [Owner: CreationAnswers], of owner: Owner, _ body: (inout CreationAnswers?) -> Void
  ) {
    let before = creations[owner]?.byteCount ?? 0
    body(&creations[owner])
    ledger.add((creations[owner]?.byteCount ?? 0) - before, of: owner)
  }

  /// The stored answer to a creation of this owner with this key. Throws `notAtHand`.
  public func creationAnswer(
    for key: IdempotencyKey, of owner: Owner, at moment: borrowing Moment
  ) throws(StoreError) -> Decided<StoredAnswer>? {
    try requireCreationAnswers(of: owner, moment)
    return creations.withLock { $0[owner]?.answer(for: key) }
  }

  /// Throws `notAtHand` until the backend's answers have been read.
  private func requireCreationAnswers(of owner: Owner, _ moment: borrowing Moment) throws(StoreError) {
    if creations.withLock({ $0[owner] != nil }) { return }
    guard let durable else { return creations.withLock { $0[owner] = $0[owner] ?? CreationAnswers() } }
    if case .failed(let error)? = moment.finding(.creationAnswers(owner)) { throw error }
    throw .notAtHand(
      durable.fetches.fetch(.creationAnswers(owner)) { [self] in readCreationAnswers(of: owner, durable.backend) })
  }

  private func readCreationAnswers(of owner: Owner, _ backend: any DurableBackend) -> Fetch.Finding {
    do throws(StoreError) {
      let stored = try backend.creationAnswers(of: owner)
      creations.withLock { creations in
        // Nothing is appended before the list exists, so the read is complete.
        if creations[owner] == nil { creations[owner] = CreationAnswers(stored) }
      }
      return .there
    } catch { return .failed(error) }
  }

  /// The body of a stored answer. Throws `answerGone`, `unreadable` and `notAtHand`.
  public func body(of answer: StoredAnswer, at moment: borrowing Moment) throws(StoreError) -> [UInt8] {
    var answer = answer
    if case .stored(let place) = answer.reply {
      guard let packed = try packedBody(of: answer, at: place, moment) else { throw .unreadable }
      answer.reply = packed.isEmpty ? .gone : .packed(packed)
    }
    return try answer.readBody()
  }

  private func packedBody(of answer: StoredAnswer, at place: Int64, _ moment: borrowing Moment) throws(StoreError)
    -> [UInt8]?
  {
    let question = Fetch.Question.answerBody(answer.sessionID, answer.key, place: place)
    switch moment.finding(question) {
    case .bytes(let packed)?: return packed
    case .failed(let error)?: throw error
    case .resident?, .steps?, .gap?, .page?, .there?, nil: break
    }
    guard let durable else { return nil }
    throw .notAtHand(
      durable.fetches.fetch(question) {
        do throws(StoreError) { return .bytes(try durable.backend.answerBody(of: answer, at: place)) } catch {
          return .failed(error)
        }
      })
  }

  /// Replaces the answer to a change with its bytes, which take less memory. No effect with a durable backend, which
  /// writes them itself.
  public func settle(_ key: IdempotencyKey, of session: SessionID, as bytes: [UInt8]) {
    guard durable == nil, case .session(let resident) = directory.find(session) else { return }
    resident.settle(key, as: .packed(PackedJSON.pack(bytes).exact), limits: limits)
  }

  /// Replaces the answer to a creation with its bytes; no effect with a durable backend.
  public func settleCreation(_ key: IdempotencyKey, of owner: Owner, as bytes: [UInt8]) {
    guard durable == nil else { return }
    let reply = StoredAnswer.Reply.packed(PackedJSON.pack(bytes).exact)
    creations.withLock { creations in noteAnswers(&creations, of: owner) { $0?.settle(key, as: reply) } }
  }

  /// The owner with this name, created if it is new. May block until the name is written, so no request calls it.
  ///
  /// Throws `full` if all numbers are assigned, and the errors of the write.
  public func owner(named name: String) throws(StoreError) -> Owner {
    try naming.withLock { (_) throws(StoreError) in
      while true {
        if let known = names.withLock({ $0[name] }) { return known }
        guard let owner = names.withLock({ $0.next() }) else { throw .full }
        switch try write(name, of: owner) {
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

  private func write(_ name: String, of owner: Owner) throws(StoreError) -> CommitOutcome {
    guard let durable else { return .committed }
    let commit = try durable.queues[0].add(.init(change: .name(owner, name)) { _ in })
    durable.queues[0].finish()
    return commit.value ?? .committed
  }

  /// Whether any owner has been named.
  public var hasNamedOwners: Bool { names.withLock { !$0.isEmpty } }
}
