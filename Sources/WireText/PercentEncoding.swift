/// `%` and two hexadecimal digits for one byte (RFC 3986 §2.1).
package enum PercentEncoding {
  /// The decoded bytes; nil for a `%` without two digits.
  ///
  /// - Parameter plusIsSpace: as in a query (WHATWG URL §5.1); in a path, `+` is itself.
  package static func decoded(_ text: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard text.endIndex - index > 2, let high = text[index + 1].hexadecimalValue,
          let low = text[index + 2].hexadecimalValue
        else { return nil }
        bytes.append(high << 4 | low)
        index += 2
      case let byte: bytes.append(byte)
      }
      index += 1
    }
    return bytes
  }
}

extension UInt8 {
  /// 0 to 15, the value of an ASCII digit; nil for a byte other than `HEXDIG`.
  @inlinable package var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self &- 0x30
    case 0x41...0x46: self &- 0x37
    case 0x61...0x66: self &- 0x57
    default: nil
    }
  }
}
