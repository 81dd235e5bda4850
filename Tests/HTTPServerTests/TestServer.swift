import Dispatch
import Glibc
import HTTPMessages
import HTTPServer
import Synchronization

/// A server on a free port whose answers repeat the request.
struct TestServer {
  let server: HTTPServer
  let port: UInt16
  let traffic = Traffic()
  private let counter = Counter()

  private final class Counter: Sendable {
    let requests = Atomic<Int>(0)
    let heads = Atomic<Int>(0)
  }

  /// The number of complete requests.
  var requestCount: Int { counter.requests.load(ordering: .relaxed) }

  /// The number of requests that the handler has received.
  var headCount: Int { counter.heads.load(ordering: .relaxed) }

  /// `/large/1000` answers with 1000 bytes, `/peer` with the client's address, any other path with method, target and
  /// body. `/close` closes the connection.
  ///
  /// - Parameters:
  ///   - feed: answers the paths that it knows.
  ///   - head: answers requests without their bodies; nil where the body is needed.
  init(
    shards: Int = 1, limits: HTTPServerLimits = HTTPServerLimits(), feed: Feed? = nil,
    head: (@Sendable (HTTPRequest) -> HTTPResponse?)? = nil
  ) throws {
    let configuration = HTTPServerConfiguration(port: 0, shards: shards, limits: limits)
    let counter = counter
    server = HTTPServer(
      configuration: configuration, traffic: traffic,
      handler: { call in
        counter.heads.add(1, ordering: .relaxed)
        if let feed, Feed.knows(call.request) { return await feed.answer(call) }
        if let response = head?(call.request) { return response }
        guard let body = try? await call.body() else { return nil }
        counter.requests.add(1, ordering: .relaxed)
        return TestServer.answer(call.request, body)
      },
      refusal: { refusal in
        var response = HTTPResponse(refusal.status, body: Array(refusal.detail.utf8))
        if case .connectionLimit(let seconds) = refusal {
          response.fields.append(HTTPField("Retry-After", "\(seconds)"))
        }
        return response
      })
    guard case .tcp(_, let port) = try server.start() else { throw RawClient.Failure(call: "start", code: 0) }
    self.port = port
  }

  private static func answer(_ request: HTTPRequest, _ body: [UInt8]) -> HTTPResponse {
    let segments = request.pathSegments
    if segments.first == "large", let count = segments.last.flatMap({ Int($0) }) {
      return HTTPResponse(.ok, body: [UInt8](repeating: 0x78, count: count))
    }
    if segments.first == "peer" { return HTTPResponse(.ok, body: Array("\(request.peer)".utf8)) }
    let text = "\(request.method.rawValue) \(request.target) \(String(decoding: body, as: UTF8.self))"
    return HTTPResponse(.ok, body: Array(text.utf8), closes: segments.first == "close")
  }

  func client() throws -> RawClient {
    try RawClient(port: port)
  }

  /// Drains and waits for the end; false after ten seconds.
  @discardableResult
  func stop(within seconds: Double = 0) -> Bool { server.stop(within: seconds) }

  /// True as soon as `condition` is; false after ten seconds.
  static func eventually(_ condition: () -> Bool) -> Bool {
    let end = DispatchTime.now() + 10
    while !condition() {
      guard DispatchTime.now() < end else { return false }
      sched_yield()
    }
    return true
  }
}

extension HTTPServer {
  /// Drains and waits for the end; false after ten seconds.
  func stop(within seconds: Double = 0) -> Bool {
    let done = DispatchSemaphore(value: 0)
    drain(within: seconds) { done.signal() }
    return done.wait(timeout: .now() + 10) == .success
  }
}
