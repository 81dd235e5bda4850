public import HTTPMessages
import NavigationAPI
public import SessionStorage
import Synchronization

/// The service: a function from requests to answers.
///
/// Checks in this order: host, rate limit, API key, origin, route, `Accept`, owner of the session, parameters and
/// header fields, session, body, stored idempotent answer, `If-Match`, model. `respond(toHead:)` makes all those before
/// the body.
public final class NavigationService: Sendable {
  let store: SessionStore
  let configuration: ServiceConfiguration
  let access: AccessRules
  let limiter: RateLimiter?
  let requests = RequestCounters()
  let events = CounterTable(count: EventCounter.allCases.count)
  /// The workers for requests that would block a shard.
  let workers: HeavyRequests
  /// The waiters for changes of sessions.
  let watchers: Watchers
  /// Whether any session may have a named owner: names enter the store only through keys.
  let hasNamedOwners: Bool
  private let draining = Atomic<Bool>(false)
  private let requestCount: Atomic<UInt64>

  public init(store: SessionStore, configuration: ServiceConfiguration) {
    self.store = store
    self.configuration = configuration
    limiter = configuration.rateLimit.map(RateLimiter.init)
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
  public func respond(to request: HTTPRequest) -> HTTPAnswer {
    var visit = visit(of: request)
    let answer: HTTPAnswer
    do throws(Problem) {
      answer = try self.answer(request, &visit)
    } catch {
      answer = .response(response(to: request, visit, error))
    }
    return finished(answer, visit, request)
  }

  func visit(of request: HTTPRequest) -> Visit {
    let start = configuration.uptime()
    return Visit(
      start: start, requestID: requestID(of: request), method: request.method,
      traceParent: configuration.access == nil ? nil : TraceParent(of: request)?.text,
      moment: Moment(now: configuration.now(), arrival: start))
  }

  /// Adds the fields of every response, and counts the response once it exists.
  func finished(_ answer: consuming HTTPAnswer, _ visit: Visit, _ request: HTTPRequest) -> HTTPAnswer {
    switch consume answer {
    case .response(let response): return .response(finished(response, visit, request))
    case .later(let later): return .later(finishing(later, visit, fields: fieldsOfAll(visit, request)))
    case .stream(var stream):
      decorate(&stream.head, visit, for: request)
      note(visit, stream.head)
      return .stream(stream)
    }
  }

  func finished(_ answered: consuming HTTPResponse, _ visit: Visit, _ request: HTTPRequest) -> HTTPResponse {
    var response = answered
    decorate(&response, visit, for: request)
    note(visit, response)
    return response
  }

  /// The fields of every response to the request, made early so that the request need not be retained.
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
    let next: @Sendable () -> HTTPAnswer? = { [self] in
      switch later.next() {
      case .response(let response)?: return .response(finished(response))
      case .later(let later)?: return .later(finishing(later, visit, fields: fields))
      case .stream(var stream)?:
        stream.head = finished(stream.head)
        return .stream(stream)
      case nil: return nil
      }
    }
    return HTTPLater(
      milliseconds: later.milliseconds, isOnItsWay: later.isOnItsWay, isDecided: later.isDecided, admits: later.admits,
      begin: later.begin, next: next, timeout: { finished(later.timeout()) })
  }

  private func decorate(_ response: inout HTTPResponse, _ visit: Visit, for request: HTTPRequest) {
    response.fields.append(HTTPField(RequestID.field, visit.requestID))
    if let limiter, let standing = visit.standing {
      response.fields.append(HTTPField("RateLimit-Policy", limiter.policy))
      response.fields.append(standing.field)
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
    noteRefusal(requestID, response)
    return response
  }

  func response(to request: HTTPRequest, _ visit: Visit, _ problem: Problem) -> HTTPResponse {
    var response = HTTPResponse.problem(problem, requestID: visit.requestID)
    switch problem.known {
    case .internal:
      configuration.log(
        .failed(
          requestID: visit.requestID, traceParent: TraceParent(of: request)?.text, target: request.target,
          reason: problem.detail))
    case .rateLimited: response.fields.append(HTTPField("Retry-After", String(visit.standing?.seconds ?? 1)))
    case .unauthenticated: response.fields.append(APIKeys.challenge(to: request.fields))
    case _: break
    }
    return response
  }
}
