/// An operation with its path parameter: parsed from a request, or used by a client to build a path.
public enum Endpoint: Hashable, Sendable {
  case fixed(Operation.Fixed)
  case session(SessionID, Operation.OfSession)
  case getProblemPage(ProblemCode)
  case getInspectorFile(InspectorFile)

  /// The operation with the parameter parsed from the path; nil for an invalid parameter.
  init?(_ operation: Operation, parameter: Span<UInt8>) {
    func word() -> String { parameter.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
    switch operation {
    case .fixed(let operation): self = .fixed(operation)
    case .session(let operation):
      guard let id = SessionID(utf8: parameter) else { return nil }
      self = .session(id, operation)
    case .getProblemPage:
      guard let code = ProblemCode(rawValue: word()) else { return nil }
      self = .getProblemPage(code)
    case .getInspectorFile:
      guard let file = InspectorFile(rawValue: word()) else { return nil }
      self = .getInspectorFile(file)
    }
  }

  public var operation: Operation {
    switch self {
    case .fixed(let operation): .fixed(operation)
    case .session(_, let operation): .session(operation)
    case .getProblemPage: .getProblemPage
    case .getInspectorFile: .getInspectorFile
    }
  }

  public var method: Operation.Method { operation.method }

  /// The session of the path; nil for paths without one.
  public var sessionID: SessionID? { if case .session(let id, _) = self { id } else { nil } }

  /// The path, without a query.
  public var path: String {
    switch self {
    case .fixed: operation.template.path()
    case .session(let id, _): operation.template.path(id.description)
    case .getProblemPage(let code): operation.template.path(code.rawValue)
    case .getInspectorFile(let file): operation.template.path(file.rawValue)
    }
  }
}
