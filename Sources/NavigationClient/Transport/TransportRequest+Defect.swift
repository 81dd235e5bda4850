extension TransportRequest {
  /// Field names that describe the framing or the connection, which libcurl writes itself.
  static let ownedFieldNames = ["content-length", "transfer-encoding", "connection", "expect"]

  /// Why this request cannot be put on the wire, or nil; a line break or a NUL in any part would change what is sent.
  var defect: TransportError? {
    guard Self.isAbsoluteURL(url) else { return .invalidURL }
    if method == .head, body != nil { return .invalidRequest("a HEAD request carries no content") }
    for field in fields {
      guard Self.isToken(field.name) else { return .invalidRequest("field name \(field.name.debugDescription)") }
      guard Self.isFieldValue(field.value) else { return .invalidRequest("value of field \(field.name)") }
      if Self.ownedFieldNames.contains(where: field.isNamed) { return .invalidRequest("field \(field.name) is the transport's own") }
    }
    return nil
  }

  private static func isAbsoluteURL(_ url: String) -> Bool {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
    let lowercase = url.prefix(8).lowercased()
    return lowercase.hasPrefix("http://") || lowercase.hasPrefix("https://")
  }

  /// RFC 9110 §5.6.2.
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// RFC 9110 §5.5: no control bytes but the tab.
  private static func isFieldValue(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
  }
}
