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
