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
