import HTTPServer
import Synchronization
import Testing

@testable import HTTPMessages
@testable import HTTPServer

/// Unsent output: its accounting, the connections closed for it, and the minimum speed of a client.
@Suite struct UnsentTests {
  private static func unsent(_ own: Int, _ shared: [[UInt8]] = [], queuedBytes: Int = 0, last: Int = 0) -> UnsentOutput
  {
    var output = HTTPOutput()
    output.append([UInt8](repeating: 0x6F, count: own))
    for bytes in shared { output.append(body: bytes) }
    var unsent = UnsentOutput(output, from: 0)
    unsent.block(queuedBytes: queuedBytes, at: last)
    return unsent
  }

  @Test func aSharedBufferCountsOnce() {
    let (a, b) = ([UInt8](repeating: 0x61, count: 20_000), [UInt8](repeating: 0x62, count: 30_000))
    let steps: [(holder: Int, unsent: UnsentOutput?, bytes: Int)] = [
      (1, Self.unsent(10, [a]), 10 + a.capacity), (2, Self.unsent(5, [a]), 15 + a.capacity),
      (2, Self.unsent(5, [a, b]), 15 + a.capacity + b.capacity),
      (3, Self.unsent(100, [b, b]), 115 + a.capacity + b.capacity),
      (1, nil, 105 + a.capacity + b.capacity), (1, nil, 105 + a.capacity + b.capacity),
      (2, Self.unsent(1), 101 + b.capacity),
      (3, nil, 1), (2, Self.unsent(1, queuedBytes: 70), 71), (2, nil, 0),
    ]
    var ledger = UnsentLedger<Int>()
    for (holder, unsent, bytes) in steps {
      ledger.record(unsent, of: holder)
      #expect(ledger.bytes == bytes)
    }
  }

  /// A new buffer at the address of a released one is counted separately.
  @Test func aBufferIsNotTakenForAnother() {
    var ledger = UnsentLedger<Int>()
    for round in 0..<100 {
      let bytes = [UInt8](repeating: 0, count: 20_000 + round % 3 * 64)
      ledger.record(Self.unsent(0, [bytes]), of: round)
      #expect(ledger.bytes == bytes.capacity)
      ledger.record(nil, of: round)
    }
    #expect(ledger.bytes == 0)
  }

  /// Each connection has 100 unsent bytes of its own; `last` has the times of their latest progress.
  @Test(
    arguments: [
      ([1, 2, 3], 300, []), ([1, 2, 3], 299, [0]), ([3, 1, 2], 299, [1]), ([3, 1, 2], 150, [1, 2]),
      ([3, 1, 2], 90, [1, 2, 0]),
      // One more than necessary, so that the next byte does not close another connection.
      ([1, 2, 3, 4], 310, [0, 1]),
    ] as [([Int], Int, [Int])]) func connectionsLongestBehindAreClosed(row: (last: [Int], limit: Int, gone: [Int]))
  {
    var ledger = UnsentLedger<Int>()
    for (holder, last) in row.last.enumerated() { ledger.record(Self.unsent(100, last: last), of: holder) }
    #expect(ledger.relieve(to: row.limit) == row.gone)
    #expect(ledger.bytes == (row.last.count - row.gone.count) * 100)
    #expect(ledger.relieve(to: row.limit).isEmpty)
  }

  @Test func clientsThatDoNotReadShareOneBuffer() throws {
    let body = [UInt8](repeating: 0x78, count: 20_000_000)
    let traffic = Traffic()
    let server = HTTPServer(configuration: HTTPServerConfiguration(shards: 2), traffic: traffic) { _ in
      HTTPResponse(.ok, body: body)
    } refusal: {
      HTTPResponse($0.status)
    }
    guard case .tcp(_, let port) = try server.start() else { return }
    defer { _ = server.stop() }
    let clients = try (0..<20).map { _ in try RawClient(port: port, receiveBuffer: 4096) }
    for client in clients { try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
    // A shard serves the last request after all others; all answers have begun once each client has a first byte.
    for client in clients { #expect(try client.read(through: "\r\n") == "HTTP/1.1 200 OK\r\n") }
    #expect(TestServer.eventually { traffic.figures.unsentBytes >= body.count })
    // What the kernel holds counts, and is little.
    #expect(traffic.figures.unsentBytes < body.capacity + 20 * 500_000)
    #expect(traffic.figures.sentBytes < 20 * 500_000)
    for client in clients.dropFirst() { client.reset() }
    #expect(TestServer.eventually { server.connectionCount == 1 })
    #expect(traffic.figures.unsentBytes >= body.count)
    _ = try clients[0].read(through: "\r\n\r\n")
    #expect(try clients[0].read(body.count).utf8.elementsEqual(body))
    #expect(TestServer.eventually { traffic.figures.unsentBytes == 0 })
  }

  @Test(arguments: [1, 2]) func theConnectionWithTheOldestProgressIsClosed(shards: Int) throws {
    var limits = HTTPServerLimits()
    limits.unsentBytes = 45_000_000
    let told = Mutex<[HTTPServerEvent]>([])
    let traffic = Traffic()
    let server = HTTPServer(configuration: HTTPServerConfiguration(shards: shards, limits: limits), traffic: traffic) {
      _ in
      HTTPResponse(.ok, body: [UInt8](repeating: 0x78, count: 20_000_000))
    } refusal: {
      HTTPResponse($0.status)
    } report: { event in
      told.withLock { $0.append(event) }
    }
    guard case .tcp(_, let port) = try server.start() else { return }
    defer { _ = server.stop() }
    let clients = try (0..<4).map { _ in try RawClient(port: port, receiveBuffer: 4096) }
    for (index, client) in clients.enumerated() {
      try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
      // Two unread answers fit; each further one closes a connection.
      #expect(TestServer.eventually { traffic.figures.unsentBytes > min(index + 1, 2) * 19_000_000 })
      let gone = max(index - 1, 0)
      #expect(
        TestServer.eventually {
          traffic.figures.crowdedConnections == gone && server.connectionCount == clients.count - gone
        })
    }
    #expect(traffic.figures.unsentBytes < limits.unsentBytes)
    #expect(told.withLock { $0 } == [.tooManyUnsentBytes(limit: 45_000_000, connections: 1)])
    #expect(try clients[3].read(20_000_000).utf8.count == 20_000_000)
  }

  /// An answer that alone exceeds the limit closes its own connection.
  @Test func anAnswerOverTheLimitClosesItsConnection() throws {
    var limits = HTTPServerLimits()
    limits.unsentBytes = 10_000_000
    let server = try TestServer(limits: limits)
    defer { server.stop() }
    let client = try RawClient(port: server.port, receiveBuffer: 4096)
    try client.send("GET /large/20000000 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(
      TestServer.eventually { server.traffic.figures.crowdedConnections == 1 && server.server.connectionCount == 0 })
    #expect(server.traffic.figures.unsentBytes == 0)
    // The kernel has discarded what it held, too.
    #expect(throws: RawClient.Failure.self) { try client.readToEnd() }
  }

  /// A client that reads `bytes` of an endless answer every `interval` milliseconds, until `end`.
  struct Taker: Sendable {
    var bytes: Int
    var interval: Int
    var end = Int.max
    var first = 0
  }

  /// The time at which each connection is closed, by a simulated clock; nil: not within a day.
  @Test(
    arguments: [
      (Taker(bytes: 0, interval: 1_000), 1_024, 30_000), (Taker(bytes: 32, interval: 5_000), 1_024, 30_000),
      (Taker(bytes: 32, interval: 5_000), 0, nil), (Taker(bytes: 0, interval: 1_000), 0, 30_000),
      (Taker(bytes: 1_023, interval: 1_000), 1_024, 30_000), (Taker(bytes: 1_100, interval: 1_000), 1_024, nil),
      (Taker(bytes: 40_960, interval: 20_000), 1_024, nil),
      (Taker(bytes: 2_048, interval: 1_000, end: 60_000), 1_024, 90_000),
      // 100 KiB at first satisfy the average for 100 seconds.
      (Taker(bytes: 1, interval: 10, first: 102_400), 1_024, 110_822),
    ] as [(Taker, Int, Int?)]) func slowClientsAreClosed(row: (taker: Taker, rate: Int, closed: Int?))
  {
    var limits = HTTPServerLimits()
    limits.minimumSendRate = row.rate
    let (start, queued, day) = (5_000, 1 << 40, 86_400_000)
    func taken(at now: Int) -> Int { row.taker.first + min(now, row.taker.end) / row.taker.interval * row.taker.bytes }
    var unsent = Self.unsent(1, queuedBytes: queued, last: start)
    var now = 0
    var closed: Int?
    while now < day, let progress = unsent.progress {
      now = limits.end(of: .write(progress)) - start
      unsent.updateProgress(queuedBytes: queued - taken(at: now), at: start + now)
      guard let progress = unsent.progress, limits.end(of: .write(progress)) <= start + now else { continue }
      closed = now
      break
    }
    #expect(closed == row.closed)
  }

  @Test func deadlinesAreExact() {
    let limits = HTTPServerLimits()
    let rows: [(ConnectionMachine.Deadline, Int)] = [
      (.idle(since: 5), 60_005), (.grace(since: 5), 1_005), (.head(since: 5), 10_005), (.body(since: 5), 30_005),
      (.answer(since: 5), 30_005), (.news(at: 5), 5),
      (.heartbeat(since: 5), 15_005),
      (.linger(since: 5), 2_005), (.write(UnsentOutput.Progress(since: 5, last: 9)), 30_005),
      (.write(UnsentOutput.Progress(since: 5, last: 9, takenBytes: 1 << 20)), 30_009),
    ]
    for (deadline, end) in rows { #expect(limits.end(of: deadline) == end) }
    var endless = limits
    (endless.idleMilliseconds, endless.headMilliseconds, endless.requestMilliseconds) = (.max, .max, 7)
    #expect(endless.end(of: .idle(since: 5)) == .max && endless.end(of: .head(since: 5)) == 12)
  }
}
