import NavigationAPI
import NavigationModel
import Synchronization

/// Changes of a resident session.
extension Resident {
  /// Whether the session exists and can be changed.
  private static func isThere(_ state: inout State, _ moment: borrowing Moment) throws(Absence) -> Bool {
    switch state.stage {
    case .evicted: throw .evicted
    case .creating, .deleting, .deleted: return false
    case .present: break
    }
    state.isReferenced = true
    guard moment.now >= state.latest.expiresAt else { return true }
    try requireLatest(state, moment)
    return false
  }

  /// Throws `stale` unless the committed state was the latest at some time since the request's arrival.
  ///
  /// Queued changes follow from it, and an answer that builds on them waits for their commit. They alone prove nothing:
  /// their commit may have started before another engine's answer.
  private static func requireLatest(_ state: borrowing State, _ moment: borrowing Moment) throws(Absence) {
    guard state.isFresh(moment) else { throw .stale }
  }

  /// Changes the session in memory; nothing is written.
  func update(
    at moment: borrowing Moment, limits: StoreLimits, _ change: (inout StoredSession) -> Void
  ) throws(Absence) -> Decided<Void> {
    try state.withLock { (state) throws(Absence) in
      guard try Self.isThere(&state, moment) else { return Decided(.failure(.noSuchSession), commit: nil) }
      change(&state.latest)
      state.latest.trim(to: limits)
      state.representations.removeAll()
      state.isDirty = true
      state.edition &+= 1
      count(&state)
      return Decided(.success(()), commit: nil)
    }
  }

  /// Changes the session and queues the write.
  ///
  /// - Parameters:
  ///   - tail: limits of the records in memory.
  ///   - add: queues the update. If it throws, the change is rolled back.
  func update(
    at moment: borrowing Moment, retaining tail: RecordTail, _ change: (inout StoredSession) -> Void,
    _ add: (SessionUpdate) throws(StoreError) -> Commit
  ) throws(Absence) -> Decided<Void> {
    try state.withLock { (state) throws(Absence) in
      guard try Self.isThere(&state, moment) else { return Decided(.failure(.noSuchSession), commit: state.commit) }
      let before = state.latest
      change(&state.latest)
      guard let difference = SessionUpdate.Difference(from: before, to: state.latest) else {
        state.latest = before
        try Self.requireLatest(state, moment)
        return Decided(.success(()), commit: state.commit)
      }
      let link = before.version.map(VersionLink.init)
      state.latest.version = link?.after
      state.latest.history.trim(to: state.pending == 0 ? tail.settled : tail.pending)
      let update = SessionUpdate(difference, to: state.latest, number: number, link: link)
      do throws(StoreError) { state.commit = try add(update) } catch {
        state.latest = before
        return Decided(.failure(error), commit: nil)
      }
      if state.pending == 0 { state.committed = before }
      state.pending += 1
      count(&state)
      return Decided(.success(()), commit: state.commit)
    }
  }

  /// Reports the size to the ledger in steps of 1 KiB, since all shards contend for it.
  func count(_ state: inout State) {
    let delta = state.byteCount - state.counted
    guard abs(delta) >= 1_024 else { return }
    state.counted += delta
    ledger.add(delta, of: owner)
  }

  /// Makes a new session present, once its creation is stored.
  func appear() { state.withLock { $0.stage = .present } }

  /// Queues the creation.
  func begin(_ add: () throws(StoreError) -> Commit) throws(StoreError) -> Commit {
    try state.withLock { (state) throws(StoreError) in
      let commit = try add()
      (state.pending, state.commit) = (1, commit)
      return commit
    }
  }

  /// Deletes the session if `condition` accepts the revision, or if the session has expired.
  ///
  /// - Parameter add: queues the deletion; nil if the caller deletes at once.
  func delete(
    at moment: borrowing Moment, if condition: Condition, _ add: ((VersionLink?) throws(StoreError) -> Commit)?
  ) throws(Absence) -> Decided<Deletion> {
    try state.withLock { (state) throws(Absence) in
      switch state.stage {
      case .evicted: throw .evicted
      case .creating, .deleting, .deleted: return Decided(.failure(.noSuchSession), commit: state.commit)
      case .present: break
      }
      let (revision, isExpired) = (state.latest.revision, moment.now >= state.latest.expiresAt)
      switch (condition, isExpired) {
      case (.revision, true):
        try Self.requireLatest(state, moment)
        return Decided(.failure(.noSuchSession), commit: state.commit)
      case (.revision(let accepts), false) where !accepts(revision):
        try Self.requireLatest(state, moment)
        return Decided(.success(.refused(revision: revision)), commit: state.commit)
      case (.expired, false): return Decided(.success(.refused(revision: revision)), commit: nil)
      case (.revision, false), (.expired, true): return remove(&state, add)
      }
    }
  }

  /// The condition of a deletion.
  enum Condition {
    case revision((Int) -> Bool)
    case expired
  }

  private func remove(_ state: inout State, _ add: ((VersionLink?) throws(StoreError) -> Commit)?) -> Decided<Deletion>
  {
    guard let add else {
      leave(&state)
      return Decided(.success(.deleted), commit: nil)
    }
    let commit: Commit
    do throws(StoreError) { commit = try add(state.latest.version.map(VersionLink.init)) } catch {
      return Decided(.failure(error), commit: nil)
    }
    if state.pending == 0 { state.committed = state.latest }
    state.stage = .deleting
    state.pending += 1
    state.commit = commit
    return Decided(.success(.deleted), commit: commit)
  }

  /// Releases the content at once, since the clock may hold the resident for long.
  private func leave(_ state: inout State) {
    state.stage = .deleted
    state.commit = nil
    state.edition &+= 1
    state.committed = nil
    (state.latest.session, state.latest.history, state.latest.answers) = (Self.nothing, History(), AnswerLog())
    ledger.add(-state.counted, of: owner)
    state.counted = 0
  }

  /// A placeholder for the content of a deleted session; never read.
  private static let nothing = Session(
    restored: Controller(id: "deleted", content: .screen(Screen(route: "deleted"))), environment: Environment(),
    countedIDs: 0)

  /// Completes a committed deletion.
  func leave() { state.withLock { leave(&$0) } }

  /// Completes one committed change.
  ///
  /// - Parameters:
  ///   - after: the state after the change.
  ///   - answer: the key of its answer, which is stored at the settlement's place.
  func complete(_ after: StoredSession, answer: IdempotencyKey?, _ settlement: CommitQueue.Settlement) {
    state.withLock { state in
      if case .creating = state.stage { state.stage = .present }
      state.pending -= 1
      state.checkedAt = max(state.checkedAt, settlement.start)
      let place = settlement.place
      // The bytes are in the backend; a closure that can write them again would retain the old state.
      if let answer, let place { state.latest.answers.settle(answer, as: .stored(place)) }
      state.representations.removeAll()
      guard state.pending > 0 else {
        (state.committed, state.commit) = (nil, nil)
        return
      }
      state.committed = after
      if let answer, let place { state.committed?.answers.settle(answer, as: .stored(place)) }
    }
  }

  /// Replaces a reply with its bytes, which take less memory.
  func settle(_ key: IdempotencyKey, as reply: StoredAnswer.Reply, limits: StoreLimits) {
    state.withLock { state in
      state.latest.answers.settle(key, as: reply)
      state.latest.answers.trim(to: limits.answerBytes(beside: state.latest.session))
      state.edition &+= 1
      count(&state)
    }
  }

  /// Rolls back all queued changes; false if the creation was one of them.
  func rollBack() -> Bool {
    state.withLock { state in
      state.pending = 0
      state.commit = nil
      if let committed = state.committed { state.latest = committed }
      state.committed = nil
      switch state.stage {
      case .creating:
        state.stage = .deleted
        return false
      case .deleting: state.stage = .present
      case .present, .deleted, .evicted: break
      }
      return true
    }
  }
}

/// Limits of the records that a resident has in memory in front of a durable backend.
struct RecordTail: Sendable {
  /// For followers of a session.
  let settled: History.Limits
  /// While changes are queued, whose states the backend does not have yet.
  let pending: History.Limits

  init(_ limits: History.Limits) {
    settled = History.Limits(revisions: min(4, limits.revisions), bytes: 65_536)
    pending = History.Limits(revisions: limits.revisions, bytes: .max)
  }
}
