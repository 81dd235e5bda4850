import NavigationAPI
import Synchronization

/// One session in memory while no engine has it in use.
///
/// A million of them must be small: constants, one lock, one array of bytes.
final class MemoryEntry: Sendable {
  let id: SessionID
  /// Its number in order of creation.
  let number: Int64
  let client: String?
  let labels: Labels
  let createdAt: Timestamp
  let timeToLive: Int32
  /// Behind the other number, where it takes no room of its own.
  let owner: Owner
  private let state: Mutex<State>

  private struct State {
    var content: Content
    var updatedAt: Timestamp
    var revision: Int
  }

  private enum Content {
    /// It has never been at rest.
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

  /// Takes the session as it is now.
  ///
  /// - Returns: how many bytes more it has than before.
  func rest(_ packed: PackedSession, _ session: StoredSession) -> Int {
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

  /// The session as it was when it came to rest last; nil where it is gone, or never has.
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

  /// Lets go of all; how many bytes that frees, nil where it was gone.
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

  /// Its line in a list; nil where it is gone.
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

  /// Bytes of the session as it was packed last; nil where it never was.
  var packedByteCount: Int? {
    state.withLock { state in
      if case .packed(let packed) = state.content { packed.byteCount } else { nil }
    }
  }
}
