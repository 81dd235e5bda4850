import HTTPMessages
import NavigationAPI

/// From a request to the function that answers it.
extension NavigationService {
  /// The result of admission, before the endpoint is called.
  enum Admission {
    case answered(HTTPResponse)
    case endpoint(Endpoint)
  }

  /// Answers a request, and records in `visit` what becomes known of it.
  func answer(_ request: HTTPRequest, _ visit: inout Visit) throws(Problem) -> HTTPAnswer {
    switch try admit(request, &visit) {
    case .answered(let response): .response(response)
    case .endpoint(let endpoint): answer(request, endpoint, visit)
    }
  }

  /// Counts the request and makes the checks of the head common to all endpoints.
  func admit(_ request: HTTPRequest, _ visit: inout Visit) throws(Problem) -> Admission {
    guard access.allows(authority: request.authorityBytes) else {
      throw Problem(
        .hostNotAllowed, "The server does not answer for this host; \(OptionName("allowed-host")) would make it.")
    }
    let route = request.route
    if case .endpoint(let endpoint) = route {
      visit.operation = endpoint.operation
      visit.session = endpoint.sessionID
    }
    let verdict = configuration.keys?.verdict(on: request.fields)
    if case .client(let key) = verdict { (visit.key, visit.owner) = (key, key.owner) }
    try count(request, &visit)
    // A browser's preflight has no key.
    if request.method == .options { return .answered(try options(of: request)) }
    try requireKey(verdict, for: visit.operation)
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
    case .wrongMethod(let allowed): return .answered(.methodNotAllowed(allowed, requestID: visit.requestID))
    case .noSuchSession: throw Problem(.noSuchSession, "No session can have this id: an id is s_ and 26 characters.")
    case .noSuchResource: throw Problem(.noSuchResource, "Nothing is at this path.")
    }
  }

  /// The answer, at once or when the store has fetched or committed.
  ///
  /// - Parameter endpoint: the result of `admit`.
  func answer(_ request: HTTPRequest, _ endpoint: Endpoint, _ visit: Visit) -> HTTPAnswer {
    do throws(Halt) {
      switch try reply(to: request, endpoint, visit) {
      case .answer(let answer): return answer
      case .decided(let commit, let respond):
        return .later(PendingReply(self, request, endpoint, visit, .deciding(commit, respond)).later)
      }
    } catch {
      switch error {
      case .problem(let problem): return .response(response(to: request, visit, problem))
      case .wanting(let fetch): return .later(PendingReply(self, request, endpoint, visit, .wanting(fetch)).later)
      case .heavy: return answerByWorker(request, endpoint, visit)
      }
    }
  }

  /// The answer of a worker, which calls the endpoint.
  func answerByWorker(_ request: HTTPRequest, _ endpoint: Endpoint, _ visit: Visit) -> HTTPAnswer {
    do throws(Problem) {
      let pending = PendingReply(self, request, endpoint, visit, .working(try work(request, endpoint, visit), nil))
      return pending.next() ?? .later(pending.later)
    } catch { return .response(response(to: request, visit, error)) }
  }

  /// Hands a request to a worker. Throws where the queue is full.
  func work(_ request: HTTPRequest, _ endpoint: Endpoint, _ visit: Visit) throws(Problem) -> Work {
    try workers.admit { [self, visit = visit.withWorker] () throws(Halt) in try reply(to: request, endpoint, visit) }
  }

  /// Calls the endpoint, which acts in its last step only and so can safely be called again.
  func reply(to request: HTTPRequest, _ endpoint: Endpoint, _ visit: Visit) throws(Halt) -> Reply {
    try visit.requireWorker(request.body.count > ShardBudget.workedBytes)
    if let id = endpoint.sessionID { try requireOwn(id, visit) }
    func document(_ respond: (HTTPRequest) throws(Problem) -> HTTPResponse) throws(Halt) -> Reply {
      .answer(.response(try Halt.check { () throws(Problem) in try respond(request) }))
    }
    switch endpoint {
    case .session(let id, .applyTransition): return try applyTransition(to: id, request, visit)
    case .session(let id, .getSession): return .answer(try getSession(id, request, visit))
    case .session(let id, .listTransitions): return .answer(.response(try listTransitions(of: id, request, visit)))
    case .session(let id, .streamEvents): return .answer(try streamEvents(of: id, request, visit))
    case .fixed(.createSession): return try createSession(request, visit)
    case .fixed(.listSessions): return .answer(.response(try listSessions(request, visit)))
    case .session(let id, .deleteSession): return try deleteSession(id, request, visit)
    case .session(let id, .forkSession): return try forkSession(id, request, visit)
    case .session(let id, .getSnapshot): return .answer(.response(try getSnapshot(id, request, visit)))
    case .session(let id, .getPicture): return .answer(.response(try getPicture(id, request, visit)))
    case .fixed(.listDevices): return try document(listDevices)
    case .fixed(.resolve): return try document(resolve)
    case .fixed(.drawPicture): return try document(drawPicture)
    case .fixed(.getHealth): return try document(getHealth)
    case .fixed(.getReadiness): return try document(getReadiness)
    case .fixed(.getMetrics): return try document(getMetrics)
    case .fixed(.getOpenAPI): return try document(getOpenAPI)
    case .fixed(.getOpenAPIAsJSON): return try document(getOpenAPIAsJSON)
    case .fixed(.listProblems): return try document(listProblems)
    case .getProblemPage(let code): return try document { request throws(Problem) in try getProblemPage(code, request) }
    case .fixed(.getDocs): return try document(getDocs)
    case .fixed(.getInspector): return try document(getInspector)
    case .getInspectorFile(let file):
      return try document { request throws(Problem) in try getInspectorFile(file, request) }
    }
  }

  private func options(of request: HTTPRequest) throws(Problem) -> HTTPResponse {
    let allowed = request.isAsterisk ? .all : request.plainPath().flatMap(AllowedMethods.init(at:))
    guard let allowed else { throw Problem(.noSuchResource, "Nothing is at this path.") }
    return HTTPResponse(.noContent, fields: [HTTPField("Allow", allowed.description), .noStore])
  }
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

  /// Whether the request may be decided on earlier changes that are not committed yet. All others read committed state
  /// or act elsewhere: they wait until the requests before them on their connection are answered.
  var mayBeDecidedEarly: Bool {
    if case .endpoint(.session(_, .applyTransition)) = route { true } else { false }
  }

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
