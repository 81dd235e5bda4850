import Glibc
import Navigation
import NavigationClient
import SeededRandom
import Testing

extension LiveTests {
  /// The events of sessions.
  @Suite struct EventTests {}
}

extension LiveTests.EventTests {
  @Test func `the session comes first, then each revision, then the end`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    try await chat.apply(.push("a", on: "chats"))
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    async let words: [String] = {
      var words: [String] = []
      for try await event in chat.events() {
        words.append(event.word)
        tell.yield(event.word)
      }
      return words
    }()
    var news = told.makeAsyncIterator()
    #expect(await news.next() == "session 1")
    try await chat.apply(.push("b", on: "chats"))
    _ = try await chat.dryRun(.push("c", on: "chats"))
    try await chat.apply([.push("d", on: "chats"), .push("e", on: "chats")])
    #expect(await news.next() == "transition 2")
    #expect(await news.next() == "transition 3")
    try await chat.delete()
    #expect(try await words == ["session 1", "transition 2", "transition 3"])
  }

  @Test func `an event has the record of the answer`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    var events = chat.events(after: 0, include: [.session, .changes]).makeAsyncIterator()
    for id in ["1", "2"] {
      let answer = try await chat.apply(.showDetail(id), include: [.session, .changes])
      guard case .transition(let record)? = try await events.next() else {
        Issue.record("no transition")
        return
      }
      #expect(record.json() == answer.json())
    }
    #expect(try await chat.transitions(pageSize: 1).revisions() == [0, 1, 2])
    #expect(try await chat.transitions(after: 1, pageSize: 5).revisions() == [2])
  }

  @Test func `every follower receives each revision once`() async throws {
    let (writers, transitions, readers) = (8, 25, 6)
    let server = try live
    let client = server.client
    let chat = try await client.messenger()
    try await withThrowingTaskGroup { group in
      for reader in 0..<readers {
        group.addTask {
          var generator = Seeded(UInt64(reader) + 1)
          var last = 0
          // Successive connections, each broken at a random event.
          while last < writers * transitions {
            var patience = Int.random(in: 1...40, using: &generator)
            for try await event in chat.events(after: last) {
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
          for number in 0..<transitions { try await chat.apply(.push("w\(writer)-\(number)", on: "chats")) }
        }
      }
      try await group.waitForAll()
    }
    try await chat.delete()
  }

  @Test func `a client reconnects by itself if the server closes`() async throws {
    let first = SessionID(high: 1, low: 2)
    // Each connection has the revision after its Last-Event-ID, then breaks.
    let handler: @Sendable (RawServer.Request) -> RawServer.Reply = { request in
      let last = request.head.firstMatch(of: /Last-Event-ID: (\d+)/).flatMap { Int($0.1) } ?? 0
      let event =
        last < 5 ? "retry: 1\n\nid: \(last + 1)\nevent: note\ndata: \(last + 1)\n\n" : "event: end\ndata: {}\n\n"
      return .bytesThenClose(Array("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n\(event)".utf8))
    }
    try await RawServer.with(handler) { server in
      let client = try Client(url: server.url)
      defer { client.close() }
      var told: [String] = []
      for try await event in RemoteSession(id: first, of: client).events() { told.append(event.word) }
      #expect(told == (1...5).map { "note \($0)" })
    }
  }

  @Test func `a stream of a missing session is an error`() async throws {
    let client = try live.client
    let none = RemoteSession(id: SessionID(high: 4, low: 4), of: client)
    #expect(await failure { try await none.events().all() }?.code == .noSuchSession)
    #expect(await failure { try await none.transitions().all() }?.code == .noSuchSession)
  }

  @Test func `a cancelled task ends its stream`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    let task = Task {
      await failure { for try await event in chat.events() { tell.yield(event.word) } }
    }
    for await _ in told { break }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `a long poll answers a change, the end of its time and the end of the session`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    let (watcher, late) = (try await client.session(chat.id), try await client.session(chat.id))
    async let changed = watcher.nextChange(within: .seconds(30))
    try await chat.apply(.push("a", on: "chats"))
    #expect(try await changed?.revision == 1)
    #expect(try await late.nextChange(within: .seconds(30))?.revision == 1)
    #expect(watcher.revision == 1 && late.visible == chat.visible)
    #expect(try await watcher.nextChange(within: .seconds(1)) == nil)
    async let gone = failure { try await watcher.nextChange(within: .seconds(90)) }
    try await chat.delete()
    #expect(await gone?.code == .noSuchSession)
  }

  @Test func `curl receives server-sent events`() async throws {
    let server = try live
    let chat = try await server.client.messenger()
    try await chat.apply(.push("a", on: "chats"))
    try await server.raw { connection in
      try connection.send(
        "GET \(Endpoint(.streamEvents, of: chat.id).path) HTTP/1.0\r\nHost: localhost\r\nLast-Event-ID: 0\r\n\r\n")
      #expect(try connection.text(through: "\r\n\r\n").contains("\r\nContent-Type: text/event-stream\r\n"))
      #expect(try connection.text(through: "\n\n") == "retry: 1000\n\n")
      #expect(
        try connection.text(through: "\n\n").hasPrefix(
          "id: 1\nevent: transition\ndata: {\"sessionId\":\"\(chat.id)\",\"revision\":1,"))
    }
  }
}

/// Servers that end in the tests or have other options.
@Suite struct EventServerTests {
  @Test func `a draining server closes its streams without an end`() async throws {
    let server = try await LiveServer()
    let chat = try await server.client.messenger()
    let rest = try await server.raw { connection in
      try connection.send("GET \(Endpoint(.streamEvents, of: chat.id).path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = try connection.text(through: "\"redo\":false}}\n\n\r\n")
      server.child.signal(SIGTERM)
      return try connection.textToEnd()
    }
    #expect(rest == "0\r\n\r\n")
    #expect(await server.child.ended() == .exit(0))
  }

  /// The events of the slow client are large, by `include`, so that the kernel cannot buffer them all.
  @Test func `a client that does not read is disconnected, and others continue`() async throws {
    let server = try await LiveServer(["--history-revisions", "8", "--log-level", "error"])
    let chat = try await server.client.messenger()
    let filler = String(repeating: "x", count: 60_000)
    try await chat.apply(
      Transition(#"{"type": "updateScreen", "controller": "chat-list", "params": {"filler": "\#(filler)"}}"#))
    let rest = try await onThread { [port = server.port] in
      let slow = try RawConnection(port: port, receiveBuffer: 4_096)
      let (quick, writer) = (try RawConnection(port: port), try RawConnection(port: port))
      for (client, query) in [(slow, "include=session&after=1"), (quick, "after=1")] {
        try client.send(
          "GET \(Endpoint(.streamEvents, of: chat.id).path)?\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try client.text(through: "retry: 1000\n\n\r\n")
      }
      for revision in 2...250 {
        let body = #"{"type": "updateScreen", "controller": "contact-list", "title": "\#(revision)"}"#
        try writer.send(
          "POST \(Endpoint(.applyTransition, of: chat.id).path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try writer.response().status == 200)
        #expect(try quick.text(through: "\n\n\r\n").contains("id: \(revision)\nevent: transition\n"))
        if revision == 2 { _ = try slow.text(through: "id: 2\n") }
      }
      // It is disconnected behind its last event or, where it read nothing for 30 s, by a reset.
      return (try? slow.textToEnd()) ?? ""
    }
    #expect(!rest.contains("id: 250\n") && !rest.hasSuffix("0\r\n\r\n"), "\(rest.utf8.count) bytes")
    #expect(await server.stop() == .exit(0))
  }

  @Test func `subscribers are limited`() async throws {
    let server = try await LiveServer(["--max-subscribers", "1", "--history-revisions", "2", "--log-level", "error"])
    let chat = try await server.client.messenger()
    for name in ["a", "b", "c"] { try await chat.apply(.push(name, on: "chats")) }
    var events = chat.events(after: 0).makeAsyncIterator()
    #expect(try await events.next()?.word == "session 3")
    let error = await failure { for try await _ in chat.events() {} }
    #expect(error?.code == .subscriberLimit)
    #expect(await failure { try await chat.transitions(after: 0).all() }?.code == .revisionGone)
    #expect(await server.stop() == .exit(0))
  }
}

extension SessionEvent {
  /// A summary of the event.
  var word: String {
    switch self {
    case .session(let session): "session \(session.revision)"
    case .transition(let record): "transition \(record.revision)"
    case .other(let name, let data): "\(name) \(data)"
    }
  }
}

extension AsyncSequence where Element == TransitionRecord {
  func revisions() async throws -> [Int] { try await all().map(\.revision) }
}
