import Dispatch
import Glibc
import HTTPMessages
import Synchronization
import Testing
import Waiting

@testable import HTTPServer

/// The work that a loaded shard does before it answers another client's request. No test here measures time.
@Suite struct FairnessTests {
  private static let calls = TurnBudget.bytes / TurnBudget.bytesOfCall

  /// A server whose shard is paused in the handler of `/hold` until the test continues. It reports the work done before
  /// `/other`.
  private final class HeldServer: Sendable {
    /// Tasks begun and resumed, except for `/hold` and `/other`.
    let calls = Atomic<Int>(0)
    let traffic = Traffic()
    private let seen = Mutex<(calls: Int, traffic: ConnectionFigures)?>(nil)
    private let waiting = Mutex<[Promise<Void>]>([])
    private let (isHeld, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private let server = Mutex<HTTPServer?>(nil)

    func start(_ limits: HTTPServerLimits = HTTPServerLimits()) throws -> UInt16 {
      FileLimit.raise()
      let server = HTTPServer(configuration: HTTPServerConfiguration(limits: limits), traffic: traffic) { [self] in
        await answer($0)
      } refusal: {
        HTTPResponse($0.status)
      }
      guard case .tcp(_, let port) = try server.start() else { throw RawClient.Failure(call: "start", code: 0) }
      self.server.withLock { $0 = server }
      return port
    }

    func stop() { _ = server.withLock { $0 }?.stop() }

    private func answer(_ call: HTTPCall) async -> HTTPResponse? {
      guard (try? await call.body()) != nil else { return nil }
      switch call.request.pathSegments.first {
      case "hold": hold()
      case "other": seen.withLock { $0 = (calls.load(ordering: .relaxed), traffic.figures) }
      case "large":
        calls.add(1, ordering: .relaxed)
        return HTTPResponse(.ok, body: [UInt8](repeating: 0x78, count: 8 << 20))
      case "news":
        let promise = Promise<Void>()
        waiting.withLock { $0.append(promise) }
        calls.add(1, ordering: .relaxed)
        try? await call.patience.wait(for: promise)
        calls.add(1, ordering: .relaxed)
      default: calls.add(1, ordering: .relaxed)
      }
      return HTTPResponse(.ok)
    }

    private func hold() {
      isHeld.signal()
      goesOn.wait()
    }

    func wakeAll() { for promise in waiting.withLock({ $0 }) { promise.fulfil(()) } }

    /// The work between a pause of the shard and its answer to another client. In the pause `crowd` sends its requests,
    /// and then that client sends its own.
    func doneBefore(port: UInt16, _ crowd: () throws -> Void) throws -> (
      calls: Int, sentBytes: Int, receivedBytes: Int, open: Int
    ) {
      let (holder, other) = (try RawClient(port: port), try RawClient(port: port))
      for client in [holder, other] {
        try client.send(FairnessTests.get("/other"))
        _ = try client.response()
      }
      try holder.send(FairnessTests.get("/hold"))
      isHeld.wait()
      let before = (calls.load(ordering: .relaxed), traffic.figures)
      try crowd()
      try other.send(FairnessTests.get("/other"))
      goesOn.signal()
      _ = try other.response()
      let after = try #require(seen.withLock { $0 })
      return (
        after.calls - before.0, after.traffic.sentBytes - before.1.sentBytes,
        after.traffic.receivedBytes - before.1.receivedBytes,
        after.traffic.openConnections
      )
    }
  }

  private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

  private static func clients(_ count: Int, _ port: UInt16) throws -> [RawClient] {
    try (0..<count).map { _ in try RawClient(port: port) }
  }

  @Test func requestsInOnePieceTakeTurns() throws {
    let server = HeldServer()
    let port = try server.start()
    defer { server.stop() }
    let (client, count) = (try RawClient(port: port), 1_000)
    let done = try server.doneBefore(port: port) {
      try client.send(String(repeating: Self.get("/a"), count: count))
    }
    #expect(done.calls <= 2 * Self.calls)
    for _ in 0..<count { #expect(try client.response().status == 200) }
    #expect(server.calls.load(ordering: .relaxed) == count)
  }

  @Test func connectionsWithNewsWaitForTheirTurn() throws {
    let server = HeldServer()
    let port = try server.start()
    defer { server.stop() }
    // Both ends of each are descriptors of this process, which the other tests need, too.
    let clients = try Self.clients(2_000, port)
    for client in clients { try client.send(Self.get("/news")) }
    #expect(TestServer.eventually { server.calls.load(ordering: .relaxed) == clients.count })
    let done = try server.doneBefore(port: port) { server.wakeAll() }
    #expect(done.calls <= Self.calls)
    for client in clients { #expect(try client.response().status == 200) }
  }

  @Test func largeAnswersTakeTurns() throws {
    let server = HeldServer()
    let port = try server.start()
    defer { server.stop() }
    let client = try RawClient(port: port)
    let done = try server.doneBefore(port: port) { try client.send(Self.get("/large")) }
    #expect(done.sentBytes <= 2 * (TurnBudget.bytes + TurnBudget.bytesOfSend))
    #expect(try client.response().body.utf8.count == 8 << 20)
  }

  @Test func bodiesThatHaveBegunWaitForTheirTurn() throws {
    let server = HeldServer()
    let port = try server.start()
    defer { server.stop() }
    let (clients, piece) = (try Self.clients(20, port), [UInt8](repeating: 0x78, count: 100_000))
    for client in clients { try client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 100001\r\n\r\nx") }
    #expect(TestServer.eventually { server.traffic.figures.bufferedBytes == clients.count })
    let done = try server.doneBefore(port: port) { for client in clients { try client.send(piece) } }
    #expect(done.receivedBytes <= TurnBudget.bytes && done.calls <= Self.calls)
    for client in clients { #expect(try client.response().status == 200) }
  }

  @Test func disconnectsWaitForTheirTurn() throws {
    let server = HeldServer()
    let port = try server.start()
    defer { server.stop() }
    let clients = try Self.clients(200, port)
    for client in clients {
      try client.send(Self.get("/a"))
      _ = try client.response()
    }
    let done = try server.doneBefore(port: port) {
      for (number, client) in clients.enumerated() {
        if number % 2 == 0 { client.reset() } else { client.finishSending() }
      }
    }
    #expect(done.open >= 200 - Self.calls)
    #expect(TestServer.eventually { server.traffic.figures.openConnections <= 2 })
  }

  @Test func disconnectsMakeRoomForNewClients() throws {
    var limits = HTTPServerLimits()
    limits.connections = 102
    let server = HeldServer()
    let port = try server.start(limits)
    defer { server.stop() }
    let clients = try Self.clients(100, port)
    for client in clients {
      try client.send(Self.get("/a"))
      _ = try client.response()
    }
    var comes: RawClient?
    _ = try server.doneBefore(port: port) {
      for client in clients { client.reset() }
      comes = try RawClient(port: port)
      try comes?.send(Self.get("/a"))
    }
    #expect(try comes?.response().status == 200)
  }

  @Test func simultaneousDeadlinesWaitForTheirTurn() throws {
    var limits = HTTPServerLimits()
    limits.idleMilliseconds = 400
    let server = HeldServer()
    let port = try server.start(limits)
    defer { server.stop() }
    let clients = try Self.clients(200, port)
    for client in clients {
      try client.send(Self.get("/a"))
      _ = try client.response()
    }
    // The pause is longer than their deadline and a tick together.
    let done = try server.doneBefore(port: port) { usleep(700_000) }
    #expect(done.open >= 200 - Self.calls)
    #expect(TestServer.eventually { server.traffic.figures.openConnections == 0 })
    for client in clients { #expect(try client.readToEnd().isEmpty) }
  }

  @Test func aQueueKeepsItsOrder() {
    var (queue, next) = (WorkQueue(), UInt64(0))
    var taken: [UInt64] = []
    for round in 1...400 {
      for _ in 0..<(round % 37) {
        queue.append(.rest(next))
        next += 1
      }
      for _ in 0..<(round % 35) { if case .rest(let token)? = queue.next() { taken.append(token) } }
      #expect(queue.count == Int(next) - taken.count && queue.isEmpty == (taken.count == Int(next)))
    }
    while case .rest(let token)? = queue.next() { taken.append(token) }
    #expect(taken == Array(0..<next) && queue.isEmpty && queue.next() == nil)
  }
}
