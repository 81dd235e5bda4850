import NavigationJSON

/// How the text of a state follows from the one before it: a range of that is replaced.
///
/// In a row it stands as three numbers and the new bytes, with a comma behind each: where the range begins, how many
/// bytes it has, and how many come in their place. A state that stands whole replaces nothing.
struct StateSplice {
  let start: Int
  let removedCount: Int
  let bytes: ArraySlice<UInt8>

  /// A text that follows from none.
  init(whole text: [UInt8]) { (start, removedCount, bytes) = (0, 0, text[...]) }

  /// What is between the bytes that both texts begin with and those that they end with.
  init(from older: [UInt8], to newer: [UInt8]) {
    let most = min(older.count, newer.count)
    start = Self.countOfSame(older.span.bytes, newer.span.bytes, upTo: most)
    let behind = Self.countOfSameAtEnd(older.span.bytes, newer.span.bytes, upTo: most - start)
    removedCount = older.count - start - behind
    bytes = newer[start..<newer.count - behind]
  }

  private static func countOfSame(_ older: RawSpan, _ newer: RawSpan, upTo most: Int) -> Int {
    var count = 0
    while count + 8 <= most {
      let difference = word(older, at: count) ^ word(newer, at: count)
      guard difference == 0 else { return count + difference.trailingZeroBitCount / 8 }
      count += 8
    }
    while count < most, byte(older, at: count) == byte(newer, at: count) { count += 1 }
    return count
  }

  private static func countOfSameAtEnd(_ older: RawSpan, _ newer: RawSpan, upTo most: Int) -> Int {
    let (olderEnd, newerEnd) = (older.byteCount, newer.byteCount)
    var count = 0
    while count + 8 <= most {
      let difference = word(older, at: olderEnd - count - 8) ^ word(newer, at: newerEnd - count - 8)
      guard difference == 0 else { return count + difference.leadingZeroBitCount / 8 }
      count += 8
    }
    while count < most, byte(older, at: olderEnd - count - 1) == byte(newer, at: newerEnd - count - 1) { count += 1 }
    return count
  }

  /// Eight bytes, the first one lowest. The span checks that they are there.
  private static func word(_ bytes: RawSpan, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func byte(_ bytes: RawSpan, at offset: Int) -> UInt8 {
    bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
  }
}

/// As it stands at the beginning of a row.
extension StateSplice {
  /// Appends it; a comma goes before each of its parts but the first, and before what is written behind it.
  func write(to row: inout JSONWriter) {
    row.int(start)
    row.int(removedCount)
    row.int(bytes.count)
    row.raw(bytes)
  }

  /// Reads it from the beginning of a row, and moves `index` to what stands behind it. Throws `unreadable` where the
  /// row is too short for it.
  init(_ row: [UInt8], at index: inout Int) throws(StoreError) {
    start = try Self.number(in: row, at: &index)
    removedCount = try Self.number(in: row, at: &index)
    let count = try Self.number(in: row, at: &index)
    guard count < row.count - index, row[index + count] == Self.comma else { throw .unreadable }
    bytes = row[index..<index + count]
    index += count + 1
  }

  /// The text that it makes of another one. Throws `unreadable` where that has no such range.
  func applied(to older: [UInt8]) throws(StoreError) -> [UInt8] {
    guard start <= older.count, removedCount <= older.count - start else { throw .unreadable }
    return Array(older[..<start] + bytes + older[(start + removedCount)...])
  }

  private static let comma: UInt8 = 0x2C
  /// Digits of a number at most.
  private static let digitLimit = 10

  private static func number(in row: [UInt8], at index: inout Int) throws(StoreError) -> Int {
    var number = 0
    for _ in 0...digitLimit {
      guard index < row.count else { throw .unreadable }
      let byte = row[index]
      index += 1
      if byte == comma { return number }
      guard byte >= 0x30, byte <= 0x39 else { throw .unreadable }
      number = number * 10 + Int(byte - 0x30)
    }
    throw .unreadable
  }
}
