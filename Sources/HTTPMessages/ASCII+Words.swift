/// Eight bytes at once, as a word whose lowest byte is the first in memory. Each function marks bytes by their top
/// bits: the lowest mark is exact, higher ones may be false.
extension ASCII {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var topBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Marks the bytes below 0x20, tabs included, and 0x7F.
  static func marksOfControls(_ word: UInt64) -> UInt64 {
    // Subtracting borrows through a byte smaller than the subtrahend and sets its top bit. The borrow also spoils
    // higher bytes, but the lowest set bit is exact and belongs to the first such byte in memory.
    let belowSpace = (word &- 0x20 &* ones) & ~word
    let delete = word ^ 0x7F &* ones
    let isDelete = (delete &- ones) & ~delete
    return (belowSpace | isDelete) & topBits
  }

  /// Marks the bytes equal to `byte`.
  static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
    let difference = word ^ UInt64(byte) &* ones
    return (difference &- ones) & ~difference & topBits
  }

  /// Marks the bytes other than letters, digits, `-`, `.`, `_` and `/`; with `orSlash`, slashes too.
  static func marksOfUncommon(_ word: UInt64, orSlash: Bool) -> UInt64 {
    // Without the top bits, no sum of two bytes carries into the next byte.
    let low = word & ~topBits
    let isLetter = topBitsWhere(low | 0x20 &* ones, isIn: 0x61...0x7A)
    let isUnderscore = ~((low ^ 0x5F &* ones) &+ 0x7F &* ones)
    var isCommon = isLetter | topBitsWhere(low, isIn: 0x2D...0x39) | isUnderscore
    if orSlash { isCommon &= (low ^ UInt64(slash) &* ones) &+ 0x7F &* ones }
    return (~isCommon | word) & topBits
  }

  /// The top bit of each byte in `range`. The bytes are below 0x80; the other bits of the result are undefined.
  private static func topBitsWhere(_ low: UInt64, isIn range: ClosedRange<UInt64>) -> UInt64 {
    (low &+ (0x80 &- range.lowerBound) &* ones) & ~(low &+ (0x7F &- range.upperBound) &* ones)
  }
}
