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
