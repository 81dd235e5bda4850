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

extension SessionSummary: JSONBody, MemberBody {
  package static var empty: Self {
    let time = Timestamp(milliseconds: 0)
    return Self(
      id: SessionID(high: 0, low: 0), revision: 0, createdAt: time, updatedAt: time, expiresAt: time)
  }

  package mutating func members(_ m: inout some Members) {
    m.required("sessionId", &id)
    m.optional("client", &client)
    m.labels(&labels)
    m.integer("revision", &revision, atLeast: 0)
    m.required("createdAt", &createdAt)
    m.required("updatedAt", &updatedAt)
    m.required("expiresAt", &expiresAt)
  }
}

/// A page of sessions, newest first.
public struct SessionList: Hashable, Sendable {
  public var sessions: [SessionSummary]

  public init(sessions: [SessionSummary]) { self.sessions = sessions }
}

extension SessionList: JSONBody, MemberBody {
  package static var empty: Self { Self(sessions: []) }

  package mutating func members(_ m: inout some Members) { m.required("sessions", &sessions) }
}
