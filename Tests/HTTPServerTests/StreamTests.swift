import HTTPMessages
import HTTPServer
import Testing

/// Streamed and late answers over real sockets.
@Suite struct StreamTests {
  private let feed = Feed()
  private static let get = "GET /feed HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let begin = "6\r\nbegin\n\r\n"

  @Test func piecesComeAsChunksAndTheConnectionStays() throws {
    let server = try TestServer(feed: feed)
    defer { server.stop() }
    let client = try server.client()
    try client.send(Self.get)
    let head = try client.read(through: "\r\n\r\n")
    #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.contains("\r\nTransfer-Encoding: chunked\r\n"))
    #expect(!head.contains("Content-Length") && !head.contains("Connection: close"))
    #expect(try client.read(through: "begin\n\r\n") == Self.begin)
    feed.publish("one")
    #expect(try client.read(through: "one\n\r\n") == "4\r\none\n\r\n")
    let long = String(repeating: "x", count: 299)
    feed.publish(long, "three")
    #expect(try client.read(through: "three\n\r\n") == "12c\r\n\(long)\n\r\n6\r\nthree\n\r\n")
    feed.end()
    #expect(try client.read(through: "0\r\n\r\n") == "4\r\nend\n\r\n0\r\n\r\n")
    try client.send("GET /after HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().body == "GET /after ")
    #expect(TestServer.eventually { feed.subscriberCount == 0 })
  }

  @Test func toHTTP10TheBodyEndsWithTheConnection() throws {
    let server = try TestServer(feed: feed)
    defer { server.stop() }
    let client = try server.client()
    try client.send("GET /feed HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    let head = try client.read(through: "\r\n\r\n")
    #expect(head.contains("\r\nConnection: close\r\n") && !head.contains("chunked"))
    feed.publish("one")
    #expect(try client.read(through: "one\n") == "begin\none\n")
    feed.end()
    #expect(try client.readToEnd() == "end\n")
  }

  @Test func headRequestStartsNoStream() throws {
    let server = try TestServer(feed: feed)
    defer { server.stop() }
    let client = try server.client()
    try client.send("HEAD /feed HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response(toHead: true).head.contains("\r\nContent-Type: text/plain\r\n"))
    #expect(try client.response().body == "GET /b ")
    #expect(feed.subscriberCount == 0)
  }

  @Test func earlierLinesComeFirst() throws {
    feed.publish("a", "b")
    feed.end()
    let server = try TestServer(feed: feed)
    defer { server.stop() }
    let client = try server.client()
    try client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n" + Self.get + "GET /y HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().body == "GET /x ")
    _ = try client.read(through: "\r\n\r\n")
    #expect(try client.read(through: "0\r\n\r\n") == Self.begin + "2\r\na\n\r\n2\r\nb\n\r\n4\r\nend\n\r\n0\r\n\r\n")
    #expect(try client.response().body == "GET /y ")
  }

  @Test func requestsBehindAStreamWaitWithinBounds() throws {
    var limits = HTTPServerLimits()
    limits.messages.waitingInputBytes = 1_000
    let server = try TestServer(limits: limits, feed: feed)
    defer { server.stop() }
    let (patient, greedy) = (try server.client(), try server.client())
    for client in [patient, greedy] {
      try client.send(Self.get)
      _ = try client.read(through: Self.begin)
    }
    try patient.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n")
    try greedy.send(String(repeating: "x", count: 1_001))
    #expect(try greedy.readToEnd() == "")
    #expect(TestServer.eventually { feed.subscriberCount == 1 })
    feed.end()
    _ = try patient.read(through: "0\r\n\r\n")
    #expect(try patient.response().body == "GET /late ")
  }

  @Test(arguments: [false, true]) func aDisconnectIsNoticedWithoutAWrite(byReset: Bool) throws {
    let server = try TestServer(feed: feed)
    defer { server.stop() }
    for path in ["/feed", "/later"] {
      try { () throws in
        let client = try server.client()
        if byReset { client.resetOnClose() }
        try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(TestServer.eventually { feed.subscriberCount == 1 })
      }()
      #expect(TestServer.eventually { feed.subscriberCount == 0 && server.server.connectionCount == 0 })
    }
  }

  @Test func aSlowClientIsDroppedWhileOthersGoOn() throws {
    var limits = HTTPServerLimits()
    limits.stalledWriteMilliseconds = 300
    let server = try TestServer(limits: limits, feed: feed)
    defer { server.stop() }
    let (slow, quick) = (try RawClient(port: server.port, receiveBuffer: 4096), try server.client())
    for client in [slow, quick] { try client.send(Self.get) }
    _ = try quick.read(through: Self.begin)
    #expect(TestServer.eventually { feed.subscriberCount == 2 })
    let line = String(repeating: "x", count: 65_535)
    var count = 0
    while feed.subscriberCount == 2 {
      feed.publish(line)
      count += 1
      _ = try quick.read(through: line + "\n\r\n")
      if count > 20_000 { break }
    }
    #expect(feed.subscriberCount == 1)
    feed.publish("last")
    #expect(try quick.read(through: "last\n\r\n") == "5\r\nlast\n\r\n")
  }

  @Test func aSlowClientMissesNothing() throws {
    let server = try TestServer(feed: feed)
    defer { server.stop() }
    let client = try RawClient(port: server.port, receiveBuffer: 4096)
    try client.send(Self.get)
    #expect(TestServer.eventually { feed.subscriberCount == 1 })
    for number in 0..<300 { feed.publish("\(number) " + String(repeating: "x", count: 20_000)) }
    feed.end()
    let numbers = try client.readToEndOfChunks().split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(numbers == ["begin"] + (0..<300).map { "\($0)" } + ["end"])
  }

  @Test func aSilentStreamBeats() throws {
    var limits = HTTPServerLimits()
    limits.heartbeatMilliseconds = 20
    let server = try TestServer(limits: limits, feed: feed)
    defer { server.stop() }
    let client = try server.client()
    try client.send(Self.get)
    _ = try client.read(through: Self.begin)
    for _ in 0..<3 { #expect(try client.read(through: "beat\n\r\n") == "5\r\nbeat\n\r\n") }
    feed.publish("one")
    #expect(try client.read(through: "one\n\r\n").hasSuffix("4\r\none\n\r\n"))
  }

  @Test func aLostPlaceEndsTheStreamInTheMiddle() throws {
    let server = try TestServer(feed: feed)
    defer { server.stop() }
    let client = try server.client()
    try client.send(Self.get)
    _ = try client.read(through: Self.begin)
    feed.lose()
    #expect(try client.readToEnd() == "")
  }

  @Test func aLateAnswerArrives() throws {
    var limits = HTTPServerLimits()
    limits.idleMilliseconds = 60_000
    let server = try TestServer(limits: limits, feed: feed)
    defer { server.stop() }
    let client = try server.client()
    // Without news the time limit passes.
    try client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 304 "))
    #expect(try client.response().body == "GET /b ")
    feed.publish("news")
    try client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().body == "news")
    #expect(TestServer.eventually { feed.subscriberCount == 0 })
  }

  @Test func everySubscriberReceivesEveryLineInOrder() throws {
    FileLimit.raise()
    let server = try TestServer(shards: 2, feed: feed)
    defer { server.stop() }
    let clients = try (0..<200).map { _ in try server.client() }
    for client in clients { try client.send(Self.get) }
    #expect(TestServer.eventually { feed.subscriberCount == clients.count })
    for number in 0..<50 { feed.publish("\(number)") }
    feed.end()
    let all = ["begin"] + (0..<50).map { "\($0)" } + ["end"]
    for client in clients { #expect(try client.readToEndOfChunks().split(separator: "\n").map(String.init) == all) }
  }
}
