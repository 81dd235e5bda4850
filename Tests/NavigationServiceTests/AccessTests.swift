import HTTPMessages
import Navigation
import Testing

@testable import NavigationService

@Suite struct AccessTests {
  typealias Service = ServiceUnderTest

  @Test(arguments: [
    ("localhost", true), ("LocalHost:8080", true), ("127.0.0.1", true), ("127.0.0.1:80", true), ("127.1.2.3:9", true),
    ("[::1]", true),
    ("[::1]:8080", true), ("nav.example", true), ("NAV.example:81", true), ("other.example:8080", true),
    ("evil.example", false), ("other.example", false), ("other.example:8081", false), ("localhost.evil.example", false),
    ("127.0.0.1.evil.example", false), ("127.evil.example.x", false), ("1270.0.0.1", false), ("127.0.0.256", false),
    ("10.0.0.1", false),
    ("[::2]", false), ("0.0.0.0", false), ("nav.example.evil", false),
    ("LOCALHOST", true), ("localhost:", true), ("localhost.", false), ("localhost.:80", false), (".localhost", false),
    ("localhost.evil", false), ("127.0.0.1.nip.io", false), ("127.0.0.1.", false), ("127.1", false),
    ("127.0.0.01", false),
    ("0177.0.0.1", false), ("2130706433", false), ("0x7f.0.0.1", false), ("[0:0:0:0:0:0:0:1]", false),
    ("[::ffff:127.0.0.1]", false),
    ("%6cocalhost", false), ("nav.example.", false), ("nav%2eexample", false), ("localhostx", false),
    ("xlocalhost", false),
  ]) func onlyNamesThatAreMeantAreAnswered(host: String, isAnswered: Bool) throws {
    let service = Service(allowedHosts: ["nav.example", "other.example:8080"])
    for target in ["/healthz", "/v1/sessions", "/nothing"] {
      let response = try service.get(target, [("Host", host)])
      #expect((response.code != "host-not-allowed") == isAnswered)
    }
  }

  /// The parser refuses invalid hosts before the service.
  @Test(arguments: [
    "", "user@localhost", "localhost@evil.example", "localhost,evil.example", "localhost/x", "[::1", "[::1%25lo]",
    "a b", "localhost:99999",
  ])
  func anInvalidHostIsRefused(host: String) {
    #expect(throws: HTTPRefusal.self) { try HTTPRequest(.get, "/healthz", fields: [("Host", host)]) }
  }

  @Test func theHostIsNamedOnce() {
    for fields in [
      [("Host", "localhost"), ("Host", "evil.example")], [("Host", "evil.example"), ("host", "evil.example")],
    ] {
      #expect(throws: HTTPRefusal.self) {
        try HTTPRequest(.get, "/healthz", fields: fields.map { (name: $0.0, value: $0.1) })
      }
    }
  }

  @Test func theAuthorityOfAnAbsoluteTargetCounts() throws {
    #expect(try Service().get("http://evil.example/healthz").code == "host-not-allowed")
    #expect(try Service().get("http://localhost/healthz", [("Host", "evil.example")]).status == .ok)
  }

  @Test(arguments: [
    ("http://localhost:8080", true), ("https://localhost:8080", true), ("https://app.example", true),
    ("https://APP.example", false),
    ("http://localhost", false), ("http://localhost:8081", false), ("http://app.example", false),
    ("https://app.example.evil", false),
    ("null", false), ("", false), ("http://localhost:8080/", false), ("http://localhost:8080.evil.example", false),
    ("http://user@localhost:8080", false), ("https://app.example https://app.example", false),
    ("https://app.example,null", false),
    ("https://app.example:443", false), ("http://127.0.0.1:8080", false), ("*", false),
  ]) func onlyPagesThatAreMeantMayWrite(origin: String, mayWrite: Bool) throws {
    let service = Service(corsOrigins: ["https://app.example"])
    let fields: [(name: String, value: String)] = [("Host", "localhost:8080"), ("Origin", origin)]
    let response = try service.post("/v1/sessions", Service.create(), fields)
    #expect(response.status == (mayWrite ? .created : .forbidden))
    #expect(response.code == (mayWrite ? nil : "origin-refused"))
    #expect(try service.get("/healthz", fields).status == .ok)
  }

  @Test(arguments: [["https://app.example", "https://evil.example"], ["https://app.example", "https://app.example"]])
  func severalOriginsAreRefused(origins: [String]) throws {
    let fields = origins.map { (name: "Origin", value: $0) }
    let response = try Service(corsOrigins: ["https://app.example"]).post("/v1/sessions", Service.create(), fields)
    #expect(response.code == "origin-refused" && response.value(of: "Access-Control-Allow-Origin") == nil)
  }

  @Test(arguments: [
    ("https://app.example", true), ("https://evil.example", false), ("null", false), ("https://APP.example", false),
  ])
  func answersSayWhichPagesMayReadThem(origin: String, mayRead: Bool) throws {
    let service = Service(corsOrigins: ["https://app.example"])
    for response in [
      try service.get("/v1/devices", [("Origin", origin)]), try service.get("/nothing", [("Origin", origin)]),
    ] {
      #expect(response.value(of: "Vary") == "Origin")
      #expect(response.value(of: "Access-Control-Allow-Origin") == (mayRead ? origin : nil))
      let exposed = "ETag, Location, Link, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
      #expect(response.value(of: "Access-Control-Expose-Headers") == (mayRead ? exposed : nil))
    }
  }

  @Test func aPreflightIsAnswered() throws {
    let service = Service(corsOrigins: ["https://app.example"])
    let fields = [("Origin", "https://app.example"), ("Access-Control-Request-Method", "POST")].map {
      (name: $0.0, value: $0.1)
    }
    let response = try service.send(.options, "/v1/sessions", fields)
    #expect(response.status == .noContent)
    #expect(response.value(of: "Access-Control-Allow-Origin") == "https://app.example")
    #expect(response.value(of: "Access-Control-Allow-Methods") == "GET, HEAD, POST, DELETE")
    #expect(response.value(of: "Access-Control-Allow-Headers")?.contains("Idempotency-Key") == true)
    #expect(response.value(of: "Access-Control-Max-Age") == "600")
  }

  @Test func withoutOriginsThereIsNoCORS() throws {
    let response = try Service().send(
      .options, "/v1/sessions", [("Origin", "https://app.example"), ("Access-Control-Request-Method", "POST")])
    #expect(response.status == .noContent)
    #expect(response.value(of: "Vary") == nil && response.value(of: "Access-Control-Allow-Origin") == nil)
  }

  @Test(arguments: [
    ("/v1/sessions", "GET, HEAD, POST, OPTIONS"), ("*", "GET, HEAD, POST, DELETE, OPTIONS"),
    ("/healthz", "GET, HEAD, OPTIONS"),
  ]) func optionsHasTheAllowedMethods(target: String, allow: String) throws {
    let response = try Service().send(.options, target)
    #expect(response.status == .noContent && response.body.isEmpty)
    #expect(response.value(of: "Allow") == allow)
  }
}

/// The media types that a client accepts.
@Suite struct AcceptTests {
  typealias Service = ServiceUnderTest

  @Test(
    arguments: [
      ([], true), (["*/*"], true), (["application/json"], true), (["APPLICATION/JSON"], true),
      (["application/*"], true), ([""], true),
      (["text/html"], false), (["text/*"], false), (["application/xml, text/html;q=0.9"], false),
      (["application/jso"], false),
      (["text/html, */*;q=0.1"], true), (["text/html", "application/json;q=0.5"], true),
      (["application/json; charset=utf-8"], true),
      (["application/json;q=0"], false), (["application/json;q=0.000, */*"], false),
      (["application/json;q=0.001"], true),
      (["*/*;q=0"], false), (["application/*;q=0, application/json"], true),
      (["application/json ; q=0 , text/html"], false),
      (["*"], true), (["*, text/html"], false), (["text/html, image/gif, *; q=.2, */*; q=.2"], true),
      (["*/json"], true), ([","], true),
      (["application/problem+json"], false), (["application/json;profile=\"a,b\""], true),
    ] as [([String], Bool)]) func onlyAnAcceptWithoutJSONIsRefused(values: [String], isTaken: Bool) throws
  {
    let service = Service()
    let fields = values.map { (name: "Accept", value: $0) }
    #expect(try service.get("/v1/devices", fields).code == (isTaken ? nil : "not-acceptable"))
    #expect(try service.post("/v1/sessions", Service.create(), fields).code == (isTaken ? nil : "not-acceptable"))
    #expect(service.store.count == (isTaken ? 1 : 0))
    #expect(try service.get("/none", fields).code == "no-such-resource")
  }

  @Test(arguments: [
    ("/openapi.yaml", "application/yaml"), ("/llms.txt", "text/plain"), ("/problems/internal", "text/html"),
    ("/", "text/html"), ("/inspector/picture.css", "text/css"),
    ("/inspector/icon.svg", "image/svg+xml"), ("/inspector/main.js", "text/javascript"),
  ]) func everyAnswerIsOfItsType(target: String, type: String) throws {
    let response = try Service().get(target, [("Accept", type)])
    #expect(response.status == .ok && response.value(of: "Content-Type")?.hasPrefix(type) == true)
    #expect(try Service().get(target, [("Accept", "image/png")]).code == "not-acceptable")
  }

  @Test(
    arguments: ["/healthz", "/readyz", "/metrics"],
    ["image/png", "*/*;q=0", "application/openmetrics-text", "nonsense"])
  func probesAreAnsweredForAnyAccept(target: String, type: String) throws {
    #expect(try Service().get(target, [("Accept", type)]).status == .ok)
  }

  @Test func aResponseWithoutABodyHasNoType() throws {
    let service = Service()
    #expect(try service.send(.delete, try service.created(), [("Accept", "image/png")]).status == .noContent)
  }
}

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
