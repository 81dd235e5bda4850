import HTTPMessages
import Testing

@testable import HTTPServer

/// The reported numbers of bytes that a server holds for its connections.
@Suite struct TrafficTests {
  @Test func aPartialBodyIsCountedUntilItIsComplete() throws {
    let server = try TestServer()
    defer { server.stop() }
    let clients = [try server.client(), try server.client()]
    for client in clients {
      try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n" + String(repeating: "x", count: 900))
    }
    #expect(TestServer.eventually { server.traffic.figures.bufferedBytes == 1_800 })
    try clients[0].send(String(repeating: "x", count: 1_100))
    #expect(try clients[0].response().status == 200)
    #expect(server.traffic.figures.bufferedBytes == 900)
    clients[1].reset()
    #expect(TestServer.eventually { server.traffic.figures.bufferedBytes == 0 })
  }

  @Test(arguments: [true, false]) func anUnreadAnswerIsCountedUntilItIsRead(isTaken: Bool) throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    try client.send("GET /large/50000000 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(TestServer.eventually { server.traffic.figures.unsentBytes > 10_000_000 })
    if isTaken { #expect(try client.response().body.utf8.count == 50_000_000) } else { client.reset() }
    #expect(TestServer.eventually { server.traffic.figures.unsentBytes == 0 })
  }
}
