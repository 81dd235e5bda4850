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
