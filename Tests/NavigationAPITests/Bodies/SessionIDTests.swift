import Foundation
import Navigation
import Testing

@Suite struct SessionIDTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var text: String
    var id: SessionID
    var testDescription: String { text }
  }

  static let rows = [
    Row(text: "s_00000000000000000000000000", id: SessionID(high: 0, low: 0)),
    Row(text: "s_00000000000000000000000001", id: SessionID(high: 0, low: 1)),
    Row(text: "s_0000000000000fzzzzzzzzzzzz", id: SessionID(high: 0, low: .max)),
    Row(text: "s_0000000000000g000000000000", id: SessionID(high: 1, low: 0)),
    Row(text: "s_7zzzzzzzzzzzzzzzzzzzzzzzzz", id: SessionID(high: .max, low: .max)),
    Row(text: "s_0000000000000000000123456z", id: SessionID(high: 0, low: 0x0000_0000_4432_14DF)),
  ]

  @Test(arguments: rows) func bothWays(_ row: Row) {
    #expect(row.id.description == row.text)
    #expect(SessionID(row.text) == row.id)
  }

  @Test func everyCharacter() throws {
    let alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
    for (digit, character) in alphabet.enumerated() {
      let text = "s_0000000000000000000000000\(character)"
      #expect(SessionID(high: 0, low: UInt64(digit)).description == text)
      #expect(SessionID(text)?.low == UInt64(digit))
    }
  }

  @Test func randomOnesComeBack() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<1_000 {
      let id = SessionID.random(using: &generator)
      #expect(SessionID(id.description) == id)
      #expect(id.description.utf8.count == SessionID.length)
    }
  }

  @Test(arguments: [
    "", "s_", "s_0000000000000000000000000", "s_000000000000000000000000000", "S_00000000000000000000000000",
    "s-00000000000000000000000000",
    "s_80000000000000000000000000", "s_0000000000000000000000000i", "s_0000000000000000000000000l",
    "s_0000000000000000000000000o",
    "s_0000000000000000000000000u", "s_0000000000000000000000000A", "s_0000000000000000000000000ü",
    "s_0000000000000000000000000 ",
  ])
  func refused(_ text: String) {
    #expect(SessionID(text) == nil)
  }
}

@Suite struct TimestampTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var text: String
    var milliseconds: Int64
    var testDescription: String { text }
  }

  static let rows = [
    Row(text: "1970-01-01T00:00:00.000Z", milliseconds: 0),
    Row(text: "1969-12-31T23:59:59.999Z", milliseconds: -1),
    Row(text: "2000-02-29T12:00:00.000Z", milliseconds: 951_825_600_000),
    Row(text: "2026-11-20T10:00:00.123Z", milliseconds: 1_795_168_800_123),
    Row(text: "2100-02-28T23:59:59.999Z", milliseconds: 4_107_542_399_999),
    Row(text: "2100-03-01T00:00:00.000Z", milliseconds: 4_107_542_400_000),
    Row(text: "0000-01-01T00:00:00.000Z", milliseconds: -62_167_219_200_000),
    Row(text: "9999-12-31T23:59:59.999Z", milliseconds: 253_402_300_799_999),
  ]

  @Test(arguments: rows) func bothWays(_ row: Row) {
    #expect(Timestamp(milliseconds: row.milliseconds).description == row.text)
    #expect(Timestamp(row.text)?.milliseconds == row.milliseconds)
    let date = Timestamp(milliseconds: row.milliseconds).date
    #expect(abs(date.timeIntervalSince1970 * 1_000 - Double(row.milliseconds)) < 0.1)
    #expect(Timestamp(date).milliseconds == row.milliseconds)
  }

  @Test func everyDayOfFourCenturies() {
    var time = Timestamp(milliseconds: -11_676_096_000_000)
    for _ in 0..<146_097 {
      #expect(Timestamp(time.description) == time)
      time.milliseconds += 86_400_000
    }
    #expect(time.description == "2000-01-01T00:00:00.000Z")
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T10:00:00Z", "2026-11-20T10:00:00.12Z", "2026-11-20T10:00:00.123+00:00",
    "2026-11-20t10:00:00.123Z",
    "2026-11-20 10:00:00.123Z", "2026-11-20T24:00:00.000Z", "2026-11-20T10:60:00.000Z", "2026-11-20T10:00:60.000Z",
    "2026-02-29T10:00:00.000Z", "2026-04-31T10:00:00.000Z", "2026-13-01T10:00:00.000Z", "2026-00-01T10:00:00.000Z",
    "2026-01-00T10:00:00.000Z", "2100-02-29T00:00:00.000Z", "+026-11-20T10:00:00.123Z", "2026-11-20T10:00:00.12éZ",
  ])
  func refused(_ text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func aDateBeyondIsTheNearerEnd() {
    #expect(Timestamp(Date(timeIntervalSince1970: 1e300)).milliseconds == .max)
    #expect(Timestamp(Date(timeIntervalSince1970: -1e300)).milliseconds == .min)
  }

  @Test func aTimeOutOfRangeIsWrittenAsTheNearerEnd() {
    #expect(Timestamp(milliseconds: .max).description == "9999-12-31T23:59:59.999Z")
    #expect(Timestamp(milliseconds: .min).description == "0000-01-01T00:00:00.000Z")
  }
}
