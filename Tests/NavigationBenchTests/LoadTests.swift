import CReferenceServer
import Foundation
import Testing

@testable import navigation_bench

/// The load against the C server, which runs on a thread of the tests' process, and its evaluation of bytes.
@Suite struct LoadTests {
  private static let port: UInt16? = {
    var port: UInt16 = 0
    let listener = reference_server_open(&port)
    Thread.detachNewThread {
      let answer = Requests.fixedAnswer([Answer(head: "HTTP/1.1 200 OK\r\n\r\n", body: [0x31])])
      _ = reference_server_serve(listener, answer, answer.utf8.count)
    }
    return listener > 0 ? port : nil
  }()

  private static func load(_ connections: Int) throws -> Load {
    let (get, post) = (request("GET", "/"), request("POST", "/", body: #"{"type": "pop"}"#))
    return try Load([try #require(port)], (0..<connections).map { $0.isMultiple(of: 2) ? [get] : [post, get] })
  }

  static let rows: [(requests: Int, connections: Int, perSecond: Double)] = [
    (1, 1, .infinity), (1_000, 7, .infinity), (10, 64, .infinity), (500, 8, 100_000), (100, 1, 1_000_000),
  ]

  @Test(arguments: rows) func `each request is answered once`(
    _ row: (requests: Int, connections: Int, perSecond: Double)
  ) throws {
    let load = try Self.load(row.connections)
    for _ in 0..<2 { #expect(try load.run(requests: row.requests, perSecond: row.perSecond).count == row.requests) }
  }

  @Test func `a latency includes the wait for a connection`() throws {
    // All are due within 100 microseconds, and one connection answers them one after the other: the last request waits
    // for nearly all of the run.
    let start = MonotonicClock.now()
    let late = try Self.load(1).run(requests: 1_000, perSecond: 10_000_000)
    #expect(late.max().map { $0 > (MonotonicClock.now() - start) / 2 } == true)
  }

  @Test(arguments: [.infinity, 5_000]) func `time ends a run`(perSecond: Double) throws {
    let start = MonotonicClock.now()
    #expect(try Self.load(4).run(seconds: 0.05, perSecond: perSecond).count > 0)
    #expect(MonotonicClock.now() - start >= 50_000_000)
  }

  private static let stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
  private static let session = "id: 3\nevent: session\ndata: {\"revision\": 3}\n\n"
  private static let transition = "id: 4\nevent: transition\ndata: {\"revision\": 4}\n\n"
  private static let two = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

  static let streams: [(name: String, text: String, complete: Int?)] = [
    ("nothing", "", 0),
    ("a head without its end", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", 0),
    ("half a body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{", 0),
    ("one", two, 1),
    ("three in a row", two + two + two, 3),
    ("no body", "HTTP/1.1 204 No Content\r\n\r\n" + two, 2),
    ("a stream's head", stream, 0),
    ("a comment and a time", stream + "retry: 1000\n\n:\n\n", 0),
    ("a session that has begun", stream + "id: 3\nevent: session\ndata: {}\n", 0),
    ("a session", stream + session, 1),
    ("two transitions, and a heartbeat between them", stream + session + transition + ":\n\n" + transition, 3),
    ("chunks", stream + "e\r\n" + session + "\r\n12\r\n" + transition + "\r\n", 2),
    ("a problem among them", two + "HTTP/1.1 422 Unprocessable Content\r\nContent-Length: 1\r\n\r\n0" + two, nil),
    ("no response", "FTP/1.1 200 OK\r\n\r\n", nil),
  ]

  @Test(arguments: streams) func `whole and byte by byte`(_ row: (name: String, text: String, complete: Int?)) throws {
    var port: UInt16 = 0
    let listener = reference_server_open(&port)
    defer { close(listener) }
    for size in [1, 3, max(1, row.text.utf8.count)] {
      let client = try Client(port)
      let peer = accept(listener, nil, nil)
      defer { close(peer) }
      var (rest, buffer) = (Array(row.text.utf8)[...], [UInt8](repeating: 0, count: size))
      let count = try? stride(from: 0, to: rest.count, by: size).reduce(0) { count, _ in
        _ = Array(rest.prefix(size)).withUnsafeBytes { write(peer, $0.baseAddress, $0.count) }
        rest = rest.dropFirst(size)
        _ = client.receive(&buffer)
        return count + (try client.takeMessages())
      }
      #expect(count == row.complete, "\(row.name), \(size) at a time")
    }
  }

  @Test func `an answer, its fields and its code`() {
    var problem = Answer(status: 422, head: "HTTP/1.1 422 No\r\nContent-Type: application/problem+json\r\n\r\n")
    problem.body = Array(#"{"title":"No","code":"controller-limit"}"#.utf8)
    #expect(problem.summary == "422 controller-limit" && Answer(head: "reset").summary == "reset")
    #expect(problem.field("Content-Type") == "application/problem+json" && problem.field("ETag") == nil)
  }

  @Test func `the C server's answer has the mean length of ours`() {
    let answers = [Array("1".utf8), Array("123".utf8)].map {
      Answer(status: 200, head: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nETag: \"3\"\r\n\r\n", body: $0)
    }
    #expect(
      Requests.fixedAnswer(answers) == "HTTP/1.1 200 OK\r\nETag: \"3\"\r\nContent-Length: 2\r\n\r\nxx")
  }

  static let workloads: [(Workload, sessions: Int, connections: Int, requests: [Int])] = [
    (.getSnapshot, 1, 3, [1, 1, 1]), (.pushPop, 1, 2, [2, 2]), (.pushPop, 12, 3, [8, 8, 8]), (.tabs, 6, 3, [8, 8, 8]),
    (.pushPop, 5, 3, [4, 4, 2]),
  ]

  @Test(arguments: workloads) func `each connection has its own sessions`(
    _ row: (workload: Workload, sessions: Int, connections: Int, requests: [Int])
  ) {
    let requests = row.workload.requests((0..<row.sessions).map { "/\($0)" }, connections: row.connections)
    #expect(requests.map(\.count) == row.requests)
    #expect(Set(requests.joined()).count == row.workload.requests("/0").count * row.sessions)
  }
}
