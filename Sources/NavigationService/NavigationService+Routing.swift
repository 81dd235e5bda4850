import HTTPMessages
import Navigation

/// From a request to the function that answers it.
extension NavigationService {
  /// The result of admission, before the endpoint is called.
  enum Admission {
    case answered(HTTPResponse)
    case endpoint(Endpoint)
  }

  /// Counts the request and makes the checks of the head common to all endpoints.
  func admit(_ request: HTTPRequest, _ context: inout RequestContext) throws(Problem) -> Admission {
    guard access.allows(authority: request.authorityBytes) else {
      throw Problem(
        .hostNotAllowed, "The server does not answer for this host; \(OptionName("allowed-host")) would make it.")
    }
    let route = request.route
    if case .endpoint(let endpoint) = route {
      context.operation = endpoint.operation
      context.session = endpoint.sessionID
    }
    let verdict = configuration.keys?.verdict(on: request.fields)
    if case .client(let key) = verdict { (context.key, context.owner) = (key, key.owner) }
    try count(request, &context)
    // A browser's preflight has no key.
    if request.method == .options { return .answered(try options(of: request)) }
    try requireKey(verdict, for: context.operation)
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
  func answer(_ call: HTTPCall, _ endpoint: Endpoint, in context: RequestContext) async throws(Problem) -> HTTPResponse?
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
    case .getOpenAPI: return try getOpenAPI(request)
    case .getOpenAPIAsJSON: return try getOpenAPIAsJSON(request)
    case .getLLMsText: return try getLLMsText(request)
    case .listProblems: return try listProblems(request)
    case .getProblemPage: return try getProblemPage(endpoint.name, request)
    case .getDocs: return try getDocs(request)
    case .getInspector: return try getInspector(request)
    case .getInspectorFile: return try getInspectorFile(endpoint.name, request)
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
