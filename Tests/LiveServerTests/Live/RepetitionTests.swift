import Navigation
import NavigationClient
import Testing

extension LiveTests {
  /// Repeated requests, and conditional ones.
  @Suite struct RepetitionTests {}
}

extension LiveTests.RepetitionTests {
  private func key(_ text: String) throws -> IdempotencyKey { try #require(IdempotencyKey(text)) }

  @Test func `a creation with a key is executed once`() async throws {
    let client = try live.client
    let key = try key("create-\(UInt64.random(in: .min ... .max))")
    let first = try await client.send(Messenger.body, idempotencyKey: key)
    let second = try await client.send(Messenger.body, idempotencyKey: key)
    #expect(!first.isReplayed && second.isReplayed)
    #expect(first.body.json() == second.body.json() && first.revision == second.revision)
    var other = try Messenger.body
    other.client = "another"
    #expect(await failure { try await client.send(other, idempotencyKey: key) }?.code == .idempotencyKeyReused)
  }

  @Test func `a transition with a key is executed once, whatever happened since`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    let (key, push) = (try key("push"), try Transition.push("a", on: "chats"))
    let first = try await chat.send(.transition(push), ifMatch: 0, idempotencyKey: key)
    try await chat.apply(.push("b", on: "chats"))
    let again = try await chat.send(.transition(push), ifMatch: 0, idempotencyKey: key)
    #expect(!first.isReplayed && again.isReplayed && again.body.json() == first.body.json())
    #expect(again.revision == 1)
    #expect(try await chat.read().revision == 2)
    #expect(
      await failure { try await chat.apply(push, include: [.session], idempotencyKey: key) }?.code
        == .idempotencyKeyReused)
    #expect(try await client.messenger().send(.transition(push), idempotencyKey: key).isReplayed == false)
  }

  @Test func `a repeated refused request is decided anew`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    let (key, move) = (try key("later"), try Transition(#"{"type": "popTo", "controller": "chat-list"}"#))
    #expect(
      await failure { try await chat.send(.transition(move), ifMatch: 1, idempotencyKey: key) }?.code == .staleRevision)
    try await chat.apply(.push("a", on: "chats"))
    #expect(try await chat.send(.transition(move), ifMatch: 1, idempotencyKey: key).isReplayed == false)
  }

  @Test func `of many concurrent requests with one key, one is executed`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    let (key, push) = (try key("at-once"), try Transition.push("a", on: "chats"))
    let answers = try await withThrowingTaskGroup(of: Answer<TransitionRecord>.self) { group in
      for _ in 0..<16 { group.addTask { try await chat.send(.transition(push), idempotencyKey: key) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count { !$0.isReplayed } == 1)
    #expect(Set(answers.map { $0.body.json() }).count == 1)
    #expect(try await chat.read().revision == 1)
  }

  @Test func `of many concurrent creations with one key, one is executed`() async throws {
    let client = try live.client
    let (key, body) = (try key("creations-\(UInt64.random(in: .min ... .max))"), try Messenger.body)
    let ids = try await withThrowingTaskGroup(of: SessionID.self) { group in
      for _ in 0..<16 { group.addTask { try await client.send(body, idempotencyKey: key).body.sessionID } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
  }

  @Test func `of 16 tasks at one revision, exactly one wins`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    for revision in 0..<8 {
      let words = try await withThrowingTaskGroup(of: String.self) { group in
        for task in 0..<16 {
          let push = try Transition.push("p-\(revision)-\(task)", on: "chats")
          group.addTask { await failure { try await chat.send(.transition(push), ifMatch: revision) }?.word ?? "won" }
        }
        return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      #expect(words == ["won": 1, "stale-revision": 15])
    }
    let session = try await chat.read()
    #expect(session.revision == 8)
    let chats = try #require(session.root.split?.primary?.tabBar?.tabs.first?.child.stack)
    // The list, and above it one detail per revision.
    #expect(
      chats.children.map { $0.id.description.split(separator: "-").prefix(2).joined(separator: "-") } == ["chat-list"]
        + (0..<8).map { "p-\($0)" })
  }

  @Test(arguments: ["", "/snapshot", "/picture?format=svg"])
  func `a read with the present tag is answered without a body`(path: String) async throws {
    let chat = try await live.client.messenger()
    try await chat.push("a", route: "page", on: "chats")
    try await live.raw { connection in
      for (revision, status) in [(0, 200), (1, 304)] {
        try connection.send(
          "GET \(Endpoint(.getSession, of: chat.id).path)\(path) HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \"\(revision)\"\r\n\r\n"
        )
        let answer = try connection.response(toHead: status == 304)
        #expect(answer.status == status && answer.fields["etag"] == "\"1\"" && answer.body.isEmpty == (status == 304))
      }
    }
  }

  @Test func `deleting is conditional too, and final`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    #expect(await failure { try await chat.delete(ifMatch: 1) }?.code == .staleRevision)
    try await chat.delete(ifMatch: 0)
    #expect(await failure { try await chat.delete() }?.code == .noSuchSession)
    #expect(await failure { try await chat.read() }?.code == .noSuchSession)
  }
}
