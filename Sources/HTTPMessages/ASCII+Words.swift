/// Eight bytes at once, as a word whose lowest byte is the first in memory. Every answer is an offset from it, 8 for none.
extension ASCII {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var topBits: UInt64 { 0x8080_8080_8080_8080 }

  /// The first byte that is below 0x20 or 0x7F, a tab too.
  @inline(__always)
  static func offsetOfControl(_ word: UInt64) -> Int {
    // A subtraction borrows through a byte that is less than what is taken from it, and sets its top bit. A borrow also
    // spoils the bytes above, but the lowest bit that is set is always right, and it is the first byte in memory.
    let belowSpace = (word &- 0x20 &* ones) & ~word
    let delete = word ^ 0x7F &* ones
    let isDelete = (delete &- ones) & ~delete
    return ((belowSpace | isDelete) & topBits).trailingZeroBitCount / 8
  }

  /// The first byte that is `byte`.
  @inline(__always)
  static func offset(of byte: UInt8, in word: UInt64) -> Int {
    let difference = word ^ UInt64(byte) &* ones
    return ((difference &- ones) & ~difference & topBits).trailingZeroBitCount / 8
  }

  /// The first byte that is no letter, digit, `-`, `.`, `_` or `/`; a slash counts as such a byte with `orSlash`.
  @inline(__always)
  static func offsetOfUncommon(_ word: UInt64, orSlash: Bool) -> Int {
    // Without their top bits, no sum of two bytes carries into the next one.
    let low = word & ~topBits
    let isLetter = topBitsWhere(low | 0x20 &* ones, isIn: 0x61...0x7A)
    let isUnderscore = ~((low ^ 0x5F &* ones) &+ 0x7F &* ones)
    var isCommon = isLetter | topBitsWhere(low, isIn: 0x2D...0x39) | isUnderscore
    if orSlash { isCommon &= (low ^ UInt64(slash) &* ones) &+ 0x7F &* ones }
    return ((~isCommon | word) & topBits).trailingZeroBitCount / 8
  }

  /// The top bit of each byte that lies in `range`; the bytes are below 0x80, and the other bits mean nothing.
  @inline(__always)
  private static func topBitsWhere(_ low: UInt64, isIn range: ClosedRange<UInt64>) -> UInt64 {
    (low &+ (0x80 &- range.lowerBound) &* ones) & ~(low &+ (0x7F &- range.upperBound) &* ones)
  }
}
