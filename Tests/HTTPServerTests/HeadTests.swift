import HTTPMessages
import HTTPServer
import Testing

/// Requests that are answered before their body is complete.
@Suite struct HeadTests {
  /// `/refused` is refused by its head.
  private func server(limits: HTTPServerLimits = HTTPServerLimits()) throws -> TestServer {
    try TestServer(limits: limits) { head in
      head.path.elementsEqual("/refused".utf8) ? HTTPResponse(.unauthorized, body: Array("no".utf8)) : nil
    }
  }

  private func post(_ path: String, _ fields: String) -> String { "POST \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" }

  /// The answer is immediate and closes the connection, however much of the body follows.
  @Test(arguments: [
    ("Content-Length: 100000\r\nExpect: 100-continue\r\n", 0),
    ("Content-Length: 100000\r\nExpect: 100-continue\r\n", 100_000),
    ("Content-Length: 100000\r\n", 0), ("Content-Length: 100000\r\n", 10), ("Content-Length: 100000\r\n", 100_000),
    ("Transfer-Encoding: chunked\r\n", 0),
  ]) func answerIsSentWithoutContinue(fields: String, sent: Int) throws {
    let server = try server()
    defer { server.stop() }
    let client = try server.client()
    try client.send(post("/refused", fields))
    #expect(try client.read(through: "\r\n") == "HTTP/1.1 401 Unauthorized\r\n")
    try client.send([UInt8](repeating: 0x78, count: sent))
    client.finishSending()
    let rest = try client.readToEnd()
    #expect(rest.contains("\r\nConnection: close\r\n") && rest.hasSuffix("\r\n\r\nno"))
    #expect(server.requestCount == 0)
    #expect(TestServer.eventually { server.server.connectionCount == 0 })
  }

  /// After the answer the body is discarded up to the limit, as after any last answer.
  @Test func bodyIsDiscardedWithinBounds() throws {
    var limits = HTTPServerLimits()
    (limits.messages.drainBytes, limits.lingerMilliseconds, limits.bufferedBytes) = (10_000, 3_600_000, 1)
    let server = try server(limits: limits)
    defer { server.stop() }
    let client = try server.client()
    try client.send(post("/refused", "Content-Length: 1000000\r\n"))
    // No byte of it counts as buffered: a single one would exceed the limit.
    try client.send([UInt8](repeating: 0x78, count: 10_000))
    #expect(try client.response().status == 401)
    #expect(server.server.connectionCount == 1)
    try? client.send([UInt8](repeating: 0x78, count: 990_000))
    #expect(TestServer.eventually { server.server.connectionCount == 0 })
  }

  /// The body decides nothing here; where it is whole already, the connection stays.
  @Test func anAnswerAfterTheWholeBodyKeepsTheConnection() throws {
    let server = try server()
    defer { server.stop() }
    let client = try server.client()
    let whole = post("/refused", "Content-Length: 2\r\n") + "hi" + "GET /refused HTTP/1.1\r\nHost: a\r\n\r\n"
    try client.send(whole)
    for _ in 0..<2 {
      let response = try client.response()
      #expect(response.status == 401 && !response.closes)
    }
    try client.send(post("/b", "Content-Length: 5\r\n"))
    #expect(TestServer.eventually { server.headCount == 3 })
    for byte in "hello".utf8 { try client.send([byte]) }
    #expect(try client.response().body == "POST /b hello")
    // A later request on the connection has its own `100 Continue`.
    try client.send(whole)
    for _ in 0..<2 { #expect(try client.response().status == 401) }
    try client.send(post("/c", "Content-Length: 1\r\nExpect: 100-continue\r\n"))
    #expect(try client.read(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    try client.send("x")
    #expect(try client.response().body == "POST /c x")
    #expect(server.headCount == 6 && server.requestCount == 2)
  }

  /// Earlier answers are sent first.
  @Test func answerKeepsItsPlace() throws {
    let server = try server()
    defer { server.stop() }
    let client = try server.client()
    try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n" + post("/refused", "Content-Length: 9\r\n") + "x")
    #expect(try client.response().body == "GET /a ")
    #expect(try client.response().status == 401)
    #expect(try client.readToEnd().isEmpty)
  }

  @Test func headHasItsPeer() throws {
    let server = try TestServer { HTTPResponse(.ok, body: Array("\($0.peer)".utf8)) }
    defer { server.stop() }
    let client = try server.client()
    try client.send(post("/peer", "Content-Length: 9\r\n"))
    #expect(try client.response().body == "\(PeerAddress.ipv4(0x7F00_0001))")
  }
}
