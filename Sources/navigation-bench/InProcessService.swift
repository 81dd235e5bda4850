import Glibc
import HTTPMessages
import NavigationAPI
import NavigationService
import SessionStorage

/// The service as the server has it, asked without sockets.
struct InProcessService {
  private let service: NavigationService
  private let store: SessionStore

  init(limits: StoreLimits = StoreLimits()) {
    store = SessionStore(limits: limits)
    service = NavigationService(
      store: store,
      configuration: ServiceConfiguration(
        uptime: { Int64(truncatingIfNeeded: MonotonicClock.now()) }, now: Self.now, random: { UInt64.random(in: .min ... .max) }))
  }

  /// Waits until what has to rest does.
  func settle() { store.finish() }

  private static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// A POST with a JSON body, or a GET without one.
  static func request(_ path: String, body: String? = nil) throws -> HTTPRequest {
    guard let body else { return try HTTPRequest(.get, path) }
    return try HTTPRequest(.post, path, fields: [("Content-Type", "application/json")], body: Array(body.utf8))
  }

  /// Throws unless the answer is a 2xx.
  func ask(_ request: HTTPRequest) throws -> HTTPResponse {
    guard case .response(let response) = service.respond(to: request) else {
      throw BenchmarkFailure.unexpectedAnswer(path: request.target, status: 0)
    }
    guard response.status.rawValue / 100 == 2 else {
      throw BenchmarkFailure.unexpectedAnswer(path: request.target, status: response.status.rawValue)
    }
    return response
  }
}
