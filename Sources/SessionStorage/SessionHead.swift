public import Navigation

/// What never changes of a session. One object, so that a copy of a stored session retains it once.
public final class SessionHead: Sendable {
  public let id: SessionID
  public let owner: Owner
  /// The label that the creator gave.
  public let client: String?
  public let labels: Labels
  public let createdAt: Timestamp
  /// Lifetime in seconds after the last change.
  public let timeToLive: Int

  public init(
    id: SessionID, owner: Owner, client: String?, labels: Labels, createdAt: Timestamp, timeToLive: Int
  ) {
    self.id = id
    self.owner = owner
    self.client = client
    self.labels = labels
    self.createdAt = createdAt
    self.timeToLive = timeToLive
  }

  /// The time at which it expires unless it changes after `updatedAt`.
  func expiry(after updatedAt: Timestamp) -> Timestamp { updatedAt.advanced(bySeconds: timeToLive) }
}

extension Timestamp {
  /// The time `seconds` later.
  package func advanced(bySeconds seconds: Int) -> Timestamp {
    Timestamp(milliseconds: milliseconds &+ Int64(seconds) &* 1_000)
  }
}
