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
