import Dispatch
import HTTPMessages
import Synchronization
import Testing
import Waiting

@testable import HTTPServer

/// Tasks resumed by other threads, during a shard's work and after its end.
@Suite struct WakingTests {
  private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

  /// Answers that any thread decides, numbered in the order of their requests.
  private final class Decisions: Sendable {
    private struct State {
      var promises: [Promise<Void>] = []
      var answered: [String] = []
    }

    private let state = Mutex(State())

    /// The number of requests that have begun to wait.
    var count: Int { state.withLock { $0.promises.count } }

    /// The answers, in their order.
    var answered: [String] { state.withLock { $0.answered } }

    func note(_ text: String) { state.withLock { $0.answered.append(text) } }

    func make(_ number: Int) { state.withLock { $0.promises[number] }.fulfil(()) }

    /// Answers once the decision is made; nil where the client is gone.
    func answer(_ call: HTTPCall, whenWaiting: @Sendable (Int) -> Void = { _ in }) async -> HTTPResponse? {
      let promise = Promise<Void>()
      let number = state.withLock { state in
        state.promises.append(promise)
        return state.promises.count - 1
      }
      whenWaiting(number)
      guard (try? await call.patience.wait(for: promise)) != nil else { return nil }
      note("later")
      return HTTPResponse(.ok, body: Array("decided".utf8))
    }
  }

  private static func server(shards: Int = 1, _ handler: @escaping HTTPHandler) throws -> (
    HTTPServer, UInt16
  ) {
    let server = HTTPServer(configuration: HTTPServerConfiguration(shards: shards), handler: handler) {
      HTTPResponse($0.status)
    }
    guard case .tcp(_, let port) = try server.start() else { throw RawClient.Failure(call: "start", code: 0) }
    return (server, port)
  }

  /// A kind of thread that resumes a task. Dispatch lends one thread to many queues, and so to a shard's as well.
  enum Source: CaseIterable, Sendable {
    case globalQueue, serialQueue, delayed, plainThread, otherShard
  }

  /// A lost wake-up would leave its client without an answer.
  @Test(arguments: Source.allCases, [1, 2]) func answersDecidedOnOtherThreadsArrive(source: Source, shards: Int) throws
  {
    let (decisions, serial) = (Decisions(), DispatchQueue(label: "decisions"))
    // Another server, whose shard decides.
    let (other, otherPort) = try Self.server { call in
      decisions.make(Int(call.request.pathSegments[0]) ?? 0)
      return HTTPResponse(.ok)
    }
    let (server, port) = try Self.server(shards: shards) { call in
      await decisions.answer(call) { number in
        switch source {
        case .globalQueue: DispatchQueue.global().async { decisions.make(number) }
        case .serialQueue: serial.async { decisions.make(number) }
        case .delayed: serial.asyncAfter(deadline: .now() + .microseconds(50)) { decisions.make(number) }
        case .plainThread: _ = DetachedThread.start { decisions.make(number) }
        case .otherShard: break
        }
      }
    }
    defer { _ = (server.stop(), other.stop()) }
    let clients = try (0..<8).map { _ in try RawClient(port: port) }
    let decider = try RawClient(port: otherPort)
    for round in 0..<100 {
      for client in clients { try client.send(Self.get("/")) }
      if source == .otherShard {
        #expect(TestServer.eventually { decisions.count == (round + 1) * clients.count })
        for number in round * clients.count..<decisions.count { try decider.send(Self.get("/\(number)")) }
        for _ in clients { _ = try decider.response() }
      }
      for client in clients { #expect(try client.response().body == "decided") }
    }
  }

  /// A request of another connection resumes a task of the same shard.
  @Test func aTaskResumesAnotherOfItsShard() throws {
    let decisions = Decisions()
    let (server, port) = try Self.server { call in
      guard let number = Int(call.request.pathSegments[0]) else { return await decisions.answer(call) }
      decisions.make(number)
      return HTTPResponse(.ok)
    }
    defer { _ = server.stop() }
    let (waiting, deciding) = (try RawClient(port: port), try RawClient(port: port))
    for number in 0..<100 {
      try waiting.send(Self.get("/wait"))
      #expect(TestServer.eventually { decisions.count == number + 1 })
      try deciding.send(Self.get("/\(number)"))
      #expect(try waiting.response().body == "decided" && deciding.response().status == 200)
    }
  }

  /// The shard calls `pause` when it is idle, and only if answers are awaited.
  @Test func aShardThatWaitsForAnswersPauses() throws {
    let decisions = Decisions()
    let pauses = Atomic<Int>(0)
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(),
      handler: {
        $0.request.pathSegments.first == "later" ? await decisions.answer($0) : HTTPResponse(.ok)
      },
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
    let hold = { @Sendable () -> Void in
      isHeld.signal()
      goesOn.wait()
    }
    let (server, port) = try Self.server { call in
      switch call.request.pathSegments.first {
      case "later": return await decisions.answer(call)
      case "hold": hold()
      default: decisions.note("other")
      }
      return HTTPResponse(.ok)
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
    let (server, port) = try Self.server { await decisions.answer($0) }
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

  /// A task that nothing ends (its change is queued, say) goes on after its client is gone and its shard has drained. It
  /// holds the shard, which is then released.
  @Test func aTaskOutlivesItsConnectionAndItsServer() throws {
    let listener = try Listener(try SocketAddress(host: "127.0.0.1", port: 0), host: "127.0.0.1", port: 0)
    let address = try SocketAddress(boundTo: listener.socket.descriptor).bound
    guard case .tcp(_, let port) = address else { return #expect(Bool(false), "\(address)") }
    let promise = Promise<Void>()
    let steps = Mutex<[String]>([])
    var shard: Shard? = try Shard(
      index: 0, listener: listener, limits: HTTPServerLimits(), population: Population(), traffic: Traffic().shard(),
      handler: { _ in
        steps.withLock { $0.append("begun") }
        try? await Patience().wait(for: promise)
        steps.withLock { $0.append("ended") }
        return HTTPResponse(.ok)
      }, refusal: { HTTPResponse($0.status) })
    weak let observed = shard
    shard?.start()
    let client = try RawClient(port: port)
    try client.send(Self.get("/"))
    #expect(TestServer.eventually { steps.withLock { $0 } == ["begun"] })
    let isDrained = DispatchSemaphore(value: 0)
    shard?.drain { isDrained.signal() }
    client.reset()
    #expect(isDrained.wait(timeout: .now() + 10) == .success)
    shard = nil
    #expect(observed != nil)
    promise.fulfil(())
    #expect(TestServer.eventually { steps.withLock { $0 } == ["begun", "ended"] })
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

  /// Long work of a half-closed client ends, and the requests behind it are not answered.
  @Test func longWorkEndsWithItsHalfClosedClient() throws {
    let feed = Feed()
    let server = try TestServer(feed: feed)
    defer { server.stop() }
    let client = try server.client()
    try client.send(Self.get("/long") + Self.get("/a"))
    #expect(TestServer.eventually { feed.subscriberCount == 1 })
    client.finishSending()
    #expect(try client.readToEnd().isEmpty)
    #expect(feed.ends == [.left] && TestServer.eventually { server.server.connectionCount == 0 })
  }

  /// One request at a time: requests after one at work wait, most of them in the kernel, however many they are.
  @Test func requestsAfterAPendingOneAreAllAnswered() throws {
    let feed = Feed()
    let server = try TestServer(feed: feed)
    defer { server.stop() }
    let client = try server.client()
    let count = 5_000
    try client.send(
      "GET /kept HTTP/1.1\r\nHost: a\r\n\r\n" + String(repeating: "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", count: count))
    #expect(TestServer.eventually { feed.subscriberCount == 1 })
    #expect(server.headCount == 1)
    feed.publish("kept")
    #expect(try client.response().body == "kept")
    for _ in 0..<count { #expect(try client.response().status == 200) }
  }
}
