import HTTPMessages
import NavigationAPI

/// From a request to the function that answers it.
extension NavigationService {
  /// What a request comes to before its endpoint is asked.
  enum Admission {
    case answered(HTTPResponse)
    case endpoint(Endpoint)
  }

  /// The answer, and on the way what becomes known of the request.
  func answer(_ request: HTTPRequest, _ visit: inout Visit) throws(Problem) -> HTTPAnswer {
    switch try admit(request, &visit) {
    case .answered(let response): .response(response)
    case .endpoint(let endpoint): try answer(request, endpoint, visit)
    }
  }

  /// Counts the request and checks what all endpoints ask of a head.
  func admit(_ request: HTTPRequest, _ visit: inout Visit) throws(Problem) -> Admission {
    guard access.allows(authority: request.authority) else {
      throw Problem(.hostNotAllowed, "The server does not answer for this host; \(OptionName("allowed-host")) would make it.")
    }
    let route = request.plainPath().map { Route(Operation.Method(request.method), $0) } ?? .noSuchResource
    if case .endpoint(let endpoint) = route {
      visit.operation = endpoint.operation
      visit.session = endpoint.sessionID
    }
    let verdict = configuration.keys?.verdict(on: request.fields)
    if case .client(let owner) = verdict { visit.owner = owner }
    try count(request, &visit)
    // A browser asks so before it sends a key.
    if request.method == .options { return .answered(try options(of: request)) }
    try requireKey(verdict, for: visit.operation)
    if request.method != .get, request.method != .head, let origin = AccessRules.origin(of: request),
      !access.mayWrite(origin: origin, authority: request.authority)
    {
      throw Problem(.originRefused, "Pages of another origin may not write; \(OptionName("cors-origin")) would allow this one.")
    }
    switch route {
    case .endpoint(let endpoint):
      let operation = endpoint.operation
      if !operation.ignoresAccept, let type = operation.mediaType { try requireAcceptable(type, request) }
      if let id = endpoint.sessionID { try requireOwn(id, visit.owner) }
      return .endpoint(endpoint)
    case .wrongMethod(let allowed): return .answered(.methodNotAllowed(allowed, requestID: visit.requestID))
    case .noSuchSession: throw Problem(.noSuchSession, "No session can have this id: an id is s_ and 26 characters.")
    case .noSuchResource: throw Problem(.noSuchResource, "Nothing is at this path.")
    }
  }

  /// - Parameter endpoint: what `admit` has come to.
  func answer(_ request: HTTPRequest, _ endpoint: Endpoint, _ visit: Visit) throws(Problem) -> HTTPAnswer {
    switch endpoint {
    case .applyTransition(let id): try applyTransition(to: id, request, visit.requestID)
    case .getSession(let id): try getSession(id, request, visit.requestID)
    case .listTransitions(let id): .response(try listTransitions(of: id, request))
    case .streamEvents(let id): try streamEvents(of: id, request)
    case .createSession: try createSession(request, visit.owner, visit.requestID)
    case .listSessions: .response(try listSessions(request, visit.owner))
    case .deleteSession(let id): try deleteSession(id, request, visit.requestID)
    case .forkSession(let id): try forkSession(id, request, visit.owner, visit.requestID)
    case .getSnapshot(let id): .response(try getSnapshot(id, request))
    case .getPicture(let id): .response(try getPicture(id, request))
    case .listDevices: .response(try listDevices(request))
    case .resolve: .response(try resolve(request))
    case .drawPicture: .response(try drawPicture(request))
    case .getHealth: .response(try getHealth(request))
    case .getReadiness: .response(try getReadiness(request))
    case .getMetrics: .response(try getMetrics(request))
    case .getOpenAPI: .response(try getOpenAPI(request))
    case .getOpenAPIAsJSON: .response(try getOpenAPIAsJSON(request))
    case .listProblems: .response(try listProblems(request))
    case .getProblemPage(let code): .response(try getProblemPage(code, request))
    case .getDocs: .response(try getDocs(request))
    case .getInspector: .response(try getInspector(request))
    case .getInspectorFile(let file): .response(try getInspectorFile(file, request))
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
