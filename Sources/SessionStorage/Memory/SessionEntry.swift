import NavigationAPI
import NavigationModel
import Synchronization

/// One session in memory, in use or at rest, behind a lock of its own.
///
/// An entry at rest is what a million of them must be small as: constants, one lock, one array of bytes.
final class SessionEntry: ResidentEntry {
  let id: SessionID
  /// Its number in order of creation.
  let ordinal: UInt64
  let client: String?
  let labels: Labels
  let createdAt: Timestamp
  private let timeToLive: Int32
  /// Behind the other number, where it takes no room of its own.
  let owner: Owner
  private let state: Mutex<State>

  private struct State {
    var content: Content
    var updatedAt: Timestamp
    var revision: Int
    /// Counts the times that `content` was used or replaced, so that whoever packed or unpacked outside the lock sees that it came too late.
    var edition: UInt32 = 0
    /// Used since the clock hand last passed.
    var isReferenced = true
  }

  private enum Content {
    case inUse(Resident)
    case atRest(PackedSession)
    case gone
  }

  /// A box of its own, so that an entry at rest has no room for it, and a change is made where the session stands.
  private final class Resident {
    var stored: StoredSession

    init(_ stored: StoredSession) { self.stored = stored }
  }

  init(_ session: StoredSession, ordinal: UInt64) {
    id = session.id
    self.ordinal = ordinal
    owner = session.owner
    client = session.client
    labels = session.labels
    createdAt = session.createdAt
    timeToLive = Int32(clamping: session.timeToLive)
    state = Mutex(State(content: .inUse(Resident(session)), updatedAt: session.updatedAt, revision: session.revision))
  }

  /// Why an entry cannot be used.
  enum Absence: Error {
    case gone
    /// To be unpacked first.
    case atRest(PackedSession, revision: Int, edition: UInt32)
  }

  /// Changes the session where it stands.
  func use<Answer: Sendable>(
    at now: Timestamp, limits: StoreLimits, _ change: (inout StoredSession) -> Answer
  ) throws(Absence) -> Answer {
    try state.withLock { (state) throws(Absence) in
      guard now < expiry(of: state) else { throw .gone }
      switch state.content {
      case .gone: throw .gone
      case .atRest(let packed): throw .atRest(packed, revision: state.revision, edition: state.edition)
      case .inUse(let resident):
        let answer = change(&resident.stored)
        resident.stored.trim(to: limits)
        state.updatedAt = resident.stored.updatedAt
        state.revision = resident.stored.revision
        state.edition &+= 1
        state.isReferenced = true
        return answer
      }
    }
  }

  private func expiry(of state: State) -> Timestamp { state.updatedAt.advanced(bySeconds: Int(timeToLive)) }

  /// Puts what was unpacked in; false where somebody else was faster.
  ///
  /// - Parameter packedBytes: of all sessions at rest; so below.
  func wake(_ content: PackedSession.Content, edition: UInt32, _ packedBytes: PackedBytes) -> Bool {
    state.withLock { state in
      guard state.edition == edition, case .atRest(let packed) = state.content else { return false }
      packedBytes.subtract(packed.byteCount)
      let stored = StoredSession(
        id: id, owner: owner, client: client, labels: labels, createdAt: createdAt, timeToLive: Int(timeToLive), revision: state.revision,
        updatedAt: state.updatedAt, session: content.session, answers: content.answers, history: content.history,
        timeline: content.timeline)
      state.content = .inUse(Resident(stored))
      state.edition &+= 1
      state.isReferenced = true
      return true
    }
  }

  /// Packs the session, outside the lock; false where it was used meanwhile and stays in use.
  func rest(_ limits: StoreLimits, _ packedBytes: PackedBytes) -> Bool {
    let taken = state.withLock { state -> (StoredSession, UInt32)? in
      guard case .inUse(let resident) = state.content else { return nil }
      return (resident.stored, state.edition)
    }
    guard let (stored, edition) = taken else { return true }
    let packed = PackedSession(stored, limits: limits)
    return state.withLock { state in
      guard case .inUse = state.content else { return true }
      guard state.edition == edition else { return false }
      packedBytes.add(packed.byteCount)
      state.content = .atRest(packed)
      state.edition &+= 1
      return true
    }
  }

  /// Replaces the reply of a kept answer; an entry at rest has done so itself.
  func settle(_ key: IdempotencyKey, as reply: StoredAnswer.Reply, limits: StoreLimits) {
    state.withLock { state in
      guard case .inUse(let resident) = state.content else { return }
      resident.stored.answers.settle(key, as: reply)
      resident.stored.answers.trim(to: limits.answerBytes(beside: resident.stored.session))
      state.edition &+= 1
    }
  }

  /// Nil where it was gone already, or has expired.
  func delete(at now: Timestamp, _ packedBytes: PackedBytes, if condition: (Int) -> Bool) -> Deletion? {
    state.withLock { state in
      if case .gone = state.content { return nil }
      guard now < expiry(of: state) else { return nil }
      guard condition(state.revision) else { return .refused(revision: state.revision) }
      Self.leave(&state, packedBytes)
      return .deleted
    }
  }

  /// What a sweep finds.
  enum Age: Sendable {
    /// Has expired by now, and is gone from here on.
    case expired
    case expires(Timestamp)
    case gone
  }

  func age(at now: Timestamp, _ packedBytes: PackedBytes) -> Age {
    state.withLock { state in
      if case .gone = state.content { return .gone }
      let expiry = expiry(of: state)
      if now < expiry { return .expires(expiry) }
      Self.leave(&state, packedBytes)
      return .expired
    }
  }

  private static func leave(_ state: inout State, _ packedBytes: PackedBytes) {
    if case .atRest(let packed) = state.content { packedBytes.subtract(packed.byteCount) }
    state.content = .gone
    state.edition &+= 1
  }

  var isGone: Bool {
    state.withLock { state in
      if case .gone = state.content { true } else { false }
    }
  }

  func isAlive(at now: Timestamp) -> Bool {
    state.withLock { state in
      if case .gone = state.content { false } else { now < expiry(of: state) }
    }
  }

  package func pass() -> Passing {
    state.withLock { state in
      guard case .inUse = state.content else { return .empty }
      defer { state.isReferenced = false }
      return state.isReferenced ? .used : .unused
    }
  }

  /// Its line in a list; nil where it is gone.
  func summary(at now: Timestamp) -> SessionSummary? {
    let moment = state.withLock { state -> (revision: Int, updatedAt: Timestamp, expiresAt: Timestamp)? in
      if case .gone = state.content { return nil }
      let expiry = expiry(of: state)
      return now < expiry ? (state.revision, state.updatedAt, expiry) : nil
    }
    guard let moment else { return nil }
    return SessionSummary(
      id: id, client: client, labels: labels, revision: moment.revision, createdAt: createdAt, updatedAt: moment.updatedAt,
      expiresAt: moment.expiresAt)
  }

  /// Bytes, about, of a session in use; nil of any other.
  var byteCountInUse: Int? {
    state.withLock { state in
      if case .inUse(let resident) = state.content { resident.stored.byteCount } else { nil }
    }
  }

  /// Bytes of the session at rest; nil while it is in use.
  var packedByteCount: Int? {
    state.withLock { state in
      if case .atRest(let packed) = state.content { packed.byteCount } else { nil }
    }
  }
}
