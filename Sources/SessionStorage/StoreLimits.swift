public import Navigation

public struct StoreLimits: Hashable, Sendable {
  /// Sessions in the store; an owner with fewer than its share of them may exceed it.
  public var sessions: Int
  /// Sessions of one owner; nil for no limit beside its share.
  public var sessionsOfOwner: Int?
  /// Resident sessions; nil for no limit beside that of memory, which is what a server bounds: sessions differ in size.
  public var residentSessions: Int?
  /// Approximate bytes of memory for all sessions: resident ones with their records, and those at rest.
  public var memoryBytes: Int
  /// Approximate bytes of one session with its answers and records, as JSON; the latest record is retained regardless.
  public var sessionBytes: Int
  /// Records of each session, as far as `sessionBytes` leaves room.
  public var history: History.Limits
  /// Whether a read may be up to a second behind the writes of other engines; no effect without other engines.
  public var readsNear: Bool

  public init(
    sessions: Int = 1_000_000, sessionsOfOwner: Int? = nil, residentSessions: Int? = nil, memoryBytes: Int = .max,
    sessionBytes: Int = 32 << 20, history: History.Limits = History.Limits(), readsNear: Bool = false
  ) {
    self.readsNear = readsNear
    self.sessions = sessions
    self.sessionsOfOwner = sessionsOfOwner
    self.residentSessions = residentSessions
    self.memoryBytes = memoryBytes
    self.sessionBytes = sessionBytes
    self.history = history
  }

  /// The limits while memory is short: a changed session retains its latest record only.
  var withoutHistory: StoreLimits {
    var limits = self
    limits.history.bytes = 0
    return limits
  }

  /// The limits that eviction aims for: a 64th lower, so that its thread does not wake for each admitted session.
  var withRoomToSpare: StoreLimits {
    var limits = self
    limits.residentSessions = residentSessions.map { $0 - $0 / 64 }
    limits.memoryBytes -= memoryBytes / 64
    return limits
  }

  /// The records of a session's tail.
  package var tailCount: Int { min(History.tailCount, history.revisions) }

  /// Bytes left beside a state for the answers to requests with a key.
  package func answerBytes(beside state: Session) -> Int { max(sessionBytes - state.jsonBytesAtMost, 0) }

  /// The limits for records beside a state and its answers; the oldest records are dropped first.
  package func history(beside state: Session, answerBytes: Int = 0) -> History.Limits {
    var limits = history
    limits.bytes = min(limits.bytes, max(self.answerBytes(beside: state) - answerBytes, 0))
    return limits
  }

  /// The most bytes of a state as JSON if they exceed `sessionBytes` and the state has grown; nil if it is accepted.
  public func excess(of state: Session, after before: Session? = nil) -> Int? {
    let bytes = state.jsonBytesAtMost
    return bytes > sessionBytes && bytes > before?.jsonBytesAtMost ?? 0 ? bytes : nil
  }
}
