import HTTPMessages
import Navigation
import SeededRandom
import SessionStorage
import StoreKinds
import Testing

/// `--max-session-bytes`: the limit of one session with its records and answers.
@Suite struct SessionSizeTests {
  typealias Service = ServiceUnderTest

  private static let limit = 100_000

  private static func push(_ bytes: Int, _ id: String = "") -> String {
    let id = id.isEmpty ? "" : #""id": "\#(id)", "#
    return
      #"{"type": "push", "screen": {\#(id)"route": "r", "title": "\#(String(repeating: "t", count: bytes))"}, "stack": "chats"}"#
  }

  private static func key(_ text: String) -> [(name: String, value: String)] { [("Idempotency-Key", text)] }

  private func service(_ kind: StoreKind, limit: Int = limit) throws -> Service {
    Service(store: try kind.make(sessionBytes: limit))
  }

  @Test(arguments: StoreKind.allCases) func aChangeOverTheLimitIsRefused(kind: StoreKind) throws {
    let service = try service(kind)
    let path = try service.created()
    _ = try service.post(path + "/transitions", Self.push(60_000))
    let before = try service.get(path)
    for query in ["", "?dryRun=true"] {
      for body in [Self.push(60_000), #"{"transitions": [\#(Self.push(1)), \#(Self.push(60_000))]}"#] {
        let refused = try service.post(path + "/transitions" + query, body)
        #expect(refused.code == "session-too-large" && refused.status.rawValue == 422, "\(query)")
        #expect(try refused.problem().detail.contains("100000"))
        _ = try service.created()
        #expect(try service.get(path).body == before.body)
      }
    }
    // A smaller change is still accepted, and the earlier one is intact.
    #expect(try service.post(path + "/transitions", Self.push(10_000)).status == .ok)
    #expect(try service.get(path).session().revision == 2)
  }

  @Test func aSessionOverTheLimitIsRefused() throws {
    let service = try service(.memory)
    let title = String(repeating: "t", count: 120_000)
    let create = #"{"root": {"kind": "screen", "id": "s", "route": "r", "title": "\#(title)"}}"#
    for _ in 0..<2 { #expect(try service.post("/v1/sessions", create, Self.key("k")).code == "session-too-large") }
    #expect(service.store.count == 0)
    #expect(try service.post("/v1/sessions", create.replacing(title, with: "t"), Self.key("l")).status == .created)
  }

  /// A session created before the limit was lowered.
  @Test(
    arguments: [
      ("smaller", #"{"type": "pop", "stack": "chats"}"#, nil),
      ("the same", #"{"type": "selectTab", "tab": "contacts"}"#, nil),
      ("larger", push(1), "session-too-large"),
    ] as [(String, String, String?)])
  func aSessionAboveTheLimitMayShrink(name: String, body: String, code: String?) async throws {
    var session = try CreateSession(request: Array(Service.create().utf8)).open().session
    _ = try session.apply(Transition(json: JSONDocument(Self.push(120_000)).root))
    let service = try service(.memory)
    let head = SessionHead(
      id: SessionID(high: 1, low: 1), owner: .unnamed, client: nil, labels: Labels(),
      createdAt: Timestamp(milliseconds: 0), timeToLive: 1 << 31)
    let stored = StoredSession(head, session, [])
    _ = try await service.store.create(stored, answer: nil, at: Moment(now: head.createdAt)) {}
    let response = try service.post("/v1/sessions/\(stored.id)/transitions", body)
    #expect(response.code == code, "\(name)")
  }

  @Test(arguments: StoreKind.allCases) func theOldestRecordsAreDroppedFirst(kind: StoreKind) throws {
    let service = try service(kind)
    let path = try service.created()
    for revision in 1...20 {
      #expect(try service.post(path + "/transitions", Self.push(20_000, "s\(revision)")).status == .ok)
      #expect(try service.post(path + "/transitions", #"{"type": "pop", "stack": "chats"}"#).status == .ok)
      _ = try service.created()
    }
    let revisions = try TransitionList(answer: service.get(path + "/transitions").body).transitions.map(\.revision)
    #expect(
      revisions.last == 40 && revisions.count < 40 && revisions == Array((41 - revisions.count)...40), "\(revisions)")
    #expect(try service.get(path + "/transitions?after=0").code == "revision-gone")
    #expect(try service.get(path + "/snapshot?revision=1").code == "revision-gone")
    #expect(try service.get(path).session().revision == 40)
  }

  /// An accepted request is not executed again after its answer is evicted.
  @Test(arguments: StoreKind.allCases) func theOldestAnswersAreEvicted(kind: StoreKind) throws {
    let service = try service(kind)
    let path = try service.created()
    _ = try service.post(path + "/transitions", Self.push(20_000))
    for badge in 1...8 {
      let body = #"{"type": "setBadge", "tab": "chats", "badge": "\#(badge)"}"#
      #expect(try service.post(path + "/transitions?include=session", body, Self.key("k\(badge)")).status == .ok)
      _ = try service.created()
    }
    func again(_ badge: Int) throws -> HTTPResponse {
      let body = #"{"type": "setBadge", "tab": "chats", "badge": "\#(badge)"}"#
      return try service.post(path + "/transitions?include=session", body, Self.key("k\(badge)"))
    }
    let gone = try again(1)
    #expect(gone.code == "revision-gone" && gone.status == .gone)
    #expect(try gone.problem().detail.contains("accepted as revision 2;"))
    let kept = try again(8)
    #expect(kept.status == .ok && kept.value(of: "Idempotency-Replayed") == "true")
    #expect(try service.post(path + "/transitions", Self.push(1), Self.key("k1")).code == "idempotency-key-reused")
    #expect(try service.get(path).session().revision == 9)
  }

  /// Texts that are longer as JSON: never longer than the upper bound, and for some long ones close to it.
  @Test(arguments: [
    ("t", true), ("\"", true), ("\\", true), ("\u{1}", true), ("\n", false), ("\u{7F}", false), ("\u{85}", false),
    ("é", true),
    ("\u{202E}", false), ("漢", true), ("🙂", true),
  ])
  func theUpperBoundOfTheSizeHolds(character: String, isClose: Bool) throws {
    for count in [0, 1, 10, 64, 65, 30_000] {
      let text = String(repeating: character, count: count)
      let screen = Screen(
        route: text, title: text, params: Params(members: [.init(name: text, json: "1")]), selection: text,
        leftBarButton: text,
        backButtonTitle: text)
      let (s, t) = (ControllerID("s"), ControllerID("t"))
      let tab = Tab(title: text, badge: text, child: Controller(id: s, content: .screen(screen)))
      let tree = Controller(id: t, content: .tabBar(try #require(TabBar(tabs: [tab]))))
      let session = try Session.open(tree, in: Environment()).session
      let written = Snapshot(session).json().count
      #expect(written <= session.jsonBytesAtMost, "\(count)")
      if count > 64, isClose { #expect(session.jsonBytesAtMost < written + 2_500, "\(count)") }
    }
  }
}

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
