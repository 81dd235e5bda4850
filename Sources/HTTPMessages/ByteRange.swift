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
      expected.indices.allSatisfy { ASCII.lowercased(self[range.lowerBound + $0]) == expected[$0] }
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
  func scan(_ range: Range<Int>, marking marks: (UInt64) -> UInt64, until stops: (UInt8) -> Bool) -> Int {
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

  /// The first index of `byte` in `range`.
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
  /// Appends `range` of `bytes`.
  mutating func append(_ range: Range<Int>, of bytes: Span<UInt8>) {
    bytes.extracting(range).withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Appends the bytes of a literal.
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}
