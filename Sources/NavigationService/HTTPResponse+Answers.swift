import HTTPMessages
import Navigation

extension HTTPField {
  static let noStore = HTTPField("Cache-Control", "no-store")
  static let noCache = HTTPField("Cache-Control", "no-cache")
  static let json = HTTPField("Content-Type", "application/json")
  static let replayed = HTTPField("Idempotency-Replayed", "true")

  /// The validator of every resource below a session.
  static func tag(_ revision: Int) -> HTTPField {
    // Built in place: a string of up to 15 bytes takes no heap memory.
    let digits = String(revision)
    var text = "\""
    text.append(digits)
    text.append("\"")
    return HTTPField("ETag", text)
  }
}

extension HTTPResponse {
  /// Bytes of a typical record, small enough for the allocator's per-thread cache, so that this buffer costs least.
  private static let typicalLength = 1_000

  /// A JSON response.
  static func json(_ status: HTTPStatus, _ body: some JSONBody, fields: [HTTPField]) -> HTTPResponse {
    json(status, bytes(of: body), fields: fields)
  }

  /// Fields of a typical response with those of every response, reserved so that their array is allocated once.
  private static let typicalFields = 5

  /// A representation of a session, already encoded.
  ///
  /// - Parameter control: whether caches may store it.
  static func representation(_ bytes: [UInt8], revision: Int, _ control: HTTPField) -> HTTPResponse {
    var fields: [HTTPField] = []
    fields.reserveCapacity(typicalFields)
    fields.append(.tag(revision))
    fields.append(control)
    fields.append(.json)
    return HTTPResponse(.ok, fields: fields, body: bytes)
  }

  /// A response of already encoded JSON.
  static func json(_ status: HTTPStatus, _ bytes: [UInt8], fields: [HTTPField]) -> HTTPResponse {
    var response = HTTPResponse(status, fields: fields, body: bytes)
    response.fields.append(.json)
    return response
  }

  static func bytes(of body: some JSONBody) -> [UInt8] {
    var writer = JSONWriter(reserving: typicalLength)
    body.write(to: &writer)
    return writer.bytes
  }

  static func problem(_ problem: Problem, requestID: String) -> HTTPResponse {
    var problem = problem
    problem.requestId = requestID
    var writer = JSONWriter(reserving: 512)
    problem.write(to: &writer)
    var fields: [HTTPField] = [.noStore, HTTPField("Content-Type", "application/problem+json")]
    if let revision = problem.revision { fields.append(.tag(revision)) }
    switch problem.known {
    // The field names the unsupported part (RFC 7694 §3).
    case .unsupportedMediaType where problem.header == "Content-Encoding":
      fields.append(HTTPField("Accept-Encoding", "identity"))
    case .unsupportedMediaType: fields.append(HTTPField("Accept-Post", "application/json"))
    case .draining, .subscriberLimit, .explorationLimit, .storeUnavailable: fields.append(HTTPField("Retry-After", "1"))
    // Expiry of sessions and freeing of disk space both take a while.
    case .sessionLimit, .storeFull: fields.append(HTTPField("Retry-After", "60"))
    case _: break
    }
    return HTTPResponse(
      HTTPStatus(rawValue: problem.status) ?? .internalServerError, fields: fields, body: writer.bytes)
  }

  static func methodNotAllowed(_ allowed: AllowedMethods, requestID: String) -> HTTPResponse {
    var response = problem(Problem(.methodNotAllowed, "What is at this path answers \(allowed)."), requestID: requestID)
    response.fields.append(HTTPField("Allow", allowed.description))
    return response
  }
}
