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

  /// Where the parameter stands in `path`, if it has this shape; an empty range where there is none.
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

/// Eight bytes at a time: every request looks for its path.
extension Span<UInt8> {
  /// Whether `part` stands at an index; there is room for it.
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
      // Zero where a slash is; the lowest zero byte borrows into its highest bit.
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
    // SAFETY: its callers have seen that eight bytes follow.
    bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
  }
}
