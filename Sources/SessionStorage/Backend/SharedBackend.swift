import NavigationAPI

/// A durable backend that other engines write to, too.
///
/// `write` compares: of a change whose link does not follow from what is there, of a creation whose id or key is taken,
/// and of a name that is given, it says `superseded`; all others of the same call are written, or fail each for itself.
/// A call has one change of a session at most. The numbers of sessions and of owners are the backend's own.
package protocol SharedBackend: DurableBackend {
  /// Calls of `write` at once: those of one session come one after another.
  var writerCount: Int { get }

  /// Calls of `latest` at once.
  var readerCount: Int { get }

  /// The latest of each session, as of a moment after the call began.
  func latest(of known: [KnownSession]) throws(StoreError) -> [LatestSession]

  /// From here on `news` is called, on any thread, with what some engine may have written. It may miss some, and says
  /// `any` now and then.
  func listen(_ news: @escaping @Sendable (StoreNews) -> Void)

  /// Whether it can be asked now.
  var readiness: StoreReadiness { get }

  /// Whether what others write is heard of at once.
  var hearsNews: Bool { get }

  var figures: SharingFigures { get }
}

/// What an engine's way to a shared backend has come to, for its operator.
public struct SharingFigures: Hashable, Sendable {
  /// Sessions that it was asked whether there is another state of.
  public var checks = 0
  /// How long each question for some of them took.
  public var checkDurations = StoreDurations()
  /// Batches of which it was not known whether they were written, by what was found out.
  public var doubtsKept = 0
  public var doubtsLost = 0
  public var doubtsLeft = 0
  /// Words to other engines, and theirs.
  public var hintsSent = 0
  public var hintsHeard = 0
  /// Sessions whose latest state was behind one that had been kept.
  public var revertedSessions = 0
  /// Seconds since the backend last acknowledged that this engine is there; nil where it never has.
  public var heartbeatAge: Double?
  /// Seconds that the backend's clock is ahead of this machine's.
  public var clockOffset = 0.0

  public init() {}
}

/// What some engine may have written.
package enum StoreNews: Hashable, Sendable {
  case session(SessionID)
  /// Any session, without a word.
  case any
}

/// A session as an engine has it.
package struct KnownSession: Sendable {
  package let id: SessionID
  /// Nil where the engine does not have it.
  package let version: Version?

  package init(id: SessionID, version: Version?) {
    self.id = id
    self.version = version
  }
}

/// What a shared backend has of it.
package enum LatestSession: Sendable {
  /// The same.
  case same
  case other(KeptSession)
  /// There is none.
  case none
}

/// Whether a store can be asked.
public enum StoreReadiness: Hashable, Sendable {
  case ready
  /// For this reason it cannot.
  case unavailable(String)
}
