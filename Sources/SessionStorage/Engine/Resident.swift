import Navigation
import Synchronization
import Waiting

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
    var representations = Representations()
    /// Bytes reported to the ledger.
    var counted = 0
    /// Holders that need it in memory.
    var pins = 0
    /// When the backend was last asked for a later state, by the engine's `uptime`.
    var checkedAt: Int64

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

  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Reports the size to the ledger in steps of 1 KiB, since all shards contend for it.
  func count(_ state: inout State) {
    let delta = state.byteCount - state.counted
    guard abs(delta) >= 1_024 else { return }
    state.counted += delta
    ledger.add(delta, of: owner)
  }

  // MARK: Eviction

  /// Evicts the session; false if it is in use: its turn is held, or it is pinned.
  func evict() -> Bool {
    state.withLock { state in
      switch state.stage {
      case .deleted, .evicted: return true
      case .creating, .present: break
      }
      if state.turn.isHeld || state.pins > 0 { return false }
      state.stage = .evicted
      return true
    }
  }

  /// Frees what can be written or asked for again, once older records are dropped in memory.
  func dropCaches() {
    state.withLock { state in
      state.representations.removeAll()
      state.session.timeline.forget(through: state.session.tail.start)
      count(&state)
    }
  }

  /// Prevents eviction until `unpin`; false if already evicted.
  func pin() -> Bool {
    state.withLock { state in
      if case .evicted = state.stage { return false }
      state.pins += 1
      return true
    }
  }

  func unpin() { state.withLock { $0.pins -= 1 } }

  /// Whether a request has used it since `takeUse`.
  var isReferenced: Bool { state.withLock { $0.isReferenced } }

  /// A resident's use since it was last asked for, by the clock's hand or for a notification.
  enum Use {
    /// Used; asking clears the mark.
    case used
    case unused
    /// No longer in memory.
    case gone
  }

  /// Reads and clears the mark of its use.
  func takeUse() -> Use {
    state.withLock { state in
      switch state.stage {
      case .deleted, .evicted: return .gone
      case .creating, .present: break
      }
      defer { state.isReferenced = false }
      return state.isReferenced ? .used : .unused
    }
  }
}

/// A session that is not evicted as long as this is held: from its read until its task has looked.
final class PinnedResident: Sendable {
  let resident: Resident

  /// Nil if it is already evicted.
  init?(_ resident: Resident) {
    guard resident.pin() else { return nil }
    self.resident = resident
  }

  deinit { resident.unpin() }
}

/// The forms in which a session is read.
public enum Representation: Int, Sendable {
  case session, snapshot
}

/// The JSON of a session as sent to a reader.
public struct WrittenSession: Sendable {
  public let revision: Int
  public let bytes: [UInt8]
}

/// A cache of the JSON of one revision of a resident session.
///
/// The first read only leaves a mark, so that sessions read once cost nothing.
struct Representations {
  private struct Slot {
    /// The revision that was read last.
    var revision = -1
    /// The JSON of that revision, once read twice.
    var bytes: [UInt8]?
  }

  /// Bytes of the largest JSON to cache.
  static let byteLimit = 64 << 10

  /// By representation.
  private var slots = InlineArray<2, Slot>(repeating: Slot())

  /// Bytes of memory that the cache takes.
  private(set) var byteCount = 0

  /// The cached JSON of a revision; nil if it has to be written.
  func bytes(of representation: Representation, at revision: Int) -> [UInt8]? {
    let slot = slots[representation.rawValue]
    return slot.revision == revision ? slot.bytes : nil
  }

  /// Notes the JSON sent for a revision, and caches it from the second read on.
  mutating func cache(_ bytes: [UInt8], of representation: Representation, at revision: Int) {
    var slot = slots[representation.rawValue]
    let isAgain = slot.revision == revision && slot.bytes == nil
    byteCount -= slot.bytes?.count ?? 0
    slot = Slot(revision: revision, bytes: isAgain && bytes.count <= Self.byteLimit ? bytes : nil)
    byteCount += slot.bytes?.count ?? 0
    slots[representation.rawValue] = slot
  }

  /// Empties the cache after a change.
  mutating func removeAll() {
    guard byteCount > 0 else { return }
    self = Representations()
  }
}
