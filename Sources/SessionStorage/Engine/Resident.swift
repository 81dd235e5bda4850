import Navigation
import Synchronization

/// A session in memory, in front of the backend.
///
/// Its state is the committed one: a change is decided while the session's turn is held, and made once it is committed.
final class Resident: Sendable {
  let head: SessionHead
  let number: Int64
  let state: Mutex<State>
  /// Bytes of all sessions in memory.
  let ledger: MemoryLedger

  struct State {
    var stage: Stage
    var session: StoredSession
    /// Whose turn it is to change the session. Held: not evicted.
    var turn = Turn()
    /// Used since the clock's hand last passed.
    var isReferenced = true
    /// Cached JSON of the session.
    var representations = Representations()
    /// Bytes reported to the ledger.
    var counted = 0
    /// Holders that need it in memory.
    var pins = 0
    /// When the backend was last asked for a later state, by the engine's `uptime`.
    var checkedAt: Int64

    /// Approximate bytes of memory.
    var byteCount: Int { session.byteCount + representations.byteCount }

    /// Throws `stale` unless the session was the backend's latest at some time since the request's arrival.
    func requireFresh(_ moment: Moment) throws(Absence) {
      guard checkedAt >= moment.arrival else { throw .stale }
    }
  }

  enum Stage {
    /// Created, not committed: not readable. Its creator holds the turn.
    case creating
    case present
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
    head = session.head
    self.number = number
    self.ledger = ledger
    var first = State(stage: isNew ? .creating : .present, session: session, checkedAt: checkedAt)
    if isNew { _ = first.turn.takeIfFree() }
    first.isReferenced = isReferenced
    first.counted = session.byteCount
    ledger.add(first.counted, of: session.owner)
    state = Mutex(first)
  }

  deinit { ledger.add(-state.withLock { $0.counted }, of: owner) }

  var id: SessionID { head.id }
  var owner: Owner { head.owner }

  /// The reason that a resident cannot be used.
  enum Absence: Error {
    case noSuchSession
    /// To be looked up again.
    case evicted
    /// The backend may have a later state.
    case stale
  }

  /// The session.
  func session(at moment: Moment) throws(Absence) -> StoredSession {
    try state.withLock { (state) throws(Absence) in
      try Self.requireReadable(&state, moment)
      return state.session
    }
  }

  /// The owner, if the session is readable.
  func owner(at moment: borrowing Moment) throws(Absence) -> Owner {
    try state.withLock { (state) throws(Absence) in try Self.requireReadable(&state, moment) }
    return owner
  }

  /// The cached JSON of the session; nil if there is none.
  func written(_ representation: Representation, at moment: Moment) throws(Absence) -> WrittenSession? {
    try state.withLock { (state) throws(Absence) in
      try Self.requireReadable(&state, moment)
      let revision = state.session.revision
      return state.representations.bytes(of: representation, at: revision).map {
        WrittenSession(revision: revision, bytes: $0)
      }
    }
  }

  /// Notes the JSON sent for a revision.
  func cache(_ bytes: [UInt8], of representation: Representation, at revision: Int) {
    state.withLock { state in
      guard revision == state.session.revision else { return }
      state.representations.cache(bytes, of: representation, at: revision)
      count(&state)
    }
  }

  /// Throws unless the session is there; also marks its use.
  static func requirePresent(_ state: inout State) throws(Absence) {
    switch state.stage {
    case .evicted: throw .evicted
    case .creating, .deleted: throw .noSuchSession
    case .present: state.isReferenced = true
    }
  }

  private static func requireReadable(_ state: inout State, _ moment: Moment) throws(Absence) {
    try requirePresent(&state)
    try state.requireFresh(moment)
    guard moment.now < state.session.expiresAt else { throw .noSuchSession }
  }

  /// Approximate bytes of memory.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Reports the size to the ledger in steps of 1 KiB, since all shards contend for it.
  func count(_ state: inout State) {
    let delta = state.byteCount - state.counted
    guard abs(delta) >= 1_024 else { return }
    state.counted += delta
    ledger.add(delta, of: owner)
  }
}
