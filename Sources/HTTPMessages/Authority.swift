import WireText

/// `uri-host [ ":" port ]`, the value of `Host` and the authority of a target (RFC 9110 §7.2).
enum Authority {
  /// True for a non-empty host (RFC 9110 §4.2.1) with or without a port up to 65535. User information and lists are
  /// invalid.
  static func isValid(_ bytes: Span<UInt8>, in range: ByteRange) -> Bool {
    guard !range.isEmpty else { return false }
    let hostEnd: Int
    if bytes[range.lowerBound] == ASCII.openBracket {
      // RFC 3986 §3.2.2: IP-literal, here IPv6 only.
      guard let end = bytes.firstIndex(of: ASCII.closeBracket, in: range.range),
        isIPv6(bytes, in: (range.lowerBound + 1)..<end)
      else { return false }
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

  /// The end of a non-empty name or IPv4 address whose escapes are complete, else nil.
  private static func endOfRegisteredName(_ bytes: Span<UInt8>, in range: ByteRange) -> Int? {
    let (end, isEscaped) = bytes.endWithEscapes(of: .registeredName, in: range.range)
    guard end > range.lowerBound else { return nil }
    let isReadable = !isEscaped || PercentEncoding.decoded(bytes.copied(range.lowerBound..<end)[...]) != nil
    return isReadable ? end : nil
  }

  /// Eight groups, or fewer with one `::`; an IPv4 address may replace the last two (RFC 3986 §3.2.2).
  private static func isIPv6(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    var groups = 0
    var hasGap = false
    var index = range.lowerBound
    while index < range.upperBound {
      // Two colons: at the start, or after the colon that ended a group.
      if bytes[index] == ASCII.colon {
        let isFirst = index == range.lowerBound
        guard !hasGap, !isFirst || range.count > 1 && bytes[index + 1] == ASCII.colon else { return false }
        hasGap = true
        index += isFirst ? 2 : 1
        continue
      }
      let start = index
      while index < range.upperBound, bytes[index].hexadecimalValue != nil { index += 1 }
      if index < range.upperBound, bytes[index] == ASCII.period {
        guard isIPv4(bytes, in: start..<range.upperBound) else { return false }
        groups += 2
        break
      }
      guard case 1...4 = index - start else { return false }
      groups += 1
      guard index < range.upperBound else { break }
      guard bytes[index] == ASCII.colon, index + 1 < range.upperBound else { return false }
      index += 1
    }
    return hasGap ? groups <= 7 : groups == 8
  }

  /// Four numbers up to 255 without leading zeros (RFC 3986 §3.2.2).
  private static func isIPv4(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    var numbers = 1
    var number = 0
    var digits = 0
    for index in range {
      switch bytes[index] {
      case ASCII.period where digits > 0:
        numbers += 1
        digits = 0
      case ASCII.zero...ASCII.nine where digits == 0 || number > 0:
        number = (digits == 0 ? 0 : number * 10) + Int(bytes[index] - ASCII.zero)
        digits += 1
        guard number <= 255 else { return false }
      default: return false
      }
    }
    return numbers == 4 && digits > 0
  }
}
