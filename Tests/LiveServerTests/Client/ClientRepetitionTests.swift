import Navigation
import Synchronization
import Testing

@testable import NavigationClient

/// The repetitions of a request by the client.
@Suite struct ClientRepetitionTests {
  /// The number of connections that break before an answer, whether the request has a key, how often it is sent, and
  /// its outcome.
  @Test(arguments: [
    (0, true, 1, "no-such-session"), (1, true, 2, "no-such-session"), (2, true, 2, "transport"),
    (1, false, 1, "transport"),
    (0, false, 1, "no-such-session"),
  ]) func `a write is repeated only with a key, and once`(breaks: Int, hasKey: Bool, requests: Int, word: String)
    async throws
  {
    let count = Atomic<Int>(0)
    let problem = Array(#"{"title": "t", "status": 404, "code": "no-such-session"}"#.utf8)
    let keys = Mutex<Set<String>>([])
    try await RawServer.with { request in
      keys.withLock {
        _ = $0.insert(
          request.head.split(separator: "\r\n").first { $0.hasPrefix("Idempotency-Key: ") }.map(String.init) ?? "")
      }
      return count.add(1, ordering: .relaxed).newValue <= breaks
        ? .bytesThenClose([]) : RawServer.reply("404 Not Found", ["Content-Type: application/problem+json"], problem)
    } _: { server in
      let client = try Client(url: server.url)
      defer { client.close() }
      let session = RemoteSession(id: SessionID(high: 0, low: 0), of: client)
      let key = hasKey ? IdempotencyKey("k") : nil
      #expect(await failure { try await session.apply(Transition(.pop()), idempotencyKey: key) }?.word == word)
    }
    #expect(count.load(ordering: .relaxed) == requests)
    #expect(keys.withLock { $0 } == [hasKey ? "Idempotency-Key: k" : ""])
  }

  @Test func `a closed client sends nothing`() async throws {
    try await RawServer.with(RawServer.echo) { server in
      let client = try Client(url: server.url)
      client.close()
      #expect(await failure { try await client.health() } == .closed)
    }
  }

  @Test func `many tasks share few connections`() async throws {
    var limits = TransportLimits()
    limits.connections = 2
    try await RawServer.with(RawServer.healthOfTwo) { server in
      let client = try Client(url: server.url, limits: limits)
      defer { client.close() }
      try await withThrowingTaskGroup(of: Health.self) { group in
        for _ in 0..<64 { group.addTask { try await client.health() } }
        for try await health in group { #expect(health == .ok) }
      }
    }
  }
}
