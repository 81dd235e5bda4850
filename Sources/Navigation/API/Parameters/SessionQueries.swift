/// The query of a session.
public struct SessionQuery: Query {
  /// Seconds that a request can wait for a change.
  public static let waitRange = 1...60

  /// Seconds to wait for a revision that is not in `If-None-Match`; nil: no wait.
  public var wait: Int?

  public init(wait: Int? = nil) { self.wait = wait }

  public static var empty: Self { Self() }

  public mutating func parameters(_ q: inout QueryArchive) {
    q.int("wait", &wait, in: Self.waitRange)
  }
}

/// The query of a snapshot.
public struct SnapshotQuery: Query {
  /// The requested revision; nil: the current one.
  public var revision: Int?

  public init(revision: Int? = nil) { self.revision = revision }

  public static var empty: Self { Self() }

  public mutating func parameters(_ q: inout QueryArchive) {
    q.int("revision", &revision, in: TransitionListQuery.revisionRange)
  }
}

/// The query of a transition.
public struct TransitionQuery: Query {
  /// Optional members of a record.
  public enum Inclusion: String, CaseIterable, Hashable, Sendable {
    case session, changes
  }

  public var include: Set<Inclusion>
  /// Whether to answer without committing anything.
  public var dryRun: Bool

  public init(include: Set<Inclusion> = [], dryRun: Bool = false) {
    self.include = include
    self.dryRun = dryRun
  }

  public static var empty: Self { Self() }

  public mutating func parameters(_ q: inout QueryArchive) {
    q.words("include", &include)
    q.flag("dryRun", &dryRun)
  }
}

/// A page of a session's history, oldest record first.
public struct TransitionListQuery: Query {
  /// Valid numbers of records per page.
  public static let limitRange = 1...1_000
  public static let defaultLimit = 100
  /// Valid revisions for `after`.
  public static let revisionRange = 0...999_999_999_999

  /// The revision before the page; nil: start with the oldest retained record.
  public var after: Int?
  public var limit: Int
  /// Optional members to include in records.
  public var include: Set<TransitionQuery.Inclusion>

  public init(after: Int? = nil, limit: Int = defaultLimit, include: Set<TransitionQuery.Inclusion> = []) {
    self.after = after
    self.limit = limit
    self.include = include
  }

  public static var empty: Self { Self() }

  public mutating func parameters(_ q: inout QueryArchive) {
    q.int("after", &after, in: Self.revisionRange)
    q.int("limit", &limit, in: Self.limitRange, unless: Self.defaultLimit)
    q.words("include", &include)
  }
}

/// The query of an event stream.
public struct EventStreamQuery: Query {
  /// The header field with the last received revision; it overrides `after`.
  public static let lastEventID: StaticString = "Last-Event-ID"
  /// The media type of an event stream.
  public static let mediaType: StaticString = "text/event-stream"

  /// The revision to resume after; nil: start with the current session.
  public var after: Int?
  /// Optional members to include in records.
  public var include: Set<TransitionQuery.Inclusion>

  public init(after: Int? = nil, include: Set<TransitionQuery.Inclusion> = []) {
    self.after = after
    self.include = include
  }

  public static var empty: Self { Self() }

  public mutating func parameters(_ q: inout QueryArchive) {
    q.int("after", &after, in: TransitionListQuery.revisionRange)
    q.words("include", &include)
  }

  /// - Parameter lastEventID: the value of the field; nil without it.
  public init(_ query: ArraySlice<UInt8>?, lastEventID: String?) throws(Problem) {
    try self.init(query)
    guard let lastEventID else { return }
    guard let revision = Int(lastEventID), String(revision) == lastEventID,
      TransitionListQuery.revisionRange.contains(revision)
    else { throw Problem.invalidHeader("Last-Event-ID", "The id of an event is a revision, such as 3.") }
    after = revision
  }
}
