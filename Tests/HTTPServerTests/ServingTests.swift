import HTTPMessages
import HTTPServer
import Testing

@Suite struct ServingTests {
  private let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test func connectionServesOneRequestAfterAnother() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    for index in 0..<50 {
      try client.send("POST /\(index) HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi")
      let response = try client.response()
      #expect(response.status == 200)
      #expect(response.body == "POST /\(index) hi")
      #expect(!response.closes)
    }
    #expect(server.server.connectionCount == 1)
  }

  @Test func tenThousandPipelinedRequestsAreAnsweredInOrder() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    try client.send((0..<10_000).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
    for index in 0..<10_000 { #expect(try client.response().body == "GET /\(index) ") }
  }

  @Test func unreadAnswersAreBounded() throws {
    var limits = HTTPServerLimits()
    limits.messages.pipelinedOutputBytes = 16 * 1024
    let server = try TestServer(limits: limits)
    defer { server.stop() }
    let client = try RawClient(port: server.port, receiveBuffer: 4096)
    let count = 2000
    try client.send(
      String(repeating: "GET /large/8192 HTTP/1.1\r\nHost: a\r\n\r\n", count: count)
        + "GET /last HTTP/1.1\r\nHost: a\r\n\r\n")
    for _ in 0..<count { #expect(try client.response().body.utf8.count == 8192) }
    #expect(try client.response().body == "GET /last ")
  }

  @Test func requestMayComeInPieces() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    for byte in "PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello".utf8 { try client.send([byte]) }
    #expect(try client.response().body == "PUT /a hello")
  }

  @Test func chunkedBodyIsRead() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    try client.send(
      "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1\r\n!\r\n0\r\nX: y\r\n\r\n" + get
    )
    #expect(try client.response().body == "POST /c hello!")
    #expect(try client.response().body == "GET /a ")
  }

  @Test func aMegabyteIsReceivedAndSent() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    let body = String(repeating: "b", count: 1024 * 1024)
    try client.send("POST /m HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    #expect(try client.response().body == "POST /m \(body)")
    try client.send(get)
    #expect(try client.response().status == 200)
  }

  @Test func waitingClientReceivesContinue() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    try client.send("POST /e HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
    #expect(try client.read(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    try client.send("hello")
    #expect(try client.response().body == "POST /e hello")
  }

  @Test func headHasTheLengthButNoBody() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    try client.send("HEAD /large/1500 HTTP/1.1\r\nHost: a\r\n\r\n" + get)
    #expect(try client.response(toHead: true).head.contains("\r\nContent-Length: 1500\r\n"))
    #expect(try client.response().body == "GET /a ")
  }

  @Test(arguments: [1, 2])
  func manyConnectionsAreServed(shards: Int) throws {
    FileLimit.raise()
    let server = try TestServer(shards: shards)
    defer { server.stop() }
    let clients = try (0..<500).map { _ in try server.client() }
    for (index, client) in clients.enumerated() { try client.send("GET /\(index) HTTP/1.1\r\nHost: a\r\n\r\n") }
    for (index, client) in clients.enumerated() { #expect(try client.response().body == "GET /\(index) ") }
    #expect(server.server.connectionCount == 500)
  }
}
