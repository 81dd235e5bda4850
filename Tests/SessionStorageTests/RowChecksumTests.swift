import Navigation
import Testing

@testable import SessionStorage

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
