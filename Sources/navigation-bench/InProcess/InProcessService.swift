import CReferenceServer
import FoundationEssentials
import Glibc
import HTTPMessages
import NavigationAPI
import NavigationService
import SessionStorage

/// The server's service, called without sockets.
struct InProcessService {
  private let service: NavigationService
  private let store: SessionStore

  init(limits: StoreLimits = StoreLimits()) {
    store = SessionStore(limits: limits)
    service = NavigationService(
      store: store,
      configuration: ServiceConfiguration(
        uptime: { Int64(truncatingIfNeeded: MonotonicClock.now()) }, now: { Timestamp(Date()) },
        random: { UInt64.random(in: .min ... .max) }))
  }

  /// Waits until the sessions due for it are put to rest.
  func settle() { store.finish() }

  /// The bytes that the store counts for its sessions.
  var countedBytes: Int { store.residency.bytes + store.residency.restingBytes }

  /// A POST with a JSON body, or a GET without one.
  static func request(_ path: String, body: String? = nil) throws -> HTTPRequest {
    guard let body else { return try HTTPRequest(.get, path) }
    return try HTTPRequest(.post, path, fields: [("Content-Type", "application/json")], body: Array(body.utf8))
  }

  /// Throws unless the response is a 2xx.
  @discardableResult func ask(_ request: HTTPRequest) throws -> HTTPResponse {
    guard let response = request.response(of: { [service] in await service.respond(to: $0) }) else {
      throw BenchmarkFailure.unexpectedAnswer(path: request.target, "something else")
    }
    guard response.status.rawValue / 100 == 2 else {
      throw BenchmarkFailure.unexpectedAnswer(path: request.target, "\(response.status.rawValue)")
    }
    return response
  }

  /// Creates a session, changes it, and returns its path.
  func open(_ creation: String = ExampleSession.creation, _ transitions: [String] = [ExampleSession.showDetail()])
    throws -> String
  {
    let path = try ask(Self.request("/v1/sessions", body: creation)).value(of: "Location") ?? ""
    for body in transitions { try ask(Self.request(path + "/transitions", body: body)) }
    return path
  }

  /// Sends the requests sequentially; returns the bytes of all responses.
  func askAll(_ requests: [HTTPRequest]) throws -> Int { try requests.reduce(0) { try $0 + ask($1).body.count } }

  static func posts(_ path: String, _ bodies: [String]) throws -> [HTTPRequest] {
    try bodies.map { try request(path + "/transitions", body: $0) }
  }
}

/// Times calls of microseconds.
struct Stopwatch {
  /// Calls per sample, so that the cost of reading the clock is negligible.
  private static let calls = 16

  let samples: Int

  /// Nanoseconds of one call, the median of all samples. `body` returns a value that depends on all its work.
  func median(_ body: () throws -> Int) throws -> Double {
    try (0..<samples).map { _ in try Self.nanoseconds(body) }.median
  }

  /// Nanoseconds of one call, one sample.
  static func nanoseconds(_ body: () throws -> Int) rethrows -> Double {
    let start = MonotonicClock.now()
    for _ in 0..<calls { consume(try body()) }
    return Double(MonotonicClock.now() - start) / Double(calls)
  }

  /// Mean allocations of one call.
  static func allocations(_ body: () throws -> Int) rethrows -> Double {
    let before = benchmark_allocations()
    for _ in 0..<calls { consume(try body()) }
    return Double(benchmark_allocations() - before) / Double(calls)
  }

  /// Consumes a result opaquely to the optimiser.
  @inline(never)
  @_optimize(none)
  private static func consume(_ value: Int) {}
}
