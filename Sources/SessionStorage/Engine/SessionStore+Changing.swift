import Dispatch
public import Navigation
import Synchronization
import Waiting

/// A change of a session: an object that decides, and keeps what it has decided.
///
/// It may have to decide again: only the last decision counts.
package protocol SessionChange: AnyObject, Sendable {
  /// Decides without a wait, under the session's lock.
  func decide(_ before: borrowing StoredSession) -> Decided

  /// Decides a change that takes long, while the session's turn is held; nil if nothing is new. It must not change or read
  /// that session in the store, except for its steps.
  func decideLong(_ before: StoredSession) async -> Change?

  /// Called once, when the change is stored, or at once if nothing had to be; even if the client has left. Never called for a
  /// change that was not made.
  func publish()
}

/// A decision about a session.
package enum Decided: Sendable {
  /// Nothing has to be written: a refusal, an answer given before, a dry run.
  case nothing
  case change(Change)
  /// It takes long, or needs states that are not in the tail.
  case long
}

/// Changes and deletions: one at a time of each session.
extension SessionStore {
  /// Changes a session. Throws `noSuchSession`, `contended`, `waitEnded`, and the errors of the read and the write.
  ///
  /// A change that is queued to be written is made and published even if the wait for it ends.
  package func change(_ id: SessionID, at moment: Moment, by change: any SessionChange) async throws(StoreError) {
    let begun = beginAtOnce(id, at: moment, change)
    // Apart: the frame of a task is as large as its deepest call.
    if case .known = begun { return }
    try await changeInTurn(id, at: moment, by: change, begun)
  }

  /// Decides a short change of a session that is in memory, if its turn is free, and begins to write it; nil otherwise.
  private func beginAtOnce(_ id: SessionID, at moment: Moment, _ change: any SessionChange) -> Pending? {
    guard case .session(let resident) = directory.find(id),
      case .entered(let decided)? = try? resident.decide(change, .none, at: moment)
    else { return nil }
    switch decided {
    case .nothing:
      change.publish()
      return .known(.committed())
    case .change(let made): return write(made, of: change, on: resident)
    case .long:
      resident.giveTurn()
      return nil
    }
  }

  private func changeInTurn(
    _ id: SessionID, at moment: Moment, by change: any SessionChange, _ begun: Pending?
  ) async throws(StoreError) {
    if let begun, try await isMade(begun, at: moment) { return }
    for _ in 0..<Self.attemptLimit {
      let (resident, decided) = try await inTurn(of: id, at: moment) { (resident, claim) throws(Resident.Absence) in
        try resident.decide(change, claim, at: moment)
      }
      let made: Change?
      switch decided {
      case .nothing: return change.publish()
      case .change(let short): made = short
      case .long: made = await change.decideLong(resident.held)
      }
      if let made {
        if try await isMade(write(made, of: change, on: resident), at: moment) { return }
      } else if resident.giveTurn(unchangedAt: moment) {
        return change.publish()
      } else {
        _ = try await find(id, after: .stale, at: moment)
      }
    }
    throw .contended
  }

  /// Deletes a session if `condition` accepts its revision; otherwise the result is `refused` with the revision. Throws
  /// as `change` does.
  ///
  /// - Parameters:
  ///   - condition: nil to delete it at any revision, and even if it cannot be read.
  ///   - publish: called once if it is deleted, even if the client has left.
  public func delete(
    _ id: SessionID, at moment: Moment, if condition: (@Sendable (_ revision: Int) -> Bool)?,
    publish: @escaping @Sendable () -> Void = {}
  ) async throws(StoreError) -> Deletion {
    for _ in 0..<Self.attemptLimit {
      do throws(StoreError) {
        let (resident, before) = try await inTurn(of: id, at: moment) { (resident, claim) throws(Resident.Absence) in
          try resident.enter(claim, at: moment) { ($0.session.revision, $0.session.version) }
        }
        if let condition, !condition(before.0) {
          if resident.giveTurn(unchangedAt: moment) { return .refused(revision: before.0) }
          _ = try await find(id, after: .stale, at: moment)
        } else if try await isMade(delete(resident, version: before.1, publish: publish), at: moment) {
          return .deleted
        }
      } catch {
        guard case .damaged(let damaged) = error, condition == nil else { throw error }
        if try await delete(damaged, of: id, at: moment) {
          publish()
          return .deleted
        }
      }
    }
    throw .contended
  }

  /// Takes the turn of a session and looks at it; the caller ends the turn.
  private func inTurn<Value: Sendable>(
    of id: SessionID, at moment: Moment,
    _ enter: (Resident, Resident.Claim) throws(Resident.Absence) -> Resident.Entrance<Value>
  ) async throws(StoreError) -> (Resident, Value) {
    var (found, claim) = (try await find(id, at: moment), Resident.Claim.willWait)
    while true {
      let entrance: Result<Resident.Entrance<Value>, Resident.Absence>
      do throws(Resident.Absence) { entrance = .success(try enter(found.resident, claim)) } catch {
        entrance = .failure(error)
      }
      switch entrance {
      case .success(.entered(let value)): return (found.resident, value)
      case .success(.held): claim = .willWait
      case .success(.waits(let turn)):
        try await wait(for: turn, of: found.resident, at: moment)
        claim = .turn
      case .failure(let absence): (found, claim) = (try await find(id, after: absence, at: moment), .willWait)
      }
      extendLifetime(found.pin)
    }
  }

  private func wait(for turn: Promise<Void>, of resident: Resident, at moment: Moment) async throws(StoreError) {
    do throws(StoreError) { try await moment.wait(for: turn) } catch {
      resident.leave(turn)
      throw error
    }
  }

  /// Whether it is made; false if it has to be decided again, since another engine committed first. Throws `waitEnded`, and
  /// the error of the write.
  func isMade(_ pending: Pending, at moment: Moment) async throws(StoreError) -> Bool {
    let written: Written
    switch pending {
    case .known(let known): written = known
    case .waits(let commit, let index): written = try await moment.wait(for: commit)[index]
    }
    switch written {
    case .committed: return true
    case .superseded: return false
    case .failed(let error): throw error
    }
  }

  /// Writes a change: in memory at once, else behind all earlier writes of the session. Its turn ends once it is known what
  /// became of it, even if no task waits for it.
  private func write(_ change: Change, of source: any SessionChange, on resident: Resident) -> Pending {
    switch storage {
    case .memory(let memory):
      memory.write(change, of: resident.head, limits: limits(of: resident.owner))
      make(change, of: source, on: resident, version: nil, at: nil, since: .max)
      return .known(.committed())
    case .durable(let durable):
      let link = durable.shared == nil ? nil : resident.version.map(VersionLink.init)
      let update: SessionUpdate = (change, resident.head, resident.number, link)
      let item = CommitQueue.Item(write: .update(update)) { [self] written, start in
        guard case .committed(let place) = written else { return end(resident, written) }
        make(change, of: source, on: resident, version: link?.after, at: place, since: start)
      }
      return durable.queue(of: resident.id).add(item, gathers: isGathering.load(ordering: .relaxed))
    }
  }

  private func make(
    _ change: Change, of source: any SessionChange, on resident: Resident, version: Version?, at place: Int64?,
    since start: Int64
  ) {
    let woken = resident.make(change, version: version, at: place, since: start, limits: limits)
    source.publish()
    checkGrowth()
    woken.wake()
  }

  /// Writes the deletion of a session, likewise.
  func delete(_ resident: Resident, version: Version?, publish: @escaping @Sendable () -> Void) -> Pending {
    let link = version.map(VersionLink.init)
    return write(.delete(resident.id, number: resident.number, resident.owner, link: link), of: resident.id) {
      [self] written, _ in
      guard case .committed = written else { return end(resident, written) }
      resident.leave()
      forget(resident)
      publish()
      resident.giveTurn(isCommitted: true)
    }
  }

  /// Ends the turn of what was not written.
  private func end(_ resident: Resident, _ written: Written) {
    if written == .superseded {
      redecisionCount.wrappingAdd(1, ordering: .relaxed)
      resident.state.withLock { $0.stage = .evicted }
      directory.remove(resident)
    }
    resident.giveTurn()
  }

  /// Writes: at once in memory, else behind all earlier writes of the session.
  ///
  /// - Parameter complete: gets what became of it, and when the backend received it; also where the client has left.
  func write(
    _ write: Write, of id: SessionID, _ complete: @escaping @Sendable (Written, _ start: Int64) -> Void
  ) -> Pending {
    switch storage {
    case .memory(let memory):
      let written = memory.write(write, limits: limits)
      complete(written, .max)
      return .known(written)
    case .durable(let durable): return durable.queue(of: id).add(.init(write: write, complete: complete))
    }
  }

  /// Those of an owner's records in memory.
  private func limits(of owner: Owner) -> StoreLimits { isShort(for: owner) ? limits.withoutHistory : limits }

  /// Removes a session that is deleted, or that was not created.
  func forget(_ resident: Resident) {
    directory.remove(resident)
    population.withLock { $0.giveBack(for: resident.owner) }
  }

  /// Deletes a session that cannot be read; false if another engine committed first. A second deletion finds no session.
  func delete(_ damaged: DamagedSession, of id: SessionID, at moment: Moment) async throws(StoreError) -> Bool {
    guard removals.withLock({ $0.insert(id).inserted }) else { throw .noSuchSession }
    let link = damaged.version.map(VersionLink.init)
    let pending = write(.delete(id, number: damaged.number, damaged.owner, link: link), of: id) { [self] written, _ in
      switch written {
      case .committed: population.withLock { $0.giveBack(for: damaged.owner) }
      case .failed, .superseded: removals.withLock { _ = $0.remove(id) }
      }
    }
    return try await isMade(pending, at: moment)
  }

  // MARK: Creations, and the stored answers to repeated requests

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
          if let names = try durable?.backend.contents().names { self.names.withLock { $0 = names } }
        }
      }
    }
  }

  private func write(_ name: String, of owner: Owner) -> Written {
    guard let durable else { return .committed() }
    let pending = durable.queues[0].add(.init(write: .name(owner, name)) { _, _ in })
    durable.queues[0].finish()
    return pending.written ?? .committed()
  }

  public var hasNamedOwners: Bool { names.withLock { !$0.isEmpty } }
}

public enum Creation: Sendable {
  case created
  /// The key had been used; the earlier answer.
  case repeated(StoredAnswer)
}

public enum Deletion: Hashable, Sendable {
  case deleted
  /// The condition rejects the session's revision.
  case refused(revision: Int)
}

/// The answers to one owner's latest creations with a key.
package struct CreationAnswers: Sendable {
  /// Answers retained.
  package static let limit = 1_024
  /// Bytes of the bodies in memory; beyond that, the oldest are evicted.
  package static let byteLimit = 64 << 20

  private var answers: [IdempotencyKey: StoredAnswer] = [:]
  /// Oldest first.
  private var keys: [IdempotencyKey] = []
  /// Bytes of the bodies in memory.
  private(set) var byteCount = 0

  /// - Parameter answers: the backend's answers, oldest first.
  init(_ answers: [StoredAnswer] = []) {
    for answer in answers { append(answer) }
  }

  func answer(for key: IdempotencyKey) -> StoredAnswer? { answers[key] }

  /// Appends an answer with a new key, and drops the oldest beyond the limits.
  mutating func append(_ answer: StoredAnswer) {
    if keys.count == Self.limit { byteCount -= answers.removeValue(forKey: keys.removeFirst())?.byteCount ?? 0 }
    keys.append(answer.key)
    answers[answer.key] = answer
    byteCount += answer.byteCount
    // Their requests' acceptance remains recorded.
    for key in keys {
      guard byteCount > Self.byteLimit else { return }
      guard let bytes = answers[key]?.byteCount, bytes > 0 else { continue }
      answers[key]?.reply = .gone
      byteCount -= bytes
    }
  }
}

/// The key of a creation, whose turn it takes.
struct CreationKey: Hashable, Sendable {
  let owner: Owner
  let key: IdempotencyKey
}
