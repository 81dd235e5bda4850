/// An operation of the service, by the parameter of its path.
public enum Operation: Hashable, Sendable, CaseIterable {
  case fixed(Fixed)
  case session(OfSession)
  case getProblemPage
  case getInspectorFile

  /// The operations of paths without a parameter. The raw values here and in `OfSession` are rows.
  public enum Fixed: Int, CaseIterable, Hashable, Sendable {
    case createSession, listSessions
    case listDevices = 10, resolve, drawPicture, getHealth, getReadiness, getMetrics, getOpenAPI, getOpenAPIAsJSON
    case listProblems
    case getDocs = 20, getInspector
  }

  /// The operations on one session, whose id is in the path.
  public enum OfSession: Int, CaseIterable, Hashable, Sendable {
    case getSession = 2, deleteSession, getSnapshot, getPicture, applyTransition, listTransitions, streamEvents
    case forkSession
  }

  /// The methods of the interface. Each template with GET also allows HEAD, and every template allows OPTIONS.
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
      let (method, path, mediaType, key) = operation.facts
      (self.operation, self.method, self.mediaType, needsKey) = (operation, method, mediaType, key == .needed)
      template =
        switch operation {
        case .fixed: PathTemplate(path)
        case .session: PathTemplate("/v1/sessions/", .sessionId, path)
        case .getProblemPage: PathTemplate(path, .code)
        case .getInspectorFile: PathTemplate(path, .file)
        }
    }
  }

  private enum Key { case needed, free }

  /// Of each the method, the path up to the parameter (a session's: after it), the media type, and the key.
  private var facts: (Method, String, StaticString?, Key) {
    let (json, html): (StaticString, StaticString) = ("application/json", "text/html")
    return switch self {
    case .fixed(.createSession): (.post, "/v1/sessions", json, .needed)
    case .fixed(.listSessions): (.get, "/v1/sessions", json, .needed)
    case .session(.getSession): (.get, "", json, .needed)
    case .session(.deleteSession): (.delete, "", nil, .needed)
    case .session(.getSnapshot): (.get, "/snapshot", json, .needed)
    case .session(.getPicture): (.get, "/picture", nil, .needed)
    case .session(.applyTransition): (.post, "/transitions", json, .needed)
    case .session(.listTransitions): (.get, "/transitions", json, .needed)
    case .session(.streamEvents): (.get, "/events", EventStreamQuery.mediaType, .needed)
    case .session(.forkSession): (.post, "/fork", json, .needed)
    case .fixed(.listDevices): (.get, "/v1/devices", json, .needed)
    case .fixed(.resolve): (.post, "/v1/resolve", json, .needed)
    case .fixed(.drawPicture): (.post, "/v1/picture", nil, .needed)
    case .fixed(.getHealth): (.get, "/healthz", json, .free)
    case .fixed(.getReadiness): (.get, "/readyz", json, .free)
    case .fixed(.getMetrics): (.get, "/metrics", "text/plain", .needed)
    case .fixed(.getOpenAPI): (.get, "/openapi.yaml", "application/yaml", .free)
    case .fixed(.getOpenAPIAsJSON): (.get, "/openapi.json", json, .free)
    case .fixed(.listProblems): (.get, "/problems", html, .free)
    case .getProblemPage: (.get, "/problems/", html, .free)
    case .fixed(.getDocs): (.get, "/docs", html, .free)
    case .fixed(.getInspector): (.get, "/", html, .free)
    case .getInspectorFile: (.get, "/inspector/", nil, .free)
    }
  }

  public static let allCases =
    (Fixed.allCases.map(Operation.fixed) + OfSession.allCases.map(Operation.session) + [
      .getProblemPage, .getInspectorFile,
    ]).sorted { $0.row < $1.row }

  /// Built once, as a template is an array.
  static let rows = allCases.map(Row.init)

  /// Its index in `allCases`, the order of `openapi.yaml`.
  public var row: Int {
    switch self {
    case .fixed(let operation): operation.rawValue
    case .session(let operation): operation.rawValue
    case .getProblemPage: Fixed.listProblems.rawValue + 1
    case .getInspectorFile: Fixed.getInspector.rawValue + 1
    }
  }

  /// The `operationId` of `openapi.yaml`.
  public var name: String {
    switch self {
    case .fixed(let operation): "\(operation)"
    case .session(let operation): "\(operation)"
    case .getProblemPage, .getInspectorFile: "\(self)"
    }
  }

  public var method: Method { Self.rows[row].method }

  public var template: PathTemplate { Self.rows[row].template }

  /// Whether a server with API keys requires a key.
  public var needsKey: Bool { Self.rows[row].needsKey }

  /// The media type of a successful answer's body; nil if there is no body or the type varies.
  public var mediaType: StaticString? { Self.rows[row].mediaType }

  /// Whether it is a health check, which is exempt from rate limits.
  public var isHealth: Bool { self == .fixed(.getHealth) || self == .fixed(.getReadiness) }

  /// Whether `Accept` is ignored, as probes and metrics collectors send arbitrary values.
  public var ignoresAccept: Bool { isHealth || self == .fixed(.getMetrics) }
}
