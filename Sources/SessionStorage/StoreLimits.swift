public import NavigationModel

/// How much a store keeps.
public struct StoreLimits: Hashable, Sendable {
  /// Sessions at once.
  public var sessions: Int
  /// Sessions that are kept ready for use, where there is a limit beside that of memory.
  public var residentSessions: Int?
  /// Bytes of memory, about, that all sessions may take: those in use with their records, and those at rest where they
  /// rest in memory.
  public var memoryBytes: Int
  /// Bytes of one session with its answers and its records, as packed JSON; the latest record is kept whatever it
  /// takes.
  public var sessionBytes: Int
  /// Records of each session, where they leave room for the rest.
  public var history: History.Limits
  /// Whether a read may be up to a second behind what other engines have written; where there are none, none is.
  public var readsNear: Bool

  public init(
    sessions: Int = 1_000_000, residentSessions: Int? = nil, memoryBytes: Int = .max, sessionBytes: Int = 8 << 20,
    history: History.Limits = History.Limits(), readsNear: Bool = false
  ) {
    self.readsNear = readsNear
    self.sessions = sessions
    self.residentSessions = residentSessions
    self.memoryBytes = memoryBytes
    self.sessionBytes = sessionBytes
    self.history = history
  }

  /// The same where memory is short: of a session that is changed the latest record alone is kept.
  var withoutHistory: StoreLimits {
    var limits = self
    limits.history.bytes = 0
    return limits
  }

  /// The limits down to which sessions come to rest once there are too many: a 64th lower, so that the thread which
  /// does it is not woken for each session that comes.
  var withRoomToSpare: StoreLimits {
    var limits = self
    limits.residentSessions = residentSessions.map { $0 - $0 / 64 }
    limits.memoryBytes -= memoryBytes / 64
    return limits
  }

  /// Bytes that a state leaves for the answers to requests with a key.
  package func answerBytes(beside state: Session) -> Int { max(sessionBytes - state.jsonBytesAtMost, 0) }

  /// The records that a state and the answers leave room for: the oldest are the first that have to go.
  package func history(beside state: Session, answerBytes: Int = 0) -> History.Limits {
    var limits = history
    limits.bytes = min(limits.bytes, max(self.answerBytes(beside: state) - answerBytes, 0))
    return limits
  }

  /// The bytes of a state as packed JSON where they are more than one session may have and the state is larger than the
  /// one before; nil where it may be kept.
  ///
  /// It is written, which takes its time, only where it may be too large.
  public func excess(of state: Session, after before: Session? = nil) -> Int? {
    let most = state.jsonBytesAtMost
    guard most > sessionBytes, most > before?.jsonBytesAtMost ?? 0 else { return nil }
    let bytes = state.packedByteCount
    return bytes > sessionBytes ? bytes : nil
  }
}
