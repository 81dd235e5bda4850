/// A host name as in URLs, with a port or for any: `nav.example`, `nav.example:8443`, `[fe80::1]`.
public struct HostName: Hashable, Sendable {
  /// In lower case.
  public let text: String

  /// Nil for an invalid one: empty, with a scheme, a path, user information, escapes, or a port out of range.
  public init?(_ text: String) {
    guard let text = Self.lowercased(text), let end = Self.endOfHost(text.utf8[...]), Self.isPort(text.utf8[end...])
    else { return nil }
    self.text = text
  }

  /// ASCII only, so that no other letter is lowercased to an ASCII one.
  private static func lowercased(_ text: String) -> String? {
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? text.lowercased() : nil
  }

  private static func endOfHost(_ text: Substring.UTF8View) -> String.Index? {
    if text.first == UInt8(ascii: "[") {
      guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let digits = text[..<end].dropFirst()
      return digits.count > 1 && digits.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
        ? text.index(after: end) : nil
    }
    let host = text.prefix { $0 != UInt8(ascii: ":") }
    let isName = host.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "-._".utf8.contains(byte)
      }
    }
    return isName && !host.isEmpty ? host.endIndex : nil
  }

  /// Whether the text is empty, or a colon and 1 to 65535 without leading zeros.
  private static func isPort(_ text: Substring.UTF8View) -> Bool {
    guard let colon = text.first else { return true }
    let digits = Substring(text.dropFirst())
    return colon == UInt8(ascii: ":") && UInt16(digits).map { $0 > 0 && String($0) == digits } ?? false
  }
}
