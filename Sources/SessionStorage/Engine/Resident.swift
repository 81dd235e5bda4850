import NavigationAPI
import NavigationModel
import Synchronization

/// A session in memory, in front of what the backend has of it.
///
/// Changes for a durable backend are decided on the latest state and queued under its lock, so that they are written in the order in which
/// they were decided; what is read is the latest state that is kept. Without one the session in memory is what is kept, until it rests.
final class Resident: Sendable {
  let id: SessionID
  let number: Int64
  let owner: Owner
  private let state: Mutex<State>
  /// Bytes of all residents.
  private let ledger: MemoryLedger

  private struct State {
    var stage: Stage
    /// With what is not kept yet.
    var latest: StoredSession
    /// The state that is kept, while `latest` is another one.
    var kept: StoredSession?
    /// Changes that are queued.
    var pending = 0
    /// That of the last of them.
    var commit: Commit?
    /// Used since the clock hand last passed.
    var isReferenced = true
    /// Whether the backend has another state.
    var isDirty: Bool
    /// Counts changes, so that what was packed outside of the lock is seen to be too late.
    var edition: UInt32 = 0
    /// Bytes that the ledger has been told of.
    var counted = 0
    /// Those that need it in memory.
    var pins = 0
  }

  private enum Stage {
    /// Made, and not kept yet: it is not read.
    case coming
    case present
    /// Deleted, and that is not kept yet: still read, and no more changed.
    case going
    case gone
    /// No longer in memory: the directory has another one, or will.
    case evicted
  }

  /// - Parameter isNew: whether it has been made just now.
  init(_ session: StoredSession, number: Int64, isNew: Bool, _ ledger: MemoryLedger) {
    id = session.id
    self.number = number
    owner = session.owner
    self.ledger = ledger
    var first = State(stage: isNew ? .coming : .present, latest: session, isDirty: isNew)
    first.counted = session.byteCount
    ledger.add(first.counted)
    state = Mutex(first)
  }

  deinit { ledger.add(-state.withLock { $0.counted }) }

  /// Why a resident cannot be used.
  enum Absence: Error {
    case noSuchSession
    /// To be looked for once more.
    case evicted
  }

  /// The session as it is kept.
  func session(at now: Timestamp) throws(Absence) -> StoredSession {
    try state.withLock { (state) throws(Absence) in
      switch state.stage {
      case .evicted: throw .evicted
      case .coming, .gone: throw .noSuchSession
      case .present, .going: break
      }
      state.isReferenced = true
      guard let kept = state.kept else {
        guard now < state.latest.expiresAt else { throw .noSuchSession }
        return state.latest
      }
      guard now < kept.expiresAt else { throw .noSuchSession }
      return kept
    }
  }

  /// Whether it is there, and its line's moment; nil where it has been evicted.
  func moment() -> SessionLine.Moment?? {
    state.withLock { state in
      switch state.stage {
      case .evicted: return nil
      case .coming, .gone: return .some(nil)
      case .present, .going:
        if let kept = state.kept { return SessionLine.Moment(revision: kept.revision, updatedAt: kept.updatedAt) }
        return SessionLine.Moment(revision: state.latest.revision, updatedAt: state.latest.updatedAt)
      }
    }
  }

  /// What an attempt to change it comes to before it is tried; nil where it can be.
  private static func refusal(_ state: inout State, _ now: Timestamp) -> Refusal? {
    switch state.stage {
    case .evicted: return .evicted
    case .coming, .going, .gone: return .noSuchSession
    case .present: break
    }
    guard now < state.latest.expiresAt else { return .noSuchSession }
    state.isReferenced = true
    return nil
  }

  private enum Refusal {
    case noSuchSession
    case evicted
  }

  /// Changes the session where it stands, of which nothing is written; nil where it has been evicted.
  func update(at now: Timestamp, limits: StoreLimits, _ change: (inout StoredSession) -> Void) -> Decided<Void>? {
    state.withLock { state in
      switch Self.refusal(&state, now) {
      case .evicted: return nil
      case .noSuchSession: return Decided(.failure(.noSuchSession), commit: nil)
      case nil: break
      }
      change(&state.latest)
      state.latest.trim(to: limits)
      state.isDirty = true
      state.edition &+= 1
      count(&state)
      return Decided(.success(()), commit: nil)
    }
  }

  /// Changes the session; nil where it has been evicted.
  ///
  /// - Parameters:
  ///   - tail: how many records stay in memory.
  ///   - add: queues what is to be written. Where it throws, nothing has changed.
  func update(
    at now: Timestamp, keeping tail: RecordTail, _ change: (inout StoredSession) -> Void,
    _ add: (SessionUpdate) throws(StoreError) -> Commit
  ) -> Decided<Void>? {
    state.withLock { state in
      switch Self.refusal(&state, now) {
      case .evicted: return nil
      case .noSuchSession: return Decided(.failure(.noSuchSession), commit: state.commit)
      case nil: break
      }
      let before = state.latest
      change(&state.latest)
      guard var update = SessionUpdate(from: before, to: state.latest, number: number) else {
        return Decided(.success(()), commit: state.commit)
      }
      state.latest.history.trim(to: state.pending == 0 ? tail.kept : tail.pending)
      update.after = state.latest
      do throws(StoreError) { state.commit = try add(update) } catch {
        state.latest = before
        return Decided(.failure(error), commit: nil)
      }
      if state.pending == 0 { state.kept = before }
      state.pending += 1
      count(&state)
      return Decided(.success(()), commit: state.commit)
    }
  }

  /// Tells the ledger once it is worth it: all shards count in one place.
  private func count(_ state: inout State) {
    let delta = state.latest.byteCount - state.counted
    guard abs(delta) >= 1_024 else { return }
    state.counted += delta
    ledger.add(delta)
  }

  /// Makes a new one present: what it was made with is kept.
  func appear() { state.withLock { $0.stage = .present } }

  /// Queues the creation.
  func begin(_ add: () throws(StoreError) -> Commit) throws(StoreError) -> Commit {
    try state.withLock { (state) throws(StoreError) in
      let commit = try add()
      (state.pending, state.commit) = (1, commit)
      return commit
    }
  }

  /// Deletes it where `condition` accepts the revision, or where it has expired by then; nil where it has been evicted.
  ///
  /// - Parameter add: queues what is to be written; nil where that is done at once, by the caller.
  func delete(
    at now: Timestamp, if condition: Condition, _ add: (() throws(StoreError) -> Commit)?
  ) -> Decided<Deletion>? {
    state.withLock { state in
      switch state.stage {
      case .evicted: return nil
      case .coming, .going, .gone: return Decided(.failure(.noSuchSession), commit: state.commit)
      case .present: break
      }
      switch (condition, now < state.latest.expiresAt) {
      case (.revision, false): return Decided(.failure(.noSuchSession), commit: state.commit)
      case (.revision(let accepts), true):
        let revision = state.latest.revision
        guard accepts(revision) else { return Decided(.success(.refused(revision: revision)), commit: state.commit) }
      case (.expired, true): return Decided(.success(.refused(revision: state.latest.revision)), commit: nil)
      case (.expired, false): break
      }
      return remove(&state, add)
    }
  }

  /// When a session is deleted.
  enum Condition {
    case revision((Int) -> Bool)
    case expired
  }

  private func remove(_ state: inout State, _ add: (() throws(StoreError) -> Commit)?) -> Decided<Deletion> {
    guard let add else {
      leave(&state)
      return Decided(.success(.deleted), commit: nil)
    }
    let commit: Commit
    do throws(StoreError) { commit = try add() } catch { return Decided(.failure(error), commit: nil) }
    if state.pending == 0 { state.kept = state.latest }
    state.stage = .going
    state.pending += 1
    state.commit = commit
    return Decided(.success(.deleted), commit: commit)
  }

  private func leave(_ state: inout State) {
    state.stage = .gone
    state.commit = nil
    state.edition &+= 1
  }

  /// Its deletion is kept.
  func leave() { state.withLock { leave(&$0) } }

  /// One queued change is kept.
  ///
  /// - Parameters:
  ///   - after: the state that it left.
  ///   - answer: the key of its answer, which stands at `place` now.
  func keep(_ after: StoredSession, answer: IdempotencyKey?, at place: Int64?) {
    state.withLock { state in
      if case .coming = state.stage { state.stage = .present }
      state.pending -= 1
      var after = after
      if let answer, let place {
        // The bytes are in the backend: a closure that could write them once more would hold the state of then.
        after.answers.settle(answer, as: .kept(place))
        state.latest.answers.settle(answer, as: .kept(place))
      }
      state.kept = state.pending == 0 ? nil : after
      if state.pending == 0 { state.commit = nil }
    }
  }

  /// Replaces the reply of an answer by its bytes, which take less room.
  func settle(_ key: IdempotencyKey, as reply: StoredAnswer.Reply, limits: StoreLimits) {
    state.withLock { state in
      state.latest.answers.settle(key, as: reply)
      state.latest.answers.trim(to: limits.answerBytes(beside: state.latest.session))
      state.edition &+= 1
      count(&state)
    }
  }

  /// All that was queued has failed; false where nothing is left, since that was its creation.
  func takeBack() -> Bool {
    state.withLock { state in
      state.pending = 0
      state.commit = nil
      if let kept = state.kept { state.latest = kept }
      state.kept = nil
      switch state.stage {
      case .coming:
        state.stage = .gone
        return false
      case .going: state.stage = .present
      case .present, .gone, .evicted: break
      }
      return true
    }
  }

  /// Bytes of it, about.
  var byteCount: Int { state.withLock { $0.latest.byteCount } }

  /// What is found out where it is to leave the memory.
  enum Rest {
    /// It has left.
    case evicted
    /// It is in use: a change of it is queued.
    case busy
    /// The backend has to have this first.
    case dirty(StoredSession, edition: UInt32)
  }

  /// - Parameter edition: that which the backend has by now.
  func rest(written edition: UInt32? = nil, keepsEveryChange: Bool) -> Rest {
    state.withLock { state in
      switch state.stage {
      case .gone, .evicted: return .evicted
      case .coming, .going: return .busy
      case .present: break
      }
      if state.pending > 0 || state.pins > 0 { return .busy }
      if !keepsEveryChange {
        if let edition, edition == state.edition { state.isDirty = false }
        if state.isDirty { return edition == nil ? .dirty(state.latest, edition: state.edition) : .busy }
      }
      state.stage = .evicted
      return .evicted
    }
  }

  /// Keeps it in memory until it is unpinned; false where it has left already.
  func pin() -> Bool {
    state.withLock { state in
      if case .evicted = state.stage { return false }
      state.pins += 1
      return true
    }
  }

  func unpin() { state.withLock { $0.pins -= 1 } }

  /// Called as the clock's hand passes.
  func pass() -> Passing {
    state.withLock { state in
      switch state.stage {
      case .gone, .evicted: return .gone
      case .coming, .present, .going: break
      }
      defer { state.isReferenced = false }
      return state.isReferenced ? .used : .unused
    }
  }
}

/// How many records of a session stay in memory in front of a durable backend.
struct RecordTail: Sendable {
  /// For those who follow a session closely.
  let kept: History.Limits
  /// While some are not kept yet: states are looked for there that the backend has not.
  let pending: History.Limits

  init(_ limits: History.Limits) {
    kept = History.Limits(revisions: min(4, limits.revisions), bytes: 65_536)
    pending = History.Limits(revisions: limits.revisions, bytes: .max)
  }
}
