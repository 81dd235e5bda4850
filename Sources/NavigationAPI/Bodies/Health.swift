import NavigationJSON

/// The body of `GET /healthz` and `/readyz`: whether the server accepts requests.
public enum Health: String, Hashable, Sendable, CaseIterable {
  case ok
  /// It completes open requests and refuses new ones.
  case draining
  /// It cannot reach its store.
  case unavailable
}

extension Health: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    self = try reader.requireWord("status", Health.self)
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.word("status", self)
    writer.endObject()
  }
}
