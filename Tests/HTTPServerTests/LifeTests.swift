import Dispatch
import HTTPMessages
import Testing

@testable import HTTPServer

@Suite struct LifeTests {
  private let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test func surplusConnectionsAreRefused() throws {
    var limits = HTTPServerLimits()
    limits.connections = 2
    limits.surplusConnections = 1
    limits.retryAfterSeconds = 7
    let server = try TestServer(limits: limits)
    defer { server.stop() }
    var clients = [try server.client(), try server.client()]
    for client in clients {
      try client.send(get)
      #expect(try client.response().status == 200)
    }
    let surplus = try server.client()
    // A connection over the limit of those whose request is awaited: answered at once.
    let farOver = try server.client().readToEnd()
    #expect(farOver.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n") && farOver.contains("\r\nRetry-After: 7\r\n"))
    try surplus.send(get)
    let refusal = try surplus.response()
    #expect(refusal.status == 503)
    #expect(refusal.closes)
    #expect(refusal.head.contains("\r\nRetry-After: 7\r\n"))
    #expect(try surplus.readToEnd().isEmpty)
    clients.removeAll()
    surplus.finishSending()
    #expect(TestServer.eventually { server.server.connectionCount == 0 })
    let next = try server.client()
    try next.send(get)
    #expect(try next.response().status == 200)
  }

  @Test func incompleteBodiesHaveACommonLimit() throws {
    var limits = HTTPServerLimits()
    limits.bufferedBytes = 1_000
    let server = try TestServer(limits: limits)
    defer { server.stop() }
    let (first, second, whole) = (try server.client(), try server.client(), try server.client())
    func send(_ count: Int, of length: Int, on client: RawClient) throws {
      try client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n" + String(repeating: "x", count: count))
    }
    try send(900, of: 2_000, on: first)
    // Bytes that arrive with their head are not counted; with this answer the shard has also read all earlier bytes.
    try send(2_000, of: 2_000, on: whole)
    #expect(try whole.response().status == 200)
    try send(101, of: 200, on: second)
    let refused = try second.response()
    #expect(
      refused.status == 503 && refused.closes && refused.body.hasPrefix("The server has reached its limit of bytes"))
    try first.send(String(repeating: "x", count: 1_100))
    #expect(try first.response().status == 200)
    try send(900, of: 901, on: whole)
    try whole.send("x")
    #expect(try whole.response().status == 200)
  }

  /// With and without a request.
  @Test(arguments: ["", "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"]) func connectionsFarOverTheLimitAreAnsweredAndClosed(
    request: String
  ) throws {
    var limits = HTTPServerLimits()
    limits.connections = 0
    limits.surplusConnections = 0
    let server = try TestServer(limits: limits)
    defer { server.stop() }
    for _ in 0..<50 {
      let client = try server.client()
      try client.send(request)
      let response = try client.response()
      #expect(response.status == 503 && response.closes)
      #expect(try client.readToEnd().isEmpty)
    }
    #expect(server.server.connectionCount == 0)
  }

  /// The first shortage is reported at once, those of the next five seconds with the first one after them.
  @Test func shortagesAreReportedAtIntervals() {
    var shortage = Shortage()
    let told = [0, 1, 4_999, 5_000, 9_999, 20_000, 24_999, 25_000].map { shortage.count(1, at: $0) }
    #expect(told == [1, nil, nil, 3, nil, 2, nil, 2])
  }

  @Test func serverStartsOnce() throws {
    let server = try TestServer()
    defer { server.stop() }
    #expect(throws: HTTPServerError.alreadyStarted) { try server.server.start() }
  }

  @Test func drainedServerDoesNotStart() throws {
    let server = HTTPServer(configuration: HTTPServerConfiguration()) { _ in
      HTTPResponse(.ok)
    } refusal: {
      HTTPResponse($0.status)
    }
    #expect(server.stop())
    #expect(throws: HTTPServerError.alreadyStarted) { try server.start() }
  }

  @Test func aPortInUseIsReported() throws {
    let first = try TestServer()
    defer { first.stop() }
    let configuration = HTTPServerConfiguration(port: first.port)
    let second = HTTPServer(configuration: configuration) { _ in
      HTTPResponse(.ok)
    } refusal: {
      HTTPResponse($0.status)
    }
    #expect(throws: HTTPServerError.addressInUse(host: "127.0.0.1", port: first.port)) { try second.start() }
  }

  @Test(arguments: [
    ("127.0.0.1", PeerAddress.ipv4(0x7F00_0001)), ("192.0.2.7", .ipv4(0xC000_0207)), ("::1", .ipv6(high: 0, low: 1)),
    ("2001:db8::5", .ipv6(high: 0x2001_0DB8_0000_0000, low: 5)), ("::ffff:192.0.2.7", .ipv4(0xC000_0207)),
  ])
  func peersAreAddresses(host: String, peer: PeerAddress) throws {
    #expect(try SocketAddress(host: host, port: 80).peer == peer)
    #expect(SocketAddress().peer == .local)
  }

  @Test func requestsHaveTheirPeer() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    for _ in 0..<2 {
      try client.send("GET /peer HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().body == "\(PeerAddress.ipv4(0x7F00_0001))")
    }
  }

  @Test(arguments: ["", "example.com", "127.0.0", "[::1]", "::g"])
  func hostsAreAddresses(host: String) {
    let server = HTTPServer(configuration: HTTPServerConfiguration(host: host)) { _ in
      HTTPResponse(.ok)
    } refusal: {
      HTTPResponse($0.status)
    }
    #expect(throws: HTTPServerError.invalidHost(host)) { try server.start() }
  }

  @Test(arguments: [
    ("localhost", "127.0.0.1", "http://127.0.0.1:80"), ("0.0.0.0", "0.0.0.0", "http://0.0.0.0:80"),
    ("::1", "::1", "http://[::1]:80"), ("0:0::1", "::1", "http://[::1]:80"), ("::", "::", "http://[::]:80"),
  ])
  func addressesAreRead(row: (host: String, digits: String, url: String)) throws {
    let bound = try SocketAddress(host: row.host, port: 80).bound
    #expect(bound == .tcp(host: row.digits, port: 80))
    #expect(bound.url == row.url)
  }
}
