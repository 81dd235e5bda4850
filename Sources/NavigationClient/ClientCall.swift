import Navigation

/// One request to the service, without the server's address.
struct ClientCall: Sendable {
  var endpoint: Endpoint
  /// The query with its `?`; empty without one.
  var query = ""
  var body: (any JSONBody)?
  /// The revision that the session must have.
  var ifMatch: Int?
  /// The revision already known to the client.
  var ifNoneMatch: Int?
  /// The id of the last event received; nil at the start.
  var lastEventID: Int?
  var idempotencyKey: IdempotencyKey?
  /// The time until the last byte of the answer; nil is the client's default.
  var timeout: Duration?
  /// The expected statuses; any other is an error.
  var expected = [200]

  init(_ endpoint: Endpoint) { self.endpoint = endpoint }

  func request(to server: ServerURL, apiKey: String?) -> TransportRequest {
    var fields: [String] = []
    if let apiKey { fields.append("Authorization: Bearer \(apiKey)") }
    if body != nil { fields.append("Content-Type: application/json") }
    if let ifMatch { fields.append("If-Match: \(EntityTag(revision: ifMatch))") }
    if let ifNoneMatch { fields.append("If-None-Match: \(EntityTag(revision: ifNoneMatch))") }
    if let lastEventID { fields.append("\(EventStreamQuery.lastEventID): \(lastEventID)") }
    if let idempotencyKey { fields.append("\(IdempotencyKey.field): \(idempotencyKey)") }
    return TransportRequest(
      endpoint.method, server.text + endpoint.path + query, unixSocket: server.unixSocket, fields: fields,
      body: body?.json() ?? [], timeout: timeout)
  }
}
