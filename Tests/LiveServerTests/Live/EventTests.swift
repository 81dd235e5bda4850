import Glibc
import NavigationAPI
import NavigationClient
import NavigationJSON
import NavigationModel
import SeededRandom
import Testing

extension LiveTests {
  /// What happens to a session, told as it happens.
  @Suite struct EventTests {}
}

extension LiveTests.EventTests {
  @Test func `the session comes first, then each revision, then the end`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    _ = try await client.apply(.push("a", on: "chats"), to: id)
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    async let words: [String] = {
      var words: [String] = []
      for try await event in client.events(of: id) {
        words.append(event.word)
        tell.yield(event.word)
      }
      return words
    }()
    var news = told.makeAsyncIterator()
    #expect(await news.next() == "session 1")
    _ = try await client.apply(.push("b", on: "chats"), to: id)
    _ = try await client.dryRun(.push("c", on: "chats"), on: id)
    _ = try await client.apply(batch: [.push("d", on: "chats"), .push("e", on: "chats")], to: id)
    #expect(await news.next() == "transition 2")
    #expect(await news.next() == "transition 3")
    try await client.deleteSession(id)
    #expect(try await words == ["session 1", "transition 2", "transition 3"])
  }

  @Test func `a record comes as it was answered`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    var events = client.events(of: id, after: 0, include: [.session, .changes]).makeAsyncIterator()
    for chat in ["1", "2"] {
      let answer = try await client.apply(.showDetail(chat), to: id, include: [.session, .changes])
      guard case .transition(let record)? = try await events.next() else {
        Issue.record("no transition")
        return
      }
      #expect(record.json() == answer.body.json())
    }
    #expect(try await client.transitions(of: id, limit: 1).revisions() == [0, 1, 2])
    #expect(try await client.transitions(of: id, after: 1, limit: 5).revisions() == [2])
  }

  @Test func `nobody misses or sees anything twice`() async throws {
    let (writers, transitions, readers) = (8, 25, 6)
    let server = try live
    let client = server.client
    let id = try await client.messenger()
    try await withThrowingTaskGroup { group in
      for reader in 0..<readers {
        group.addTask {
          var generator = Seeded(UInt64(reader) + 1)
          var last = 0
          // One connection after another, each broken off somewhere.
          while last < writers * transitions {
            var patience = Int.random(in: 1...40, using: &generator)
            for try await event in client.events(of: id, after: last) {
              #expect(event.word == "transition \(last + 1)", "reader \(reader)")
              guard case .transition(let record) = event, record.revision == last + 1 else { return }
              last += 1
              patience -= 1
              if patience == 0 || last == writers * transitions { break }
            }
          }
        }
      }
      for writer in 0..<writers {
        group.addTask {
          for number in 0..<transitions { _ = try await client.apply(.push("w\(writer)-\(number)", on: "chats"), to: id) }
        }
      }
      try await group.waitForAll()
    }
    try await client.deleteSession(id)
  }

  @Test func `a client connects again by itself where the server closes`() async throws {
    let first = SessionID(high: 1, low: 2)
    // Each connection tells one revision more than its Last-Event-ID, then breaks.
    let handler: @Sendable (RawServer.Request) -> RawServer.Reply = { request in
      let last = request.head.firstMatch(of: /Last-Event-ID: (\d+)/).flatMap { Int($0.1) } ?? 0
      let event = last < 5 ? "retry: 1\n\nid: \(last + 1)\nevent: note\ndata: \(last + 1)\n\n" : "event: end\ndata: {}\n\n"
      return .bytesThenClose(Array("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n\(event)".utf8))
    }
    try await RawServer.with(handler) { server in
      let client = try Client(url: server.url)
      defer { client.close() }
      var told: [String] = []
      for try await event in client.events(of: first) { told.append(event.word) }
      #expect(told == (1...5).map { "note \($0)" })
    }
  }

  @Test func `a stream of no session is an error`() async throws {
    let client = try live.client
    let error = await failure {
      for try await _ in client.events(of: SessionID(high: 4, low: 4)) {}
    }
    #expect(error?.code == .noSuchSession)
    #expect(await failure { try await client.listTransitions(of: SessionID(high: 4, low: 4)) }?.code == .noSuchSession)
  }

  @Test func `a task that is cancelled stops to listen`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    let task = Task {
      await failure { for try await event in client.events(of: id) { tell.yield(event.word) } }
    }
    for await _ in told { break }
    task.cancel()
    #expect(await task.value == .transport(.cancelled))
  }

  @Test func `a long poll answers a change, the end of its time and the end of the session`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    async let changed = client.session(id, wait: 30, ifNoneMatch: 0)
    _ = try await client.apply(.push("a", on: "chats"), to: id)
    #expect(try await changed?.revision == 1)
    #expect(try await client.session(id, wait: 30, ifNoneMatch: 0)?.revision == 1)
    #expect(try await client.session(id, wait: 1, ifNoneMatch: 1) == nil)
    async let gone = failure { try await client.session(id, wait: 30, ifNoneMatch: 1) }
    try await client.deleteSession(id)
    #expect(await gone?.code == .noSuchSession)
  }

  @Test func `curl sees server-sent events`() async throws {
    let server = try live
    let id = try await server.client.messenger()
    _ = try await server.client.apply(.push("a", on: "chats"), to: id)
    try await server.raw { connection in
      try connection.send("GET \(Endpoint.streamEvents(id).path) HTTP/1.0\r\nHost: localhost\r\nLast-Event-ID: 0\r\n\r\n")
      #expect(try connection.text(through: "\r\n\r\n").contains("\r\nContent-Type: text/event-stream\r\n"))
      #expect(try connection.text(through: "\n\n") == "retry: 1000\n\n")
      #expect(try connection.text(through: "\n\n").hasPrefix("id: 1\nevent: transition\ndata: {\"sessionId\":\"\(id)\",\"revision\":1,"))
    }
  }
}

/// Servers of their own, which end in the tests or have other options.
@Suite struct EventServerTests {
  @Test func `a draining server closes its streams without an end`() async throws {
    let server = try await LiveServer()
    let id = try await server.client.messenger()
    let rest = try await server.raw { connection in
      try connection.send("GET \(Endpoint.streamEvents(id).path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = try connection.text(through: "\"redo\":false}}\n\n\r\n")
      server.child.signal(SIGTERM)
      return try connection.textToEnd()
    }
    #expect(rest == "0\r\n\r\n")
    #expect(await server.child.ended() == .exit(0))
  }

  /// What is sent to the slow one is large, by `include`, so that the kernel cannot keep it all.
  @Test func `who does not read is dropped while others go on`() async throws {
    let server = try await LiveServer(["--history-revisions", "8", "--log-level", "error"])
    let id = try await server.client.messenger()
    let filler = String(repeating: "x", count: 60_000)
    _ = try await server.client.apply(
      Transition(#"{"type": "updateScreen", "controller": "chat-list", "params": {"filler": "\#(filler)"}}"#), to: id)
    let rest = try await onThread { [port = server.port] in
      let slow = try RawConnection(port: port, receiveBuffer: 4_096)
      let (quick, writer) = (try RawConnection(port: port), try RawConnection(port: port))
      for (client, query) in [(slow, "include=session&after=1"), (quick, "after=1")] {
        try client.send("GET \(Endpoint.streamEvents(id).path)?\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try client.text(through: "retry: 1000\n\n\r\n")
      }
      for revision in 2...250 {
        let body = #"{"type": "updateScreen", "controller": "contact-list", "title": "\#(revision)"}"#
        try writer.send(
          "POST \(Endpoint.applyTransition(id).path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try writer.response().status == 200)
        #expect(try quick.text(through: "\n\n\r\n").contains("id: \(revision)\nevent: transition\n"))
        if revision == 2 { _ = try slow.text(through: "id: 2\n") }
      }
      return try slow.textToEnd()
    }
    #expect(!rest.contains("id: 250\n") && !rest.hasSuffix("0\r\n\r\n"), "\(rest.utf8.count) bytes")
    #expect(await server.stop() == .exit(0))
  }

  @Test func `only so many may listen`() async throws {
    let server = try await LiveServer(["--max-subscribers", "1", "--history-revisions", "2", "--log-level", "error"])
    let id = try await server.client.messenger()
    for name in ["a", "b", "c"] { _ = try await server.client.apply(.push(name, on: "chats"), to: id) }
    var events = server.client.events(of: id, after: 0).makeAsyncIterator()
    #expect(try await events.next()?.word == "session 3")
    let error = await failure { for try await _ in server.client.events(of: id) {} }
    #expect(error?.code == .subscriberLimit)
    #expect(await failure { try await server.client.listTransitions(of: id, .init(after: 0)) }?.code == .revisionGone)
    #expect(await server.stop() == .exit(0))
  }
}

extension SessionEvent {
  /// An event in two words.
  var word: String {
    switch self {
    case .session(let session): "session \(session.revision)"
    case .transition(let record): "transition \(record.revision)"
    case .other(let name, let data): "\(name) \(data)"
    }
  }
}

extension PageSequence<TransitionRecord, TransitionListQuery> {
  func revisions() async throws -> [Int] {
    var revisions: [Int] = []
    for try await record in self { revisions.append(record.revision) }
    return revisions
  }
}
