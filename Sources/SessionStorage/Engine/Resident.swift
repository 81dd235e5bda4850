import NavigationAPI
import NavigationModel
import Synchronization

/// A session in memory, in front of what the backend has of it.
///
/// Changes for a durable backend are decided on the latest state and queued under its lock, so that they are written in
/// the order in which they were decided; what is read is the latest state that is kept. Without one the session in
/// memory is what is kept, until it rests.
final class Resident: Sendable {
  let id: SessionID
  let number: Int64
  let owner: Owner
  let state: Mutex<State>
  /// Bytes of all residents.
  let ledger: MemoryLedger

  struct State {
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
    /// What readers of the state that is kept have had written.
    var representations = Representations()
    /// Bytes that the ledger has been told of.
    var counted = 0
    /// Those that need it in memory.
    var pins = 0
    /// When the backend was last asked whether it has another state, by the engine's `uptime`.
    var checkedAt: Int64

    /// Bytes of it, about.
    var byteCount: Int { latest.byteCount + representations.byteCount }

    /// Whether it has been this since.
    func isFresh(_ moment: borrowing Moment) -> Bool { checkedAt >= moment.arrival }
  }

  enum Stage {
    /// Made, and not kept yet: it is not read.
    case coming
    case present
    /// Deleted, and that is not kept yet: still read, and no more changed.
    case going
    case gone
    /// No longer in memory: the directory has another one, or will.
    case evicted
  }

  /// - Parameters:
  ///   - isNew: whether it has been made just now.
  ///   - checkedAt: when the backend was asked for it; where no other engine writes to that, the latest time there is.
  init(_ session: StoredSession, number: Int64, isNew: Bool, checkedAt: Int64, _ ledger: MemoryLedger) {
    id = session.id
    self.number = number
    owner = session.owner
    self.ledger = ledger
    var first = State(stage: isNew ? .coming : .present, latest: session, isDirty: isNew, checkedAt: checkedAt)
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
    /// The backend may have another state by now.
    case stale
  }

  /// The session as it is kept.
  func session(at moment: borrowing Moment) throws(Absence) -> StoredSession {
    try state.withLock { (state) throws(Absence) in
      try Self.requireReadable(&state, moment)
      return state.kept ?? state.latest
    }
  }

  /// What has been written of the session as it is kept; nil where nothing has.
  func written(_ representation: Representation, at moment: borrowing Moment) throws(Absence) -> WrittenSession? {
    try state.withLock { (state) throws(Absence) in
      try Self.requireReadable(&state, moment)
      let revision = state.kept?.revision ?? state.latest.revision
      return state.representations.bytes(of: representation, at: revision).map {
        WrittenSession(revision: revision, bytes: $0)
      }
    }
  }

  /// Takes note of what was written of a revision.
  func note(_ bytes: [UInt8], of representation: Representation, at revision: Int) {
    state.withLock { state in
      guard revision == state.kept?.revision ?? state.latest.revision else { return }
      state.representations.note(bytes, of: representation, at: revision)
      count(&state)
    }
  }

  /// Throws where there is nothing to read.
  private static func requireReadable(_ state: inout State, _ moment: borrowing Moment) throws(Absence) {
    switch state.stage {
    case .evicted: throw .evicted
    case .coming, .gone: throw .noSuchSession
    case .present, .going: break
    }
    state.isReferenced = true
    guard state.isFresh(moment) else { throw .stale }
    guard moment.now < state.kept?.expiresAt ?? state.latest.expiresAt else { throw .noSuchSession }
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

  /// Bytes of it, about.
  var byteCount: Int { state.withLock { $0.byteCount } }
}
