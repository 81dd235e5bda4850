import HTTPMessages

/// The trace that a request belongs to (W3C Trace Context §3.2):
/// `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`.
struct TraceParent {
  let text: String

  /// Maximum bytes, for later versions.
  private static let limit = 256
  /// Bytes of version 00.
  private static let length = 55

  /// Nil where the field is missing, repeated or malformed, and so ignored.
  init?(of request: HTTPRequest) {
    guard let value = request.fields.onlyBytes(of: "traceparent"), Self.isValid(Array(value)) else { return nil }
    text = String(decoding: value, as: UTF8.self)
  }

  private static func isValid(_ value: [UInt8]) -> Bool {
    guard (length...limit).contains(value.count), value.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
    let hyphen = UInt8(ascii: "-")
    guard value[2] == hyphen, value[35] == hyphen, value[52] == hyphen else { return false }
    let parts = [value[0..<2], value[3..<35], value[36..<52], value[53..<55]]
    guard parts.allSatisfy({ $0.allSatisfy(isDigit) }), !isAll(parts[1], "0"), !isAll(parts[2], "0"),
      !isAll(parts[0], "f")
    else { return false }
    // Later versions may continue after another hyphen.
    return value.count == length || (!isAll(parts[0], "0") && value[length] == hyphen)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }

  private static func isAll(_ bytes: ArraySlice<UInt8>, _ digit: Unicode.Scalar) -> Bool {
    bytes.allSatisfy { $0 == UInt8(ascii: digit) }
  }
}
