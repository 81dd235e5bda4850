import Navigation
import SessionStorage
import StoreKinds
import Testing

/// What the default limits hold in memory.
@Suite struct HeldTests {
  /// Requests, one before them, and the least number of records that are held of the last 301.
  struct Row: Sendable, CustomStringConvertible {
    let description: String
    let first: String?
    let least: Int
    let body: @Sendable (Int) -> String

    init(_ name: String, _ least: Int, first: String? = nil, _ body: @escaping @Sendable (Int) -> String) {
      (description, self.first, self.least, self.body) = (name, first, least, body)
    }
  }

  private static func title(_ number: Int, _ bytes: Int) -> String {
    let letter = "abcdefghijklmnopqrstuvwxyz".dropFirst(number % 26).prefix(1)
    return
      #"{"type":"updateScreen","controller":"chat-list","title":"\#(String(repeating: String(letter), count: bytes))"}"#
  }

  private static func stack(_ number: Int, of count: Int) -> String {
    let screens = (0..<count).map {
      #"{"kind":"screen","id":"x\#(number)-\#($0)","route":"chat","title":"Ada \#($0)"}"#
    }
    return #"{"type":"setStack","stack":"chats","children":[\#(screens.joined(separator: ","))]}"#
  }

  private static func undo(_ number: Int) -> String {
    [
      #"{"type":"push","stack":"chats","screen":{"route":"info"}}"#, #"{"type":"undo"}"#, #"{"type":"redo"}"#,
    ][number % 3]
  }

  private static func resize(_ number: Int) -> String {
    #"{"type":"resize","width":\#([400, 1_194][number % 2] + number),"height":834}"#
  }

  static let rows = [
    Row("titles of 300 B", 256) { title($0, 300) }, Row("titles of 3 KB", 173) { title($0, 3_000) },
    Row("titles of 10 KB", 29) { title($0, 10_000) }, Row("titles of 60 KB", 1) { title($0, 60_000) },
    Row("pushes and undos", 256, undo), Row("pushes and undos on 500 screens", 253, first: stack(0, of: 500), undo),
    Row("pushes and undos beside 500 KB", 256, first: title(0, 500_000), undo),
    Row("stacks of 20", 256) { stack($0, of: 20) }, Row("stacks of 200", 5) { stack($0, of: 200) },
    Row("resizes", 256, resize),
  ]

  @Test(arguments: rows) func recordsAreHeld(row: Row) throws {
    let service = ServiceUnderTest(store: try StoreKind.memory.make())
    let path = try service.created()
    for body in (row.first.map { [$0] } ?? []) + (0..<300).map(row.body) {
      #expect(try service.post(path + "/transitions", body).status == .ok)
    }
    let oldest = try TransitionList(answer: service.get(path + "/transitions?limit=1").body).transitions.first
    let latest = try service.get(path).session().revision
    #expect(latest - (try #require(oldest).revision) + 1 >= row.least)
  }

  /// Texts of 8 MiB.
  @Test(arguments: ["a", "é", "漢", "°", "“", "🙂", "\u{1}"]) func aStateIsHeld(character: String) throws {
    let title = String(repeating: character, count: (8 << 20) / (character == "\u{1}" ? 6 : character.utf8.count))
    let session = try CreateSession(
      start: .root(.screen("s", route: "r", title: title))
    ).open().session
    #expect(StoreLimits().excess(of: session) == nil)
  }
}
