/// The shape of a path: its text, with one parameter in it or none.
public struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
  /// What can stand in a path: one segment, which needs no escapes.
  public enum Parameter: String, Hashable, Sendable {
    /// The id of a session.
    case sessionId
    /// A problem code.
    case code
  }

  public let parameter: Parameter?
  private let prefix: [UInt8]
  /// What follows the parameter; empty without one.
  private let suffix: [UInt8]

  init(_ prefix: String, _ parameter: Parameter? = nil, _ suffix: String = "") {
    self.parameter = parameter
    self.prefix = Array(prefix.utf8)
    self.suffix = Array(suffix.utf8)
  }

  /// As OpenAPI writes it: `/v1/sessions/{sessionId}`.
  public var description: String { path(parameter.map { "{\($0.rawValue)}" } ?? "") }

  /// The path with its parameter filled in.
  func path(_ parameter: String = "") -> String {
    String(decoding: prefix, as: UTF8.self) + parameter + String(decoding: suffix, as: UTF8.self)
  }

  /// Whether `path` has this shape, and its parameter as it came; a path without a parameter answers an empty one.
  func match(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard path.starts(with: prefix) else { return nil }
    let rest = path.dropFirst(prefix.count)
    guard parameter != nil else { return rest.isEmpty ? rest : nil }
    let value = rest.dropLast(suffix.count)
    guard !value.isEmpty, rest[value.endIndex...].elementsEqual(suffix), !value.contains(UInt8(ascii: "/")) else { return nil }
    return value
  }
}
