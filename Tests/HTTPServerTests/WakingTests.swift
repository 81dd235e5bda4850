import Dispatch
import HTTPMessages
import Synchronization
import Testing

@testable import HTTPServer

/// News for connections from other threads, during a shard's work and after its end.
@Suite struct WakingTests {
  private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

  /// Answers that any thread decides, numbered in the order of their requests.
  private final class Decisions: Sendable {
    private struct State {
      var made: Set<Int> = []
      var wakes: [HTTPWake?] = []
      var answered: [String] = []
    }

    private let state = Mutex(State())

    /// The number of requests that have begun to wait.
    var count: Int { state.withLock { $0.wakes.count } }

    /// The answers, in their order.
    var answered: [String] { state.withLock { $0.answered } }

    func note(_ text: String) { state.withLock { $0.answered.append(text) } }

    func make(_ number: Int) {
      let wake = state.withLock { state in
        // A wake closure holds the shard, whose handler holds this.
        defer { state.wakes[number] = nil }
        state.made.insert(number)
        return state.wakes[number]
      }
      wake?()
    }

    func later(onBegin: @escaping @Sendable (Int) -> Void = { _ in }) -> HTTPLater {
      let number = Atomic<Int>(0)
      return HTTPLater(
        milliseconds: 60_000, isOnItsWay: true,
        begin: { [self] wake in
          let own = state.withLock { state in
            state.wakes.append(wake)
            return state.wakes.count - 1
          }
          number.store(own, ordering: .relaxed)
          onBegin(own)
        },
        next: { [self] in
          state.withLock { state in
            guard state.made.contains(number.load(ordering: .relaxed)) else { return nil }
            state.answered.append("later")
            return .response(HTTPResponse(.ok, body: Array("decided".utf8)))
          }
        }, timeout: { HTTPResponse(.notModified) })
    }
  }

  private static func server(shards: Int = 1, _ handler: @escaping @Sendable (HTTPRequest) -> HTTPAnswer) throws -> (
    HTTPServer, UInt16
  ) {
    let server = HTTPServer(configuration: HTTPServerConfiguration(shards: shards), handler: handler) {
      HTTPResponse($0.status)
    }
    guard case .tcp(_, let port) = try server.start() else { throw RawClient.Failure(call: "start", code: 0) }
    return (server, port)
  }

  /// A lost wake-up would leave its client without an answer.
  @Test(arguments: [1, 2]) func answersDecidedOnOtherThreadsArrive(shards: Int) throws {
    let decisions = Decisions()
    let (server, port) = try Self.server(shards: shards) { _ in
      .later(decisions.later { number in DispatchQueue.global().async { decisions.make(number) } })
    }
    defer { _ = server.stop() }
    let clients = try (0..<8).map { _ in try RawClient(port: port) }
    for _ in 0..<300 {
      for client in clients { try client.send(Self.get("/")) }
      for client in clients { #expect(try client.response().body == "decided") }
    }
  }

  /// The shard calls `pause` when it is idle, and only if answers are awaited.
  @Test func aShardThatWaitsForAnswersPauses() throws {
    let decisions = Decisions()
    let pauses = Atomic<Int>(0)
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(),
      handler: { $0.pathSegments.first == "later" ? .later(decisions.later()) : .response(HTTPResponse(.ok)) },
      refusal: { HTTPResponse($0.status) },
      pause: {
        let count = decisions.count
        pauses.add(1, ordering: .relaxed)
        // On another thread, like a store.
        DispatchQueue.global().async { for number in 0..<count { decisions.make(number) } }
      })
    guard case .tcp(_, let port) = try server.start() else { throw RawClient.Failure(call: "start", code: 0) }
    defer { _ = server.stop() }
    let client = try RawClient(port: port)
    for _ in 0..<10 {
      try client.send(Self.get("/"))
      _ = try client.response()
    }
    #expect(pauses.load(ordering: .relaxed) == 0)
    for round in 1...10 {
      try client.send(Self.get("/later"))
      #expect(try client.response().body == "decided")
      #expect(pauses.load(ordering: .relaxed) >= round)
    }
  }

  /// Connections woken at once do not delay another client's request.
  @Test func manyWokenConnectionsDoNotBlockOthers() throws {
    FileLimit.raise()
    let (count, decisions) = (300, Decisions())
    let (isHeld, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (server, port) = try Self.server { request in
      switch request.pathSegments.first {
      case "later": return .later(decisions.later())
      case "hold":
        isHeld.signal()
        goesOn.wait()
      default: decisions.note("other")
      }
      return .response(HTTPResponse(.ok))
    }
    defer { _ = server.stop() }
    let clients = try (0..<count).map { _ in try RawClient(port: port) }
    for client in clients { try client.send(Self.get("/later")) }
    let (holder, other) = (try RawClient(port: port), try RawClient(port: port))
    try other.send(Self.get("/other"))
    _ = try other.response()
    #expect(TestServer.eventually { decisions.count == count })
    // The shard is busy while all are woken and the other client sends its request.
    try holder.send(Self.get("/hold"))
    isHeld.wait()
    for number in 0..<count { decisions.make(number) }
    try other.send(Self.get("/other"))
    goesOn.signal()
    for client in clients { #expect(try client.response().body == "decided") }
    _ = try other.response()
    let answered = decisions.answered
    #expect(
      answered.count == count + 2 && answered.prefix(2) == ["other", "other"],
      "\(answered.lastIndex(of: "other") ?? -1)")
  }

  @Test func aLateWakeHasNoEffect() throws {
    let decisions = Decisions()
    let (server, port) = try Self.server { _ in .later(decisions.later()) }
    func waiting() throws -> RawClient {
      let client = try RawClient(port: port)
      let before = decisions.count
      try client.send(Self.get("/"))
      #expect(TestServer.eventually { decisions.count == before + 1 })
      return client
    }
    let gone = try waiting()
    gone.reset()
    #expect(TestServer.eventually { server.connectionCount == 0 })
    // The first of these has the slot of the closed connection.
    let (there, left) = (try waiting(), try waiting())
    decisions.make(0)
    decisions.make(1)
    #expect(try there.response().body == "decided")
    #expect(server.stop())
    decisions.make(2)
    #expect(try left.readToEnd().isEmpty)
    #expect(decisions.answered == ["later"])
  }

  /// A waker holds its shard; an ended shard without wakers is released.
  @Test func aShardIsReleasedWithItsLastWaker() throws {
    let listener = try Listener(try SocketAddress(host: "127.0.0.1", port: 0), host: "127.0.0.1", port: 0)
    var shard: Shard? = try Shard(
      index: 0, listener: listener, limits: HTTPServerLimits(), population: Population(), traffic: Traffic().shard(),
      handler: { _ in .response(HTTPResponse(.ok)) }, refusal: { HTTPResponse($0.status) })
    weak let observed = shard
    var waker = shard.map { Waker($0, token: Connection.token(slot: 0, generation: 1)) }
    let isDrained = DispatchSemaphore(value: 0)
    try shard?.start()
    shard?.drain { isDrained.signal() }
    #expect(isDrained.wait(timeout: .now() + 10) == .success)
    shard = nil
    waker?.wake()
    #expect(observed != nil)
    waker = nil
    #expect(TestServer.eventually { observed == nil })
  }

  /// A half-closed client still receives its answer; a reset connection is closed.
  @Test func aHalfClosedClientReceivesItsPendingAnswer() throws {
    let feed = Feed()
    let server = try TestServer(feed: feed)
    defer { server.stop() }
    let (halfClosed, gone) = (try server.client(), try server.client())
    for client in [halfClosed, gone] { try client.send("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n") }
    #expect(TestServer.eventually { feed.subscriberCount == 2 })
    halfClosed.finishSending()
    gone.reset()
    #expect(TestServer.eventually { feed.subscriberCount == 1 })
    feed.publish("kept")
    let response = try halfClosed.response()
    #expect(response.status == 200 && response.body == "kept")
    #expect(try halfClosed.readToEnd().isEmpty)
  }

  /// Requests after one that is being committed wait in the kernel, however many they are.
  @Test func requestsAfterAPendingOneAreAllAnswered() throws {
    let feed = Feed()
    let server = try TestServer(feed: feed)
    defer { server.stop() }
    let client = try server.client()
    let count = 5_000
    try client.send(
      "GET /kept HTTP/1.1\r\nHost: a\r\n\r\n" + String(repeating: "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", count: count))
    #expect(TestServer.eventually { feed.subscriberCount == 1 })
    feed.publish("kept")
    #expect(try client.response().body == "kept")
    for _ in 0..<count { #expect(try client.response().status == 200) }
  }
}
