import Navigation
import Synchronization

/// A session in the memory backend, at rest.
///
/// Small, for a million of them: constants, one lock, two arrays.
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
    /// In use since its creation.
    case none
    case resting(RestingSession)
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

  /// Stores the session.
  ///
  /// - Returns: the growth in bytes.
  func replace(_ resting: RestingSession, _ session: StoredSession) -> Int {
    state.withLock { state in
      var before = 0
      switch state.content {
      case .gone: return 0
      case .none: break
      case .resting(let older): before = older.byteCount
      }
      state = State(content: .resting(resting), updatedAt: session.updatedAt, revision: session.revision)
      return resting.byteCount - before
    }
  }

  /// The session as last put to rest; nil if it was deleted, or never was.
  func session() throws(StoreError) -> StoredSession? {
    let taken = state.withLock { state -> (RestingSession, State)? in
      if case .resting(let resting) = state.content { (resting, state) } else { nil }
    }
    guard let (resting, moment) = taken else { return nil }
    let content = try resting.content()
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
      case .resting(let resting): return resting.byteCount
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

  /// Approximate bytes of the session at rest; nil if it never was.
  var restingByteCount: Int? {
    state.withLock { state in
      if case .resting(let resting) = state.content { resting.byteCount } else { nil }
    }
  }
}
