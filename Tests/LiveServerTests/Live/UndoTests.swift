import Navigation
import NavigationClient
import Testing

extension LiveTests {
  /// The ways through a session's history.
  @Suite struct UndoTests {}
}

extension LiveTests.UndoTests {
  @Test(arguments: ["tabsInPrimary.txt", "tabBarInStack.txt", "listDetail.txt", "columns.txt"])
  func `a walk is gone back and forward again, byte for byte`(name: String) async throws {
    let client = try live.client
    let walk = try Transcript.named(name)
    let start = try #require(walk.exchanges.first { $0.path == "/v1/sessions" && $0.body != "$answer" })
    let chat = try await client.createSession(json: start.body)
    var (states, revisions) = ([try await chat.snapshot()], [0])
    for transition in walk.transitions {
      guard let answer = try? await chat.apply(Transition(transition)) else { continue }
      let snapshot = try await chat.snapshot()
      // A revision with events alone is no step of undo (D-134).
      guard snapshot.json() != states.last?.json() else { continue }
      states.append(snapshot)
      revisions.append(answer.revision)
    }
    let (last, walked) = (states.count - 1, try await chat.read().revision)
    #expect(last > 5)
    var answer = try await chat.read()
    for index in (0..<last).reversed() {
      #expect(answer.can.undo)
      let (undone, snapshot) = (
        try await chat.send(.history(HistoryRequest(.undo)), ifMatch: answer.revision).body, try await chat.snapshot()
      )
      #expect(undone.revision == answer.revision + 1 && snapshot.isSame(as: states[index]), "\(index)")
      answer = try await chat.read()
    }
    #expect(!answer.can.undo)
    for index in 1...last {
      #expect(answer.can.redo)
      try await chat.redo()
      #expect(try await chat.snapshot().isSame(as: states[index]), "\(index)")
      answer = try await chat.read()
    }
    #expect(!answer.can.redo && answer.revision == walked + 2 * last)
    for (revision, state) in zip(revisions, states) {
      #expect(try await chat.snapshot(at: revision).json() == state.json(), "\(revision)")
    }
  }

  @Test func `nothing to undo is no problem, what is not there is one`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    let answer = try await chat.undo()
    #expect(answer.outcome?.handled == false && answer.revision == 0)
    #expect(await failure { try await chat.revert(to: 1) }?.code == .noSuchRevision)
    #expect(await failure { try await chat.snapshot(at: 1) }?.code == .noSuchRevision)
    #expect(await failure { try await chat.fork(at: 1) }?.code == .noSuchRevision)
    #expect(try await chat.read().revision == 0)
  }

  @Test func `a fork is made once, and goes its own way`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    try await chat.apply(.showDetail("chat-42"))
    let key = try #require(IdempotencyKey("fork-\(UInt64.random(in: .min ... .max))"))
    let first = try await chat.fork(at: 0, ifMatch: 1, idempotencyKey: key)
    let again = try await chat.fork(at: 0, ifMatch: 1, idempotencyKey: key)
    #expect(
      first.id == again.id && first.id != chat.id && first.revision == 0
        && first.visible.map(\.id) == ["chat-list", "placeholder"])
    #expect(try await first.snapshot() == chat.snapshot(at: 0))
    try await first.push("a", route: "page", on: "chats")
    #expect(try await chat.read().revision == 1)
    #expect(await failure { try await chat.fork(ifMatch: 0) }?.code == .staleRevision)
  }

  @Test func `an undone change is news like any other`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    try await chat.apply(.push("a", on: "chats"))
    let undone = try await chat.undo()
    for try await event in chat.events(after: 1) {
      guard case .transition(let record) = event else { continue }
      #expect(record.json() == undone.json())
      break
    }
  }
}

extension Snapshot {
  /// Byte for byte but for the counter of ids, which never goes back.
  fileprivate func isSame(as other: Snapshot) -> Bool {
    var (mine, others) = (self, other)
    (mine.countedIDs, others.countedIDs) = (0, 0)
    return mine.json() == others.json()
  }
}
