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
