/// An operation with its path parameter: parsed from a request, or used by a client to build a path.
public struct Endpoint: Hashable, Sendable {
  public let operation: Operation
  /// The session of the path; nil for paths without one.
  public let sessionID: SessionID?
  /// The problem code or the file of the path; nil for paths without one.
  public let name: String?

  private init(_ operation: Operation, sessionID: SessionID? = nil, name: String? = nil) {
    (self.operation, self.sessionID, self.name) = (operation, sessionID, name)
  }

  /// An operation of a path without a parameter.
  public init(_ operation: Operation) { self.init(operation, name: nil) }

  public init(_ operation: Operation, of id: SessionID) { self.init(operation, sessionID: id) }

  public init(_ code: ProblemCode) { self.init(.getProblemPage, name: code.rawValue) }

  public init(_ file: InspectorFile) { self.init(.getInspectorFile, name: file.rawValue) }

  /// The operation with the parameter parsed from the path; nil for an invalid parameter.
  init?(_ operation: Operation, parameter: ArraySlice<UInt8>) {
    switch operation.template.parameter {
    case nil: self.init(operation)
    case .sessionId:
      guard let id = SessionID(utf8: parameter) else { return nil }
      self.init(operation, of: id)
    case .code:
      guard let code = ProblemCode(rawValue: String(decoding: parameter, as: UTF8.self)) else { return nil }
      self.init(code)
    case .file:
      guard let file = InspectorFile(rawValue: String(decoding: parameter, as: UTF8.self)) else { return nil }
      self.init(file)
    }
  }

  public var method: Operation.Method { operation.method }

  public var path: String { operation.template.path(sessionID?.description ?? name ?? "") }
}

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

/// The template of a path, with at most one parameter.
public struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
  /// A path parameter: one segment without escapes.
  public enum Parameter: String, Hashable, Sendable {
    case sessionId, code, file
  }

  public let parameter: Parameter?
  private let prefix: [UInt8]
  /// The text after the parameter; empty without one.
  private let suffix: [UInt8]

  /// - Parameter text: in OpenAPI's form: `/v1/sessions/{sessionId}`.
  init(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }
    prefix = Array(parts[0].utf8)
    parameter = parts.count == 3 ? Parameter(rawValue: String(parts[1])) : nil
    suffix = parts.count == 3 ? Array(parts[2].utf8) : []
  }

  public var description: String { path(parameter.map { "{\($0.rawValue)}" } ?? "") }

  func path(_ parameter: String = "") -> String {
    String(decoding: prefix, as: UTF8.self) + parameter + String(decoding: suffix, as: UTF8.self)
  }

  /// The parameter in `path`; empty without one, nil if `path` does not match.
  func match(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let length = path.count - prefix.count - suffix.count
    guard parameter == nil ? length == 0 : length > 0, path.starts(with: prefix) else { return nil }
    let value = path.dropFirst(prefix.count).prefix(length)
    return path.suffix(suffix.count).elementsEqual(suffix) && !value.contains(UInt8(ascii: "/")) ? value : nil
  }
}

/// The result of routing a method and a path.
public enum Route: Hashable, Sendable {
  case endpoint(Endpoint)
  /// The path exists, with other methods only.
  case wrongMethod(allowed: AllowedMethods)
  /// The path of a session with an invalid id.
  case noSuchSession
  case noSuchResource

  /// - Parameters:
  ///   - method: nil for a method that no operation uses.
  ///   - path: starts with `/` and has no percent-escapes.
  public init(_ method: Operation.Method?, _ path: ArraySlice<UInt8>) {
    for operation in Operation.allCases where operation.method == method {
      guard let parameter = operation.template.match(path) else { continue }
      if let endpoint = Endpoint(operation, parameter: parameter) {
        self = .endpoint(endpoint)
      } else {
        self = operation.template.parameter == .sessionId ? .noSuchSession : .noSuchResource
      }
      return
    }
    if let page = path.withoutSlashOfPage {
      self.init(method, page)
    } else {
      self = AllowedMethods(at: path).map(Route.wrongMethod) ?? .noSuchResource
    }
  }
}

extension ArraySlice<UInt8> {
  /// The path of a page that ends with a slash; nil for any other.
  fileprivate var withoutSlashOfPage: Self? {
    guard last == UInt8(ascii: "/") else { return nil }
    let path = dropLast()
    return Operation.allCases.contains { $0.isPage && $0.template.match(path) != nil } ? path : nil
  }
}

/// The methods of one path, as `Allow` lists them (RFC 9110 §10.2.1).
public struct AllowedMethods: Hashable, Sendable, CustomStringConvertible {
  public let operations: [Operation.Method]

  init(_ operations: [Operation.Method]) { self.operations = operations }

  /// The methods of a path; nil for an unknown path.
  public init?(at path: ArraySlice<UInt8>) {
    let path = path.withoutSlashOfPage ?? path
    let methods = Operation.rows.compactMap { $0.template.match(path) == nil ? nil : $0.method }
    guard !methods.isEmpty else { return nil }
    self.init(methods)
  }

  /// All methods of the interface, for the target `*`.
  public static let all = AllowedMethods(Operation.Method.allCases)

  public var description: String {
    var words = Operation.Method.allCases.filter(operations.contains).map(\.rawValue)
    if operations.contains(.get) { words.insert("HEAD", at: 1) }
    words.append("OPTIONS")
    return words.joined(separator: ", ")
  }
}

/// A file of the server's pages, the inspector and `/docs`; the raw value is the name below `/inspector/`.
public enum InspectorFile: String, CaseIterable, Hashable, Sendable {
  case pageStyle = "page.css"
  case style = "inspector.css"
  case docsStyle = "docs.css"
  case pictureStyle = "picture.css"
  case icon = "icon.svg"
  case api = "api.js"
  case beside = "beside.js"
  case callbacks = "callbacks.js"
  case contract = "contract.js"
  case controls = "controls.js"
  case create = "create.js"
  case design = "design.js"
  case docs = "docs.js"
  case edge = "edge.js"
  case element = "element.js"
  case events = "events.js"
  case examples = "examples.js"
  case exploration = "explore.js"
  case export = "export.js"
  case form = "form.js"
  case happened = "happened.js"
  case history = "history.js"
  case listing = "listing.js"
  case look = "look.js"
  case main = "main.js"
  case operation = "operation.js"
  case positions = "positions.js"
  case schema = "schema.js"
  case send = "send.js"
  case session = "session.js"
  case sessions = "sessions.js"
  case stage = "stage.js"
  case state = "state.js"
  case thumbnail = "thumbnail.js"
  case timeline = "timeline.js"
  case tree = "tree.js"
  case trying = "try.js"
  case words = "words.js"

  /// The media type, without parameters.
  public var mediaType: StaticString {
    rawValue.hasSuffix(".css") ? "text/css" : rawValue.hasSuffix(".svg") ? "image/svg+xml" : "text/javascript"
  }
}
