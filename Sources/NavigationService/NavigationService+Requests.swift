import HTTPMessages
import Navigation
import SessionStorage
import Waiting

/// The common parts of requests: id, conditions, idempotency key, body.
extension NavigationService {
  /// The request's own id where valid, else a new one.
  func requestID(of request: HTTPRequest) -> String {
    if let text = request.fields["x-request-id"], let id = RequestID(text) { return id.description }
    return madeRequestID()
  }

  /// An id unique in this process, in 13 characters of ASCII, which a string stores inline.
  func madeRequestID() -> String {
    var bits = nextRequestBits()
    var digits = InlineArray<13, UInt8>(repeating: 0)
    for index in digits.indices {
      let digit = UInt8(truncatingIfNeeded: bits & 31)
      digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      bits >>= 5
    }
    do { return String(copying: try UTF8Span(validating: digits.span)) } catch { return "" }
  }

  /// Throws `not-acceptable` where the request does not accept a response of this type.
  func requireAcceptable(_ type: StaticString, _ request: HTTPRequest) throws(Problem) {
    guard !MediaType.isAccepted(type, by: request.fields) else { return }
    throw Problem(.notAcceptable, "The answer would be \(type), which the request's Accept leaves out.")
  }

  /// Requires the body to be declared as JSON: a web page of another origin cannot do so without a CORS preflight.
  ///
  /// Throws `unsupported-media-type`, and `invalid-header` for two lines of the field: an intermediary may use the
  /// other one.
  func requireJSON(_ request: HTTPRequest) throws(Problem) {
    let type = request.fields.onlyBytes(of: "content-type")
    if type == nil, request.fields.contains("content-type") {
      throw Problem.invalidHeader("Content-Type", "A request has one line of Content-Type.")
    }
    switch type.map(MediaType.jsonClaim) {
    case .utf8: break
    case .otherCharset:
      throw Problem.unsupportedMediaType(
        "Content-Type", "JSON is UTF-8 here: leave charset out of Content-Type, or make it utf-8.")
    case .otherType, nil:
      throw Problem.unsupportedMediaType(
        "Content-Type", "The body must come with Content-Type: application/json. With curl: curl --json '{…}' http://…")
    }
    if request.fields.contains("content-encoding") { try requireNoCoding(request) }
  }

  /// `identity` means no coding (RFC 9110 §12.5.3).
  private func requireNoCoding(_ request: HTTPRequest) throws(Problem) {
    let codings = request.fields.values(of: "content-encoding").flatMap {
      $0.split { $0 == "," || $0 == " " || $0 == "\t" }
    }
    guard codings.contains(where: { $0.lowercased() != "identity" }) else { return }
    throw Problem.unsupportedMediaType(
      "Content-Encoding", "The server decodes no content coding: send the body as it is, without Content-Encoding.")
  }

  /// The bytes of the body, once it is whole.
  func body(of call: HTTPCall) async throws(Problem) -> [UInt8] {
    if call.isWhole { return call.request.body }
    let start = configuration.uptime()
    defer { call.bodyNanoseconds.store(configuration.uptime() - start, ordering: .relaxed) }
    do throws(WaitEnd) { return try await call.body() } catch { throw Problem(.waitEnded(error)) }
  }

  /// Reads a body as JSON.
  func read<Body: JSONBody>(_ type: Body.Type, from bytes: [UInt8]) throws(Problem) -> Body {
    do throws(BodyRefusal) { return try Body(request: bytes) } catch { throw Problem(error) }
  }

  /// Reads the body of a request for a session. A missing session is reported before any fault of the body.
  func read<Body: JSONBody & Sendable>(
    _ type: Body.Type, from bytes: [UInt8], for id: SessionID, _ context: RequestContext
  ) async throws(Problem) -> Body {
    do throws(Problem) {
      return try await work(of: bytes.count, context) { [self] () throws(Problem) in try read(type, from: bytes) }
    } catch {
      try await require(id, context)
      throw error
    }
  }

  /// The value of `If-Match` or `If-None-Match`, all lines joined; nil without any.
  func tags(_ name: StaticString, _ spelling: String, of request: HTTPRequest) throws(Problem) -> EntityTags? {
    guard request.fields.contains(name) else { return nil }
    return try EntityTags(request.fields.values(of: name).joined(separator: ","), field: spelling)
  }

  func ifMatch(of request: HTTPRequest) throws(Problem) -> EntityTags? { try tags("if-match", "If-Match", of: request) }

  func ifNoneMatch(of request: HTTPRequest) throws(Problem) -> EntityTags? {
    try tags("if-none-match", "If-None-Match", of: request)
  }

  /// The request's idempotency key; nil without one.
  func idempotencyKey(of request: HTTPRequest) throws(Problem) -> IdempotencyKey? {
    guard request.fields.contains("idempotency-key") else { return nil }
    let values = request.fields.values(of: "idempotency-key")
    guard values.count == 1, let key = IdempotencyKey(values[0]) else {
      throw Problem.invalidHeader(
        "Idempotency-Key", "The key has 1 to 255 visible ASCII characters, and a request has one key.")
    }
    return key
  }

  /// Refuses any query parameter.
  func requireNoQuery(_ request: HTTPRequest) throws(Problem) {
    guard let query = request.queryBytes else { return }
    try QueryArchive(query).finish()
  }
}

/// The conditions of a read (RFC 9110 §13.1).
struct ReadConditions: Sendable {
  let ifMatch: EntityTags?
  let ifNoneMatch: EntityTags?

  init(of request: HTTPRequest, _ service: NavigationService) throws(Problem) {
    ifMatch = try service.ifMatch(of: request)
    ifNoneMatch = try service.ifNoneMatch(of: request)
  }

  /// A 304 response where the client has the revision. Throws `stale-revision`.
  ///
  /// - Parameter current: the session's revision, where an earlier one is read.
  func notModified(_ revision: Int, of current: Int? = nil) throws(Problem) -> HTTPResponse? {
    if let ifMatch, !ifMatch.matchesStrongly(revision) { throw .stale(current ?? revision) }
    guard let ifNoneMatch, ifNoneMatch.matchesWeakly(revision) else { return nil }
    return HTTPResponse(.notModified, fields: [.tag(revision), .noCache])
  }
}

/// An idempotency key and the fingerprint of its request.
struct Idempotency: Sendable {
  let key: IdempotencyKey
  let fingerprint: Fingerprint

  /// Nil without a key.
  init?(_ key: IdempotencyKey?, of request: HTTPRequest, body: [UInt8]) {
    guard let key else { return nil }
    self.key = key
    fingerprint = Fingerprint(
      of: ArraySlice(request.method.rawValue.utf8), request.path, request.queryBytes ?? [], body[...])
  }

  static let reused = Problem(
    .idempotencyKeyReused, "An accepted request with this Idempotency-Key had another method, path, query or body.")
}

/// The trace that a request belongs to (W3C Trace Context §3.2):
/// `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`.
struct TraceParent {
  let text: String

  /// Nil where the field is missing, repeated or malformed, and so ignored.
  init?(of request: HTTPRequest) {
    guard let value = request.fields.onlyBytes(of: "traceparent"), Self.isValid(value) else { return nil }
    text = String(decoding: value, as: UTF8.self)
  }

  /// Later versions than 00 may continue after another hyphen.
  private static func isValid(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.count <= 256, value.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
    let parts = value.split(separator: UInt8(ascii: "-"), maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.prefix(4).map(\.count) == [2, 32, 16, 2],
      parts.prefix(4).allSatisfy({ $0.allSatisfy("0123456789abcdef".utf8.contains) })
    else { return false }
    let isZero = { (part: ArraySlice<UInt8>) in part.allSatisfy { $0 == UInt8(ascii: "0") } }
    guard !isZero(parts[1]), !isZero(parts[2]), !parts[0].elementsEqual("ff".utf8) else { return false }
    return parts.count == 4 || !isZero(parts[0])
  }
}
