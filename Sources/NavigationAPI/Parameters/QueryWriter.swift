/// Writes a query for `QueryReader`.
struct QueryWriter {
  /// The query with its `?`; empty without parameters.
  private(set) var text = ""

  mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    text += text.isEmpty ? "?" : "&"
    text += name + "=" + Self.encoded(value)
  }

  /// The text with all but the unreserved characters of RFC 3986 §2.3 percent-encoded.
  static func encoded(_ text: String) -> String {
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
