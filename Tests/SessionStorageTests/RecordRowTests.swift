import Navigation
import Testing

@testable import SessionStorage

@Suite struct RecordRowTests {
  /// Without control characters, also DEL, which the writer escapes.
  @Test func aRowIsText() throws {
    var stored = try Sample.session(1)
    let before = stored.session
    _ = try stored.session.apply(Transition(.updateScreen("chat-list", ScreenUpdate { $0.title = "a\u{7F}b" })))
    let entry = stored.entry(.creation, before: before)
    let content = RecordRow.content(of: entry, stored.session, stored.timeline, after: nil, patches: 0)
    let text = try #require(String(validating: content.bytes, as: UTF8.self))
    #expect(text.hasPrefix("0,0,\(content.stateText.count),{\"environment\":") && text.contains("a\\u007fb"))
    #expect(content.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    var replay = RecordReplay()
    let row = RecordRow(revision: 0, ordinal: 1, patches: 0, content: content.bytes)
    let read = try replay.entry(of: row)
    #expect(read.revision == entry.revision && read.at == entry.at && read.content == entry.content)
    #expect(read.events == entry.events && read.can == entry.can && read.session == entry.session)
  }
}
