import HTTPMessages
import Navigation
import Testing

@Suite struct SessionTests {
  typealias Service = ServiceUnderTest

  @Test func creatingAnswersTheRecordOfRevisionZero() throws {
    let service = Service()
    let response = try service.post(
      "/v1/sessions", Service.create(#""client": "kitchen-ipad", "labels": {"a": "b"}, "timeToLive": 60, "#))
    #expect(response.status == .created)
    #expect(response.value(of: "ETag") == "\"0\"")
    #expect(response.value(of: "Cache-Control") == "no-store")
    #expect(response.value(of: "Content-Type") == "application/json")
    let record = try response.record()
    #expect(record.revision == 0 && record.content == .creation && !record.isDryRun && record.changes == nil)
    #expect(response.value(of: "Location") == "/v1/sessions/\(record.sessionID)")
    #expect(!record.events.isEmpty)
    #expect(record.visible.map(\.id.description) == ["chat-list", "placeholder"])
    let session = try #require(record.session)
    #expect(session.summary.client == "kitchen-ipad" && session.summary.labels["a"] == "b")
    #expect(session.summary.createdAt.milliseconds == 1_790_000_000_000)
    #expect(session.summary.expiresAt.milliseconds == 1_790_000_060_000)
    #expect(try service.get("/v1/sessions/\(record.sessionID)").session() == session)
  }

  @Test func aReadHasItsValidator() throws {
    let service = Service()
    let path = try service.created()
    for resource in [path, path + "/snapshot"] {
      let response = try service.get(resource)
      #expect(response.status == .ok)
      #expect(response.value(of: "ETag") == "\"0\"")
      #expect(response.value(of: "Cache-Control") == "no-cache")
      #expect(try service.send(.head, resource).body == response.body)
    }
  }

  @Test func theSameTagMeansTheSameBytes() throws {
    let service = Service(residentSessions: 1)
    let path = try service.created()
    let (session, snapshot) = (try service.get(path).body, try service.get(path + "/snapshot").body)
    _ = try service.created()
    service.wait(seconds: 5)
    _ = try service.post(path + "/transitions", #"{"type": "pop", "stack": "chats"}"#)
    #expect(try service.get(path).body == session)
    #expect(try service.get(path + "/snapshot").body == snapshot)
  }

  @Test func aSnapshotCreatesTheSessionAgain() throws {
    let service = Service()
    let path = try service.created()
    _ = try service.post(path + "/transitions", Service.showDetail)
    let snapshot = try service.get(path + "/snapshot").text
    let response = try service.post("/v1/sessions", snapshot)
    #expect(response.status == .created)
    let restored = try #require(response.value(of: "Location"))
    #expect(try service.get(restored + "/snapshot").text == snapshot)
    #expect(try service.get(restored).session().root == service.get(path).session().root)
  }

  @Test func aDeletedSessionIsGone() throws {
    let service = Service()
    let path = try service.created()
    let response = try service.send(.delete, path)
    #expect(response.status == .noContent && response.body.isEmpty)
    #expect(try service.send(.delete, path).code == "no-such-session")
    #expect(try service.get(path).code == "no-such-session")
    #expect(try service.get(path + "/snapshot").code == "no-such-session")
    #expect(try service.post(path + "/transitions", Service.showDetail).code == "no-such-session")
  }

  @Test func aSessionExpiresAfterItsLastChange() throws {
    let service = Service()
    let path = try service.created(#""timeToLive": 60, "#)
    service.wait(seconds: 50)
    #expect(try service.get(path).status == .ok)
    #expect(try service.post(path + "/transitions", Service.push("a")).status == .ok)
    service.wait(seconds: 50)
    #expect(try service.post(path + "/transitions", #"{"type": "setTraits"}"#).record().revision == 1)
    #expect(service.service.removeExpired() == 0)
    service.wait(seconds: 10)
    #expect(try service.get(path).code == "no-such-session")
    #expect(service.store.count == 1)
    service.wait(seconds: 10)
    #expect(service.service.removeExpired() == 1)
    #expect(service.store.count == 0)
  }

  @Test func aListLinksToItsNextPage() throws {
    let service = Service()
    let paths = try (0..<5).map { try service.created(#""client": "a b\#($0 % 2)", "#) }
    let first = try service.get("/v1/sessions?limit=2&client=a%20b0")
    #expect(first.status == .ok && first.value(of: "Cache-Control") == "no-cache")
    let link = try #require(first.value(of: "Link"))
    #expect(link.hasPrefix("</v1/sessions?client=a%20b0&limit=2&after=") && link.hasSuffix(">; rel=\"next\""))
    let target = try #require(link.dropFirst().split(separator: ">").first)
    let second = try service.get(String(target))
    #expect(second.value(of: "Link") == nil)
    let ids = try [first, second].flatMap { try SessionList(answer: $0.body).sessions.map { "/v1/sessions/\($0.id)" } }
    #expect(ids == [paths[4], paths[2], paths[0]])
  }

  @Test func sessionsAreLimited() throws {
    let service = Service(sessions: 1)
    let path = try service.created()
    let response = try service.post("/v1/sessions", Service.create())
    #expect(response.code == "session-limit")
    #expect(response.value(of: "Retry-After") == "60")
    _ = try service.send(.delete, path)
    #expect(try service.post("/v1/sessions", Service.create()).status == .created)
  }
}
