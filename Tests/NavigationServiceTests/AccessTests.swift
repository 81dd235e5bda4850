import HTTPMessages
import Navigation
import Testing

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
