/// `%` and two hexadecimal digits for one byte (RFC 3986 §2.1).
enum PercentEncoding {
  /// The bytes of an escaped text, decoded; invalid escapes stay unchanged.
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == ASCII.percent, text.endIndex - index > 2, let high = ASCII.hexadecimalValue(text[index + 1]),
        let low = ASCII.hexadecimalValue(text[index + 2])
      {
        result.append(high &<< 4 | low)
        index += 3
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  /// Throws for a `%` without two digits, for `%00`, and for a path that does not decode to UTF-8.
  static func check(path bytes: Span<UInt8>, in range: ByteRange) throws(HTTPRefusal) {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == ASCII.percent {
        guard range.upperBound - index > 2, let high = ASCII.hexadecimalValue(bytes[index + 1]),
          let low = ASCII.hexadecimalValue(bytes[index + 2]), high | low != 0
        else { throw .malformedRequest(.percentEncoding) }
        index += 3
      } else {
        index += 1
      }
    }
    // Slashes are ASCII, so the whole path is UTF-8 exactly where each segment is.
    let path = bytes.copied(range.range)
    guard String(validating: decoded(path[...]), as: UTF8.self) != nil else { throw .malformedRequest(.pathNotUTF8) }
  }
}
