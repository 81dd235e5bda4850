import Navigation
import Testing

@testable import SessionStorage

@Suite struct RecordRowTests {
  /// Without control characters, also DEL, which the writer escapes.
  @Test func aRowIsText() throws {
    var stored = try Sample.session(1)
    let update = Transition(.updateScreen("chat-list", ScreenUpdate { $0.title = "a\u{7F}b" }))
    let change = try #require(stored.change(update, at: Sample.time(1)))
    stored.make(change, tail: 4)
    let content = RecordRow.content(
      of: stored.latest, stored.session, stored.timeline, stored.gesture, after: nil, patches: 0)
    let text = try #require(String(validating: content.bytes, as: UTF8.self))
    #expect(text.hasPrefix("\(stored.latest.bytes.count),{\"sessionId\":") && text.contains("a\\u007fb"))
    #expect(
      text.contains("},0,0,\(content.stateText.count),{\"environment\":") && text.hasSuffix(#"["0 1 -",0,2,null]"#))
    #expect(content.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    let row = RecordRow(revision: 1, at: Sample.time(1), ordinal: 1, patches: 0, content: content.bytes)
    var replay = RecordReplay()
    for read in [try replay.record(of: row), try RecordReplay.record(alone: row)] {
      #expect(read.revision == 1 && read.at == Sample.time(1) && read.can == stored.latest.can)
      #expect(read.bytes == stored.latest.bytes && read.gestureStart == nil)
    }
    #expect(try RecordReplay.record(alone: row).state == nil && replay.timeline == stored.timeline)
    var again = RecordReplay()
    #expect(try again.record(of: row).state == stored.session)
  }
}

@Suite struct RowChecksumTests {
  private static let content = Array(#"0,0,2,{},{"at":1}"#.utf8)

  private func checksum() throws -> RowChecksum { RowChecksum(try Sample.session(1).head) }

  @Test func everyByteIsCovered() throws {
    let checksum = try checksum()
    let row = checksum.sealed(Self.content, 1, 2)
    #expect(row.count == Self.content.count + RowChecksum.byteCount)
    #expect(try checksum.opened(row, 1, 2) == Self.content)
    #expect(throws: StoreError.unreadable) { try checksum.opened(row, 1, 3) }
    for index in row.indices {
      var other = row
      other[index] ^= 0x10
      #expect(throws: StoreError.unreadable, "byte \(index)") { try checksum.opened(other, 1, 2) }
    }
  }

  /// Nothing is read unchecked, whatever it begins with.
  @Test(arguments: [content, [], Array(content.prefix(7)), Array(content.prefix(8)), Array("{}".utf8)])
  func aRowWithoutItIsUnreadable(_ row: [UInt8]) throws {
    let checksum = try checksum()
    #expect(throws: StoreError.unreadable) { try checksum.opened(row) }
  }

  @Test func onlyAnEvictedAnswerHasAnEmptyRow() throws {
    let answer = try Sample.answer(Sample.key("k"), "{}", session: 1)
    var evicted = answer
    evicted.reply = .gone
    #expect(evicted.row == [] && answer.row.count == 2 + RowChecksum.byteCount)
    #expect(try evicted.body(row: []) == [] && answer.body(row: answer.row) == Array("{}".utf8))
    #expect(throws: StoreError.unreadable) { try answer.body(row: Array("{}".utf8)) }
  }
}

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
