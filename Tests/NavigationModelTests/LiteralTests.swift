import NavigationModel
import Testing

/// Ids that stand in source.
@Suite struct LiteralTests {
  @Test func `a literal is the id that its text is`() throws {
    let id: ControllerID = "chat-42"
    let text = "chat-42"
    #expect(id == ControllerID(text) && id.description == text && Set<ControllerID>(["a", "a:b", "A.1_-"]).count == 3)
  }

  @Test func `text that is no id is nil where it is known only at run time`() {
    for text in ["", "two words", "ü", "a/b", String(repeating: "a", count: 129)] {
      #expect(ControllerID(text) == nil, "\(text)")
    }
  }

  @Test func `a literal that is no id stops the program, and is named`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let id: ControllerID = "two words"
      print(id)
    }
    let said = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(
      said.contains(#""two words" is not the id of a controller: 1 to 128 bytes of A-Z a-z 0-9 . _ : -"#), "\(said)")
  }
}
