import Dispatch
import HTTPServer
import Testing

/// The effect of draining on connected clients.
@Suite struct DrainingTests {
  private let feed = Feed()
  private let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test(arguments: [1, 2])
  func drainingFinishesRequestsInFlight(shards: Int) throws {
    var limits = HTTPServerLimits()
    limits.graceMilliseconds = 10
    let server = try TestServer(shards: shards, limits: limits)
    let idle = try server.client()
    try idle.send(get)
    #expect(try idle.response().closes == false)
    let busy = try server.client()
    try busy.send("POST /b HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(try busy.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100"))
    let done = DispatchSemaphore(value: 0)
    server.server.drain(within: 60) { done.signal() }
    #expect(try idle.readToEnd().isEmpty)
    #expect(server.server.connectionCount == 1)
    try busy.send("hi" + get)
    let response = try busy.response()
    #expect(response.body == "POST /b hi")
    #expect(response.closes)
    #expect(try busy.readToEnd().isEmpty)
    busy.finishSending()
    #expect(done.wait(timeout: .now() + 10) == .success)
    #expect(server.server.connectionCount == 0)
    #expect(throws: RawClient.Failure.self) { try server.client() }
    // A second call, after the end.
    #expect(server.stop())
  }

  /// A request that was on its way when the server began to drain is answered, and its client told.
  @Test func drainingAnswersOneMoreRequest() throws {
    var limits = HTTPServerLimits()
    limits.graceMilliseconds = 3_600_000
    let server = try TestServer(limits: limits)
    let clients = try (0..<3).map { _ in try server.client() }
    for client in clients {
      try client.send(get)
      #expect(try client.response().closes == false)
    }
    let done = DispatchSemaphore(value: 0)
    server.server.drain(within: 3600) { done.signal() }
    #expect(TestServer.eventually { (try? server.client()) == nil })
    for client in clients.dropLast() {
      try client.send(get)
      #expect(try client.response().closes)
      #expect(try client.readToEnd().isEmpty)
    }
    #expect(server.stop(within: 0.02))
    #expect(try clients[2].readToEnd().isEmpty && done.wait(timeout: .now() + 10) == .success)
  }

  @Test func drainingEndsAtItsDeadline() throws {
    let server = try TestServer()
    let client = try server.client()
    try client.send("POST /b HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(try client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100"))
    let done = DispatchSemaphore(value: 0)
    server.server.drain(within: 3600) { done.signal() }
    // A second, shorter time takes precedence.
    #expect(server.stop(within: 0.02))
    #expect(done.wait(timeout: .now() + 10) == .success)
    #expect(try client.readToEnd().isEmpty)
  }

  @Test func aDrainingServerEndsStreamsAndAnswersWaitingRequests() throws {
    let server = try TestServer(feed: feed)
    let (stream, later) = (try server.client(), try server.client())
    try stream.send("GET /feed HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try stream.read(through: "6\r\nbegin\n\r\n")
    try later.send("GET /watched HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(TestServer.eventually { feed.subscriberCount == 2 })
    #expect(server.stop(within: 10))
    #expect(try stream.readToEnd() == "0\r\n\r\n")
    #expect(try later.readToEnd().hasPrefix("HTTP/1.1 304 "))
    #expect(TestServer.eventually { feed.subscriberCount == 0 })
  }

  /// A client receives the answer to a transition that is being committed, also if its request was complete only
  /// during draining.
  @Test(arguments: [false, true]) func drainingWaitsForCommits(isAskedWhileDraining: Bool) throws {
    let server = try TestServer(feed: feed)
    let (watching, waiting, idle) = (try server.client(), try server.client(), try server.client())
    for (client, path) in [(watching, "/watched"), (waiting, "/kept")] {
      try client.send("POST \(path) HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      #expect(try client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100"))
      if !isAskedWhileDraining { try client.send("hi" + get) }
    }
    if !isAskedWhileDraining { #expect(TestServer.eventually { feed.subscriberCount == 2 }) }
    let done = DispatchSemaphore(value: 0)
    server.server.drain(within: 60) { done.signal() }
    #expect(try idle.readToEnd().isEmpty)
    if isAskedWhileDraining { for client in [watching, waiting] { try client.send("hi" + get) } }
    let unchanged = try watching.response()
    #expect(unchanged.status == 304 && unchanged.closes)
    #expect(try watching.readToEnd().isEmpty)
    watching.finishSending()
    #expect(TestServer.eventually { feed.subscriberCount == 1 && server.server.connectionCount == 1 })
    #expect(!waiting.isReadable && done.wait(timeout: .now()) == .timedOut)
    feed.publish("kept")
    let kept = try waiting.response()
    #expect(kept.status == 200 && kept.body == "kept" && kept.closes)
    #expect(try waiting.readToEnd().isEmpty)
    waiting.finishSending()
    #expect(done.wait(timeout: .now() + 10) == .success)
    #expect(feed.subscriberCount == 0)
  }

  @Test func drainingWaitsForCommitsUpToTheDeadline() throws {
    let server = try TestServer(feed: feed)
    let client = try server.client()
    try client.send("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(TestServer.eventually { feed.subscriberCount == 1 })
    #expect(server.stop(within: 0.02))
    #expect(try client.readToEnd().isEmpty)
    #expect(TestServer.eventually { feed.subscriberCount == 0 })
  }
}
