import Navigation
import Synchronization

/// A durable backend that several engines write to.
///
/// `write` compares. It returns `superseded` for a change whose link does not follow from the stored version, a
/// creation whose id or key is taken, and a name that is assigned. All other changes of the call are written, or fail
/// individually. A call has at most one change of each session. The backend assigns the numbers of sessions and owners.
package protocol SharedBackend: DurableBackend {
  /// Concurrent calls of `write`; those of one session are sequential.
  var writerCount: Int { get }

  /// Concurrent calls of `latest`.
  var readerCount: Int { get }

  /// The latest state of each session, at some moment after the call began.
  func latest(of known: [KnownSession]) throws(StoreError) -> [LatestSession]

  /// Registers a callback, on any thread, for writes of any engine. It may miss some; `any` is sent periodically.
  func listen(_ notice: @escaping @Sendable (StoreNotice) -> Void)

  /// Whether the backend is available.
  var readiness: StoreReadiness { get }

  /// Whether notifications of other engines' writes arrive at once.
  var receivesNotices: Bool { get }

  var figures: SharingFigures { get }
}

/// Statistics of an engine's use of a shared backend, for its operator.
public struct SharingFigures: Hashable, Sendable {
  /// Sessions checked for a later state.
  public var checks = 0
  /// Duration of each check, which covers several sessions.
  public var checkDurations = StoreDurations()
  /// Batches with unknown outcome, by what was found out.
  public var doubtsCommitted = 0
  public var doubtsLost = 0
  public var doubtsLeft = 0
  /// Notifications sent to other engines and received from them.
  public var hintsSent = 0
  public var hintsReceived = 0
  /// Sessions whose latest state was behind one that had been committed.
  public var revertedSessions = 0
  /// Seconds since the backend last acknowledged this engine's heartbeat; nil before the first.
  public var heartbeatAge: Double?
  /// Seconds by which the backend's clock is ahead of this machine's.
  public var clockOffset = 0.0

  public init() {}
}

/// A notification that an engine may have written.
package enum StoreNotice: Hashable, Sendable {
  case session(SessionID)
  /// Any session; sent without knowledge of a write.
  case any
}

/// A session and the version that an engine has; nil if it does not have the session.
package typealias KnownSession = (id: SessionID, version: Version?)

/// The latest state of a session in a shared backend.
package enum LatestSession: Sendable {
  /// Unchanged.
  case same
  case other(LoadedSession)
  case none
  /// It cannot be read, alone of those asked for.
  case failed(StoreError)
}

public enum StoreReadiness: Hashable, Sendable {
  case ready
  /// Unavailable, for this reason.
  case unavailable(String)
}

/// The version of a session in a shared backend.
///
/// The count alone is ambiguous: a failover may undo a write, and another engine may then reuse its count. The writer,
/// drawn for each attempt, distinguishes the two.
package struct Version: Hashable, Sendable {
  /// Earlier writes of the session.
  package let count: Int64
  package let writer: UInt64

  package init(count: Int64, writer: UInt64) {
    self.count = count
    self.writer = writer
  }

  static func first() -> Version { Version(count: 0, writer: drawWriter()) }

  func next() -> Version { Version(count: count + 1, writer: Self.drawWriter()) }

  private static let lastWriter = Atomic<UInt64>(.random(in: .min ... .max))

  /// Unique in this process; equal to one of another process only by chance.
  private static func drawWriter() -> UInt64 { lastWriter.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// The base version of a write and its own version: the write is committed only if the base is still the latest.
package struct VersionLink: Hashable, Sendable {
  package let before: Version
  package let after: Version

  init(after before: Version) {
    self.before = before
    after = before.next()
  }
}
