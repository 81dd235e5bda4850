import NavigationAPI
import NavigationClient
import NavigationModel
import Testing

extension LiveTests {
  /// Requests that are sent more than once, and conditions on what they find.
  @Suite struct RepetitionTests {}
}

extension LiveTests.RepetitionTests {
  private func key(_ text: String) throws -> IdempotencyKey { try #require(IdempotencyKey(text)) }

  @Test func `a creation with a key is done once`() async throws {
    let client = try live.client
    let key = try key("create-\(UInt64.random(in: .min ... .max))")
    let first = try await client.createSession(Messenger.body, idempotencyKey: key)
    let second = try await client.createSession(Messenger.body, idempotencyKey: key)
    #expect(!first.isReplayed && second.isReplayed)
    #expect(first.body.json() == second.body.json() && first.revision == second.revision)
    var other = try Messenger.body
    other.client = "another"
    #expect(await failure { try await client.createSession(other, idempotencyKey: key) }?.code == .idempotencyKeyReused)
  }

  @Test func `a transition with a key is done once, whatever happened since`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    let (key, push) = (try key("push"), try Transition.push("a", on: "chats"))
    let first = try await client.apply(push, to: id, ifMatch: 0, idempotencyKey: key)
    _ = try await client.apply(.push("b", on: "chats"), to: id)
    let again = try await client.apply(push, to: id, ifMatch: 0, idempotencyKey: key)
    #expect(!first.isReplayed && again.isReplayed && again.body.json() == first.body.json())
    #expect(again.revision == 1)
    #expect(try await client.session(id).revision == 2)
    #expect(await failure { try await client.apply(push, to: id, include: [.session], idempotencyKey: key) }?.code == .idempotencyKeyReused)
    #expect(try await client.apply(push, to: client.messenger(), idempotencyKey: key).isReplayed == false)
  }

  @Test func `a refused request is judged anew`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    let (key, move) = (try key("later"), try Transition(#"{"type": "popTo", "controller": "chat-list"}"#))
    #expect(await failure { try await client.apply(move, to: id, ifMatch: 1, idempotencyKey: key) }?.code == .staleRevision)
    _ = try await client.apply(.push("a", on: "chats"), to: id)
    #expect(try await client.apply(move, to: id, ifMatch: 1, idempotencyKey: key).isReplayed == false)
  }

  @Test func `of many at once with one key, one is done`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    let (key, push) = (try key("at-once"), try Transition.push("a", on: "chats"))
    let answers = try await withThrowingTaskGroup(of: Answer<TransitionRecord>.self) { group in
      for _ in 0..<16 { group.addTask { try await client.apply(push, to: id, idempotencyKey: key) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count { !$0.isReplayed } == 1)
    #expect(Set(answers.map { $0.body.json() }).count == 1)
    #expect(try await client.session(id).revision == 1)
  }

  @Test func `of many creations at once with one key, one is made`() async throws {
    let client = try live.client
    let (key, body) = (try key("creations-\(UInt64.random(in: .min ... .max))"), try Messenger.body)
    let ids = try await withThrowingTaskGroup(of: SessionID.self) { group in
      for _ in 0..<16 { group.addTask { try await client.createSession(body, idempotencyKey: key).body.sessionID } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
  }

  @Test func `of 16 tasks at one revision, exactly one wins`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    for revision in 0..<8 {
      let words = try await withThrowingTaskGroup(of: String.self) { group in
        for task in 0..<16 {
          let push = try Transition.push("p-\(revision)-\(task)", on: "chats")
          group.addTask { await failure { try await client.apply(push, to: id, ifMatch: revision) }?.word ?? "won" }
        }
        return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      #expect(words == ["won": 1, "stale-revision": 15])
    }
    let session = try await client.session(id)
    #expect(session.revision == 8)
    let chats = try #require(session.body.root.split?.primary?.tabBar?.tabs.first?.child.stack)
    // The details that were pushed on the list, one for each revision.
    #expect(
      chats.children.map { $0.id.description.split(separator: "-").prefix(2).joined(separator: "-") } == ["chat-list"]
        + (0..<8).map { "p-\($0)" })
  }

  @Test func `a reading that knows the revision is answered without a body`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    #expect(try await client.session(id, ifNoneMatch: 0) == nil)
    #expect(try await client.snapshot(of: id, ifNoneMatch: 0) == nil)
    _ = try await client.apply(.push("a", on: "chats"), to: id)
    #expect(try await client.session(id, ifNoneMatch: 0)?.revision == 1)
    #expect(try await client.snapshot(of: id, ifNoneMatch: 0)?.revision == 1)
  }

  @Test func `deleting is conditional too, and final`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    #expect(await failure { try await client.deleteSession(id, ifMatch: 1) }?.code == .staleRevision)
    try await client.deleteSession(id, ifMatch: 0)
    #expect(await failure { try await client.deleteSession(id) }?.code == .noSuchSession)
    #expect(await failure { try await client.session(id) }?.code == .noSuchSession)
  }
}
