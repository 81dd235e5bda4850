/// Eight bytes at once, as a word whose lowest byte is the first in memory. The marks of some of them are their top
/// bits: the lowest one is right, those above it may be too many.
extension ASCII {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var topBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Marks bytes that are below 0x20 or 0x7F, tabs too.
  @inline(__always)
  static func marksOfControls(_ word: UInt64) -> UInt64 {
    // A subtraction borrows through a byte that is less than what is taken from it, and sets its top bit. A borrow also
    // spoils the bytes above, but the lowest bit that is set is always right, and it is the first byte in memory.
    let belowSpace = (word &- 0x20 &* ones) & ~word
    let delete = word ^ 0x7F &* ones
    let isDelete = (delete &- ones) & ~delete
    return (belowSpace | isDelete) & topBits
  }

  /// Marks those that are `byte`.
  @inline(__always)
  static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
    let difference = word ^ UInt64(byte) &* ones
    return (difference &- ones) & ~difference & topBits
  }

  /// Marks those that are no letter, digit, `-`, `.`, `_` or `/`; a slash counts as such a byte with `orSlash`.
  @inline(__always)
  static func marksOfUncommon(_ word: UInt64, orSlash: Bool) -> UInt64 {
    // Without their top bits, no sum of two bytes carries into the next one.
    let low = word & ~topBits
    let isLetter = topBitsWhere(low | 0x20 &* ones, isIn: 0x61...0x7A)
    let isUnderscore = ~((low ^ 0x5F &* ones) &+ 0x7F &* ones)
    var isCommon = isLetter | topBitsWhere(low, isIn: 0x2D...0x39) | isUnderscore
    if orSlash { isCommon &= (low ^ UInt64(slash) &* ones) &+ 0x7F &* ones }
    return (~isCommon | word) & topBits
  }

  /// The word with `A` to `Z` in lower case and every other byte as it is.
  @inline(__always)
  static func lowercased(_ word: UInt64) -> UInt64 {
    let isCapital = topBitsWhere(word & ~topBits, isIn: 0x41...0x5A) & ~word & topBits
    return word | isCapital >> 2
  }

  /// The top bit of each byte that lies in `range`; the bytes are below 0x80, and the other bits mean nothing.
  @inline(__always)
  private static func topBitsWhere(_ low: UInt64, isIn range: ClosedRange<UInt64>) -> UInt64 {
    (low &+ (0x80 &- range.lowerBound) &* ones) & ~(low &+ (0x7F &- range.upperBound) &* ones)
  }
}
