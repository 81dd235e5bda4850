#if SQLite
import NavigationAPI
import NavigationModel
import SessionStorage
import Synchronization

/// A session in memory, in front of what the file has of it.
///
/// Changes are decided on the latest state and queued under its lock, so that they are written in the order in which they were decided.
/// Who reads gets the latest state that is kept.
final class ResidentSession: ResidentEntry {
  let id: SessionID
  let number: Int64
  let owner: Owner
  private let state: Mutex<State>

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
  }

  private enum Stage {
    /// Made, and not kept yet: nobody reads it.
    case coming
    case present
    /// Deleted, and that is not kept yet: still read, and no more changed.
    case going
    case gone
    /// Let go of: whoever still has this object asks the directory again.
    case hibernated
  }

  /// Records that stay in memory, for those who follow a session closely.
  private let tail: History.Limits
  /// Those that do while some are not kept yet: states are looked for there that are not in the file.
  private let pendingTail: History.Limits

  /// - Parameter limits: those of the file.
  init(_ session: StoredSession, number: Int64, isNew: Bool, history limits: History.Limits) {
    tail = History.Limits(revisions: min(4, limits.revisions), bytes: 65_536)
    pendingTail = History.Limits(revisions: limits.revisions, bytes: .max)
    id = session.id
    self.number = number
    owner = session.owner
    state = Mutex(State(stage: isNew ? .coming : .present, latest: session))
  }

  /// What whoever has this object finds out.
  enum Absence: Error {
    case noSuchSession
    /// It has been let go of; the directory has another one, or will.
    case hibernated
  }

  /// The session as it is kept.
  func session(at now: Timestamp) throws(Absence) -> StoredSession {
    try state.withLock { (state) throws(Absence) in
      switch state.stage {
      case .hibernated: throw .hibernated
      case .coming, .gone: throw .noSuchSession
      case .present, .going: break
      }
      let session = state.kept ?? state.latest
      guard now < session.expiresAt else { throw .noSuchSession }
      state.isReferenced = true
      return session
    }
  }

  /// Changes the session; nil where it has been let go of.
  ///
  /// - Parameter add: queues what is to be written. Where it throws, nothing has changed.
  func update<Answer>(
    at now: Timestamp, _ change: (inout StoredSession) -> Answer,
    _ add: (SessionUpdate, _ after: StoredSession) throws(StoreError) -> Commit
  ) -> Decided<Answer>? {
    state.withLock { state in
      switch state.stage {
      case .hibernated: return nil
      case .coming, .going, .gone: return Decided(.failure(.noSuchSession), commit: state.commit)
      case .present: break
      }
      guard now < state.latest.expiresAt else { return Decided(.failure(.noSuchSession), commit: state.commit) }
      state.isReferenced = true
      let before = state.latest
      let answer = change(&state.latest)
      guard let update = SessionUpdate(from: before, to: state.latest) else { return Decided(.success(answer), commit: state.commit) }
      state.latest.history.trim(to: state.pending == 0 ? tail : pendingTail)
      do throws(StoreError) { state.commit = try add(update, state.latest) } catch {
        state.latest = before
        return Decided(.failure(error), commit: nil)
      }
      if state.pending == 0 { state.kept = before }
      state.pending += 1
      return Decided(.success(answer), commit: state.commit)
    }
  }

  /// Queues the creation.
  func begin(_ add: () throws(StoreError) -> Commit) throws(StoreError) -> Commit {
    try state.withLock { (state) throws(StoreError) in
      let commit = try add()
      (state.pending, state.commit) = (1, commit)
      return commit
    }
  }

  /// Queues a deletion where `condition` accepts the revision; nil where it has been let go of.
  func delete(at now: Timestamp, if condition: (Int) -> Bool, _ add: () throws(StoreError) -> Commit) -> Decided<Deletion>? {
    state.withLock { state in
      switch state.stage {
      case .hibernated: return nil
      case .coming, .going, .gone: return Decided(.failure(.noSuchSession), commit: state.commit)
      case .present: break
      }
      guard now < state.latest.expiresAt else { return Decided(.failure(.noSuchSession), commit: state.commit) }
      guard condition(state.latest.revision) else {
        return Decided(.success(.refused(revision: state.latest.revision)), commit: state.commit)
      }
      return remove(&state, add)
    }
  }

  /// Deletes it where it has expired, and says whether it did; nil where it has been let go of.
  func expire(at now: Timestamp, _ add: () throws(StoreError) -> Commit) -> Bool? {
    state.withLock { state in
      switch state.stage {
      case .hibernated: return nil
      case .coming, .going, .gone: return false
      case .present:
        guard now >= state.latest.expiresAt, case .success = remove(&state, add).result else { return false }
        return true
      }
    }
  }

  private func remove(_ state: inout State, _ add: () throws(StoreError) -> Commit) -> Decided<Deletion> {
    let commit: Commit
    do throws(StoreError) { commit = try add() } catch { return Decided(.failure(error), commit: nil) }
    if state.pending == 0 { state.kept = state.latest }
    state.stage = .going
    state.pending += 1
    state.commit = commit
    return Decided(.success(.deleted), commit: commit)
  }

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
        // The bytes are in the file: a closure that could write them once more would hold the state of then.
        after.answers.settle(answer, as: .kept(place))
        state.latest.answers.settle(answer, as: .kept(place))
      }
      state.kept = state.pending == 0 ? nil : after
      if state.pending == 0 { state.commit = nil }
    }
  }

  /// Its deletion is kept.
  func leave() {
    state.withLock { state in
      state.stage = .gone
      state.commit = nil
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
      case .present, .gone, .hibernated: break
      }
      return true
    }
  }

  /// Bytes of it, about.
  var byteCount: Int { state.withLock { $0.latest.byteCount } }

  /// Lets go of it; false where it is in use.
  func hibernate() -> Bool {
    state.withLock { state in
      switch state.stage {
      case .present where state.pending == 0:
        state.stage = .hibernated
        return true
      case .coming, .present, .going: return false
      case .gone, .hibernated: return true
      }
    }
  }

  func pass() -> Passing {
    state.withLock { state in
      switch state.stage {
      case .gone, .hibernated: return .empty
      case .coming, .present, .going: break
      }
      defer { state.isReferenced = false }
      return state.isReferenced ? .used : .unused
    }
  }
}
#endif
