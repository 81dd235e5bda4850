/// An operation with its path parameters: parsed from a request, or used by a client to build a path.
public enum Endpoint: Hashable, Sendable {
  case createSession
  case listSessions
  case getSession(SessionID)
  case deleteSession(SessionID)
  case getSnapshot(SessionID)
  case getPicture(SessionID)
  case applyTransition(SessionID)
  case listTransitions(SessionID)
  case streamEvents(SessionID)
  case forkSession(SessionID)
  case listDevices
  case resolve
  case drawPicture
  case getHealth
  case getReadiness
  case getMetrics
  case getOpenAPI
  case getOpenAPIAsJSON
  case listProblems
  case getProblemPage(ProblemCode)
  case getDocs
  case getInspector
  case getInspectorFile(InspectorFile)

  public var operation: Operation {
    switch self {
    case .createSession: .createSession
    case .listSessions: .listSessions
    case .getSession: .getSession
    case .deleteSession: .deleteSession
    case .getSnapshot: .getSnapshot
    case .getPicture: .getPicture
    case .applyTransition: .applyTransition
    case .listTransitions: .listTransitions
    case .streamEvents: .streamEvents
    case .forkSession: .forkSession
    case .listDevices: .listDevices
    case .resolve: .resolve
    case .drawPicture: .drawPicture
    case .getHealth: .getHealth
    case .getReadiness: .getReadiness
    case .getMetrics: .getMetrics
    case .getOpenAPI: .getOpenAPI
    case .getOpenAPIAsJSON: .getOpenAPIAsJSON
    case .listProblems: .listProblems
    case .getProblemPage: .getProblemPage
    case .getDocs: .getDocs
    case .getInspector: .getInspector
    case .getInspectorFile: .getInspectorFile
    }
  }

  public var method: Operation.Method { operation.method }

  /// The session of the path; nil for paths without one.
  public var sessionID: SessionID? {
    switch self {
    case .getSession(let id), .deleteSession(let id), .getSnapshot(let id), .getPicture(let id),
      .applyTransition(let id),
      .listTransitions(let id), .streamEvents(let id), .forkSession(let id):
      id
    case .createSession, .listSessions, .listDevices, .resolve, .drawPicture, .getHealth, .getReadiness, .getMetrics,
      .getOpenAPI,
      .getOpenAPIAsJSON, .listProblems, .getProblemPage, .getDocs, .getInspector, .getInspectorFile:
      nil
    }
  }

  /// The path, without a query.
  public var path: String {
    switch self {
    case .getSession(let id), .deleteSession(let id), .getSnapshot(let id), .getPicture(let id),
      .applyTransition(let id),
      .listTransitions(let id), .streamEvents(let id), .forkSession(let id):
      operation.template.path(id.description)
    case .getProblemPage(let code):
      operation.template.path(code.rawValue)
    case .getInspectorFile(let file):
      operation.template.path(file.rawValue)
    case .createSession, .listSessions, .listDevices, .resolve, .drawPicture, .getHealth, .getReadiness, .getMetrics,
      .getOpenAPI,
      .getOpenAPIAsJSON, .listProblems, .getDocs, .getInspector:
      operation.template.path()
    }
  }

  /// The operation with the parameter parsed from the path; nil for an invalid parameter.
  init?(_ operation: Operation, parameter: Span<UInt8>) {
    func sessionID() -> SessionID? { SessionID(utf8: parameter) }
    func word() -> String { parameter.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
    switch operation {
    case .createSession: self = .createSession
    case .listSessions: self = .listSessions
    case .getSession:
      guard let id = sessionID() else { return nil }
      self = .getSession(id)
    case .deleteSession:
      guard let id = sessionID() else { return nil }
      self = .deleteSession(id)
    case .getSnapshot:
      guard let id = sessionID() else { return nil }
      self = .getSnapshot(id)
    case .getPicture:
      guard let id = sessionID() else { return nil }
      self = .getPicture(id)
    case .applyTransition:
      guard let id = sessionID() else { return nil }
      self = .applyTransition(id)
    case .listTransitions:
      guard let id = sessionID() else { return nil }
      self = .listTransitions(id)
    case .streamEvents:
      guard let id = sessionID() else { return nil }
      self = .streamEvents(id)
    case .forkSession:
      guard let id = sessionID() else { return nil }
      self = .forkSession(id)
    case .listDevices: self = .listDevices
    case .resolve: self = .resolve
    case .drawPicture: self = .drawPicture
    case .getHealth: self = .getHealth
    case .getReadiness: self = .getReadiness
    case .getMetrics: self = .getMetrics
    case .getOpenAPI: self = .getOpenAPI
    case .getOpenAPIAsJSON: self = .getOpenAPIAsJSON
    case .listProblems: self = .listProblems
    case .getProblemPage:
      guard let code = ProblemCode(rawValue: word()) else { return nil }
      self = .getProblemPage(code)
    case .getDocs: self = .getDocs
    case .getInspector: self = .getInspector
    case .getInspectorFile:
      guard let file = InspectorFile(rawValue: word()) else { return nil }
      self = .getInspectorFile(file)
    }
  }
}
