import Navigation
import NavigationClient
import Testing

extension LiveTests {
  /// The calls of the client, each on a server. What their answers mean is shown by the service's tests.
  @Suite struct ClientCallTests {}
}

extension LiveTests.ClientCallTests {
  @Test func `a session from its creation to its end`() async throws {
    let client = try live.client
    let body = try Messenger.body
    let key = try #require(IdempotencyKey("create-\(UInt64.random(in: .min ... .max))"))
    let created = try await client.send(body, idempotencyKey: key)
    let again = try await client.send(body, idempotencyKey: key)
    #expect(!created.isReplayed && again.isReplayed && created.body.json() == again.body.json())
    let chat = RemoteSession(created.body, of: client)
    let steps: [Transition] = [try .push("a", on: "chats"), try .push("b", on: "chats")]
    let dry = try await chat.dryRun(steps[0], ifMatch: 0, include: [.session, .changes])
    #expect(dry.isDryRun && dry.revision == 1 && chat.revision == 0)
    #expect(try await chat.dryRun(steps).revision == 1)
    let first = try await chat.apply(steps[0], ifMatch: 0, include: [.session, .changes], idempotencyKey: key)
    #expect(first.events == dry.events && first.session?.root == dry.session?.root)
    #expect(await failure { try await chat.apply(steps[1], ifMatch: 0) }?.code == .staleRevision)
    #expect(try await chat.apply([steps[1], .showDetail("d")], ifMatch: 1).revision == 2)
    #expect(try await chat.pop(from: "contacts").outcome?.handled == false && chat.revision == 2)
    #expect(try await chat.transitions(pageSize: 1).all().map(\.revision) == [0, 1, 2])
    #expect(try await chat.transitions(after: 1, pageSize: 5).all().map(\.revision) == [2])
    #expect(await failure { try await chat.revert(to: 3) }?.code == .noSuchRevision)
    #expect(await failure { try await chat.delete(ifMatch: 1) }?.code == .staleRevision)
    try await chat.delete(ifMatch: 2)
    #expect(await failure { try await chat.read() }?.code == .noSuchSession)
    #expect(await failure { try await chat.events().all() }?.code == .noSuchSession)
    #expect(await failure { try await chat.transitions().all() }?.code == .noSuchSession)
  }

  @Test func `a session is copied, present and past`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    let (start, first) = (try await chat.snapshot(), try await chat.picture(.svg))
    try await chat.showDetail("chat-42", route: "chat")
    #expect(try await chat.snapshot(at: 0) == start)
    #expect(try await chat.picture(.svg, at: 0) == first)
    #expect(try await chat.picture(.svg) != first)
    let key = try #require(IdempotencyKey("fork-\(UInt64.random(in: .min ... .max))"))
    let fork = try await chat.fork(at: 0, ifMatch: 1, idempotencyKey: key)
    #expect(try await chat.fork(at: 0, ifMatch: 1, idempotencyKey: key).id == fork.id)
    #expect(fork.revision == 0 && fork.visible.map(\.id) == ["chat-list", "placeholder"])
    let copy = try await client.createSession(from: chat.snapshot(), client: "copy", timeToLive: .seconds(60))
    let (original, read) = (try await chat.read(), try await copy.read())
    #expect(read.root == original.root && copy.id != chat.id && copy.visible == chat.visible)
    #expect(
      read.summary.client == "copy"
        && read.summary.expiresAt.milliseconds - read.summary.createdAt.milliseconds == 60_000)
  }

  @Test func `a list comes in pages, newest first`() async throws {
    let client = try live.client
    let name = "pages-\(UInt64.random(in: .min ... .max)) & ünïcode"
    var sessions: [RemoteSession] = []
    for number in 0..<5 {
      let labels = ["parity": number % 2 == 0 ? "even" : "odd:+1", "place": "7"]
      sessions.append(try await client.createSession(.stack(root: .screen(route: "r")), client: name, labels: labels))
    }
    let ids = sessions.map(\.id)
    for size in [1, 3, 100] {
      #expect(try await client.sessions(client: name, pageSize: size).all().map(\.id) == ids.reversed(), "\(size)")
    }
    let odd = client.sessions(client: name, label: ("parity", "odd:+1"), pageSize: 1)
    #expect(try await odd.all() == [sessions[3].read().summary, sessions[1].read().summary])
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

  @Test func `several windows take one request for every 64`() async throws {
    let client = try live.client
    let windows = try (0..<70).map {
      try Environment(place: .free(Size(width: 625 + Double($0), height: 700), .pad, scale: 2))
    }
    let answers = try await client.resolve(.doubleColumn, in: windows) { $0.primaryWidth.preferred = 300 }
    #expect(answers.map(\.traits.size) == windows.map(\.size))
    #expect(answers.map(\.isCollapsed) == windows.map { $0.size.width < Environment.regularWidth })
    #expect(try await client.resolve(in: []).isEmpty)
    #expect(try await client.resolve(.tripleColumn, in: Environment()).columns?.displayMode == .twoBesideSecondary)
    let refused = await failure { try await client.resolve(in: windows) { $0.splitBehavior = .overlay } }
    #expect(refused?.code == .wrongStyle)
  }

  @Test(
    arguments: [(.text, true, 1, .classes), (.svg, false, 0.5, .embedded)]
      as [(PictureQuery.Format, Bool, Double, PictureQuery.Style)])
  func `a body is drawn without a session`(
    format: PictureQuery.Format, showsHidden: Bool, scale: Double, style: PictureQuery.Style
  ) async throws {
    let client = try live.client
    guard case .layout(let layout) = try Messenger.body.start else { return #expect(Bool(false), "no layout") }
    let chat = try await client.createSession(layout)
    let picture = try await chat.picture(format, showsHidden: showsHidden, scale: scale, style: style)
    #expect(
      try await client.picture(of: layout, format, showsHidden: showsHidden, scale: scale, style: style) == picture)
    #expect(
      try await client.picture(of: chat.snapshot(), format, showsHidden: showsHidden, scale: scale, style: style)
        == picture)
    try await chat.showDetail("ada", route: "chat")
    let app = PictureRequest(
      CreateSession(start: .layout(layout)), playing: [[Transition(.showDetail(.new(.screen("ada", route: "chat"))))]])
    let after = try await chat.picture(format, showsHidden: showsHidden, scale: scale, style: style)
    #expect(
      try await after
        == client.picture(of: app, format, showsHidden: showsHidden, scale: scale, style: style) && after != picture)
  }

  @Test func `the documents are served`() async throws {
    let client = try live.client
    #expect(try await client.devices() == DeviceList.catalogue.devices)
    #expect(try await client.health() == .ok)
    #expect(try await client.readiness() == .ok)
    #expect(try await client.openAPI().contains("\nopenapi: '3.1"))
    #expect(try await client.openAPIAsJSON().hasPrefix(#"{"openapi":"3.1.0","#))
    #expect(try await client.problemIndex().contains("/problems/internal"))
    #expect(try await client.problemPage(.staleRevision).contains("<code>stale-revision</code>, status 412"))
  }
}
