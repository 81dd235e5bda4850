/// `uri-host [ ":" port ]`, the value of `Host` and the authority of a target (RFC 9110 §7.2).
enum Authority {
  /// True for a host that is not empty (RFC 9110 §4.2.1) with or without a port up to 65535; no user information, no list.
  static func isValid(_ bytes: Span<UInt8>, in range: ByteRange) -> Bool {
    guard !range.isEmpty else { return false }
    let hostEnd: Int
    if bytes[range.lowerBound] == ASCII.openBracket {
      // RFC 3986 §3.2.2: IP-literal, here IPv6 only.
      guard let end = bytes.firstIndex(of: ASCII.closeBracket, in: range.range), end - range.lowerBound > 2 else { return false }
      for index in (range.lowerBound + 1)..<end {
        let byte = bytes[index]
        guard ASCII.hexadecimalValue(byte) != nil || byte == ASCII.colon || byte == 0x2E else { return false }
      }
      hostEnd = end + 1
    } else {
      guard let end = endOfRegisteredName(bytes, in: range) else { return false }
      hostEnd = end
    }
    guard hostEnd < range.upperBound else { return true }
    return bytes[hostEnd] == ASCII.colon && isPort(bytes, in: (hostEnd + 1)..<range.upperBound)
  }

  /// RFC 3986 §3.2.3: *DIGIT.
  private static func isPort(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard range.count <= 5 else { return false }
    var port = 0
    var index = range.lowerBound
    while index < range.upperBound {
      guard case ASCII.zero...ASCII.nine = bytes[index] else { return false }
      port = port * 10 + Int(bytes[index] - ASCII.zero)
      index += 1
    }
    return port <= 65_535
  }

  /// The end of a name or IPv4 address that is not empty and whose escapes are whole; nil where there is none.
  private static func endOfRegisteredName(_ bytes: Span<UInt8>, in range: ByteRange) -> Int? {
    let end = bytes.end(of: .registeredName, in: range.range)
    guard end > range.lowerBound else { return nil }
    var index = range.lowerBound
    while let escape = bytes.firstIndex(of: ASCII.percent, in: index..<end) {
      guard range.upperBound - escape > 2, ASCII.hexadecimalValue(bytes[escape + 1]) != nil,
        ASCII.hexadecimalValue(bytes[escape + 2]) != nil
      else { return nil }
      index = escape + 3
    }
    return end
  }
}
