public import HTTPMessages
import Navigation
public import SessionStorage
import Synchronization

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
  func finished(_ answered: consuming HTTPResponse, in context: RequestContext, _ call: HTTPCall) -> HTTPResponse {
    var response = answered
    decorate(&response, context, for: call.request)
    count(context, response, bodyNanoseconds: call.bodyNanoseconds.load(ordering: .relaxed))
    return response
  }

  private func decorate(_ response: inout HTTPResponse, _ context: RequestContext, for request: HTTPRequest) {
    response.fields.append(HTTPField(RequestID.field, context.requestID))
    if let limiter, let remaining = context.remainingRequests {
      response.fields.append(limiter.policy)
      response.fields.append(RateLimiter.field(remaining: remaining))
    }
    access.decorate(&response, for: request)
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

  func response(to request: HTTPRequest, _ context: RequestContext, _ problem: Problem) -> HTTPResponse {
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
}
