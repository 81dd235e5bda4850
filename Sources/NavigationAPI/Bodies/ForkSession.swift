import NavigationJSON

/// What makes a session from another one: `POST /v1/sessions/{id}/fork`.
public struct ForkSession: Hashable, Sendable {
  /// As the other one was then; nil: as it is.
  public var revision: Int?

  public init(revision: Int? = nil) { self.revision = revision }
}

extension ForkSession: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    revision = try reader.optional("revision")?.readInt(atLeast: 0)
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("revision", revision)
    writer.endObject()
  }
}
