public import NavigationAPI
public import NavigationModel

/// A session with all that a store keeps of it.
public struct StoredSession: Sendable {
  public let id: SessionID
  public let owner: Owner
  /// The label that its creator gave.
  public let client: String?
  public let labels: Labels
  public let createdAt: Timestamp
  /// Seconds after the last change.
  public let timeToLive: Int
  public var revision: Int
  /// When the revision came about.
  public var updatedAt: Timestamp
  public var session: Session
  /// The answers of the latest accepted requests with a key.
  public var answers: AnswerLog
  /// The latest records; the last one is that of `revision`.
  public var history: History
  /// Which of those can be undone to, and redone to.
  public var timeline: Timeline
  /// Where it stands in a backend that several engines write to; nil in one that is this engine's alone.
  package var version: Version?

  public init(
    id: SessionID, owner: Owner, client: String?, labels: Labels, createdAt: Timestamp, timeToLive: Int,
    revision: Int = 0,
    updatedAt: Timestamp? = nil, session: Session, answers: AnswerLog = AnswerLog(), history: History = History(),
    timeline: Timeline? = nil
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
    self.timeline = timeline ?? Timeline(after: revision - 1, present: revision)
  }

  /// When it is gone unless it changes.
  public var expiresAt: Timestamp { updatedAt.advanced(bySeconds: timeToLive) }
}

extension Timestamp {
  /// The moment some seconds later.
  package func advanced(bySeconds seconds: Int) -> Timestamp {
    Timestamp(milliseconds: milliseconds &+ Int64(seconds) &* 1_000)
  }
}
