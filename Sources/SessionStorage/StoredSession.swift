public import Navigation

/// A session with its stored answers, records and timeline.
public struct StoredSession: Sendable {
  public let id: SessionID
  public let owner: Owner
  /// The label that the creator gave.
  public let client: String?
  public let labels: Labels
  public let createdAt: Timestamp
  /// Lifetime in seconds after the last change.
  public let timeToLive: Int
  public var revision: Int
  /// The time of `revision`.
  public var updatedAt: Timestamp
  public var session: Session
  /// The answers of the latest accepted requests with a key.
  public var answers: AnswerLog
  /// The latest records, up to that of `revision`, and the app's routes, which they are worked out with.
  public var history: History
  /// The revisions that undo and redo lead to.
  public var timeline: Timeline
  /// The version in a shared backend; nil in any other.
  package var version: Version?

  public init(
    id: SessionID, owner: Owner, client: String?, labels: Labels, createdAt: Timestamp, timeToLive: Int,
    revision: Int = 0, updatedAt: Timestamp? = nil, session: Session, answers: AnswerLog = AnswerLog(),
    history: History = History(), timeline: Timeline? = nil, routes: SharedRoutes? = nil
  ) {
    self.id = id
    self.owner = owner
    self.client = client
    self.labels = labels
    self.createdAt = createdAt
    self.timeToLive = timeToLive
    self.revision = revision
    self.updatedAt = updatedAt ?? createdAt
    self.session = session
    self.answers = answers
    self.history = history
    if let routes { self.history.routes = routes }
    self.timeline = timeline ?? Timeline(after: revision - 1, present: revision)
  }

  /// The app's routes; nil without.
  public var routes: ScreenRoutes? { history.routes?.routes }

  /// The time at which it expires unless it changes.
  public var expiresAt: Timestamp { updatedAt.advanced(bySeconds: timeToLive) }
}

extension Timestamp {
  /// The time `seconds` later.
  package func advanced(bySeconds seconds: Int) -> Timestamp {
    Timestamp(milliseconds: milliseconds &+ Int64(seconds) &* 1_000)
  }
}
