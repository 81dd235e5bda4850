import NavigationJSON

/// A page of sessions, newest first.
public struct SessionList: Hashable, Sendable {
  public var sessions: [SessionSummary]

  public init(sessions: [SessionSummary]) { self.sessions = sessions }
}

extension SessionList: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    sessions = try reader.require("sessions").readArray(SessionSummary.init(json:))
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.array("sessions", sessions)
    writer.endObject()
  }
}
