#if SQLite
public import NavigationAPI
public import SessionStorage
import Synchronization

/// How sessions come and go, and what is answered to those who ask twice.
extension SQLiteStore {
  public func create(_ session: StoredSession, answer: StoredAnswer?) -> Decided<Creation> {
    do throws(StoreError) {
      guard let answer else { return Decided(.success(.created), commit: try insert(session, nil)) }
      try loadCreationLog(of: session.owner)
      let outcome = creationLogs.withLock { logs -> Result<Decided<Creation>, StoreError> in
        if let earlier = logs[session.owner]?.answer(for: answer.key) {
          return .success(Decided(earlier.result.map(Creation.repeated), commit: earlier.commit))
        }
        return Result { () throws(StoreError) in
          let commit = try insert(session, answer)
          logs[session.owner]?.append(answer, commit)
          return Decided(.success(.created), commit: commit)
        }
      }
      return try outcome.get()
    } catch { return Decided(.failure(error), commit: nil) }
  }

  private func insert(_ session: StoredSession, _ answer: StoredAnswer?) throws(StoreError) -> Commit {
    guard population.wrappingAdd(1, ordering: .relaxed).newValue <= limits.sessions else {
      population.wrappingSubtract(1, ordering: .relaxed)
      throw .sessionLimit(limits.sessions)
    }
    do throws(StoreError) { return try insertCounted(session, answer) } catch {
      population.wrappingSubtract(1, ordering: .relaxed)
      throw error
    }
  }

  private func insertCounted(_ session: StoredSession, _ answer: StoredAnswer?) throws(StoreError) -> Commit {
    let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    let resident = ResidentSession(session, number: number, isNew: true, history: limits.history)
    guard directory.insert(resident, since: nil) === resident else { throw .idTaken }
    do throws(StoreError) {
      return try resident.begin { () throws(StoreError) in
        try queue.add(
          .init(change: .create(session, number: number, answer: answer)) { [self] outcome, place in
            switch outcome {
            case .kept: resident.keep(session, answer: nil, at: nil)
            case .failed: takeBack(resident)
            }
            if let answer { creationLogs.withLock { $0[session.owner]?.settle(answer.key, outcome, at: place) } }
          })
      }
    } catch {
      _ = resident.takeBack()
      directory.remove(resident)
      throw error
    }
  }

  /// Not for requests: it waits until the name is written.
  public func owner(named name: String) throws(StoreError) -> Owner {
    try naming.withLock { (_) throws(StoreError) in
      if let known = names.withLock({ $0[name] }) { return known }
      guard let owner = names.withLock({ $0.next() }) else { throw .full }
      let commit = try queue.add(.init(change: .name(owner, name)) { _, _ in })
      queue.finish()
      if case .failed(let error) = commit.outcome { throw error }
      names.withLock { $0.give(owner, to: name) }
      return owner
    }
  }

  public var hasNamedOwners: Bool { names.withLock { !$0.isEmpty } }

  public func creationAnswer(for key: IdempotencyKey, of owner: Owner) throws(StoreError) -> Decided<StoredAnswer>? {
    try loadCreationLog(of: owner)
    return creationLogs.withLock { $0[owner]?.answer(for: key) }
  }

  /// Reads what the file has, where nobody has done so yet.
  private func loadCreationLog(of owner: Owner) throws(StoreError) {
    if creationLogs.withLock({ $0[owner] != nil }) { return }
    let kept = try readers.read { try $0.answers(of: RowKey.scope(of: owner)) }
    creationLogs.withLock { logs in
      // Nothing is added before there is a log, so that what was read is all there is.
      if logs[owner] == nil { logs[owner] = CreationLog(kept) }
    }
  }

  public func body(of answer: StoredAnswer) throws(StoreError) -> [UInt8] {
    var answer = answer
    if case .kept(let place) = answer.reply {
      guard let packed = try readers.read({ try $0.answerBody(at: place) }) else { throw .unreadable }
      answer.reply = packed.isEmpty ? .gone : .packed(packed)
    }
    return try answer.readBody()
  }

  /// The bytes are in the file by then.
  public func settle(_ key: IdempotencyKey, of session: SessionID, as bytes: [UInt8]) {}
  public func settleCreation(_ key: IdempotencyKey, of owner: Owner, as bytes: [UInt8]) {}

  public func delete(_ id: SessionID, at now: Timestamp, if condition: (Int) -> Bool) -> Decided<Deletion> {
    while true {
      let resident: ResidentSession
      do throws(StoreError) { resident = try self.resident(id) } catch { return Decided(.failure(error), commit: nil) }
      if let decided = resident.delete(at: now, if: condition, { () throws(StoreError) in try addDeletion(of: resident) }) {
        return decided
      }
    }
  }

  private func addDeletion(of resident: ResidentSession) throws(StoreError) -> Commit {
    try queue.add(
      .init(change: .delete(number: resident.number)) { [self] outcome, _ in
        switch outcome {
        case .kept:
          resident.leave()
          directory.remove(resident)
          population.wrappingSubtract(1, ordering: .relaxed)
        case .failed: takeBack(resident)
        }
      })
  }

  /// Sessions that one sweep looks at.
  private static let sweepLimit = 10_000

  public func removeExpired(at now: Timestamp) -> [SessionID] {
    directory.hibernateIdle(at: now)
    // What cannot be read or written now is still there for the next sweep.
    guard let due = try? readers.read({ try $0.due(at: now, limit: Self.sweepLimit) }) else { return [] }
    var removed: [SessionID] = []
    for (number, id, expiresAt) in due {
      if expiresAt > now {
        _ = try? queue.add(.init(change: .postpone(number: number, due: expiresAt)) { _, _ in })
      } else if expire(id, at: now) {
        removed.append(id)
      }
    }
    // What is removed is not counted any more.
    queue.finish()
    return removed
  }

  private func expire(_ id: SessionID, at now: Timestamp) -> Bool {
    while let resident = try? resident(id) {
      if let expired = resident.expire(at: now, { () throws(StoreError) in try addDeletion(of: resident) }) { return expired }
    }
    return false
  }
}
#endif
