/// An operation of the service, in the order of `openapi.yaml`.
public enum Operation: Int, CaseIterable, Hashable, Sendable {
  case createSession
  case listSessions
  case getSession
  case deleteSession
  case getSnapshot
  case getPicture
  case applyTransition
  case listTransitions
  case streamEvents
  case forkSession
  case listDevices
  case resolve
  case drawPicture
  case getHealth
  case getReadiness
  case getMetrics
  case getOpenAPI
  case getOpenAPIAsJSON
  case listProblems
  case getProblemPage
  case getDocs
  case getInspector
  case getInspectorFile

  /// The methods of the interface. HEAD is allowed wherever GET is, and OPTIONS everywhere.
  public enum Method: String, CaseIterable, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
  }

  /// All that is fixed of an operation.
  struct Row: Sendable {
    let operation: Operation
    let method: Method
    let template: PathTemplate
    let needsKey: Bool
    let mediaType: StaticString?

    fileprivate init(_ operation: Operation) {
      let ((method, template), key, mediaType) = operation.facts
      (self.operation, self.method, self.template) = (operation, method, template)
      (self.needsKey, self.mediaType) = (key == .needed, mediaType)
    }
  }

  private enum Key { case needed, free }

  /// Method and path, key, and media type of each.
  private var facts: ((Method, PathTemplate), Key, StaticString?) {
    let (json, html): (StaticString, StaticString) = ("application/json", "text/html")
    return switch self {
    case .createSession: ((.post, PathTemplate("/v1/sessions")), .needed, json)
    case .listSessions: ((.get, PathTemplate("/v1/sessions")), .needed, json)
    case .getSession: ((.get, PathTemplate("/v1/sessions/", .sessionId)), .needed, json)
    case .deleteSession: ((.delete, PathTemplate("/v1/sessions/", .sessionId)), .needed, nil)
    case .getSnapshot: ((.get, PathTemplate("/v1/sessions/", .sessionId, "/snapshot")), .needed, json)
    case .getPicture: ((.get, PathTemplate("/v1/sessions/", .sessionId, "/picture")), .needed, nil)
    case .applyTransition: ((.post, PathTemplate("/v1/sessions/", .sessionId, "/transitions")), .needed, json)
    case .listTransitions: ((.get, PathTemplate("/v1/sessions/", .sessionId, "/transitions")), .needed, json)
    case .streamEvents:
      ((.get, PathTemplate("/v1/sessions/", .sessionId, "/events")), .needed, EventStreamQuery.mediaType)
    case .forkSession: ((.post, PathTemplate("/v1/sessions/", .sessionId, "/fork")), .needed, json)
    case .listDevices: ((.get, PathTemplate("/v1/devices")), .needed, json)
    case .resolve: ((.post, PathTemplate("/v1/resolve")), .needed, json)
    case .drawPicture: ((.post, PathTemplate("/v1/picture")), .needed, nil)
    case .getHealth: ((.get, PathTemplate("/healthz")), .free, json)
    case .getReadiness: ((.get, PathTemplate("/readyz")), .free, json)
    case .getMetrics: ((.get, PathTemplate("/metrics")), .needed, "text/plain")
    case .getOpenAPI: ((.get, PathTemplate("/openapi.yaml")), .free, "application/yaml")
    case .getOpenAPIAsJSON: ((.get, PathTemplate("/openapi.json")), .free, json)
    case .listProblems: ((.get, PathTemplate("/problems")), .free, html)
    case .getProblemPage: ((.get, PathTemplate("/problems/", .code)), .free, html)
    case .getDocs: ((.get, PathTemplate("/docs")), .free, html)
    case .getInspector: ((.get, PathTemplate("/")), .free, html)
    case .getInspectorFile: ((.get, PathTemplate("/inspector/", .file)), .free, nil)
    }
  }

  /// Built once, as a template is an array.
  static let rows = allCases.map(Row.init)

  private var row: Row { Self.rows[rawValue] }

  /// The `operationId` of `openapi.yaml`.
  public var name: String { "\(self)" }

  public var method: Method { row.method }

  public var template: PathTemplate { row.template }

  /// Whether a server with API keys requires a key.
  public var needsKey: Bool { row.needsKey }

  /// The media type of a successful answer's body; nil if there is no body or the type varies.
  public var mediaType: StaticString? { row.mediaType }

  /// Whether a request must have a JSON body; others must have none.
  public var takesBody: Bool { method == .post }

  /// Whether it is a health check, which is exempt from rate limits.
  public var isHealth: Bool { self == .getHealth || self == .getReadiness }

  /// Whether `Accept` is ignored, as probes and metrics collectors send arbitrary values.
  public var ignoresAccept: Bool { isHealth || self == .getMetrics }
}
