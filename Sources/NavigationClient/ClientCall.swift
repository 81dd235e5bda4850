import NavigationAPI

/// One request to the service before it has an address.
struct ClientCall: Sendable {
  var endpoint: Endpoint
  /// The query with its `?`; empty without one.
  var query = ""
  var body: (any JSONBody)?
  /// The revision that the session must have.
  var ifMatch: Int?
  /// The revision that is known already.
  var ifNoneMatch: Int?
  /// The id of the last event that is known; nil to begin.
  var lastEventID: Int?
  var idempotencyKey: IdempotencyKey?
  /// Until the last byte of the answer; nil: as the transport has it.
  var timeout: Duration?
  /// The statuses that are an answer; any other is an error.
  var expected = [200]

  init(_ endpoint: Endpoint) { self.endpoint = endpoint }

  func request(to server: ServerURL, apiKey: String?) -> TransportRequest {
    var request = TransportRequest(TransportMethod(endpoint.method), server.text + endpoint.path + query)
    request.unixSocket = server.unixSocket
    if let apiKey { request.fields.append(TransportField("Authorization", "Bearer " + apiKey)) }
    if let body {
      request.body = body.json()
      request.fields.append(TransportField("Content-Type", "application/json"))
    }
    if let ifMatch { request.fields.append(TransportField("If-Match", EntityTag(revision: ifMatch).description)) }
    if let ifNoneMatch { request.fields.append(TransportField("If-None-Match", EntityTag(revision: ifNoneMatch).description)) }
    if let lastEventID { request.fields.append(TransportField(EventStreamQuery.lastEventID.description, String(lastEventID))) }
    if let idempotencyKey { request.fields.append(TransportField(IdempotencyKey.field.description, idempotencyKey.description)) }
    request.timeout = timeout
    return request
  }
}

extension TransportMethod {
  fileprivate init(_ method: Operation.Method) {
    switch method {
    case .get: self = .get
    case .post: self = .post
    case .delete: self = .delete
    }
  }
}
