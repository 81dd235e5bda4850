/// An operation of the service; the raw value is the `operationId` of `openapi.yaml`.
public enum Operation: String, CaseIterable, Hashable, Sendable {
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

  /// The table of methods and path templates.
  private var row: (method: Method, template: PathTemplate) {
    switch self {
    case .createSession: (.post, PathTemplate("/v1/sessions"))
    case .listSessions: (.get, PathTemplate("/v1/sessions"))
    case .getSession: (.get, PathTemplate("/v1/sessions/", .sessionId))
    case .deleteSession: (.delete, PathTemplate("/v1/sessions/", .sessionId))
    case .getSnapshot: (.get, PathTemplate("/v1/sessions/", .sessionId, "/snapshot"))
    case .getPicture: (.get, PathTemplate("/v1/sessions/", .sessionId, "/picture"))
    case .applyTransition: (.post, PathTemplate("/v1/sessions/", .sessionId, "/transitions"))
    case .listTransitions: (.get, PathTemplate("/v1/sessions/", .sessionId, "/transitions"))
    case .streamEvents: (.get, PathTemplate("/v1/sessions/", .sessionId, "/events"))
    case .forkSession: (.post, PathTemplate("/v1/sessions/", .sessionId, "/fork"))
    case .listDevices: (.get, PathTemplate("/v1/devices"))
    case .resolve: (.post, PathTemplate("/v1/resolve"))
    case .drawPicture: (.post, PathTemplate("/v1/picture"))
    case .getHealth: (.get, PathTemplate("/healthz"))
    case .getReadiness: (.get, PathTemplate("/readyz"))
    case .getMetrics: (.get, PathTemplate("/metrics"))
    case .getOpenAPI: (.get, PathTemplate("/openapi.yaml"))
    case .getOpenAPIAsJSON: (.get, PathTemplate("/openapi.json"))
    case .listProblems: (.get, PathTemplate("/problems"))
    case .getProblemPage: (.get, PathTemplate("/problems/", .code))
    case .getDocs: (.get, PathTemplate("/docs"))
    case .getInspector: (.get, PathTemplate("/"))
    case .getInspectorFile: (.get, PathTemplate("/inspector/", .file))
    }
  }

  public var method: Method { row.method }

  public var template: PathTemplate { row.template }

  /// Whether a request must have a JSON body; others must have none.
  public var takesBody: Bool { method == .post }

  /// Whether a server with API keys requires a key.
  public var needsKey: Bool {
    switch self {
    case .createSession, .listSessions, .getSession, .deleteSession, .getSnapshot, .getPicture, .applyTransition,
      .listTransitions,
      .streamEvents, .forkSession, .listDevices, .resolve, .drawPicture, .getMetrics:
      true
    case .getHealth, .getReadiness, .getOpenAPI, .getOpenAPIAsJSON, .listProblems, .getProblemPage, .getDocs,
      .getInspector,
      .getInspectorFile:
      false
    }
  }

  /// Whether it is a health check, which is exempt from rate limits.
  public var isHealth: Bool { self == .getHealth || self == .getReadiness }

  /// Whether `Accept` is ignored, as probes and metrics collectors send arbitrary values.
  public var ignoresAccept: Bool { isHealth || self == .getMetrics }

  /// The media type of a successful answer's body; nil if there is no body or the type varies.
  public var mediaType: StaticString? {
    switch self {
    case .createSession, .listSessions, .getSession, .getSnapshot, .applyTransition, .listTransitions, .forkSession,
      .listDevices, .resolve,
      .getHealth, .getReadiness, .getOpenAPIAsJSON:
      "application/json"
    case .streamEvents: EventStreamQuery.mediaType
    case .deleteSession: nil
    case .getMetrics: "text/plain"
    case .getOpenAPI: "application/yaml"
    case .listProblems, .getProblemPage, .getDocs, .getInspector: "text/html"
    case .getPicture, .drawPicture, .getInspectorFile: nil
    }
  }

  /// The index of the operation among all, from 0.
  public var ordinal: Int {
    switch self {
    case .createSession: 0
    case .listSessions: 1
    case .getSession: 2
    case .deleteSession: 3
    case .getSnapshot: 4
    case .getPicture: 5
    case .applyTransition: 6
    case .listTransitions: 7
    case .streamEvents: 8
    case .forkSession: 9
    case .listDevices: 10
    case .resolve: 11
    case .drawPicture: 12
    case .getHealth: 13
    case .getReadiness: 14
    case .getMetrics: 15
    case .getOpenAPI: 16
    case .getOpenAPIAsJSON: 17
    case .listProblems: 18
    case .getProblemPage: 19
    case .getDocs: 20
    case .getInspector: 21
    case .getInspectorFile: 22
    }
  }

  /// The rows of all operations in order, computed once, as `row` builds a new template each time.
  static let routes: [(operation: Operation, method: Method, template: PathTemplate)] = allCases.map {
    ($0, $0.row.method, $0.row.template)
  }
}
