import Dispatch
import HTTPMessages
import HTTPServer
import Synchronization
import Testing
import Waiting

/// The waits of a task and what ends them: news, deadlines, clients that leave.
@Suite struct CallTests {
  private let feed = Feed()

  private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }
  private static let late = "POST /kept HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx"

  /// Ticks of 10 ms.
  private static var limits: HTTPServerLimits {
    var limits = HTTPServerLimits()
    limits.heartbeatMilliseconds = 40
    return limits
  }

  private static func server(_ handler: @escaping HTTPHandler) throws -> (HTTPServer, UInt16) {
    let server = HTTPServer(configuration: HTTPServerConfiguration(limits: limits), handler: handler) {
      HTTPResponse($0.status)
    }
    guard case .tcp(_, let port) = try server.start() else { throw RawClient.Failure(call: "start", code: 0) }
    return (server, port)
  }

  enum Leaving: Sendable { case resets, closesItsSide, staysWhileTheServerDrains }

  /// A wait for work is not ended by a client that may still read, nor by a server that drains.
  @Test(
    arguments: [
      (late, .resets, .left, ""), (late, .closesItsSide, .left, "HTTP/1.1 400 "),
      (get("/kept"), .resets, .left, ""), (get("/kept"), .closesItsSide, nil, "HTTP/1.1 200 "),
      (get("/kept"), .staysWhileTheServerDrains, nil, "HTTP/1.1 200 "),
      (get("/watched"), .resets, .left, ""), (get("/watched"), .closesItsSide, .left, ""),
      (get("/watched"), .staysWhileTheServerDrains, .overdue, "HTTP/1.1 304 "),
      (get("/feed"), .resets, .left, ""), (get("/feed"), .closesItsSide, .left, "HTTP/1.1 200 "),
      (get("/feed"), .staysWhileTheServerDrains, .overdue, "HTTP/1.1 200 "),
    ] as [(String, Leaving, WaitEnd?, String)])
  func aWaitEndsWithItsClient(row: (request: String, leaving: Leaving, end: WaitEnd?, answer: String)) throws {
    let server = try TestServer(feed: feed)
    defer { server.stop() }
    let client = try server.client()
    try client.send(row.request)
    #expect(TestServer.eventually { server.headCount == 1 && server.traffic.figures.receivedBytes > 0 })
    let done = DispatchSemaphore(value: 0)
    switch row.leaving {
    case .resets: client.reset()
    case .closesItsSide: client.finishSending()
    case .staysWhileTheServerDrains: server.server.drain(within: 60) { done.signal() }
    }
    if let end = row.end {
      #expect(TestServer.eventually { feed.ends == [end] })
    } else {
      feed.publish("done")
    }
    if row.leaving != .resets { #expect(try client.readToEnd().hasPrefix(row.answer)) }
    client.finishSending()
    #expect(TestServer.eventually { server.server.connectionCount == 0 && feed.subscriberCount == 0 })
    if row.end == nil { #expect(feed.ends.isEmpty) }
  }

  /// A writer waits until its client has read; a client that leaves ends that.
  @Test func aWriteEndsWithItsClient() throws {
    let server = try TestServer(feed: feed)
    defer { server.stop() }
    let client = try RawClient(port: server.port, receiveBuffer: 4096)
    try client.send(Self.get("/feed"))
    #expect(TestServer.eventually { feed.subscriberCount == 1 })
    for _ in 0..<200 { feed.publish(String(repeating: "x", count: 60_000)) }
    #expect(TestServer.eventually { server.traffic.figures.unsentBytes > 0 })
    #expect(feed.ends.isEmpty)
    client.reset()
    #expect(TestServer.eventually { feed.ends == [.left] && server.server.connectionCount == 0 })
    #expect(server.traffic.figures.sentBytes < 200 * 60_000)
  }

  /// A task whose wait for work took too long may wait again, for as long.
  @Test func eachWaitForWorkHasItsOwnTime() throws {
    var limits = Self.limits
    limits.answerMilliseconds = 40
    let ends = Mutex<[WaitEnd]>([])
    let server = HTTPServer(configuration: HTTPServerConfiguration(limits: limits)) { call in
      for _ in 0..<3 {
        do throws(WaitEnd) { try await call.patience.wait(for: Promise<Void>()) } catch {
          ends.withLock { $0.append(error) }
        }
      }
      return HTTPResponse(.serviceUnavailable)
    } refusal: {
      HTTPResponse($0.status)
    }
    guard case .tcp(_, let port) = try server.start() else { return #expect(Bool(false)) }
    defer { _ = server.stop() }
    let client = try RawClient(port: port)
    for _ in 0..<2 {
      try client.send(Self.get("/"))
      let response = try client.response()
      #expect(response.status == 503 && !response.closes)
    }
    #expect(ends.withLock { $0 } == [WaitEnd](repeating: .overdue, count: 6))
  }

  /// The deadline of a wait for news does not end the wait for work that follows it.
  @Test func aDeadlineEndsNoOtherWait() throws {
    let (news, work, isAtWork) = (Promise<Void>(), Promise<Void>(), Promise<Void>())
    let calls = Mutex<[HTTPCall]>([])
    let (server, port) = try Self.server { call in
      calls.withLock { $0.append(call) }
      do throws(WaitEnd) {
        let isFirst = call.request.pathSegments == ["first"]
        try await call.patience.wait(.news(milliseconds: 50), for: isFirst ? news : Promise<Void>())
        isAtWork.fulfil(())
        try await call.patience.wait(for: work)
        return HTTPResponse(.ok)
      } catch { return HTTPResponse(.notModified) }
    }
    defer { _ = server.stop() }
    let (first, second) = (try RawClient(port: port), try RawClient(port: port))
    try first.send(Self.get("/first"))
    #expect(TestServer.eventually { calls.withLock { $0.first?.patience.purpose != nil } })
    news.fulfil(())
    #expect(TestServer.eventually { isAtWork.value != nil })
    // Its deadline is the later one.
    try second.send(Self.get("/second"))
    #expect(try second.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 304 "))
    work.fulfil(())
    #expect(try first.response().status == 200)
  }

  /// News, the deadline and the client's end come at about the same time. Each call ends once, and each client that
  /// stays gets one answer.
  @Test func newsDeadlinesAndLeavingClientsMayMeet() throws {
    let begun = Atomic<Int>(0)
    let ended = Atomic<Int>(0)
    let (count, rounds) = (16, 30)
    let (server, port) = try Self.server { call in
      let (news, number) = (Promise<Void>(), begun.add(1, ordering: .relaxed).newValue)
      defer { ended.add(1, ordering: .relaxed) }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(number * 7 % 40)) { news.fulfil(()) }
      do throws(WaitEnd) {
        try await call.patience.wait(.news(milliseconds: 20), for: news)
        return HTTPResponse(.ok)
      } catch { return error == .left ? nil : HTTPResponse(.noContent) }
    }
    defer { _ = server.stop() }
    for round in 0..<rounds {
      let clients = try (0..<count).map { _ in try RawClient(port: port) }
      for client in clients { try client.send(Self.get("/") + Self.get("/")) }
      for (number, client) in clients.enumerated() where number % 4 == 0 {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds((number + round) * 5 % 40)) {
          if number % 8 == 0 { client.reset() } else { client.finishSending() }
        }
      }
      for (number, client) in clients.enumerated() where number % 4 != 0 {
        for _ in 0..<2 { #expect([200, 204].contains(try client.response().status)) }
        #expect(!client.isReadable)
      }
    }
    #expect(TestServer.eventually { server.connectionCount == 0 })
    #expect(begun.load(ordering: .relaxed) == ended.load(ordering: .relaxed))
    #expect(begun.load(ordering: .relaxed) >= rounds * count * 3 / 4 * 2)
  }
}
