import NavigationAPI
import NavigationClient
import NavigationJSON
import NavigationModel
import Testing

extension LiveTests {
  @Suite struct SessionTests {}
}

extension LiveTests.SessionTests {
  @Test func `200 sessions at once do not touch one another`() async throws {
    let client = try live.client
    let body = try Messenger.body
    let sessions = try await withThrowingTaskGroup(of: (pages: Int, session: SessionView).self) { group in
      for number in 0..<200 {
        group.addTask {
          let id = try await client.createSession(body).body.sessionID
          for page in 0..<number % 4 { _ = try await client.apply(.push("p\(page)", on: "chats"), to: id, ifMatch: page) }
          return (number % 4, try await client.session(id).body)
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
    var body = try Messenger.body
    body.client = "pages-\(UInt64.random(in: .min ... .max)) & ünïcode"
    var ids: [SessionID] = []
    for number in 0..<7 {
      body.labels = Labels()
      let isSet = body.labels.set("parity", to: number % 2 == 0 ? "even" : "odd:+1")
      #expect(isSet)
      ids.append(try await client.createSession(body).body.sessionID)
    }
    var query = SessionListQuery(client: body.client, limit: 3)
    let page = try await client.listSessions(query)
    #expect(page.items.map(\.id) == Array(ids.reversed().prefix(3)))
    #expect(page.next?.client == body.client && page.next?.limit == 3 && page.next?.after != nil)
    var all: [SessionID] = []
    for try await summary in client.sessions(query) { all.append(summary.id) }
    #expect(all == ids.reversed())
    query.label = SessionListQuery.Label(name: "parity", value: "odd:+1")
    #expect(try await client.listSessions(query).items.map(\.id) == [ids[5], ids[3], ids[1]])
    try await client.deleteSession(ids[3])
    #expect(try await client.listSessions(query) == Page(items: [summary(ids[5]), summary(ids[1])]))
  }

  private func summary(_ id: SessionID) async throws -> SessionSummary { try await live.client.session(id).body.summary }

  @Test func `a batch is one revision, all or nothing`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    let answer = try await client.apply(batch: [.push("a", on: "chats"), .push("b", on: "chats"), .showDetail("d")], to: id, ifMatch: 0)
    #expect(answer.revision == 1)
    guard case .batch(let transitions, let outcomes) = answer.body.content else { return #expect(Bool(false), "no batch") }
    #expect(transitions.count == 3 && outcomes.count == 3)
    let before = try await client.session(id)
    let refused = await failure {
      try await client.apply(batch: [.push("c", on: "chats"), .push("a", on: "chats")], to: id)
    }
    #expect(refused?.code == .duplicateController)
    #expect(try await client.session(id) == before)
  }

  @Test func `a dry run leaves no trace`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    let before = try await client.session(id)
    let (push, pushes) = (try Transition.push("a", on: "chats"), [try Transition.push("a", on: "chats"), try .push("b", on: "chats")])
    let dry = try await client.dryRun(push, on: id, ifMatch: 0, include: [.session, .changes])
    #expect(dry.body.isDryRun && dry.body.revision == 1 && dry.revision == 0)
    #expect(try await client.dryRun(batch: pushes, on: id).body.revision == 1)
    #expect(try await client.session(id) == before)
    let real = try await client.apply(push, to: id, include: [.session, .changes])
    #expect(real.body.events == dry.body.events && real.body.session?.root == dry.body.session?.root)
    #expect(try json(#require(real.body.changes)) == json(#require(dry.body.changes)))
    #expect(json(real.body.changes ?? []).contains("/root/"))
  }

  private func json(_ changes: [JSONPatchOperation]) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    for change in changes { change.write(to: &writer) }
    writer.endArray()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `a snapshot makes the same tree again`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    for step in try Transcript.named("S0.txt").transitions {
      _ = try await client.apply(Transition(step), to: id)
      let (session, snapshot) = (try await client.session(id), try await client.snapshot(of: id))
      #expect(snapshot.revision == session.revision)
      let copy = try await client.createSession(from: snapshot.body, client: "copy", timeToLive: 60)
      #expect(copy.body.sessionID != id && copy.revision == 0)
      let restored = try await client.session(copy.body.sessionID)
      #expect(restored.body.root == session.body.root && restored.body.environment == session.body.environment, "\(step)")
      #expect(try await client.snapshot(of: copy.body.sessionID).body == snapshot.body, "\(step)")
    }
  }

  @Test func `what changes nothing keeps the revision`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    let answer = try await client.apply(Transition(#"{"type": "pop", "stack": "chats"}"#), to: id)
    guard case .single(_, let outcome) = answer.body.content else { return #expect(Bool(false), "no single") }
    #expect(!outcome.handled && answer.revision == 0 && answer.body.revision == 0)
  }

  @Test func `a session that goes as deep as the model allows can be read and copied`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    var deepest = 0
    while deepest < 40 {
      let screen = #"{"kind": "screen", "id": "leaf\#(deepest)", "route": "r"}"#
      let bar = #"{"kind": "tabBar", "id": "bar\#(deepest)", "tabs": [{"child": \#(screen)}]}"#
      let parent = deepest == 0 ? "tabs" : "bar\(deepest - 1)"
      let nested = try Transition(#"{"type": "setTabs", "tabBar": "\#(parent)", "tabs": [{"child": \#(bar)}]}"#)
      if let refused = await failure({ try await client.apply(nested, to: id) }) {
        #expect(refused.code == .controllerLimit, "\(refused)")
        break
      }
      deepest += 1
    }
    #expect(deepest > 20)
    let (session, snapshot) = (try await client.session(id), try await client.snapshot(of: id))
    #expect(session.revision == deepest)
    let copy = try await client.createSession(from: snapshot.body)
    #expect(copy.body.session?.root == session.body.root)
    #expect(try await client.snapshot(of: copy.body.sessionID).body == snapshot.body)
  }
}
