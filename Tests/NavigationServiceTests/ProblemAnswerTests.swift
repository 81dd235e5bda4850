import HTTPMessages
import Navigation
import SessionStorage
import StoreKinds
import Testing

@Suite struct ProblemAnswerTests {
  typealias Service = ServiceUnderTest

  @Test(
    arguments: [
      (.malformedRequest(.incompleteRequest), "malformed-request"), (.targetTooLong(limit: 1), "target-too-long"),
      (.headTooLarge(.bytes(1)), "head-too-large"), (.bodyTooLarge(limit: 1), "body-too-large"),
      (.unknownMethod, "unknown-method"),
      (.unknownTransferCoding, "unknown-transfer-coding"), (.unsupportedHTTPVersion, "unsupported-http-version"),
      (.expectationFailed, "expectation-failed"), (.requestTimeout, "request-timeout"),
      (.connectionLimit(retryAfterSeconds: 3), "connection-limit"),
      (.bufferLimit(retryAfterSeconds: 3), "buffer-limit"),
    ] as [(HTTPRefusal, String)]) func aRefusalOfTheServerIsAProblem(refusal: HTTPRefusal, code: String) throws
  {
    let response = Service().service.respond(to: refusal)
    #expect(response.code == code)
    #expect(response.status == refusal.status && response.closes)
    #expect(response.value(of: "Retry-After") == (refusal.status == .serviceUnavailable ? "3" : nil))
  }

  static let session = "/v1/sessions/\(SessionID(high: 9, low: 9))"

  @Test(
    arguments: [
      (.get, "/v1", "no-such-resource"), (.get, "/v1/sessions/", "no-such-resource"),
      (.get, "/v1%2Fsessions", "no-such-resource"),
      (.get, "/problems/none", "no-such-resource"), (.options, "/none", "no-such-resource"),
      (.get, "/v1/sessions/x", "no-such-session"),
      (.get, session, "no-such-session"), (.delete, session, "no-such-session"),
      (.get, session + "/snapshot", "no-such-session"),
      (.put, "/v1/sessions", "method-not-allowed"), (.patch, session, "method-not-allowed"),
      (.delete, "/healthz", "method-not-allowed"),
      (.delete, session + "/transitions", "method-not-allowed"), (.head, "/v1/resolve", "method-not-allowed"),
      (.get, session + "?wait=3", "invalid-parameter"), (.get, session + "?wait=61", "invalid-parameter"),
      (.get, session + "/events", "no-such-session"), (.get, session + "/events?limit=1", "invalid-parameter"),
      (.get, session + "/snapshot?at=1", "invalid-parameter"),
      (.get, "/v1/sessions?limit=0", "invalid-parameter"), (.get, "/healthz?x=1", "invalid-parameter"),
      (.get, "/v1/devices?x", "invalid-parameter"), (.post, "/v1/sessions?include=session", "invalid-parameter"),
      (.post, "/v1/sessions", "unsupported-media-type"), (.post, "/v1/resolve", "unsupported-media-type"),
      (.post, session + "/transitions", "unsupported-media-type"),
    ] as [(HTTPMethod, String, String)]) func aRefusedRequestHasAProblem(
      method: HTTPMethod, target: String, code: String
    ) throws
  {
    let response = try Service().send(method, target)
    #expect(response.code == code, "\(response.text)")
    #expect((response.value(of: "Allow") != nil) == (code == "method-not-allowed"))
  }

  @Test(
    arguments: [
      ("application/json", nil), ("Application/JSON", nil), ("application/json; charset=utf-8", nil),
      ("application/json ;x", nil),
      ("text/plain", "unsupported-media-type"), ("application/jsonx", "unsupported-media-type"),
      ("application/json+x", "unsupported-media-type"),
      ("application/problem+json", "unsupported-media-type"), ("", "unsupported-media-type"),
      ("application/x-www-form-urlencoded", "unsupported-media-type"),
      ("application/json;charset=UTF-8", nil), (#"application/json; Charset="Utf-8""#, nil),
      (#"application/json; charset="utf\-8""#, nil),
      (#"application/json; x="a;charset=latin1"; charset=utf-8"#, nil), ("application/json; charset=utf-8 ; x=1", nil),
      ("application/json; charset=iso-8859-1", "unsupported-media-type"),
      ("application/json;charset=utf-16", "unsupported-media-type"),
      (#"application/json; charset="latin1""#, "unsupported-media-type"),
      ("application/json; charset = latin1", "unsupported-media-type"),
      ("application/json; x=1; CHARSET=utf8", "unsupported-media-type"),
      ("application/json; charset=", "unsupported-media-type"),
      (#"application/json; x="a\";b"; charset=ascii"#, "unsupported-media-type"),
      ("application/json; charset=utf-8; charset=ascii", "unsupported-media-type"),
    ] as [(String, String?)]) func aBodyRequiresTheJSONType(type: String, code: String?) throws
  {
    let response = try Service().send(.post, "/v1/sessions", [("Content-Type", type)], body: Service.create())
    #expect(response.code == code)
    if code != nil {
      let detail = try response.problem().detail
      #expect(detail.contains(type.lowercased().hasPrefix("application/json;") ? "charset" : "curl --json"))
      #expect(
        try response.problem().header == "Content-Type" && response.value(of: "Accept-Post") == "application/json")
      #expect(response.value(of: "Accept-Encoding") == nil)
    }
  }

  @Test(
    arguments: [
      (["gzip"], true), (["identity"], false), (["Identity"], false), ([""], false), (["identity, identity"], false),
      (["br"], true),
      (["identity, gzip"], true), (["identity", "deflate"], true), (["x"], true), ([], false),
    ] as [([String], Bool)]) func aBodyWithACodingIsRefused(codings: [String], isRefused: Bool) throws
  {
    let service = Service()
    let fields = codings.map { (name: "Content-Encoding", value: $0) }
    for target in ["/v1/sessions", try service.created() + "/fork", "/v1/picture"] {
      let response = try service.post(target, target.hasSuffix("fork") ? "{}" : Service.create(), fields)
      #expect(response.code == (isRefused ? "unsupported-media-type" : nil), "\(target)")
      guard isRefused else { continue }
      #expect(response.status == .unsupportedMediaType && response.value(of: "Accept-Encoding") == "identity")
      #expect(try response.problem().header == "Content-Encoding" && response.value(of: "Accept-Post") == nil)
    }
    #expect(try service.get("/v1/devices", fields).status == .ok)
    #expect(service.store.count == (isRefused ? 1 : 3))
  }

  @Test(arguments: [
    ["application/json", "application/json"], ["application/json", "text/plain"], ["text/plain", "application/json"],
  ])
  func aBodyIsOfOneType(types: [String]) throws {
    let service = Service()
    let response = try service.send(.post, "/v1/sessions", types.map { ("Content-Type", $0) }, body: Service.create())
    #expect(response.code == "invalid-header" && response.status == .badRequest && service.store.count == 0)
    #expect(try response.problem().header == "Content-Type")
  }

  @Test(
    arguments: [
      (#"{}"#, "invalid-body", ""), (#"[]"#, "invalid-body", ""), (#"{"x": 1}"#, "invalid-body", nil),
      (#"{"layout": {"name": "none"}}"#, "invalid-body", "/layout/name"), (#"{"a": 1, "a": 1}"#, "malformed-json", nil),
      ("{", "malformed-json", ""),
      (
        #"{"environment": {"device": "x"}, "root": {"kind": "screen", "route": "r"}}"#, "unknown-device",
        "/environment/device"
      ),
      (
        #"{"environment": {"device": "iPhone 5", "multitasking": "half"}, "root": {"kind": "screen", "route": "r"}}"#,
        "no-such-multitasking", nil
      ),
      (#"{"environment": {"width": 0, "height": 1}, "root": {"kind": "screen", "route": "r"}}"#, "invalid-size", nil),
      (#"{"schema": 2}"#, "unknown-schema", "/schema"),
      (#"{"root": {"kind": "stack", "children": []}}"#, "empty-container", nil),
      (
        #"{"root": {"kind": "stack", "id": "a", "children": [{"kind": "screen", "id": "a", "route": "r"}]}}"#,
        "duplicate-controller", nil
      ),
      (
        #"{"root": {"kind": "stack", "children": [{"kind": "stack", "children": [{"kind": "screen", "route": "r"}]}]}}"#,
        "cannot-push",
        nil
      ),
      (
        "{\"root\": {\"kind\": \"stack\", \"children\": ["
          + Array(repeating: #"{"kind": "screen", "route": "r"}"#, count: 2_000).joined(separator: ",") + "]}}",
        "controller-limit", nil
      ),
    ] as [(String, String, String?)]) func aSessionThatCannotBeMadeIsAProblem(
      body: String, code: String, pointer: String?
    ) throws
  {
    let service = Service()
    let response = try service.post("/v1/sessions", body)
    #expect(response.code == code, "\(response.text)")
    if let pointer { #expect(try response.problem().pointer == pointer) }
    #expect(service.store.count == 0)
  }

  /// A refused controller without an id has none in the problem: neither an empty one, nor the one it would be given.
  @Test(arguments: [
    (#"{"root": {"kind": "stack", "children": []}}"#, "", "empty-container"),
    (#"{"root": {"kind": "tabBar", "tabs": []}}"#, "", "empty-container"),
    (
      #"{"root": {"kind": "stack", "children": [{"kind": "stack", "children": [{"kind": "screen", "route": "r"}]}]}}"#,
      "", "cannot-push"
    ),
    (
      #"{"root": {"kind": "split", "style": "classic", "flattenOnCollapse": true, "compact": {"kind": "screen", "route": "r"}, "#
        + #""primary": {"kind": "screen", "route": "r"}}}"#, "", "no-such-column"
    ),
    (#"{"root": {"kind": "screen", "route": "r", "placeholder": true}}"#, "", "cannot-contain"),
    (
      #"{"schema": 1, "environment": {}, "countedIds": 0, "root": {"kind": "split", "style": "doubleColumn", "#
        + #""primary": {"kind": "screen", "route": "r"}}}"#, "", "wrong-kind"
    ),
    (
      "",
      #"{"type": "setStack", "stack": "chats", "children": [{"kind": "screen", "route": "r"}, {"kind": "stack", "children": []}]}"#,
      "empty-container"
    ),
    (
      "", #"{"type": "setStack", "stack": "secondary", "children": [{"kind": "screen", "route": "r"}]}"#,
      "cannot-contain"
    ),
    ("", #"{"type": "push", "stack": "chats", "controller": "c1"}"#, "no-such-controller c1"),
    (
      "",
      #"{"transitions": [{"type": "present", "controller": {"kind": "stack", "children": [{"kind": "screen", "route": "r"}]}}, "#
        + #"{"type": "setStack", "children": []}]}"#, "empty-container"
    ),
  ]) func aControllerWithoutAnIDIsNotNamed(creation: String, transition: String, expected: String) throws {
    let service = Service()
    let response =
      try creation.isEmpty
      ? service.post(service.created() + "/transitions", transition) : service.post("/v1/sessions", creation)
    let problem = try response.problem()
    #expect(
      [problem.code, problem.controller].compactMap(\.self).joined(separator: " ") == expected, "\(response.text)")
    #expect(!response.text.contains("\\\"\\\""))
  }

  @Test func aGeneratedIDOfAnExistingControllerIsNamed() throws {
    let service = Service()
    let path = try service.created() + "/transitions"
    _ = try service.post(path, #"{"type": "push", "screen": {"route": "r"}, "stack": "chats"}"#)
    let problem = try service.post(path, #"{"type": "push", "controller": "c1", "stack": "chats"}"#).problem()
    #expect(problem.known == .duplicateController && problem.controller == "c1")
  }

  /// The suggestion for a misspelt word; nil if there is none.
  @Test(
    arguments: [
      (#"{"layout": {"name": "topTab"}}"#, "/v1/sessions", "Did you mean topTabs?"),
      (#"{"layout": {"name": "none"}}"#, "/v1/sessions", nil),
      (#"{"root": {"kind": "tabbar"}}"#, "/v1/sessions", "Did you mean tabBar?"),
      (
        #"{"environment": {"device": "iPhone 17 pr"}}"#, "/v1/resolve",
        #"has no device "iPhone 17 pr". Did you mean iPhone 17 Pro? GET /v1/devices lists them all."#
      ),
      (
        #"{"environment": {"system": "iOS18"}}"#, "/v1/resolve",
        #"expected one of "iOS26", "iOS14", "iOS27"; iOS14 is iOS 14 to 17"#
      ),
      (#"{"environment": {"device": "iPhone 25"}}"#, "/v1/resolve", "Did you mean iPhone 17?"),
      (#"{"environment": {"device": "iphone 25 pro"}}"#, "/v1/resolve", "Did you mean iPhone 18 Pro?"),
      (#"{"environment": {"device": "ipad pro 11"}}"#, "/v1/resolve", "Did you mean iPad Pro 11-inch (M5)?"),
      (#"{"environment": {"device": "iPhone 17 Max"}}"#, "/v1/resolve", "Did you mean iPhone 17 Pro Max?"),
      (#"{"environment": {"device": "iPad mini 9"}}"#, "/v1/resolve", "Did you mean iPad mini (A17 Pro)?"),
      (
        #"{"environment": {"device": "Pixel"}}"#, "/v1/resolve",
        #"has no device "Pixel". GET /v1/devices lists them all."#
      ),
      (
        #"{"environment": {"device": "iPhone 5", "orientation": "landscpae"}}"#, "/v1/resolve",
        "Did you mean landscape?"
      ),
      (#"{"type": "showDetial"}"#, "transitions", #"Did you mean showDetail? Expected one of "push", "#),
      (#"{"type": "push", "screen": {"rute": "x"}}"#, "transitions", #"unknown member "rute". Did you mean route?"#),
      (#"{"type": "push", "scren": {}}"#, "transitions", #"unknown member "scren". Did you mean screen?"#),
      (
        #"{"type": "push", "screen": {"route": "x", "titel": "y"}}"#, "transitions",
        #"unknown member "titel". Did you mean title?"#
      ),
      (
        #"{"layout": {"name": "stack", "screen": {"route": "a"}}, "enviroment": {}}"#, "/v1/sessions",
        "Did you mean environment?"
      ),
      (
        #"{"layout": {"name": "stack", "screen": {"route": "a", "parms": {}}}}"#, "/v1/sessions", "Did you mean params?"
      ),
      (#"{"environment": {}, "split": {"behaviour": {}}}"#, "/v1/resolve", "Did you mean behavior?"),
      (#"{"type": "pop", "stack": "chats", "stak": "x"}"#, "transitions", nil),
      (#"{"type": "showColumn", "columns": "primary"}"#, "transitions", "Did you mean column?"),
      (#"{"type": "popTo", "controller": "chat-lst"}"#, "transitions", "Did you mean chat-list?"),
      (#"{"type": "tapTab", "tab": "CONTACTS"}"#, "transitions", #"The tab of that title is "contacts"."#),
      (#"{"type": "tapTab", "tab": "chat-list"}"#, "transitions", #"is no tab; it stands in the tab "chats"."#),
      (#"{"type": "setBadge", "tab": "split", "badge": null}"#, "transitions", #""split" is no tab."#),
      (#"{"type": "tapTab", "tab": "x"}"#, "transitions", #"It has the tabs "chats", "contacts"."#),
      (#"{"type": "pop", "stack": "x"}"#, "transitions", #"It has the stacks "chats", "contacts", "secondary"."#),
      (#"{"type": "tapTitle", "page": "x"}"#, "transitions", "It has no page."),
      (#"{"transitions": [{"type": "selectTab", "tab": "contcts"}]}"#, "transitions", "Did you mean contacts?"),
      (#"{"type": "setDevice", "device": "iphone 17"}"#, "transitions", "Did you mean iPhone 17? GET /v1/devices"),
      (#"{"type": "undo"}"#, "transitions?include=sesion", "Did you mean session?"),
      ("{}", "/v1/picture?format=svh", "Did you mean svg?"),
    ] as [(String, String, String?)]) func aWordThatIsNearlyRightIsNamed(body: String, target: String, hint: String?)
    throws
  {
    let service = Service()
    let path = target.hasPrefix("/") ? target : try service.created() + "/" + target
    let problem = try service.post(path, body).problem()
    if let hint { #expect(problem.detail.contains(hint), "\(problem.detail)") }
    #expect(problem.detail.contains("Did you mean") == (hint?.contains("Did you mean") ?? false))
    #expect(!problem.detail.contains("?."))
  }

  @Test(arguments: [("k k", 1), ("", 1), (String(repeating: "k", count: 256), 1), ("k", 2)])
  func aKeyThatIsNoneIsAProblem(key: String, lines: Int) throws {
    let fields = Array(repeating: (name: "Idempotency-Key", value: key), count: lines)
    let response = try Service().post("/v1/sessions", Service.create(), fields)
    #expect(response.code == "invalid-header")
    #expect(try response.problem().header == "Idempotency-Key")
  }

  /// Each request fails its row's check and all later ones; the row's check answers.
  @Test(arguments: [
    ("evil.example", "https://evil.example", "/none?x", "text/plain", "{", "host-not-allowed"),
    ("localhost", "https://evil.example", "/none?x", "text/plain", "{", "origin-refused"),
    ("localhost", "http://localhost", "/none?x", "text/plain", "{", "no-such-resource"),
    ("localhost", "http://localhost", session + "/snapshot?x", "text/plain", "{", "method-not-allowed"),
    ("localhost", "http://localhost", session + "/transitions?x", "text/plain", "{", "invalid-parameter"),
    ("localhost", "http://localhost", session + "/transitions", "text/plain", "{", "invalid-header"),
    ("localhost", "http://localhost", "/v1/resolve", "text/plain", "{", "unsupported-media-type"),
    ("localhost", "http://localhost", "/v1/resolve", "application/json", "{", "malformed-json"),
    ("localhost", "http://localhost", "/v1/resolve", "application/json", "{}", "invalid-body"),
  ]) func checksHaveTheirOrder(host: String, origin: String, target: String, type: String, body: String, code: String)
    throws
  {
    let fields = [("Host", host), ("Origin", origin), ("Content-Type", type), ("If-Match", "3")].map {
      (name: $0.0, value: $0.1)
    }
    #expect(try Service().send(.post, target, fields, body: body).code == code)
  }

  @Test(
    arguments: [("abc", "abc"), ("a b", nil), (String(repeating: "a", count: 129), nil), ("", nil)]
      as [(String, String?)])
  func theRequestIDIsTakenOrMade(sent: String, returned: String?) throws {
    let service = Service()
    let response = try service.get("/none", [("X-Request-Id", sent)])
    let id = try #require(response.value(of: "X-Request-Id"))
    #expect(try response.problem().requestId == id)
    if let returned { #expect(id == returned) } else { #expect(id.count == 13) }
    #expect(try service.get("/healthz").value(of: "X-Request-Id") != service.get("/healthz").value(of: "X-Request-Id"))
  }

  @Test func anInternalErrorIsLogged() throws {
    let backend = TestBackend()
    backend.fails(with: .unreadable)
    let service = Service(store: try backend.store())
    let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    let response = try service.get(Self.session, [("X-Request-Id", "r1"), ("traceparent", trace)])
    #expect(response.code == "internal" && response.status == .internalServerError)
    _ = try service.post("/v1/sessions", Service.create())
    let log = service.world.log.withLock { $0 }
    #expect(log.count == 2)
    #expect(
      log.first
        == .failed(requestID: "r1", traceParent: trace, target: Self.session, reason: try response.problem().detail))
  }
}
