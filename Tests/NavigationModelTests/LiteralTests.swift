import Navigation
import Testing

/// Ids as literals in source code.
@Suite struct LiteralTests {
  @Test func `a literal is the id of its text`() throws {
    let id: ControllerID = "chat-42"
    let text = "chat-42"
    #expect(id == ControllerID(text) && id.description == text && Set<ControllerID>(["a", "a:b", "A.1_-"]).count == 3)
  }

  @Test func `invalid text at run time is nil`() {
    for text in ["", "two words", "ü", "a/b", String(repeating: "a", count: 129)] {
      #expect(ControllerID(text) == nil, "\(text)")
    }
  }

  @Test func `an invalid literal stops the program, and is named`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let id: ControllerID = "two words"
      print(id)
    }
    let said = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(
      said.contains(#""two words" is not the id of a controller: 1 to 128 bytes of A-Z a-z 0-9 . _ : -"#), "\(said)")
  }
}
