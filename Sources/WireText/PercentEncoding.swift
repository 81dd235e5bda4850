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

  /// The decoded text; nil for a `%` without two digits, and for bytes that are not UTF-8.
  package static func text(of encoded: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
    guard let bytes = decoded(encoded, plusIsSpace: plusIsSpace) else { return nil }
    // `String(validating:as:)` needs macOS 15. What is not UTF-8 is replaced, and so is another text.
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// The text with all but the unreserved characters of RFC 3986 §2.3 encoded.
  package static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  /// 0 to 15, the value of an ASCII digit; nil for a byte other than `HEXDIG`.
  package var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self &- 0x30
    case 0x41...0x46: self &- 0x37
    case 0x61...0x66: self &- 0x57
    default: nil
    }
  }
}
