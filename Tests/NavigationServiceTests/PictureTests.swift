import HTTPMessages
import Navigation
import NavigationPicture
import NavigationService
import SessionStorage
import StoreKinds
import Testing

/// Pictures of stored sessions and of creation bodies, in every store.
@Suite struct PictureTests {
  typealias Service = ServiceUnderTest

  static let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

  /// The session of a snapshot.
  private func session(_ snapshot: HTTPResponse) throws -> Session {
    let body = try CreateSession(request: snapshot.body)
    return try body.open().session
  }

  @Test(arguments: [
    ("", "text/plain; charset=utf-8", nil), ("?format=text&hidden=true", "text/plain; charset=utf-8", nil),
    ("?format=svg", "image/svg+xml", policy),
    ("?format=svg&style=embedded&scale=2&hidden=true", "image/svg+xml", policy),
  ]) func aPictureIsTheStates(query: String, type: String, policy: String?) throws {
    let service = Service()
    let path = try service.created()
    _ = try service.post(path + "/transitions", Service.showDetail)
    let snapshot = try service.get(path + "/snapshot")
    let drawn = SessionPicture(of: try session(snapshot), showsHidden: query.contains("hidden=true"))
    let bytes =
      switch query {
      case "?format=svg": drawn.svg()
      case _ where policy != nil: drawn.svg(scale: 2, sheet: .embedded)
      case _: drawn.text()
      }
    let kept = try service.get(path + "/picture" + query)
    let free = try service.post("/v1/picture" + query, snapshot.text)
    for response in [kept, free] {
      #expect(response.status == .ok && response.value(of: "Content-Type") == type)
      #expect(response.value(of: "Content-Security-Policy") == policy)
      #expect(response.text == String(decoding: bytes, as: UTF8.self))
    }
    #expect(kept.value(of: "ETag") == "\"1\"" && kept.value(of: "Cache-Control") == "no-cache")
    #expect(free.value(of: "ETag") == nil && free.value(of: "Cache-Control") == "no-store")
    #expect(try service.send(.head, path + "/picture" + query).value(of: "Content-Type") == type)
  }

  @Test(arguments: StoreKind.allCases) func aPictureOfARevisionHasItsTag(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try service.created()
    let (first, free) = (try service.get(path + "/picture?format=svg"), try service.get(path + "/snapshot"))
    for number in 1...3 { _ = try service.post(path + "/transitions", Service.push("s\(number)")) }
    _ = try service.created()
    let target = path + "/picture?format=svg&revision=0"
    let response = try service.get(target)
    #expect(response.status == .ok && response.body == first.body)
    #expect(response.value(of: "ETag") == "\"0\"" && response.value(of: "Cache-Control") == "no-cache")
    #expect(try service.post("/v1/picture?format=svg", free.text).body == first.body)
    #expect(try service.get(target, [("If-None-Match", "\"0\"")]).status == .notModified)
    #expect(try service.get(target, [("If-None-Match", "\"3\"")]).status == .ok)
    #expect(try service.get(target, [("If-Match", "\"0\"")]).status == .ok)
    let stale = try service.get(target, [("If-Match", "\"3\"")])
    #expect(stale.code == "stale-revision")
    #expect(try stale.problem().revision == 3)
    let now = try service.get(path + "/picture?format=svg")
    #expect(now.value(of: "ETag") == "\"3\"" && now.body != first.body)
    #expect(try service.get(path + "/picture?revision=3&format=svg").body == now.body)
    #expect(try service.get(path + "/picture?format=svg", [("If-None-Match", "\"3\"")]).status == .notModified)
    #expect(try service.get(path + "/picture?format=svg", [("If-Match", "\"2\"")]).code == "stale-revision")
  }

  @Test(arguments: StoreKind.allCases) func missingRevisionsAndSessionsAreRefused(kind: StoreKind) throws {
    let service = Service(store: try kind.make(history: .init(revisions: 2)))
    let path = try service.created()
    for number in 1...4 { _ = try service.post(path + "/transitions", Service.push("s\(number)")) }
    let gone = try service.get(path + "/picture?revision=2", [("If-None-Match", "\"2\"")])
    #expect(gone.code == "revision-gone" && gone.status == .gone && gone.value(of: "ETag") == "\"4\"")
    #expect(try service.get(path + "/picture?revision=3").status == .ok)
    let ahead = try service.get(path + "/picture?revision=5")
    #expect(ahead.code == "no-such-revision")
    #expect(try ahead.problem().revision == 4)
    #expect(try service.get("/v1/sessions/s_00000000000000000000000000/picture").code == "no-such-session")
    _ = try service.send(.delete, path)
    #expect(try service.get(path + "/picture").code == "no-such-session")
  }

  @Test(arguments: StoreKind.allCases) func drawingStoresNothing(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let body = Service.create(#""client": "me", "labels": {"a": "b"}, "timeToLive": 60, "#)
    #expect(try service.post("/v1/picture", body, [("Idempotency-Key", "k")]).status == .ok)
    #expect(service.store.count == 0)
    // It creates no session, so it also works while the server drains.
    service.service.isDraining = true
    #expect(try service.post("/v1/picture", body).status == .ok)
  }

  /// A body refused for a session is refused for its picture, with the same pointer.
  @Test(
    arguments: [
      (#"{"environment": {}}"#, "invalid-body"), (#"{"layout": {"name": "none"}}"#, "invalid-body"),
      ("{", "malformed-json"),
      (#"{"schema": 2, "root": {"kind": "screen", "route": "r"}}"#, "unknown-schema"),
      (#"{"environment": {"device": "iPad 99"}, "root": {"kind": "screen", "route": "r"}}"#, "unknown-device"),
      (
        #"{"root": {"kind": "stack", "children": [{"kind": "screen", "id": "a", "route": "r"}, {"kind": "screen", "id": "a", "route": "r"}]}}"#,
        "duplicate-controller"
      ),
      (#"{"environment": {"width": -1, "height": 9}, "root": {"kind": "screen", "route": "r"}}"#, "invalid-size"),
    ]) func aRefusedBodyIsNotDrawn(body: String, code: String) throws
  {
    let service = Service()
    let (drawn, created) = (try service.post("/v1/picture", body), try service.post("/v1/sessions", body))
    #expect(drawn.code == code && created.code == code, "\(created.text)")
    #expect(try drawn.problem().pointer == created.problem().pointer)
  }

  /// The offers of one screen: those that a shard draws, and more, for a worker.
  @Test(arguments: [1, 100]) func `D-401: a design is drawn with its routes, as its session is`(offers: Int) throws {
    let service = Service()
    let list = (1...offers).map { #"{"route": "chat", "params": {"n": \#($0)}}"# }.joined(separator: ",")
    let body = Service.create(#""routes": {"chats": {"offers": [\#(list)]}, "chat": {"opens": "detail"}}, "#)
    let path = try #require(try service.post("/v1/sessions", body).value(of: "Location"))
    for query in ["", "?format=svg"] {
      let drawn = try service.post("/v1/picture" + query, body)
      #expect(drawn.status == .ok && drawn.text.contains("chat 1"))
      #expect(try service.get(path + "/picture" + query).body == drawn.body)
      #expect(drawn.body != (try service.post("/v1/picture" + query, Service.create())).body)
    }
  }

  @Test func theRoutesOfADesignAreChecked() throws {
    let service = Service()
    let refused = try service.post("/v1/picture", Service.create(#""routes": {"a": {"offers": [{"route": "b"}]}}, "#))
    #expect(refused.code == "invalid-routes" && refused.status == .unprocessableContent)
    #expect(try refused.problem().pointer == "/routes/a/offers/0/route")
  }

  @Test func drawingIsAWriteToBrowsers() throws {
    let service = Service()
    #expect(try service.send(.post, "/v1/picture", body: Service.create()).code == "unsupported-media-type")
    let refused = try service.post(
      "/v1/picture", Service.create(), [("Host", "localhost"), ("Origin", "https://evil.example")])
    #expect(refused.code == "origin-refused")
  }

  @Test(arguments: [
    "format=png", "hidden=yes", "format=svg&scale=9", "style=embedded", "scale=1", "x=1", "revision=-1",
  ])
  func aParameterThatIsWrongIsNamed(query: String) throws {
    let service = Service()
    let path = try service.created()
    let name = query.split(separator: "&").last?.split(separator: "=").first.map(String.init)
    for response in [
      try service.get(path + "/picture?" + query), try service.post("/v1/picture?" + query, Service.create()),
    ] {
      #expect(response.code == "invalid-parameter")
      #expect(try response.problem().parameter == name)
    }
    // The query is checked before the session and the body.
    #expect(try service.get("/v1/sessions/s_00000000000000000000000000/picture?" + query).code == "invalid-parameter")
    #expect(try service.post("/v1/picture?" + query, "{").code == "invalid-parameter")
  }

  @Test(arguments: [
    ("", "text/plain", true), ("", "text/*", true), ("", "*/*", true), ("", "image/svg+xml", false),
    ("", "application/json", false),
    ("?format=svg", "image/svg+xml", true), ("?format=svg", "image/*", true), ("?format=svg", "text/plain", false),
    ("?format=svg", "text/plain, image/svg+xml;q=0", false), ("?format=text", "image/svg+xml, */*;q=0.1", true),
  ]) func onlyTheFormatThatIsAskedForIsSent(query: String, accept: String, isTaken: Bool) throws {
    let service = Service()
    let path = try service.created()
    let fields: [(name: String, value: String)] = [("Accept", accept)]
    #expect(try service.get(path + "/picture" + query, fields).code == (isTaken ? nil : "not-acceptable"))
    #expect(try service.post("/v1/picture" + query, Service.create(), fields).status == .ok)
  }
}
