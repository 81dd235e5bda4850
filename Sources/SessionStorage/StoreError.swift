import Navigation
public import Waiting

public enum StoreError: Error, Hashable, Sendable {
  /// Unknown, deleted or expired.
  case noSuchSession
  /// The store, or the owner, has as many sessions as it may.
  case sessionLimit(Shares.Refusal)
  /// A session with this id exists.
  case idTaken
  /// The answer was evicted, since it exceeded the room of its session. The request was accepted as this revision.
  case answerGone(revision: Int)
  /// The request waits no longer. A change that was queued is still made.
  case waitEnded(WaitEnd)
  /// Other engines changed the session at each attempt.
  case contended
  /// As many requests as may wait for workers.
  case crowded(Int)
  /// The stored data cannot be read.
  case unreadable
  /// The data of one session cannot be read.
  case damaged(DamagedSession)
  /// No room to store more.
  case full
  /// The storage does not work, for this reason.
  case unavailable(String)
  /// Commit failed after its last write, for this reason. Not made here; may appear after a crash.
  case doubtful(String)

  public var text: String {
    switch self {
    case .noSuchSession: "there is no such session"
    case .sessionLimit(.ofAll(let limit)), .sessionLimit(.ofOne(let limit)): "there are \(limit) sessions"
    case .idTaken: "the id is taken"
    case .answerGone(let revision): "the answer of revision \(revision) was evicted"
    case .waitEnded(.overdue): "the time to wait is over"
    case .waitEnded(.left): "the client has left"
    case .contended:
      "asked \(SessionStore.attemptLimit) times, and others changed the session each time"
    case .crowded(let limit): "\(limit) large requests wait"
    case .unreadable, .damaged: "stored data cannot be read"
    case .full: "there is no room left"
    case .unavailable(let reason), .doubtful(let reason): reason
    }
  }
}

/// What is known of a session whose stored data cannot be read: enough to delete it.
public struct DamagedSession: Hashable, Sendable {
  package let number: Int64
  /// As stored, which may be wrong.
  public let owner: Owner
  /// Nil unless the backend is shared.
  package let version: Version?
  /// The first revision that cannot be read, if known.
  package let revision: Int?

  package init(number: Int64, owner: Owner, version: Version? = nil, revision: Int? = nil) {
    (self.number, self.owner, self.version, self.revision) = (number, owner, version, revision)
  }
}
