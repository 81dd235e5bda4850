import HTTPMessages
import Navigation
import SessionStorage
import Testing

@testable import NavigationService

/// Requests whose body arrives after the head.
@Suite struct HeadTests {
  typealias Service = ServiceUnderTest

  private static let none = "/v1/sessions/\(SessionID(high: 9, low: 9))"
  private static let app = "https://app.example"

  /// The requirements of the service on clients.
  enum Setting: CaseIterable { case open, withKeys, withLimit, draining }

  /// A head, where `$S` is an existing session, and the problem code that it alone decides; nil if the body is needed,
  /// or if there is none.
  struct Row: Sendable {
    let line: String
    let fields: [(name: String, value: String)]
    let code: String?

    /// Whether it is answered without its body.
    var isEarly: Bool { code != nil || !line.hasPrefix("POST") }

    init(_ line: String, _ fields: [(String, String)] = [], _ code: String?) {
      (self.line, self.fields, self.code) = (line, fields.map { (name: $0.0, value: $0.1) }, code)
    }
  }

  private static let type = ("Content-Type", "application/json")
  private static let key = ("Idempotency-Key", "k")

  static let rows: [Row] = [
    Row("POST $S/transitions", [type], nil),
    Row("POST $S/transitions?include=session", [type, ("If-Match", "\"0\""), key], nil),
    // The revision may change before the body is complete.
    Row("POST $S/transitions", [type, ("If-Match", "\"7\"")], nil),
    Row("POST $S/transitions", [], "unsupported-media-type"),
    Row("POST $S/transitions", [("Content-Type", "text/plain")], "unsupported-media-type"),
    Row("POST $S/transitions?x=1", [type], "invalid-parameter"),
    Row("POST $S/transitions", [type, ("If-Match", "7")], "invalid-header"),
    Row("POST $S/transitions", [type, ("Idempotency-Key", "k k")], "invalid-header"),
    Row("POST $S/transitions", [type, ("Accept", "image/png")], "not-acceptable"),
    Row("POST $S/transitions", [type, ("Host", "evil.example")], "host-not-allowed"),
    Row("POST $S/transitions", [type, ("Origin", "https://evil.example")], "origin-refused"),
    Row("POST $S/transitions", [type, ("Origin", app)], nil),
    Row("POST \(none)/transitions", [type], "no-such-session"),
    Row("POST \(none)/transitions", [type, key], "no-such-session"),
    Row("POST /v1/sessions/x/transitions", [type], "no-such-session"),
    Row("POST $S/fork", [type], nil),
    Row("POST $S/fork", [type, ("If-Match", "7")], "invalid-header"),
    Row("POST \(none)/fork", [type], "no-such-session"),
    Row("POST \(none)/fork", [type, key], nil),
    Row("POST \(none)/fork", [], "unsupported-media-type"),
    Row("POST /v1/sessions", [type], nil),
    Row("POST /v1/sessions", [type, key], nil),
    Row("POST /v1/sessions?x", [type], "invalid-parameter"),
    Row("POST /v1/sessions", [], "unsupported-media-type"),
    Row("POST /v1/resolve", [type], nil),
    Row("POST /v1/resolve", [], "unsupported-media-type"),
    Row("POST /v1/resolve?x", [type], "invalid-parameter"),
    Row("POST /v1/picture?format=svg", [type], nil),
    Row("POST /v1/picture", [], "unsupported-media-type"),
    Row("POST /v1/picture?format=gif", [type], "invalid-parameter"),
    Row("POST /none", [type], "no-such-resource"),
    Row("PUT /v1/sessions", [type], "method-not-allowed"),
    Row("DELETE /healthz", [], "method-not-allowed"),
    Row("OPTIONS /none", [], "no-such-resource"),
    Row("GET /v1/devices", [], nil),
    Row("GET $S", [], nil),
    Row("DELETE \(none)", [], "no-such-session"),
    Row("GET /none", [], "no-such-resource"),
  ]

  private static let bodies = ["{}", "{", #"{"type": "pop"}"#, Service.showDetail, Service.create()]

  private static func service(_ setting: Setting) throws -> (service: Service, path: String) {
    let keys = setting == .withKeys ? try APIKeysTests.keys() : nil
    let limit = setting == .withLimit ? 2 : nil
    let service = Service(corsOrigins: [Self.app], keys: keys, rateLimit: limit)
    let path: String
    switch setting {
    case .open, .withLimit: path = try service.created()
    case .withKeys:
      let created = try service.post("/v1/sessions", Service.create(), APIKeysTests.bearer(APIKeysTests.adas))
      path = try #require(created.value(of: "Location"))
    case .draining:
      path = try service.created()
      service.service.isDraining = true
    }
    return (service, path)
  }

  /// A request has the same answer, log and metrics whether its body arrives with its head or after it.
  @Test(arguments: rows, Setting.allCases) func aHeadIsAnsweredLikeTheWholeRequest(row: Row, setting: Setting) throws {
    for key in setting == .withKeys ? [APIKeysTests.adas, APIKeysTests.bens, "wrong", nil] : [nil] {
      // Without a key that opens, no body is read.
      for body in setting == .withKeys && ![APIKeysTests.adas, APIKeysTests.bens].contains(key) ? ["{"] : Self.bodies {
        let (whole, path) = try Self.service(setting)
        let (parts, _) = try Self.service(setting)
        let words = row.line.replacing("$S", with: path).split(separator: " ").map(String.init)
        let method = try #require(HTTPMethod(rawValue: words[0]))
        let fields =
          row.fields + (key.map(APIKeysTests.bearer) ?? []) + [
            ("X-Request-Id", "r"), ("Content-Length", "\(body.utf8.count)"),
          ]
        let head = try HTTPRequest(method, words[1], fields: fields)
        let request = try HTTPRequest(method, words[1], fields: fields, body: Array(body.utf8))
        for round in 0..<2 {
          let expected = try whole.send(request)
          let (answer, isEarly) = try parts.send(head, then: request)
          #expect(answer.words == expected.words, "\(setting), round \(round), \(body)")
          if setting == .open { #expect(isEarly == row.isEarly) }
          if isEarly, setting == .open { #expect(answer.code == row.code) }
        }
        #expect(parts.world.access.withLock { $0 } == whole.world.access.withLock { $0 })
        #expect(try parts.metrics() == whole.metrics())
      }
    }
  }

  /// A missing key, the rate limit and draining refuse a head before its body.
  @Test func aHeadIsRefusedByTheSetting() throws {
    let head = try HTTPRequest(.post, "/v1/sessions", fields: [Service.json])
    var codes: [String?] = []
    for setting in Setting.allCases {
      let (service, _) = try Self.service(setting)
      if setting == .withLimit { _ = try service.get("/v1/devices") }
      let pending = PendingRequest(service.service, head, isWhole: false)
      codes.append(pending.isOver ? pending.response?.code : "none")
    }
    #expect(codes == ["none", "unauthenticated", "rate-limited", "draining"])
  }

  /// The duration of a request counts from its complete arrival.
  @Test func waitingForABodyDoesNotCountAsDuration() throws {
    let service = Service()
    let head = try HTTPRequest(.post, "/v1/sessions", fields: [Service.json])
    let pending = PendingRequest(service.service, head, isWhole: false)
    #expect(pending.call.take().wantsBody && !pending.isOver)
    service.wait(nanoseconds: 5_000_000_000)
    pending.call.receive(Array(Service.create().utf8))
    #expect(pending.response?.status == .created)
    #expect(service.world.access.withLock { $0.map(\.microseconds) } == [0])
  }

  /// A missing session takes precedence over a malformed body.
  @Test func theSessionIsCheckedBeforeTheBody() throws {
    let service = Service()
    for suffix in ["/transitions", "/fork"] {
      #expect(try service.post(Self.none + suffix, "{").code == "no-such-session")
    }
    #expect(try service.post(try service.created() + "/transitions", "{").code == "malformed-json")
  }
}

extension HTTPResponse {
  /// All sent parts of the response.
  fileprivate var words: [String] { ["\(status)", "\(closes)"] + fields.map { "\($0.name): \($0.value)" } + [text] }
}

extension ServiceUnderTest {
  /// Passes the head first, as a server does for a slow client; returns whether the head was answered.
  fileprivate func send(_ head: HTTPRequest, then request: HTTPRequest) throws -> (answer: HTTPResponse, isEarly: Bool)
  {
    let pending = PendingRequest(service, head, isWhole: false)
    if let response = pending.response { return (response, true) }
    pending.call.receive(request.body)
    return (try pending.settled(), false)
  }

  /// The lines of all metrics.
  fileprivate func metrics() throws -> [String] {
    try get("/metrics", APIKeysTests.bearer(APIKeysTests.adas)).text.split(separator: "\n").map(String.init)
  }
}
