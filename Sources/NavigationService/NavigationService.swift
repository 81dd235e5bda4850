public import HTTPMessages
import NavigationAPI
public import SessionStorage
import Synchronization

/// The service: a function from requests to answers.
///
/// Checks in this order: host, rate limit, API key, origin, route, `Accept`, whose session it is, parameters and header fields, body, stored idempotent answer, `If-Match`, model.
public final class NavigationService: Sendable {
  let store: any SessionStore
  let configuration: ServiceConfiguration
  let access: AccessRules
  let limiter: RateLimiter?
  let requests = RequestCounters()
  let events = CounterTable(count: EventCounter.allCases.count)
  /// Who waits for news of a session.
  let watchers: Watchers
  private let draining = Atomic<Bool>(false)
  private let requestCount: Atomic<UInt64>

  public init(store: any SessionStore, configuration: ServiceConfiguration) {
    self.store = store
    self.configuration = configuration
    limiter = configuration.rateLimit.map(RateLimiter.init)
    requestCount = Atomic(configuration.random())
    watchers = Watchers(limit: configuration.subscriberLimit)
    access = AccessRules(
      allowedHosts: configuration.allowedHosts, corsOrigins: configuration.corsOrigins, hasKeys: configuration.keys != nil)
  }

  /// Whether the service is about to stop: `/readyz` says so, all else goes on.
  public var isDraining: Bool {
    get { draining.load(ordering: .relaxed) }
    set { draining.store(newValue, ordering: .relaxed) }
  }

  /// Steps of a counter, spread so that neighbours look unlike (SplitMix64): request ids need to differ, not to be secret.
  func nextRequestBits() -> UInt64 {
    var bits = requestCount.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  /// Lets go of the sessions that have expired, and says how many that were; to be called now and then.
  @discardableResult
  public func removeExpired() -> Int {
    let expired = store.removeExpired(at: configuration.now())
    for id in expired { watchers.wake(id) }
    count(.sessionsExpired, expired.count)
    return expired.count
  }

  /// Answers a request; never fails, never waits but for a session that another request is changing.
  public func respond(to request: HTTPRequest) -> HTTPAnswer {
    var visit = Visit(
      start: configuration.uptime(), requestID: requestID(of: request), method: request.method,
      traceParent: configuration.access == nil ? nil : TraceParent(of: request)?.text)
    let answer: HTTPAnswer
    do throws(Problem) {
      answer = try self.answer(request, &visit)
    } catch {
      answer = .response(response(to: request, visit, error))
    }
    switch answer {
    case .response(var response):
      decorate(&response, visit, for: request)
      note(visit, response)
      return .response(response)
    case .later(let later): return .later(finishing(later, visit, fields: fieldsOfAll(visit, request)))
    case .stream(var stream):
      decorate(&stream.head, visit, for: request)
      note(visit, stream.head)
      return .stream(stream)
    }
  }

  /// What every answer to the request has; the request itself is not kept until there is one.
  private func fieldsOfAll(_ visit: Visit, _ request: HTTPRequest) -> [HTTPField] {
    var empty = HTTPResponse(.ok)
    decorate(&empty, visit, for: request)
    return empty.fields
  }

  private func finishing(_ later: HTTPLater, _ visit: Visit, fields: [HTTPField]) -> HTTPLater {
    let finished: @Sendable (HTTPResponse) -> HTTPResponse = { [self] response in
      var response = response
      response.fields += fields
      note(visit, response)
      return response
    }
    return HTTPLater(
      milliseconds: later.milliseconds, begin: later.begin, next: { later.next().map(finished) }, timeout: { finished(later.timeout()) })
  }

  private func decorate(_ response: inout HTTPResponse, _ visit: Visit, for request: HTTPRequest) {
    response.fields.append(HTTPField(RequestID.field, visit.requestID))
    if let limiter, let standing = visit.standing {
      response.fields.append(HTTPField("RateLimit-Policy", limiter.policy))
      response.fields.append(standing.field)
    }
    access.decorate(&response, for: request)
  }

  /// Answers what the HTTP server refused by itself.
  public func respond(to refusal: HTTPRefusal) -> HTTPResponse {
    let requestID = madeRequestID()
    var response = HTTPResponse.problem(Problem(refusal), requestID: requestID)
    switch refusal {
    case .connectionLimit(let seconds), .bufferLimit(let seconds): response.fields.append(HTTPField("Retry-After", String(seconds)))
    case .malformedRequest, .targetTooLong, .headTooLarge, .bodyTooLarge, .unknownMethod, .unknownTransferCoding, .unsupportedHTTPVersion,
      .expectationFailed, .requestTimeout:
      break
    }
    response.fields.append(HTTPField(RequestID.field, requestID))
    response.closes = true
    noteRefusal(requestID, response)
    return response
  }

  private func response(to request: HTTPRequest, _ visit: Visit, _ problem: Problem) -> HTTPResponse {
    var response = HTTPResponse.problem(problem, requestID: visit.requestID)
    switch problem.known {
    case .internal:
      configuration.log(
        .failed(
          requestID: visit.requestID, traceParent: TraceParent(of: request)?.text, target: request.target, reason: problem.detail))
    case .rateLimited: response.fields.append(HTTPField("Retry-After", String(visit.standing?.seconds ?? 1)))
    case .unauthenticated: response.fields.append(APIKeys.challenge(to: request.fields))
    case _: break
    }
    return response
  }

  private func answer(_ request: HTTPRequest, _ visit: inout Visit) throws(Problem) -> HTTPAnswer {
    guard access.allows(authority: request.authority) else {
      throw Problem(.hostNotAllowed, "The server does not answer for this host; --allowed-host would make it.")
    }
    let route = request.plainPath().map { Route(Operation.Method(request.method), $0) } ?? .noSuchResource
    if case .endpoint(let endpoint) = route { visit.operation = endpoint.operation }
    let verdict = configuration.keys?.verdict(on: request.fields)
    if case .client(let owner) = verdict { visit.owner = owner }
    try count(request, &visit)
    // A browser asks so before it sends a key.
    if request.method == .options { return .response(try options(of: request)) }
    try requireKey(verdict, for: visit.operation)
    if request.method != .get, request.method != .head, let origin = AccessRules.origin(of: request),
      !access.mayWrite(origin: origin, authority: request.authority)
    {
      throw Problem(.originRefused, "Pages of another origin may not write; --cors-origin would allow this one.")
    }
    switch route {
    case .endpoint(let endpoint): return try answer(request, endpoint, visit)
    case .wrongMethod(let allowed): return .response(.methodNotAllowed(allowed, requestID: visit.requestID))
    case .noSuchSession: throw Problem(.noSuchSession, "No session can have this id: an id is s_ and 26 characters.")
    case .noSuchResource: throw Problem(.noSuchResource, "Nothing is at this path.")
    }
  }

  private func answer(_ request: HTTPRequest, _ endpoint: Endpoint, _ visit: Visit) throws(Problem) -> HTTPAnswer {
    if let type = endpoint.operation.mediaType, !AcceptField.takes(type, of: request.fields) {
      throw Problem(.notAcceptable, "The answer would be \(type), which the request's Accept leaves out.")
    }
    if let id = endpoint.sessionID { try requireOwn(id, visit.owner) }
    return switch endpoint {
    case .applyTransition(let id): .response(try applyTransition(to: id, request))
    case .getSession(let id): try getSession(id, request, visit.requestID)
    case .listTransitions(let id): .response(try listTransitions(of: id, request))
    case .streamEvents(let id): try streamEvents(of: id, request)
    case .createSession: .response(try createSession(request, visit.owner))
    case .listSessions: .response(try listSessions(request, visit.owner))
    case .deleteSession(let id): .response(try deleteSession(id, request))
    case .getSnapshot(let id): .response(try getSnapshot(id, request))
    case .listDevices: .response(try listDevices(request))
    case .resolve: .response(try resolve(request))
    case .getHealth: .response(try getHealth(request))
    case .getReadiness: .response(try getReadiness(request))
    case .getMetrics: .response(try getMetrics(request))
    case .getOpenAPI: .response(try getOpenAPI(request))
    case .getProblemPage(let code): .response(try getProblemPage(code, request))
    }
  }

  private func options(of request: HTTPRequest) throws(Problem) -> HTTPResponse {
    let allowed = request.isAsterisk ? .all : request.plainPath().flatMap(AllowedMethods.init(at:))
    guard let allowed else { throw Problem(.noSuchResource, "Nothing is at this path.") }
    return HTTPResponse(.noContent, fields: [HTTPField("Allow", allowed.description), .noStore])
  }
}

extension Operation.Method {
  /// Nil for a method that no operation has; HEAD is a GET whose body stays away.
  fileprivate init?(_ method: HTTPMethod) {
    switch method {
    case .get, .head: self = .get
    case .post: self = .post
    case .delete: self = .delete
    case .put, .patch, .options: return nil
    }
  }
}

extension HTTPRequest {
  /// The path without percent-escapes; nil where one stands for a slash, which no path here has in a segment.
  fileprivate func plainPath() -> ArraySlice<UInt8>? {
    guard isPathEscaped else { return path }
    var plain: [UInt8] = []
    for segment in pathSegments {
      guard !segment.utf8.contains(UInt8(ascii: "/")) else { return nil }
      plain.append(UInt8(ascii: "/"))
      plain += segment.utf8
    }
    return plain[...]
  }
}
