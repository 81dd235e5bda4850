import NavigationJSON

/// The body of `POST /v1/sessions/{id}/fork`, which copies a session.
public struct ForkSession: Hashable, Sendable {
  /// The revision to copy; nil: the current one.
  public var revision: Int?

  public init(revision: Int? = nil) { self.revision = revision }
}

extension ForkSession: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    revision = try reader.optional("revision")?.int(atLeast: 0)
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("revision", revision)
    writer.endObject()
  }
}
