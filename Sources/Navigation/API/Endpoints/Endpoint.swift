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

  /// An operation on a session.
  public init(_ operation: Operation, of id: SessionID) { self.init(operation, sessionID: id) }

  /// The page of a problem.
  public init(_ code: ProblemCode) { self.init(.getProblemPage, name: code.rawValue) }

  /// A file of the inspector.
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

  /// The path, without a query.
  public var path: String { operation.template.path(sessionID?.description ?? name ?? "") }
}
