/// How much a store keeps.
public struct StoreLimits: Hashable, Sendable {
  /// Sessions at once.
  public var sessions: Int
  /// Sessions that are kept ready for use.
  public var residentSessions: Int
  /// Records of each session.
  public var history: History.Limits

  public init(sessions: Int = 1_000_000, residentSessions: Int = 10_000, history: History.Limits = History.Limits()) {
    self.sessions = sessions
    self.residentSessions = residentSessions
    self.history = history
  }
}
