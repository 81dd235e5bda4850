/// The template of a path, with at most one parameter.
public struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
  /// A path parameter: one segment without escapes.
  public enum Parameter: String, Hashable, Sendable {
    /// The id of a session.
    case sessionId
    /// A problem code.
    case code
    /// The name of an inspector file.
    case file
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

  /// The path with the parameter's value.
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
