import Navigation
import NavigationClient
import Testing

extension LiveTests {
  @Suite struct SessionTests {}
}

extension LiveTests.SessionTests {
  @Test func `200 concurrent sessions are independent`() async throws {
    let client = try live.client
    let body = try Messenger.body
    let sessions = try await withThrowingTaskGroup(of: (pages: Int, session: SessionView).self) { group in
      for number in 0..<200 {
        group.addTask {
          let chat = RemoteSession(try await client.send(body).body, of: client)
          for page in 0..<number % 4 { try await chat.apply(.push("p\(page)", on: "chats"), ifMatch: page) }
          return (number % 4, try await chat.read())
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(sessions.map(\.session.id)).count == 200)
    for (pages, session) in sessions {
      let chats = try #require(session.root.split?.primary?.tabBar?.tabs.first?.child.stack)
      #expect(session.revision == pages && chats.above.map(\.id.description) == (0..<pages).map { "p\($0)" })
    }
  }

  @Test func `a list comes in pages, newest first`() async throws {
    let client = try live.client
    let name = "pages-\(UInt64.random(in: .min ... .max)) & ünïcode"
    let layout = Layout.stack(root: .screen(route: "r"))
    var sessions: [RemoteSession] = []
    for number in 0..<7 {
      let labels = ["parity": number % 2 == 0 ? "even" : "odd:+1", "place": "7"]
      sessions.append(try await client.createSession(layout, client: name, labels: labels))
    }
    let ids = sessions.map(\.id)
    for size in [1, 3, 7, 100] {
      #expect(try await client.sessions(client: name, pageSize: size).all().map(\.id) == ids.reversed(), "\(size)")
    }
    let odd = client.sessions(client: name, label: ("parity", "odd:+1"), pageSize: 2)
    #expect(try await odd.all().map(\.id) == [ids[5], ids[3], ids[1]])
    try await sessions[3].delete()
    #expect(try await odd.all() == [sessions[5].read().summary, sessions[1].read().summary])
  }

  @Test(arguments: [
    ["a:b": ""], ["": "v"], ["n": String(repeating: "v", count: 257)],
    Dictionary(uniqueKeysWithValues: (0..<17).map { ("\($0)", "") }),
  ])
  func `an invalid label is not sent`(labels: [String: String]) async throws {
    let refused = await failure {
      try await live.client.createSession(.stack(root: .screen(route: "r")), labels: labels)
    }
    #expect(refused?.word == "invalidArgument")
  }

  @Test func `a batch is one revision, all or nothing`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    let answer = try await chat.apply([.push("a", on: "chats"), .push("b", on: "chats"), .showDetail("d")], ifMatch: 0)
    #expect(answer.revision == 1)
    guard case .batch(let transitions, let outcomes) = answer.content else { return #expect(Bool(false), "no batch") }
    #expect(transitions.count == 3 && outcomes.count == 3)
    let before = try await chat.read()
    let refused = await failure {
      try await chat.apply([.push("c", on: "chats"), .push("a", on: "chats")])
    }
    #expect(refused?.code == .duplicateController)
    #expect(try await chat.read() == before)
  }

  @Test func `a dry run leaves no trace`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    let before = try await chat.read()
    let (push, pushes) = (
      try Transition.push("a", on: "chats"), [try Transition.push("a", on: "chats"), try .push("b", on: "chats")]
    )
    let dry = try await chat.dryRun(push, ifMatch: 0, include: [.session, .changes])
    #expect(dry.isDryRun && dry.revision == 1 && chat.revision == 0)
    #expect(try await chat.dryRun(pushes).revision == 1)
    #expect(try await chat.read() == before)
    let real = try await chat.apply(push, include: [.session, .changes])
    #expect(real.events == dry.events && real.session?.root == dry.session?.root)
    #expect(try json(#require(real.changes)) == json(#require(dry.changes)))
    #expect(json(real.changes ?? []).contains("/root/"))
  }

  private func json(_ changes: [JSONPatchOperation]) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    for change in changes { change.write(to: &writer) }
    writer.endArray()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `a snapshot creates the same tree`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    for step in try Transcript.named("tabsInPrimary.txt").transitions {
      try await chat.apply(Transition(step))
      let (session, snapshot) = (try await chat.read(), try await chat.snapshot())
      let copy = try await client.createSession(from: snapshot, client: "copy", timeToLive: .seconds(60))
      #expect(copy.id != chat.id && copy.revision == 0 && copy.visible == session.visible)
      let restored = try await copy.read()
      #expect(restored.root == session.root && restored.environment == session.environment, "\(step)")
      #expect(
        restored.summary.client == "copy"
          && restored.summary.expiresAt.milliseconds - restored.summary.createdAt.milliseconds == 60_000)
      #expect(try await copy.snapshot() == snapshot, "\(step)")
    }
  }

  @Test func `a request without an effect does not change the revision`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    let answer = try await chat.apply(Transition(#"{"type": "pop", "stack": "chats"}"#))
    #expect(answer.outcome?.handled == false && answer.revision == 0)
  }

  @Test func `a session of the greatest depth can be read and copied`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    var deepest = 0
    while deepest < 40 {
      let screen = #"{"kind": "screen", "id": "leaf\#(deepest)", "route": "r"}"#
      let bar = #"{"kind": "tabBar", "id": "bar\#(deepest)", "tabs": [{"child": \#(screen)}]}"#
      let parent = deepest == 0 ? "tabs" : "bar\(deepest - 1)"
      let nested = try Transition(#"{"type": "setTabs", "tabBar": "\#(parent)", "tabs": [{"child": \#(bar)}]}"#)
      if let refused = await failure({ try await chat.apply(nested) }) {
        #expect(refused.code == .controllerLimit, "\(refused)")
        break
      }
      deepest += 1
    }
    #expect(deepest > 20)
    let (session, snapshot) = (try await chat.read(), try await chat.snapshot())
    #expect(session.revision == deepest)
    let copy = try await client.createSession(from: snapshot)
    #expect(try await copy.read().root == session.root)
    #expect(try await copy.snapshot() == snapshot)
  }
}
