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
    guard !AcceptField.accepts(type, of: request.fields) else { return }
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
    do throws(WaitEnd) { return try await call.body() } catch { throw Self.problem(.waitEnded(error)) }
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

  /// The problem for a store's error.
  static func problem(_ error: StoreError) -> Problem {
    switch error {
    case .noSuchSession: Problem(.noSuchSession, "There is no session with this id: it is unknown, deleted or expired.")
    case .sessionLimit(.ofAll(let limit)):
      Problem(.sessionLimit, "The server has reached its limit of \(limit) sessions. Delete some, or wait.")
    case .sessionLimit(.ofOne(let limit)):
      Problem(.sessionLimit, "The client has reached its limit of \(limit) sessions. Delete some, or wait.")
    case .idTaken: Problem(.internal, "The id that was made for the session is taken.")
    case .answerGone(let revision):
      Problem(
        .revisionGone,
        "The request was accepted as revision \(revision); its answer took more room than the session has, and is not kept."
      )
    case .unreadable, .damaged: Problem(.internal, "What was kept of the session cannot be read.")
    case .full: Problem(.storeFull, "The store has no room for the change, and has not made it.")
    case .unavailable(let reason):
      Problem(.storeUnavailable, "The store does not work now: \(reason). Nothing was changed.")
    case .doubtful(let reason):
      Problem(
        .storeUnavailable,
        "The store does not work now: \(reason). The change was undone, but a server that ends before the store works again may still "
          + "find it stored. Repeat the request with the same Idempotency-Key: it acts once.")
    case .contended:
      Problem(
        .storeUnavailable,
        "Other requests changed the session in each of 64 attempts. Nothing was changed. Send the request again.")
    case .crowded(let limit):
      Problem(
        .storeUnavailable,
        "\(limit) large requests wait for their turn, which is the limit. Nothing was changed. Send the request again later."
      )
    // A client that has left gets no answer.
    case .waitEnded:
      Problem(
        .storeUnavailable,
        "The store has not answered for 30 s: the change may still be stored, or not. "
          + "Repeat the request with the same Idempotency-Key: it acts once.")
    }
  }

  static func stale(_ revision: Int) -> Problem {
    var problem = Problem(.staleRevision, "The session has revision \(revision) now.")
    problem.revision = revision
    return problem
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
    if let ifMatch, !ifMatch.matchesStrongly(revision) { throw NavigationService.stale(current ?? revision) }
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
