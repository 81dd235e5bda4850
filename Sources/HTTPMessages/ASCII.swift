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

  // MARK: Words

  // Eight bytes at once, the lowest byte of a word the first in memory. What marks bytes does so by their top bits: the
  // lowest mark is exact, higher ones may be false.

  /// Each byte with `A` to `Z` in lower case.
  static func lowercased(word: UInt64) -> UInt64 {
    let isUpper = topBitsWhere(word & ~topBits, isIn: 0x41...0x5A) & ~word & topBits
    return word | isUpper &>> 2
  }

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

/// A range of offsets in a head, half the size of `Range<Int>`; a head is shorter than 2^32 bytes.
struct ByteRange: Sendable, Equatable, BitwiseCopyable {
  let start: UInt32
  let end: UInt32

  init(_ start: Int, _ end: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
  }

  static var empty: ByteRange { ByteRange(0, 0) }
  var isEmpty: Bool { start == end }
  var lowerBound: Int { Int(start) }
  var upperBound: Int { Int(end) }
  var count: Int { Int(end) - Int(start) }
  var range: Range<Int> { Int(start)..<Int(end) }
}

extension Span where Element == UInt8 {
  /// True where the bytes of `range` equal `text` in any case. `text` is lower case.
  func equals(_ text: StaticString, in range: ByteRange) -> Bool {
    guard range.count == text.utf8CodeUnitCount, range.upperBound <= count else { return false }
    return text.withUTF8Buffer { expected in
      let last = expected.count &- 8
      guard last >= 0 else {
        return expected.indices.allSatisfy { ASCII.lowercased(self[range.lowerBound &+ $0]) == expected[$0] }
      }
      // By words: byte by byte the names of a POST are 490 instructions more. The last word may overlap the one before.
      var offset = 0
      while true {
        // SAFETY: eight bytes from `offset` on are in the text, as it is at most `last`; any eight bytes make a word.
        let word = UnsafeRawBufferPointer(expected).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        guard ASCII.lowercased(word: self.word(at: range.lowerBound &+ offset)) == UInt64(littleEndian: word) else {
          return false
        }
        if offset == last { return true }
        offset = min(offset &+ 8, last)
      }
    }
  }

  /// The eight bytes from `index` on, the first one lowest.
  func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index + 8 <= count)
    // SAFETY: the word is inside the span by the precondition; any eight bytes make a word.
    return withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self)) }
  }

  /// True where the bytes of `range` equal `text`, case included.
  func equalsExactly(_ text: StaticString, in range: ByteRange) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { expected in
      expected.indices.allSatisfy { self[range.lowerBound + $0] == expected[$0] }
    }
  }

  /// The first index in `range` of a byte that `stops`, else the end of `range`.
  ///
  /// `marks` returns the top bit of each of eight bytes to test. Bytes below the lowest mark are skipped; higher marks
  /// may be false.
  private func scan(_ range: Range<Int>, marking marks: (UInt64) -> UInt64, until stops: (UInt8) -> Bool) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return range.upperBound }
      // A word may reach beyond the range. Near the end of the span, bytes are tested one by one.
      let lastWord = bytes.count &- 8
      var index = range.lowerBound
      while index < range.upperBound {
        if index <= lastWord {
          // SAFETY: the word ends inside the span by the comparison above; any eight bytes make a word.
          let marked = marks(UInt64(littleEndian: first.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
          guard marked != 0 else {
            index &+= 8
            continue
          }
          index &+= marked.trailingZeroBitCount &>> 3
          if index >= range.upperBound { break }
        }
        // SAFETY: the index is in the range, and the range is in the span by the precondition.
        if stops(first.load(fromByteOffset: index, as: UInt8.self)) { return index }
        index &+= 1
      }
      return range.upperBound
    }
  }

  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    let index = scan(range, marking: { ASCII.marks(of: byte, in: $0) }, until: { $0 == byte })
    return index < range.upperBound ? index : nil
  }

  /// The first index in `range` whose byte is not in `set`, else the end of `range`.
  func end(of set: ByteSet, in range: Range<Int>) -> Int { endWithEscapes(of: set, in: range).end }

  /// The first index whose byte is not in `set`, else the end, and whether a `%` precedes it.
  func endWithEscapes(of set: ByteSet, in range: Range<Int>) -> (end: Int, isEscaped: Bool) {
    let orSlash = !set.contains(ASCII.slash)
    var isEscaped = false
    let end = scan(
      range, marking: { ASCII.marksOfUncommon($0, orSlash: orSlash) },
      until: { byte in
        if byte == ASCII.percent { isEscaped = true }
        return !set.contains(byte)
      })
    return (end, isEscaped)
  }

  /// The first index in `range` of a forbidden control, CR and LF included, else the end of `range`.
  func firstControl(in range: Range<Int>) -> Int {
    scan(range, marking: ASCII.marksOfControls, until: ASCII.isForbiddenControl)
  }

  /// True where every byte of `range` is in `set`.
  func consists(of set: ByteSet, in range: Range<Int>) -> Bool {
    end(of: set, in: range) == range.upperBound
  }

  /// The range without spaces and tabs at its ends (`OWS`, RFC 9110 §5.6.3).
  func trimmed(_ start: Int, _ end: Int) -> ByteRange {
    var start = start
    var end = end
    while start < end, self[start] == ASCII.space || self[start] == ASCII.tab { start += 1 }
    while end > start, self[end - 1] == ASCII.space || self[end - 1] == ASCII.tab { end -= 1 }
    return ByteRange(start, end)
  }

  /// Calls `body` with each element of a comma-separated list, empty ones included (RFC 9110 §5.6.1).
  func forEachElement(of range: ByteRange, _ body: (ByteRange) -> Void) {
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = firstIndex(of: ASCII.comma, in: start..<range.upperBound) ?? range.upperBound
      body(trimmed(start, end))
      start = end + 1
    }
  }

  func copied(_ range: Range<Int>) -> [UInt8] {
    extracting(range).withUnsafeBufferPointer { Array($0) }
  }
}

extension [UInt8] {
  mutating func append(_ range: Range<Int>, of bytes: Span<UInt8>) {
    bytes.extracting(range).withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}
