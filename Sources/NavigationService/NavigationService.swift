public import HTTPMessages
import Navigation
public import SessionStorage
import Synchronization
import Waiting

/// The service: an async function from requests to responses.
///
/// Checks in this order: host, rate limit, API key, origin, route, `Accept`, owner of the session, parameters and
/// header fields, session, body, stored idempotent answer, `If-Match`, model. All those before the body are made
/// without it.
public final class NavigationService: Sendable {
  let store: SessionStore
  let configuration: ServiceConfiguration
  let access: AccessRules
  let limiter: RateLimiter?
  let requests = RequestCounters()
  let events = CounterTable(count: EventCounter.allCases.count)
  /// The workers for requests that would block a shard.
  let workers: HeavyRequests
  /// The searches under way.
  let explorations = Explorations()
  /// The waiters for changes of sessions.
  let watchers: Watchers
  /// Whether any session may have a named owner: names enter the store only through keys.
  let hasNamedOwners: Bool
  private let draining = Atomic<Bool>(false)
  private let requestCount: Atomic<UInt64>

  public init(store: SessionStore, configuration: ServiceConfiguration) {
    self.store = store
    self.configuration = configuration
    limiter = configuration.rateLimit.map(RateLimiter.init(perSecond:))
    requestCount = Atomic(configuration.random())
    hasNamedOwners = configuration.keys != nil || store.hasNamedOwners
    workers = HeavyRequests(limit: configuration.heavyRequests, configuration.work)
    let watchers = Watchers(
      of: store, limit: configuration.subscriberLimit, limitOfOwner: configuration.subscriberLimitOfOwner)
    self.watchers = watchers
    store.listen { [weak watchers] id in watchers?.wake(id) }
    access = AccessRules(
      allowedHosts: configuration.allowedHosts, corsOrigins: configuration.corsOrigins,
      hasKeys: configuration.keys != nil)
  }

  /// Whether the service is about to stop: `/readyz` reports it, and new sessions are refused.
  public var isDraining: Bool {
    get { draining.load(ordering: .relaxed) }
    set { draining.store(newValue, ordering: .relaxed) }
  }

  /// Replaces the accepted keys; without keys this has no effect. Streams and long polls of a key that is gone end. On
  /// an error the old ones stay in force.
  public func replaceKeys(with keys: APIKeys) throws(StoreError) {
    guard let ring = configuration.keys else { return }
    try ring.replace(with: keys)
    watchers.wakeAll()
  }

  /// Steps of a counter, mixed by SplitMix64 so that neighbours look unlike: request ids must be unique, not secret.
  func nextRequestBits() -> UInt64 {
    var bits = requestCount.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  /// Removes expired sessions, and returns their number; to be called periodically.
  @discardableResult
  public func removeExpired() -> Int {
    let expired = store.removeExpired(at: configuration.now())
    for id in expired { watchers.wake(id) }
    count(.sessionsExpired, expired.count)
    return expired.count
  }

  /// Answers a request. Never fails, and blocks only on the lock of a session that another request is changing.
  ///
  /// - Returns: nil where the response has been written in pieces, or the client has left.
  public func respond(to call: HTTPCall) async -> HTTPResponse? {
    let request = call.request
    var context = context(of: call)
    let response: HTTPResponse
    do throws(Problem) {
      switch try admit(request, &context) {
      case .answered(let answer): response = answer
      case .endpoint(let endpoint):
        guard let answer = try await answer(call, endpoint, in: context) else { return nil }
        response = answer
      }
    } catch { response = self.response(to: request, context, error) }
    return call.patience.hasLeft ? nil : finished(response, in: context, call)
  }

  private func context(of call: HTTPCall) -> RequestContext {
    let start = configuration.uptime()
    return RequestContext(
      start: start, requestID: requestID(of: call.request), method: call.request.method,
      traceParent: configuration.access == nil ? nil : TraceParent(of: call.request)?.text,
      moment: Moment(now: configuration.now(), arrival: start, patience: call.patience), patience: call.patience)
  }

  /// Adds the fields of every response, and counts it.
  private func finished(_ answered: consuming HTTPResponse, in context: RequestContext, _ call: HTTPCall)
    -> HTTPResponse
  {
    var response = answered
    response.fields.append(HTTPField(RequestID.field, context.requestID))
    if let limiter, let remaining = context.remainingRequests {
      response.fields.append(limiter.policy)
      response.fields.append(RateLimiter.field(remaining: remaining))
    }
    access.decorate(&response, for: call.request)
    count(context, response, bodyNanoseconds: call.bodyNanoseconds.load(ordering: .relaxed))
    return response
  }

  /// Answers a refusal by the HTTP server itself.
  public func respond(to refusal: HTTPRefusal) -> HTTPResponse {
    let requestID = madeRequestID()
    var response = HTTPResponse.problem(Problem(refusal), requestID: requestID)
    switch refusal {
    case .connectionLimit(let seconds), .bufferLimit(let seconds):
      response.fields.append(HTTPField("Retry-After", String(seconds)))
    case .malformedRequest, .targetTooLong, .headTooLarge, .bodyTooLarge, .unknownMethod, .unknownTransferCoding,
      .unsupportedHTTPVersion, .expectationFailed, .requestTimeout:
      break
    }
    response.fields.append(HTTPField(RequestID.field, requestID))
    response.closes = true
    countRefusal(requestID, response)
    return response
  }

  private func response(to request: HTTPRequest, _ context: RequestContext, _ problem: Problem) -> HTTPResponse {
    var response = HTTPResponse.problem(problem, requestID: context.requestID)
    switch problem.known {
    case .internal:
      configuration.log(
        .failed(
          requestID: context.requestID, traceParent: TraceParent(of: request)?.text, target: request.target,
          reason: problem.detail))
    case .rateLimited: response.fields.append(HTTPField("Retry-After", String(RateLimiter.seconds)))
    case .unauthenticated: response.fields.append(APIKeys.challenge(to: request.fields))
    case _: break
    }
    return response
  }

  /// The result of admission, before the endpoint is called.
  private enum Admission {
    case answered(HTTPResponse)
    case endpoint(Endpoint)
  }

  /// Counts the request and makes the checks of the head common to all endpoints.
  private func admit(_ request: HTTPRequest, _ context: inout RequestContext) throws(Problem) -> Admission {
    guard access.allows(authority: request.authorityBytes) else {
      throw Problem(
        .hostNotAllowed, "The server does not answer for this host; \(OptionName("allowed-host")) would make it.")
    }
    let route = request.route
    if case .endpoint(let endpoint) = route {
      context.operation = endpoint.operation
      context.session = endpoint.sessionID
    }
    if let key = configuration.keys?.key(of: request.fields) { (context.key, context.owner) = (key, key.owner) }
    try count(request, &context)
    // A browser's preflight has no key.
    if request.method == .options { return .answered(try options(of: request)) }
    try requireKey(of: request, context)
    if request.method != .get, request.method != .head, let origin = AccessRules.origin(of: request),
      !access.mayWrite(origin: origin, authority: request.authority)
    {
      throw Problem(
        .originRefused, "Pages of another origin may not write; \(OptionName("cors-origin")) would allow this one.")
    }
    switch route {
    case .endpoint(let endpoint):
      let operation = endpoint.operation
      if !operation.ignoresAccept, let type = operation.mediaType { try requireAcceptable(type, request) }
      return .endpoint(endpoint)
    case .wrongMethod(let allowed): return .answered(.methodNotAllowed(allowed, requestID: context.requestID))
    case .noSuchSession: throw Problem(.noSuchSession, "No session can have this id: an id is s_ and 26 characters.")
    case .noSuchResource: throw Problem(.noSuchResource, "Nothing is at this path.")
    }
  }

  /// The response of the endpoint; nil where the client has left.
  private func answer(_ call: HTTPCall, _ endpoint: Endpoint, in context: RequestContext) async throws(Problem)
    -> HTTPResponse?
  {
    let request = call.request
    // No session has the id 0; only the operations on sessions use it.
    let id = endpoint.sessionID ?? SessionID(high: 0, low: 0)
    if endpoint.sessionID != nil, hasNamedOwners { try await requireOwn(id, context) }
    switch endpoint.operation {
    case .createSession: return try await createSession(call, context)
    case .listSessions: return try await listSessions(request, context)
    case .getSession: return try await getSession(id, call, in: context)
    case .deleteSession: return try await deleteSession(id, call, in: context)
    case .getSnapshot: return try await getSnapshot(id, call, in: context)
    case .getPicture: return try await getPicture(id, call, in: context)
    case .getMoves: return try await getMoves(id, call, in: context)
    case .findWay: return try await findWay(id, call, in: context)
    case .applyTransition: return try await applyTransition(id, call, in: context)
    case .listTransitions: return try await listTransitions(id, call, in: context)
    case .streamEvents: return try await streamEvents(id, call, in: context)
    case .forkSession: return try await forkSession(id, call, in: context)
    case .listDevices: return try listDevices(request)
    case .resolve: return try await resolve(call, context)
    case .drawPicture: return try await drawPicture(call, context)
    case .explore: return try await explore(call, context)
    case .getHealth: return try getHealth(request)
    case .getReadiness: return try getReadiness(request)
    case .getMetrics: return try getMetrics(request)
    case .getOpenAPI: return try answer(.openAPI, request)
    case .getOpenAPIAsJSON: return try answer(.openAPIAsJSON, request)
    case .getLLMsText: return try answer(.llms, request)
    case .listProblems: return try listProblems(request)
    case .getProblemPage: return try getProblemPage(endpoint.name, request)
    case .getDocs: return try answer(.docs, request, fields: [.pagePolicy])
    case .getInspector: return try answer(.inspector, request, fields: [.pagePolicy])
    case .getInspectorFile: return try getInspectorFile(endpoint.name, request)
    }
  }

  private func options(of request: HTTPRequest) throws(Problem) -> HTTPResponse {
    let allowed = request.isAsterisk ? .all : request.plainPath().flatMap(AllowedMethods.init(at:))
    guard let allowed else { throw Problem(.noSuchResource, "Nothing is at this path.") }
    return HTTPResponse(.noContent, fields: [HTTPField("Allow", allowed.description), .noStore])
  }
}

/// The context of a request while it is answered.
struct RequestContext: Sendable {
  /// When the request's head had arrived, in nanoseconds of the configuration's `uptime`.
  let start: Int64
  let requestID: String
  let method: HTTPMethod
  /// The valid `traceparent`; nil where requests are not logged.
  let traceParent: String?
  /// The operation; nil where path and method have none.
  var operation: Operation?
  /// The session in the path; nil without one.
  var session: SessionID?
  /// The arrival, and how long the request waits.
  var moment: Moment
  /// The owner whose sessions it may see.
  var owner = Owner.unnamed
  /// The key of the request; nil without one.
  var key: AcceptedKey?
  /// Requests that the client may send at once; nil without a rate limit.
  var remainingRequests: Int?
  /// Ends the waits of the request.
  let patience: Patience
}

extension Operation.Method {
  /// Nil for a method without operations; HEAD is GET without the body.
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
  fileprivate var route: Route { plainPath().map { Route(Operation.Method(method), $0) } ?? .noSuchResource }

  /// The path with percent-escapes decoded; nil for an escaped slash, which no segment here may have.
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
