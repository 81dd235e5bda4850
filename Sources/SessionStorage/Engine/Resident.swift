import NavigationAPI
import NavigationModel
import Synchronization

/// A session in memory, in front of the backend.
///
/// With a durable backend, changes are decided on the latest state and queued under the session's lock, so that they
/// are written in the order of their decisions. Reads see the latest committed state. Otherwise the session in memory
/// is authoritative until it is packed.
final class Resident: Sendable {
  let id: SessionID
  let number: Int64
  let owner: Owner
  let state: Mutex<State>
  /// Bytes of all sessions in memory.
  let ledger: MemoryLedger

  struct State {
    var stage: Stage
    /// The state with queued changes.
    var latest: StoredSession
    /// The committed state, if it differs from `latest`.
    var committed: StoredSession?
    /// Queued changes.
    var pending = 0
    /// The commit of the last queued change.
    var commit: Commit?
    /// Used since the clock's hand last passed.
    var isReferenced = true
    /// Whether the backend has an older state.
    var isDirty: Bool
    /// Counts changes, to detect one made while the session was packed outside the lock.
    var edition: UInt32 = 0
    /// Cached JSON of the committed state.
    var representations = Representations()
    /// Bytes reported to the ledger.
    var counted = 0
    /// Holders that need it in memory.
    var pins = 0
    /// When the backend was last asked for a later state, by the engine's `uptime`.
    var checkedAt: Int64

    /// Approximate bytes of memory.
    var byteCount: Int { latest.byteCount + representations.byteCount }

    /// Whether the backend was asked since the request's arrival.
    func isFresh(_ moment: borrowing Moment) -> Bool { checkedAt >= moment.arrival }
  }

  enum Stage {
    /// Created, not committed: not readable.
    case creating
    case present
    /// Deleted, not committed: readable, but not changeable.
    case deleting
    case deleted
    /// No longer in memory; another resident replaces it in the directory.
    case evicted
  }

  /// - Parameters:
  ///   - isNew: whether the session has just been created.
  ///   - isReferenced: whether a request has brought it into memory.
  ///   - checkedAt: when the backend was asked for it; the maximum if the backend is not shared.
  init(
    _ session: StoredSession, number: Int64, isNew: Bool, isReferenced: Bool = true, checkedAt: Int64,
    _ ledger: MemoryLedger
  ) {
    id = session.id
    self.number = number
    owner = session.owner
    self.ledger = ledger
    var first = State(stage: isNew ? .creating : .present, latest: session, isDirty: isNew, checkedAt: checkedAt)
    first.isReferenced = isReferenced
    first.counted = session.byteCount
    ledger.add(first.counted, of: owner)
    state = Mutex(first)
  }

  deinit { ledger.add(-state.withLock { $0.counted }, of: owner) }

  /// The reason that a resident cannot be used.
  enum Absence: Error {
    case noSuchSession
    /// To be looked up again.
    case evicted
    /// The backend may have a later state.
    case stale
  }

  /// The committed session.
  func session(at moment: borrowing Moment) throws(Absence) -> StoredSession {
    try state.withLock { (state) throws(Absence) in
      try Self.requireReadable(&state, moment)
      return state.committed ?? state.latest
    }
  }

  /// The cached JSON of the committed session; nil if there is none.
  func written(_ representation: Representation, at moment: borrowing Moment) throws(Absence) -> WrittenSession? {
    try state.withLock { (state) throws(Absence) in
      try Self.requireReadable(&state, moment)
      let revision = state.committed?.revision ?? state.latest.revision
      return state.representations.bytes(of: representation, at: revision).map {
        WrittenSession(revision: revision, bytes: $0)
      }
    }
  }

  /// Notes the JSON sent for a revision.
  func note(_ bytes: [UInt8], of representation: Representation, at revision: Int) {
    state.withLock { state in
      guard revision == state.committed?.revision ?? state.latest.revision else { return }
      state.representations.note(bytes, of: representation, at: revision)
      count(&state)
    }
  }

  /// Throws if the session is not readable.
  private static func requireReadable(_ state: inout State, _ moment: borrowing Moment) throws(Absence) {
    switch state.stage {
    case .evicted: throw .evicted
    case .creating, .deleted: throw .noSuchSession
    case .present, .deleting: break
    }
    state.isReferenced = true
    guard state.isFresh(moment) else { throw .stale }
    guard moment.now < state.committed?.expiresAt ?? state.latest.expiresAt else { throw .noSuchSession }
  }

  /// The revision and time; an inner nil if there is no such session, an outer nil if it is evicted.
  func moment() -> SessionLine.Moment?? {
    state.withLock { state in
      switch state.stage {
      case .evicted: return nil
      case .creating, .deleted: return .some(nil)
      case .present, .deleting:
        if let committed = state.committed {
          return SessionLine.Moment(revision: committed.revision, updatedAt: committed.updatedAt)
        }
        return SessionLine.Moment(revision: state.latest.revision, updatedAt: state.latest.updatedAt)
      }
    }
  }

  /// Approximate bytes of memory.
  var byteCount: Int { state.withLock { $0.byteCount } }
}
