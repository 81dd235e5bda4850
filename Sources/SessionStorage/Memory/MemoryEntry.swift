import NavigationAPI
import Synchronization

/// A session in the memory backend, packed.
///
/// Small, for a million of them: constants, one lock, one array of bytes.
final class MemoryEntry: Sendable {
  let id: SessionID
  /// The session's number in order of creation.
  let number: Int64
  let client: String?
  let labels: Labels
  let createdAt: Timestamp
  let timeToLive: Int32
  /// Placed after `timeToLive`, in its padding.
  let owner: Owner
  private let state: Mutex<State>

  private struct State {
    var content: Content
    var updatedAt: Timestamp
    var revision: Int
  }

  private enum Content {
    /// Never packed.
    case none
    case packed(PackedSession)
    case gone
  }

  init(_ session: StoredSession, number: Int64) {
    id = session.id
    self.number = number
    owner = session.owner
    client = session.client
    labels = session.labels
    createdAt = session.createdAt
    timeToLive = Int32(clamping: session.timeToLive)
    state = Mutex(State(content: .none, updatedAt: session.updatedAt, revision: session.revision))
  }

  /// Stores the packed session.
  ///
  /// - Returns: the growth in bytes.
  func replace(_ packed: PackedSession, _ session: StoredSession) -> Int {
    state.withLock { state in
      var before = 0
      switch state.content {
      case .gone: return 0
      case .none: break
      case .packed(let older): before = older.byteCount
      }
      state = State(content: .packed(packed), updatedAt: session.updatedAt, revision: session.revision)
      return packed.byteCount - before
    }
  }

  /// The session as last packed; nil if it was deleted or never packed.
  func session() throws(StoreError) -> StoredSession? {
    let taken = state.withLock { state -> (PackedSession, State)? in
      if case .packed(let packed) = state.content { (packed, state) } else { nil }
    }
    guard let (packed, moment) = taken else { return nil }
    let content = try packed.unpacked(revision: moment.revision)
    return StoredSession(
      id: id, owner: owner, client: client, labels: labels, createdAt: createdAt, timeToLive: Int(timeToLive),
      revision: moment.revision, updatedAt: moment.updatedAt, session: content.session, answers: content.answers,
      history: content.history, timeline: content.timeline)
  }

  /// Deletes the content and returns its bytes; nil if it was deleted before.
  func leave() -> Int? {
    state.withLock { state in
      defer { state.content = .gone }
      switch state.content {
      case .gone: return nil
      case .none: return 0
      case .packed(let packed): return packed.byteCount
      }
    }
  }

  var isGone: Bool {
    state.withLock { state in
      if case .gone = state.content { true } else { false }
    }
  }

  /// The session's entry in a list; nil if it was deleted.
  var line: SessionLine? {
    let moment = state.withLock { state -> SessionLine.Moment? in
      if case .gone = state.content {
        nil
      } else {
        SessionLine.Moment(revision: state.revision, updatedAt: state.updatedAt)
      }
    }
    guard let moment else { return nil }
    return SessionLine(
      number: number, id: id, client: client, labels: labels, createdAt: createdAt, timeToLive: Int(timeToLive),
      moment: moment)
  }

  /// Bytes of the packed session; nil if it was never packed.
  var packedByteCount: Int? {
    state.withLock { state in
      if case .packed(let packed) = state.content { packed.byteCount } else { nil }
    }
  }
}
