import HTTPMessages
import HTTPServer
import Testing

/// Misbehaviour of clients at each point of a request.
@Suite struct FaultTests {
  private static let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let post =
    "POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\nX: y\r\n\r\n"

  private func limits(_ change: (inout HTTPServerLimits) -> Void) -> HTTPServerLimits {
    var limits = HTTPServerLimits()
    change(&limits)
    return limits
  }

  @Test func resetAtEveryByteIsSurvived() throws {
    let server = try TestServer()
    defer { server.stop() }
    let bytes = Array((Self.post + Self.get).utf8)
    for count in 0...bytes.count {
      let client = try server.client()
      client.resetOnClose()
      try client.send(Array(bytes[..<count]))
    }
    #expect(TestServer.eventually { server.server.connectionCount == 0 })
    let client = try server.client()
    try client.send(Self.get)
    #expect(try client.response().status == 200)
  }

  /// Complete requests are answered, a truncated one is refused, and then the connection is closed.
  @Test func halfCloseAtEveryByteIsAnswered() throws {
    let server = try TestServer()
    defer { server.stop() }
    let bytes = Array((Self.post + Self.get).utf8)
    let first = Self.post.utf8.count
    for count in 0...bytes.count {
      let client = try server.client()
      try client.send(Array(bytes[..<count]))
      client.finishSending()
      var expected: [Int] = count >= first ? [200] : []
      if count == bytes.count { expected.append(200) } else if count != 0, count != first { expected.append(400) }
      var statuses: [Int] = []
      while statuses.count < expected.count { statuses.append(try client.response().status) }
      #expect(statuses == expected, "after \(count) bytes")
      #expect(try client.readToEnd().isEmpty)
    }
    #expect(TestServer.eventually { server.server.connectionCount == 0 })
  }

  @Test(arguments: [1, 2])
  func stormOfConnectionsPasses(shards: Int) throws {
    let server = try TestServer(shards: shards)
    defer { server.stop() }
    for index in 0..<3000 {
      let client = try server.client()
      switch index % 4 {
      case 0: break
      case 1: try client.send("GET / HT")
      case 2:
        client.resetOnClose()
        try client.send("GET /large/100000 HTTP/1.1\r\nHost: a\r\n\r\n")
      default:
        try client.send(Self.get)
        #expect(try client.response().status == 200)
      }
    }
    #expect(TestServer.eventually { server.server.connectionCount == 0 })
    let client = try server.client()
    try client.send(Self.get)
    #expect(try client.response().status == 200)
  }

  /// Single bytes do not postpone the deadline.
  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: a\r\nX: ", "a"), ("GET / HTTP/1.1\r\nHost: a\r\n", "X: y\r\n"),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 16000000\r\n\r\n", "a"),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X: y\r\n"),
  ])
  func dripIsCutOff(row: (start: String, drop: String)) throws {
    let limits = limits {
      ($0.headMilliseconds, $0.requestMilliseconds) = (60, 60)
      ($0.messages.headBytes, $0.messages.fieldCount, $0.messages.bodyBytes) = (1 << 24, 1 << 24, 1 << 24)
    }
    let server = try TestServer(limits: limits)
    defer { server.stop() }
    let client = try server.client()
    try client.send(row.start)
    while !client.isReadable { try client.send(row.drop) }
    let response = try client.response()
    #expect(response.status == 408 && response.closes)
  }

  /// The server stops reading and answering requests of a client that reads no answers, and finally disconnects it.
  @Test func outputForAClientThatDoesNotReadIsBounded() throws {
    let server = try TestServer(
      limits: limits { ($0.stalledWriteMilliseconds, $0.messages.pipelinedOutputBytes) = (60, 64 * 1024) })
    defer { server.stop() }
    let client = try RawClient(port: server.port, receiveBuffer: 4096)
    try client.send(Self.get)
    #expect(try client.response().status == 200)
    // The server resets the connection while this is sent, or before it has all been read.
    try? client.send(String(repeating: "GET /large/8192 HTTP/1.1\r\nHost: a\r\n\r\n", count: 40_000))
    #expect(TestServer.eventually { server.server.connectionCount == 0 })
    // Of the requested 320 MB, the created answers fit in the server's buffers and those of the two sockets, which the
    // kernel bounds.
    #expect(server.requestCount * 8192 < 64 << 20)
  }

  /// A client that sends requests faster than it reads the answers receives all of them.
  @Test func slowReaderGetsEveryAnswerInItsOrder() throws {
    let server = try TestServer(limits: limits { $0.messages.pipelinedOutputBytes = 1024 })
    defer { server.stop() }
    let client = try RawClient(port: server.port, receiveBuffer: 2048)
    for round in 0..<20 {
      try client.send((0..<50).map { "GET /\(round * 50 + $0)/large/4000 HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
      for index in 0..<25 { #expect(try client.response().body.hasPrefix("GET /\(round * 25 + index)/")) }
    }
    for index in 500..<1000 { #expect(try client.response().body.hasPrefix("GET /\(index)/")) }
  }
}
