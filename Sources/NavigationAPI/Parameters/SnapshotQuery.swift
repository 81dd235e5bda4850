/// What the query of a snapshot asks for.
public struct SnapshotQuery: Hashable, Sendable {
  /// The session as it was then; nil: as it is.
  public var revision: Int?

  public init(revision: Int? = nil) { self.revision = revision }

  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    self.init()
    guard let query else { return }
    var reader = try QueryReader(query)
    revision = try reader.int("revision", in: TransitionListQuery.revisionRange)
    try reader.finish()
  }

  /// The query with its `?`; empty where everything is as it is without one.
  public var text: String {
    var writer = QueryWriter()
    writer.add("revision", revision.map(String.init))
    return writer.text
  }
}
