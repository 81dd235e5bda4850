/// The query of a session.
public struct SessionQuery: Hashable, Sendable {
  /// Seconds that a request can wait for a change.
  public static let waitRange = 1...60

  /// Seconds to wait for a revision that is not in `If-None-Match`; nil: no wait.
  public var wait: Int?

  public init(wait: Int? = nil) { self.wait = wait }

  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    self.init()
    guard let query else { return }
    var reader = try QueryReader(query)
    wait = try reader.int("wait", in: Self.waitRange)
    try reader.finish()
  }

  /// The query with its `?`; empty for defaults only.
  public var text: String {
    var writer = QueryWriter()
    writer.add("wait", wait.map(String.init))
    return writer.text
  }
}

/// The query of a snapshot.
public struct SnapshotQuery: Hashable, Sendable {
  /// The requested revision; nil: the current one.
  public var revision: Int?

  public init(revision: Int? = nil) { self.revision = revision }

  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    self.init()
    guard let query else { return }
    var reader = try QueryReader(query)
    revision = try reader.int("revision", in: TransitionListQuery.revisionRange)
    try reader.finish()
  }

  /// The query with its `?`; empty for defaults only.
  public var text: String {
    var writer = QueryWriter()
    writer.add("revision", revision.map(String.init))
    return writer.text
  }
}

/// The query of a transition.
public struct TransitionQuery: Hashable, Sendable {
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

  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    self.init()
    guard let query else { return }
    var reader = try QueryReader(query)
    include = try reader.words("include", Inclusion.self)
    dryRun = try reader.flag("dryRun") ?? false
    try reader.finish()
  }

  /// The query with its `?`; empty for defaults only.
  public var text: String {
    var writer = QueryWriter()
    writer.add("include", include)
    writer.add("dryRun", dryRun ? "true" : nil)
    return writer.text
  }
}

/// A page of a session's history, oldest record first.
public struct TransitionListQuery: Hashable, Sendable {
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

  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    var reader = try QueryReader(query)
    after = try reader.int("after", in: Self.revisionRange)
    limit = try reader.int("limit", in: Self.limitRange) ?? Self.defaultLimit
    include = try reader.words("include", TransitionQuery.Inclusion.self)
    try reader.finish()
  }

  /// The query with its `?`; empty for defaults only.
  public var text: String {
    var writer = QueryWriter()
    writer.add("after", after.map(String.init))
    writer.add("limit", limit == Self.defaultLimit ? nil : String(limit))
    writer.add("include", include)
    return writer.text
  }
}

extension QueryWriter {
  mutating func add(_ name: String, _ include: Set<TransitionQuery.Inclusion>) {
    let words = TransitionQuery.Inclusion.allCases.filter(include.contains).map(\.rawValue)
    add(name, words.isEmpty ? nil : words.joined(separator: ","))
  }
}

/// The query of an event stream.
public struct EventStreamQuery: Hashable, Sendable {
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

  /// - Parameter lastEventID: the value of the field; nil without it.
  public init(_ query: ArraySlice<UInt8>?, lastEventID: String?) throws(Problem) {
    var reader = try QueryReader(query)
    after = try reader.int("after", in: TransitionListQuery.revisionRange)
    include = try reader.words("include", TransitionQuery.Inclusion.self)
    try reader.finish()
    guard let lastEventID else { return }
    guard let revision = Int(lastEventID), String(revision) == lastEventID,
      TransitionListQuery.revisionRange.contains(revision)
    else { throw Problem.invalidHeader("Last-Event-ID", "The id of an event is a revision, such as 3.") }
    after = revision
  }

  /// The query with its `?`; empty for defaults only.
  public var text: String {
    var writer = QueryWriter()
    writer.add("after", after.map(String.init))
    writer.add("include", include)
    return writer.text
  }
}
