/// What can be asked of the service; the raw value is the `operationId` of `openapi.yaml`.
public enum Operation: String, CaseIterable, Hashable, Sendable {
  case createSession
  case listSessions
  case getSession
  case deleteSession
  case getSnapshot
  case applyTransition
  case listTransitions
  case streamEvents
  case forkSession
  case listDevices
  case resolve
  case getHealth
  case getReadiness
  case getMetrics
  case getOpenAPI
  case getProblemPage
  case getInspector
  case getInspectorFile

  /// The methods that the interface uses. HEAD goes wherever GET does, and OPTIONS everywhere.
  public enum Method: String, CaseIterable, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
  }

  /// The one table of methods and path templates.
  private var row: (method: Method, template: PathTemplate) {
    switch self {
    case .createSession: (.post, PathTemplate("/v1/sessions"))
    case .listSessions: (.get, PathTemplate("/v1/sessions"))
    case .getSession: (.get, PathTemplate("/v1/sessions/", .sessionId))
    case .deleteSession: (.delete, PathTemplate("/v1/sessions/", .sessionId))
    case .getSnapshot: (.get, PathTemplate("/v1/sessions/", .sessionId, "/snapshot"))
    case .applyTransition: (.post, PathTemplate("/v1/sessions/", .sessionId, "/transitions"))
    case .listTransitions: (.get, PathTemplate("/v1/sessions/", .sessionId, "/transitions"))
    case .streamEvents: (.get, PathTemplate("/v1/sessions/", .sessionId, "/events"))
    case .forkSession: (.post, PathTemplate("/v1/sessions/", .sessionId, "/fork"))
    case .listDevices: (.get, PathTemplate("/v1/devices"))
    case .resolve: (.post, PathTemplate("/v1/resolve"))
    case .getHealth: (.get, PathTemplate("/healthz"))
    case .getReadiness: (.get, PathTemplate("/readyz"))
    case .getMetrics: (.get, PathTemplate("/metrics"))
    case .getOpenAPI: (.get, PathTemplate("/openapi.yaml"))
    case .getProblemPage: (.get, PathTemplate("/problems/", .code))
    case .getInspector: (.get, PathTemplate("/"))
    case .getInspectorFile: (.get, PathTemplate("/inspector/", .file))
    }
  }

  public var method: Method { row.method }

  public var template: PathTemplate { row.template }

  /// Whether a request must have a JSON body; all others have none.
  public var takesBody: Bool { method == .post }

  /// Whether a server with API keys answers it to their owners only.
  public var needsKey: Bool {
    switch self {
    case .createSession, .listSessions, .getSession, .deleteSession, .getSnapshot, .applyTransition, .listTransitions, .streamEvents,
      .forkSession, .listDevices, .resolve, .getMetrics:
      true
    case .getHealth, .getReadiness, .getOpenAPI, .getProblemPage, .getInspector, .getInspectorFile: false
    }
  }

  /// Whether it is asked by those who look after the server, who are never turned away for asking often.
  public var isHealth: Bool { self == .getHealth || self == .getReadiness }

  /// What its answer is, where it has a body, is no problem, and is always of the same type.
  public var mediaType: StaticString? {
    switch self {
    case .createSession, .listSessions, .getSession, .getSnapshot, .applyTransition, .listTransitions, .forkSession, .listDevices, .resolve,
      .getHealth, .getReadiness:
      "application/json"
    case .streamEvents: EventStreamQuery.mediaType
    case .deleteSession: nil
    case .getMetrics: "text/plain"
    case .getOpenAPI: "application/yaml"
    case .getProblemPage, .getInspector: "text/html"
    case .getInspectorFile: nil
    }
  }

  /// Its place among all, from 0.
  public var ordinal: Int {
    switch self {
    case .createSession: 0
    case .listSessions: 1
    case .getSession: 2
    case .deleteSession: 3
    case .getSnapshot: 4
    case .applyTransition: 5
    case .listTransitions: 6
    case .streamEvents: 7
    case .forkSession: 8
    case .listDevices: 9
    case .resolve: 10
    case .getHealth: 11
    case .getReadiness: 12
    case .getMetrics: 13
    case .getOpenAPI: 14
    case .getProblemPage: 15
    case .getInspector: 16
    case .getInspectorFile: 17
    }
  }

  /// The whole table, in its order; made once, as a row makes its template anew.
  static let routes: [(operation: Operation, method: Method, template: PathTemplate)] = allCases.map {
    ($0, $0.row.method, $0.row.template)
  }
}
