import NavigationJSON

/// Whether the server takes requests: `GET /healthz` and `/readyz`.
public enum Health: String, Hashable, Sendable, CaseIterable {
  case ok
  /// It answers what it has and takes nothing new.
  case draining
  /// It cannot ask its store.
  case unavailable
}

extension Health: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    self = try reader.requireWord("status", Health.self)
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.word("status", self)
    writer.endObject()
  }
}
