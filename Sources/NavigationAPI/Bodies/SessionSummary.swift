import NavigationJSON

/// A session in a list: its client, revision and expiry.
public struct SessionSummary: Hashable, Sendable {
  public var id: SessionID
  public var client: String?
  public var labels: Labels
  public var revision: Int
  public var createdAt: Timestamp
  public var updatedAt: Timestamp
  public var expiresAt: Timestamp

  public init(
    id: SessionID, client: String? = nil, labels: Labels = Labels(), revision: Int, createdAt: Timestamp,
    updatedAt: Timestamp, expiresAt: Timestamp
  ) {
    self.id = id
    self.client = client
    self.labels = labels
    self.revision = revision
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.expiresAt = expiresAt
  }
}

extension SessionSummary: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    try self.init(members: &reader)
    try reader.finish()
  }

  init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    id = try reader.require("id").readSessionID()
    client = try reader.string("client")
    labels = try reader.optional("labels").map(Labels.init(json:)) ?? Labels()
    revision = try reader.require("revision").int(atLeast: 0)
    createdAt = try reader.require("createdAt").readTimestamp()
    updatedAt = try reader.require("updatedAt").readTimestamp()
    expiresAt = try reader.require("expiresAt").readTimestamp()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("client", client)
    writer.labels(labels)
    writer.member("revision", revision)
    writer.member("createdAt", createdAt)
    writer.member("updatedAt", updatedAt)
    writer.member("expiresAt", expiresAt)
  }
}

/// A page of sessions, newest first.
public struct SessionList: Hashable, Sendable {
  public var sessions: [SessionSummary]

  public init(sessions: [SessionSummary]) { self.sessions = sessions }
}

extension SessionList: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    sessions = try reader.require("sessions").array(SessionSummary.init(json:))
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.array("sessions", sessions)
    writer.endObject()
  }
}
