import Navigation

/// The difference between the text of a state and the one before: one replaced range.
///
/// Stored as three numbers and the new bytes, each followed by a comma: offset and length of the range, and the length
/// of its replacement. A whole state replaces nothing.
struct StateSplice {
  let start: Int
  let removedCount: Int
  let bytes: ArraySlice<UInt8>

  /// A whole text.
  init(whole text: [UInt8]) { (start, removedCount, bytes) = (0, 0, text[...]) }

  /// The part between the common prefix and the common suffix of both texts.
  init(from older: [UInt8], to newer: [UInt8]) {
    let most = min(older.count, newer.count)
    var (same, sameAtEnd) = (0, 0)
    while same < most, older[same] == newer[same] { same += 1 }
    while sameAtEnd < most - same, older[older.count - 1 - sameAtEnd] == newer[newer.count - 1 - sameAtEnd] {
      sameAtEnd += 1
    }
    start = same
    removedCount = older.count - same - sameAtEnd
    bytes = newer[same..<newer.count - sameAtEnd]
  }
}

/// The stored form.
extension StateSplice {
  /// Appends the splice; the writer puts commas between its parts and before what follows.
  func write(to row: inout JSONWriter) {
    row.int(start)
    row.int(removedCount)
    row.int(bytes.count)
    row.raw(bytes)
  }

  /// Reads the splice at `index` and moves that behind it. Throws `unreadable` if the row is too short.
  init(_ row: [UInt8], at index: inout Int) throws(StoreError) {
    start = try RowText.number(in: row, at: &index)
    removedCount = try RowText.number(in: row, at: &index)
    bytes = try RowText.bytes(in: row, at: &index)
  }

  /// Applies the splice. Throws `unreadable` if `older` has no such range.
  func applied(to older: [UInt8]) throws(StoreError) -> [UInt8] {
    guard start <= older.count, removedCount <= older.count - start else { throw .unreadable }
    return Array(older[..<start] + bytes + older[(start + removedCount)...])
  }
}

/// The parts of a row, each followed by a comma.
enum RowText {
  private static let comma: UInt8 = 0x2C
  /// The most digits of a number.
  private static let digitLimit = 10

  static func number(in row: [UInt8], at index: inout Int) throws(StoreError) -> Int {
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

  /// Bytes behind their number.
  static func bytes(in row: [UInt8], at index: inout Int) throws(StoreError) -> ArraySlice<UInt8> {
    let count = try number(in: row, at: &index)
    guard count < row.count - index, row[index + count] == comma else { throw .unreadable }
    defer { index += count + 1 }
    return row[index..<index + count]
  }
}
