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
