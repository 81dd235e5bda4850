import HTTPMessages
import HTTPServer
import Testing

@Suite struct ClosingTests {
  private let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test(arguments: [
    ("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200), ("GET /a HTTP/1.0\r\n\r\n", 200),
    ("GET /close HTTP/1.1\r\nHost: a\r\n\r\n", 200), ("GET /a HTTP/1.1\r\n\r\n", 400),
    ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
    ("GET / HTTP/2.0\r\n", 505), ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n", 413),
    ("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 99999999\r\n\r\n", 413),
  ])
  func lastAnswerHasConnectionClose(row: (request: String, status: Int)) throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    // Bytes after the last request are not answered.
    try client.send(row.request + get)
    let response = try client.response()
    #expect(response.status == row.status)
    #expect(response.closes)
    #expect(try client.readToEnd().isEmpty)
  }

  @Test func unreadBodyIsThrownAwayWithinBounds() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n")
    try client.send([UInt8](repeating: 0, count: 200_000))
    #expect(try client.response().status == 413)
    #expect(throws: RawClient.Failure.self) {
      for _ in 0..<1000 { try client.send([UInt8](repeating: 0, count: 100_000)) }
    }
  }

  @Test(arguments: [(999, true), (1000, true), (1001, false)])
  func bytesAfterTheLastAnswerAreReadUpToTheirLimit(row: (count: Int, stays: Bool)) throws {
    var limits = HTTPServerLimits()
    (limits.messages.drainBytes, limits.lingerMilliseconds) = (1000, 3_600_000)
    let server = try TestServer(limits: limits)
    defer { server.stop() }
    let client = try server.client()
    try client.send("GET /close HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().closes)
    try client.send([UInt8](repeating: 0, count: row.count))
    // Events are handled in order: bytes sent before this request are read before its answer.
    let other = try server.client()
    try other.send(get)
    #expect(try other.response().status == 200)
    #expect(server.server.connectionCount == (row.stays ? 2 : 1))
  }

  @Test func halfClosedClientGetsItsAnswer() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    try client.send(get + "GET /large/3000000 HTTP/1.1\r\nHost: a\r\n\r\n")
    client.finishSending()
    #expect(try client.response().body == "GET /a ")
    #expect(try client.response().body.utf8.count == 3_000_000)
    #expect(try client.readToEnd().isEmpty)
    #expect(TestServer.eventually { server.server.connectionCount == 0 })
  }

  @Test func truncatedRequestIsRefused() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel")
    client.finishSending()
    #expect(try client.response().status == 400)
    #expect(try client.readToEnd().isEmpty)
  }

  @Test(arguments: [
    "", "GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel",
    "GET /large/3000000 HTTP/1.1\r\nHost: a\r\n\r\n",
  ])
  func resetIsSurvived(sent: String) throws {
    let server = try TestServer()
    defer { server.stop() }
    do {
      let client = try server.client()
      client.resetOnClose()
      try client.send(sent)
      #expect(TestServer.eventually { server.server.connectionCount == 1 })
    }
    #expect(TestServer.eventually { server.server.connectionCount == 0 })
    let other = try server.client()
    try other.send(get)
    #expect(try other.response().status == 200)
  }
}

@Suite struct DeadlineTests {
  private func limits(_ change: (inout HTTPServerLimits) -> Void) -> HTTPServerLimits {
    var limits = HTTPServerLimits()
    change(&limits)
    return limits
  }

  @Test(arguments: ["G", "GET / HTTP/1.1\r\nHost:", "\r\nGET"])
  func slowHeadIsRefused(sent: String) throws {
    let server = try TestServer(limits: limits { $0.headMilliseconds = 40 })
    defer { server.stop() }
    let client = try server.client()
    try client.send(sent)
    let response = try client.response()
    #expect(response.status == 408)
    #expect(response.closes)
    #expect(try client.readToEnd().isEmpty)
  }

  @Test func slowBodyIsRefused() throws {
    let server = try TestServer(limits: limits { $0.requestMilliseconds = 40 })
    defer { server.stop() }
    let client = try server.client()
    try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\nPOST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel")
    #expect(try client.response().status == 200)
    #expect(try client.response().status == 408)
    #expect(try client.readToEnd().isEmpty)
  }

  @Test(arguments: ["", "\r\n", "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"])
  func idleConnectionIsClosedSilently(sent: String) throws {
    let server = try TestServer(limits: limits { $0.idleMilliseconds = 40 })
    defer { server.stop() }
    let client = try server.client()
    try client.send(sent)
    if sent.hasPrefix("GET") { #expect(try client.response().status == 200) }
    #expect(try client.readToEnd().isEmpty)
  }

  @Test func clientThatDoesNotReadIsDisconnected() throws {
    let server = try TestServer(limits: limits { $0.stalledWriteMilliseconds = 40 })
    defer { server.stop() }
    let client = try RawClient(port: server.port, receiveBuffer: 4096)
    try client.send("GET /large/50000000 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(TestServer.eventually { server.server.connectionCount == 1 })
    #expect(TestServer.eventually { server.server.connectionCount == 0 })
  }

  @Test func clientThatDoesNotCloseIsDisconnected() throws {
    let server = try TestServer(limits: limits { $0.lingerMilliseconds = 40 })
    defer { server.stop() }
    let client = try server.client()
    try client.send("GET /close HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().closes)
    #expect(TestServer.eventually { server.server.connectionCount == 0 })
  }
}
