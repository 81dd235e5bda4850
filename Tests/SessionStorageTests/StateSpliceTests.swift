import Navigation
import Testing

@testable import SessionStorage

/// The text of a state in a row, as the replacement of a range of the previous text.
@Suite struct StateSpliceTests {
  /// Both texts, the replaced range of the older one, and its replacement.
  @Test(arguments: [
    ("", "", 0, 0, ""), ("", "abc", 0, 0, "abc"), ("abc", "", 0, 3, ""), ("abc", "abc", 3, 0, ""),
    ("0123456789abcdef0123456789", "0123456789abcdef0123456789", 26, 0, ""),
    ("0123456789abcdef", "0123456789Xbcdef", 10, 1, "X"), ("0123456789abcdef", "X0123456789abcdef", 0, 0, "X"),
    ("0123456789abcdef", "0123456789abcdefX", 16, 0, "X"), ("0123456789abcdef", "012def", 3, 10, ""),
    ("aaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaa", 12, 0, "aaaaaaaaaaaa"),
    ("aaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaa", 12, 12, ""),
    ("12345678X12345678", "12345678YZ12345678", 8, 1, "YZ"),
    ("{\"a\":1,\"b\":2}", "{\"a\":1,\"c\":0,\"b\":2}", 8, 0, "c\":0,\""),
  ])
  func theRangeBetweenEqualBytesIsReplaced(older: String, newer: String, start: Int, removed: Int, bytes: String) throws
  {
    let splice = StateSplice(from: Array(older.utf8), to: Array(newer.utf8))
    #expect(splice.start == start && splice.removedCount == removed && Array(splice.bytes) == Array(bytes.utf8))
    #expect(try splice.applied(to: Array(older.utf8)) == Array(newer.utf8))
    var writer = JSONWriter()
    splice.write(to: &writer)
    writer.beginObject()
    writer.endObject()
    let row = writer.bytes
    #expect(String(decoding: row, as: UTF8.self) == "\(start),\(removed),\(bytes.utf8.count),\(bytes),{}")
    var index = 0
    let read = try StateSplice(row, at: &index)
    #expect(try read.applied(to: Array(older.utf8)) == Array(newer.utf8) && Array(row[index...]) == Array("{}".utf8))
  }

  /// Rows that no version writes.
  @Test(arguments: [
    "", "1", "1,", "1,2", "1,2,3", "1,2,3,ab", "1,2,3,abc", "1,2,3,abc;", "-1,0,0,,", "a,0,0,,", "0,0,99999999999,a,",
    "0 ,0,0,,",
  ])
  func malformedSplicesAreRefused(row: String) {
    var index = 0
    #expect(throws: StoreError.unreadable) { try StateSplice(Array(row.utf8), at: &index) }
  }

  @Test(arguments: ["5,0,0,,", "4,1,0,,", "0,5,0,,", "9999999999,0,0,,", "0,9999999999,0,,"])
  func spliceBeyondTheTextIsRefused(row: String) throws {
    var index = 0
    let splice = try StateSplice(Array(row.utf8), at: &index)
    #expect(throws: StoreError.unreadable) { try splice.applied(to: Array("abcd".utf8)) }
  }
}
