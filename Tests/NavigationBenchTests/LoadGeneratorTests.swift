import CReferenceServer
import Glibc
import Testing

@testable import navigation_bench

/// The load against the C server, which runs on a thread of the tests' process.
@Suite struct LoadGeneratorTests {
  private static let port: UInt16? = {
    var port: UInt16 = 0
    let listener = reference_server_open("127.0.0.1", &port)
    guard listener >= 0 else { return nil }
    var thread = pthread_t()
    let context = UnsafeMutableRawPointer(bitPattern: Int(listener))
    let code = pthread_create(
      &thread, nil,
      { context in
        let answer = FixedAnswer(head: "HTTP/1.1 200 OK\r\n", bytes: 100).text
        _ = reference_server_serve(CInt(Int(bitPattern: context)), answer, answer.utf8.count, 1_024, 1_000)
        return nil
      }, context)
    return code == 0 ? port : nil
  }()

  private static func plan(_ requests: Int, connections: Int = 4, depth: Int = 1, pace: LoadPlan.Pace = .asAnswered)
    throws -> LoadPlan
  {
    let get = RequestBytes("GET", "/").bytes
    let post = RequestBytes("POST", "/", body: #"{"type": "pop"}"#).bytes
    var plan = LoadPlan(
      server: ChildProcess.Address(host: "127.0.0.1", port: try #require(port)),
      scripts: [LoadScript([get], depth: depth), LoadScript([post, get], period: 2, depth: depth)],
      connections: connections,
      requests: requests)
    plan.depth = depth
    plan.pace = pace
    return plan
  }

  static let rows: [(requests: Int, connections: Int, depth: Int, pace: LoadPlan.Pace)] = [
    (1, 1, 1, .asAnswered), (1_000, 7, 1, .asAnswered), (1_003, 5, 16, .asAnswered), (10, 64, 16, .asAnswered),
    (500, 8, 1, .reconnecting),
    (3, 8, 1, .reconnecting), (500, 8, 1, .constant(perSecond: 100_000)), (100, 1, 1, .constant(perSecond: 1_000_000)),
  ]

  @Test(arguments: rows) func `each request is answered once`(
    _ row: (requests: Int, connections: Int, depth: Int, pace: LoadPlan.Pace)
  )
    throws
  {
    let report = try LoadGenerator.run(
      try Self.plan(row.requests, connections: row.connections, depth: row.depth, pace: row.pace))
    #expect(
      report.requests == row.requests && report.notSuccessful == 0 && report.latencies.total == UInt64(row.requests))
  }

  @Test func `a latency includes the wait for a connection`() throws {
    // All are due within 100 microseconds, and one connection answers them one after the other: the last request waits
    // for nearly all of the run.
    let late = try LoadGenerator.run(try Self.plan(1_000, connections: 1, pace: .constant(perSecond: 10_000_000)))
    #expect(Double(late.latencies.maximum) / 1e9 > late.seconds / 2)
  }

  @Test func `a constant rate takes its time`() throws {
    let report = try LoadGenerator.run(try Self.plan(100, pace: .constant(perSecond: 10_000)))
    #expect(report.seconds >= 0.0099)
  }

  @Test(
    arguments: [(1, .asAnswered), (16, .asAnswered), (1, .reconnecting), (1, .constant(perSecond: 5_000))]
      as [(Int, LoadPlan.Pace)])
  func `time ends a run after whole periods`(depth: Int, pace: LoadPlan.Pace) throws {
    var plan = try Self.plan(.max, connections: 4, depth: depth, pace: pace)
    plan.scripts = [plan.scripts[1]]
    plan.seconds = 0.05
    let report = try LoadGenerator.run(plan)
    #expect(report.seconds >= 0.05 && report.requests > 0 && report.latencies.total == UInt64(report.requests))
    #expect(pace == .reconnecting || report.requests.isMultiple(of: 2))
    #expect(report.bytes == report.requests * 100)
  }
}
