/// The ASCII bytes that the grammar names.
enum ASCII {
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }
  static var quote: UInt8 { 0x22 }
  static var percent: UInt8 { 0x25 }
  static var asterisk: UInt8 { 0x2A }
  static var comma: UInt8 { 0x2C }
  static var period: UInt8 { 0x2E }
  static var slash: UInt8 { 0x2F }
  static var zero: UInt8 { 0x30 }
  static var nine: UInt8 { 0x39 }
  static var colon: UInt8 { 0x3A }
  static var semicolon: UInt8 { 0x3B }
  static var equals: UInt8 { 0x3D }
  static var question: UInt8 { 0x3F }
  static var hash: UInt8 { 0x23 }
  static var openBracket: UInt8 { 0x5B }
  static var backslash: UInt8 { 0x5C }
  static var closeBracket: UInt8 { 0x5D }
  static var delete: UInt8 { 0x7F }

  /// True for the bytes forbidden in a head: all controls but the tab (RFC 9110 §5.5).
  static func isForbiddenControl(_ byte: UInt8) -> Bool {
    (byte < space && byte != tab) || byte == delete
  }

  /// The byte with `A` to `Z` in lower case, other values unchanged.
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }
}

/// A set of ASCII bytes as two words, so that membership is a shift and a mask.
///
/// The words are literals: a set built at run time would be a lazy global, checked at every byte. Every set here
/// contains letters, digits, `-`, `.` and `_`: `ASCII.marksOfUncommon` skips eight of them at once.
struct ByteSet: Sendable {
  let low: UInt64
  let high: UInt64

  func contains(_ byte: UInt8) -> Bool {
    guard byte < 0x80 else { return false }
    let word = byte < 0x40 ? low : high
    return (word &>> UInt64(byte & 0x3F)) & 1 == 1
  }

  /// `tchar`: letters, digits and ``!#$%&'*+-.^_`|~`` (RFC 9110 §5.6.2).
  static var token: ByteSet { ByteSet(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE) }
  /// `pchar`, `%` and `/` (RFC 3986 §3.3).
  static var path: ByteSet { ByteSet(low: 0x2FFF_FFF2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF) }
  /// The query's characters (RFC 3986 §3.4), and ``[]{}|\^` ``, which browsers send unescaped (WHATWG URL, query
  /// percent-encode set).
  static var query: ByteSet { ByteSet(low: 0xAFFF_FFF2_0000_0000, high: 0x7FFF_FFFF_FFFF_FFFF) }
  /// `reg-name` and IPv4 addresses without the comma, which would separate hosts (RFC 3986 §3.2.2).
  static var registeredName: ByteSet { ByteSet(low: 0x2BFF_6FF2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE) }
}
