/// An operation of the service, whose `operationId` is its name. A request is compared with them in this order.
public enum Operation: Int, CaseIterable, Hashable, Sendable {
  case createSession, listSessions
  case getSession, deleteSession, getSnapshot, getPicture, getMoves, applyTransition, listTransitions, streamEvents
  case forkSession, findWay
  case listDevices, resolve, drawPicture, explore
  case getHealth, getReadiness, getMetrics
  case getOpenAPI, getOpenAPIAsJSON, getLLMsText, listProblems, getProblemPage, getDocs, getInspector, getInspectorFile

  /// The methods of the interface. Each template with GET also allows HEAD, and every template allows OPTIONS.
  public enum Method: String, CaseIterable, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
  }

  /// All that is fixed of an operation.
  struct Row: Sendable {
    let method: Method
    let template: PathTemplate
    let mediaType: StaticString?
    let needsKey: Bool

    fileprivate init(_ method: Method, _ template: String, _ mediaType: StaticString?, needsKey: Bool = true) {
      (self.method, self.template, self.mediaType, self.needsKey) = (
        method, PathTemplate(template), mediaType, needsKey
      )
    }
  }

  /// Of each the method, the template of its path, the media type of a successful answer, and whether it needs a key.
  private var facts: Row {
    let (json, html): (StaticString, StaticString) = ("application/json", "text/html")
    return switch self {
    case .createSession: Row(.post, "/v1/sessions", json)
    case .listSessions: Row(.get, "/v1/sessions", json)
    case .getSession: Row(.get, "/v1/sessions/{sessionId}", json)
    case .deleteSession: Row(.delete, "/v1/sessions/{sessionId}", nil)
    case .getSnapshot: Row(.get, "/v1/sessions/{sessionId}/snapshot", json)
    case .getPicture: Row(.get, "/v1/sessions/{sessionId}/picture", nil)
    case .getMoves: Row(.get, "/v1/sessions/{sessionId}/moves", json)
    case .applyTransition: Row(.post, "/v1/sessions/{sessionId}/transitions", json)
    case .listTransitions: Row(.get, "/v1/sessions/{sessionId}/transitions", json)
    case .streamEvents: Row(.get, "/v1/sessions/{sessionId}/events", EventStreamQuery.mediaType)
    case .forkSession: Row(.post, "/v1/sessions/{sessionId}/fork", json)
    case .findWay: Row(.post, "/v1/sessions/{sessionId}/way", json)
    case .listDevices: Row(.get, "/v1/devices", json)
    case .resolve: Row(.post, "/v1/resolve", json)
    case .drawPicture: Row(.post, "/v1/picture", nil)
    case .explore: Row(.post, "/v1/explore", json)
    case .getHealth: Row(.get, "/healthz", json, needsKey: false)
    case .getReadiness: Row(.get, "/readyz", json, needsKey: false)
    case .getMetrics: Row(.get, "/metrics", "text/plain")
    case .getOpenAPI: Row(.get, "/openapi.yaml", "application/yaml", needsKey: false)
    case .getOpenAPIAsJSON: Row(.get, "/openapi.json", json, needsKey: false)
    case .getLLMsText: Row(.get, "/llms.txt", "text/plain", needsKey: false)
    case .listProblems: Row(.get, "/problems", html, needsKey: false)
    case .getProblemPage: Row(.get, "/problems/{code}", html, needsKey: false)
    case .getDocs: Row(.get, "/docs", html, needsKey: false)
    case .getInspector: Row(.get, "/", html, needsKey: false)
    case .getInspectorFile: Row(.get, "/inspector/{file}", nil, needsKey: false)
    }
  }

  /// Built once, as a template is an array.
  static let rows = allCases.map(\.facts)

  var row: Row { Self.rows[rawValue] }

  public var name: String { "\(self)" }

  public var method: Method { row.method }

  public var template: PathTemplate { row.template }

  /// Whether a server with API keys requires a key.
  public var needsKey: Bool { row.needsKey }

  /// The media type of a successful answer's body; nil if there is no body or the type varies.
  public var mediaType: StaticString? { row.mediaType }

  /// Whether people type its address, and may end it with a slash.
  var isPage: Bool { self == .listProblems || self == .getDocs }

  /// Whether it is a health check, which is exempt from rate limits.
  public var isHealth: Bool { self == .getHealth || self == .getReadiness }

  /// Whether `Accept` is ignored, as probes and metrics collectors send arbitrary values.
  public var ignoresAccept: Bool { isHealth || self == .getMetrics }
}
