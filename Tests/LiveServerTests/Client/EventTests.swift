import Navigation
import SeededRandom
import Testing

@testable import NavigationClient

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

  @Test func `every follower receives each revision once`() async throws {
    let (writers, transitions, readers) = (4, 25, 4)
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

@Suite struct EventParserTests {
  typealias Event = EventParser.Event

  @Test(
    arguments: [
      ("", []), ("retry: 5\n\n", []), (":\n\n", []), ("data: a", []), ("data: a\n", []), ("event: x\nid: 1\n\n", []),
      ("data: a\n\n", [Event(data: "a")]), ("data:a\n\n", [Event(data: "a")]), ("data:  a\n\n", [Event(data: " a")]),
      ("data\n\n", [Event()]), ("data: a\ndata: b\n\n", [Event(data: "a\nb")]),
      (": note\nid: 7\nevent: e\ndata: a\n\n", [Event(name: "e", data: "a", id: "7")]),
      ("id: 7\ndata: a\n\ndata: b\n\n", [Event(data: "a", id: "7"), Event(data: "b", id: "7")]),
      ("id: 7\n\ndata: b\n\n", [Event(data: "b", id: "7")]), ("id: 7\0\ndata: b\n\n", [Event(data: "b")]),
      ("data: a\r\n\r\ndata: b\r\rdata: c\n\n", [Event(data: "a"), Event(data: "b"), Event(data: "c")]),
      ("colour: red\ndata: ü\n\n", [Event(data: "ü")]),
    ] as [(String, [Event])]) func eventsAreReadHoweverTheyCome(text: String, events: [Event])
  {
    for size in [1, 2, 1_000] {
      var parser = EventParser()
      var read: [Event] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        parser.feed(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
        while let event = parser.next() { read.append(event) }
      }
      #expect(read == events, "\(size)")
    }
  }

  @Test func theServerSetsTheRetryTime() {
    var parser = EventParser()
    parser.feed(Array("retry: 2500\n\nretry: soon\n\n".utf8))
    #expect(parser.retryMilliseconds == 2_500)
  }

  @Test func backingOffIsBounded() {
    var backoff = Backoff()
    #expect(backoff.next() == .zero)
    for longest in [1, 2, 4, 8, 16, 30, 30, 30] {
      let wait = backoff.next()
      #expect(wait >= .milliseconds(longest * 500) && wait <= .seconds(longest))
    }
    backoff.reset()
    #expect(backoff.next() == .zero)
  }
}
