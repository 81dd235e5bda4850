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

  init(_ prefix: String, _ parameter: Parameter? = nil, _ suffix: String = "") {
    self.parameter = parameter
    self.prefix = Array(prefix.utf8)
    self.suffix = Array(suffix.utf8)
  }

  /// The template in OpenAPI's form: `/v1/sessions/{sessionId}`.
  public var description: String { path(parameter.map { "{\($0.rawValue)}" } ?? "") }

  /// The path with the parameter's value.
  func path(_ parameter: String = "") -> String {
    String(decoding: prefix, as: UTF8.self) + parameter + String(decoding: suffix, as: UTF8.self)
  }

  /// The range of the parameter in `path`; empty without one, nil if `path` does not match.
  func match(_ path: Span<UInt8>) -> Range<Int>? {
    let length = path.count - prefix.count - suffix.count
    guard parameter == nil ? length == 0 : length > 0 else { return nil }
    let value = prefix.count..<prefix.count + length
    guard path.holds(prefix, at: 0), path.holds(suffix, at: value.upperBound), !path.extracting(value).holdsSlash else {
      return nil
    }
    return value
  }
}

/// Comparisons of eight bytes at a time, as every request is matched.
extension Span<UInt8> {
  /// Whether `part` is at `start`; the caller ensures that it is within the span.
  fileprivate func holds(_ part: [UInt8], at start: Int) -> Bool {
    let part = part.span
    var index = 0
    while index + 8 <= part.count {
      if word(at: start + index) != part.word(at: index) { return false }
      index += 8
    }
    while index < part.count {
      if self[start + index] != part[index] { return false }
      index += 1
    }
    return true
  }

  fileprivate var holdsSlash: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = 0
    while index + 8 <= count {
      // A slash becomes a zero byte; the lowest zero byte borrows into its highest bit.
      let word = word(at: index) ^ (ones &* UInt64(UInt8(ascii: "/")))
      if (word &- ones) & ~word & (ones &* 0x80) != 0 { return true }
      index += 8
    }
    while index < count {
      if self[index] == UInt8(ascii: "/") { return true }
      index += 1
    }
    return false
  }

  private func word(at index: Int) -> UInt64 {
    // SAFETY: the callers have checked that eight bytes follow.
    bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
  }
}
