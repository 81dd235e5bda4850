import HTTPMessages
import Navigation
import Testing

@testable import NavigationService

/// The entries of the access log.
@Suite struct AccessLogTests {
  typealias Service = ServiceUnderTest

  private static let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  private static let id = "s_00000000000000000000000000"

  @Test(arguments: [
    (HTTPMethod.get, "/v1/devices?", "/v1/devices", 200, true, false),
    (.head, "/v1/devices", "/v1/devices", 200, false, false),
    (.get, "/v1/sessions/\(id)", "/v1/sessions/{sessionId}", 404, true, true),
    (.get, "/secret", "none", 404, true, false),
    (.get, "/v1/sessions/\(id)/snapshot?revision=3", "/v1/sessions/{sessionId}/snapshot", 404, true, true),
    (.post, "/v1/sessions/\(id)/fork", "/v1/sessions/{sessionId}/fork", 415, true, true),
    (.get, "/v1/sessions/\(id)/events", "/v1/sessions/{sessionId}/events", 404, true, true),
    (.get, "/v1/sessions/s_1", "none", 404, true, false), (.get, "/v1/sessions", "/v1/sessions", 200, true, false),
    (.options, "/v1/sessions", "none", 204, false, false),
  ]) func aRequestHasOneEntry(
    method: HTTPMethod, target: String, route: String, status: Int, hasBody: Bool, hasSession: Bool
  ) throws {
    let service = Service()
    let response = try service.send(method, target, [("X-Request-Id", "r1")])
    let entry = AccessEntry(
      requestID: "r1", traceParent: nil, method: method.rawValue, route: route,
      session: hasSession ? SessionID(Self.id) : nil,
      status: status, bytes: hasBody ? response.body.count : 0,
      microseconds: 0, client: nil)
    #expect(service.world.access.withLock { $0 } == [entry])
  }

  @Test func anEntryNamesTheClient() throws {
    let service = Service(keys: try APIKeysTests.keys())
    for key in [APIKeysTests.adas, APIKeysTests.bens, "wrong"] {
      _ = try service.get("/v1/devices", APIKeysTests.bearer(key))
    }
    #expect(service.world.access.withLock { $0.map(\.client) } == ["ada", "ben", nil])
    #expect(service.world.access.withLock { $0.map(\.status) } == [200, 200, 401])
  }

  @Test func aMalformedRequestHasAnEntry() throws {
    let service = Service()
    let response = service.service.respond(to: .malformedRequest(.incompleteRequest))
    let entry = try #require(service.world.access.withLock { $0.first })
    #expect((entry.method, entry.route, entry.status) == ("none", "none", 400))
    #expect(entry.requestID == response.value(of: "X-Request-Id") && entry.bytes == response.body.count)
  }

  @Test(
    arguments: [
      ([trace], true), (["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"], true), ([], false), ([""], false),
      ([trace, trace], false), ([trace.uppercased()], false), ([trace + "-x"], false), ([trace + "x"], false),
      ([String(trace.dropLast())], false),
      (["01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"], true),
      (["01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more"], true),
      (["01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more"], false),
      (["ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"], false),
      (["00-00000000000000000000000000000000-00f067aa0ba902b7-01"], false),
      (["00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01"], false),
      (["00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01"], false),
      (["00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"], false), (["0-" + trace], false),
      (["01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-" + String(repeating: "m", count: 300)], false),
    ] as [([String], Bool)]) func aValidTraceIsLogged(values: [String], isTaken: Bool) throws
  {
    let service = Service()
    _ = try service.get("/healthz", values.map { (name: "traceparent", value: $0) })
    #expect(service.world.access.withLock { $0.first?.traceParent } == (isTaken ? values[0] : nil))
  }
}
