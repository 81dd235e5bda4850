/// The shape of a path: its text, with one parameter in it or none.
public struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
  /// What can stand in a path: one segment, which needs no escapes.
  public enum Parameter: String, Hashable, Sendable {
    /// The id of a session.
    case sessionId
    /// A problem code.
    case code
    /// The name of one of the inspector's files.
    case file
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
    let length = path.count - prefix.count - suffix.count
    guard parameter == nil ? length == 0 : length > 0 else { return nil }
    let bytes = path.span
    guard bytes.holds(prefix, at: 0), bytes.holds(suffix, at: prefix.count + length) else { return nil }
    let value = path[(path.startIndex + prefix.count)..<(path.endIndex - suffix.count)]
    return value.contains(UInt8(ascii: "/")) ? nil : value
  }
}

extension Span<UInt8> {
  /// Whether `part` stands at an index; there is room for it.
  fileprivate func holds(_ part: [UInt8], at start: Int) -> Bool {
    for index in part.indices where self[start + index] != part[index] { return false }
    return true
  }
}
