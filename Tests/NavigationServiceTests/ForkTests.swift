import HTTPMessages
import Navigation
import SessionStorage
import StoreKinds
import Testing

/// Copies of sessions.
@Suite struct ForkTests {
  typealias Service = ServiceUnderTest

  private func key(_ text: String) -> [(name: String, value: String)] { [("Idempotency-Key", text)] }

  @Test(arguments: StoreKind.allCases) func aForkHasTheSameStateAndIsIndependent(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try service.created(#""client": "kitchen-ipad", "labels": {"a": "b"}, "timeToLive": 60, "#)
    _ = try service.post(path + "/transitions", Service.showDetail)
    _ = try service.post(path + "/transitions", #"{"type": "setMultitasking", "multitasking": "slideOver"}"#)
    service.wait(seconds: 7)
    let before = try service.get(path).body
    let response = try service.post(path + "/fork", "{}")
    #expect(
      response.status == .created && response.value(of: "ETag") == "\"0\""
        && response.value(of: "Cache-Control") == "no-store")
    let record = try response.record()
    let fork = "/v1/sessions/\(record.sessionID)"
    #expect(response.value(of: "Location") == fork && fork != path)
    #expect(record.revision == 0 && record.content == .creation && record.at.milliseconds == 1_790_000_007_000)
    #expect(record.can == Can(goBack: true, undo: false, redo: false))
    let session = try #require(record.session)
    #expect(try service.get(fork).session() == session)
    #expect(
      session.summary.client == "kitchen-ipad" && session.summary.labels["a"] == "b"
        && session.summary.createdAt == record.at)
    #expect(session.summary.expiresAt.milliseconds == 1_790_000_067_000)
    #expect(try service.get(fork + "/snapshot").body == service.get(path + "/snapshot").body)
    // Changes of the copy do not affect the original.
    _ = try service.post(fork + "/transitions", #"{"type": "back"}"#)
    #expect(try service.get(path).body == before)
    #expect(try service.get(fork + "/transitions").records().map(\.revision) == [0, 1])
  }

  @Test(arguments: StoreKind.allCases) func aForkOfAnEarlierRevisionHasItsState(kind: StoreKind) throws {
    let service = Service(store: try kind.make(history: .init(revisions: 3)))
    let path = try service.created()
    var snapshots = [try service.get(path + "/snapshot").body]
    for number in 1...4 {
      _ = try service.post(path + "/transitions", Service.push("s\(number)"))
      snapshots.append(try service.get(path + "/snapshot").body)
    }
    for revision in 2...4 {
      let fork = try #require(try service.post(path + "/fork", #"{"revision": \#(revision)}"#).value(of: "Location"))
      #expect(try service.get(fork + "/snapshot").body == snapshots[revision])
    }
    let gone = try service.post(path + "/fork", #"{"revision": 1}"#)
    #expect(gone.code == "revision-gone")
    #expect(try gone.problem().revision == 4)
    #expect(try service.post(path + "/fork", #"{"revision": 5}"#).code == "no-such-revision")
  }

  @Test func aForkIsMadeOnce() throws {
    let service = Service()
    let path = try service.created()
    let first = try service.post(path + "/fork", "{}", key("k"))
    _ = try service.post(path + "/transitions", Service.push("a"))
    let again = try service.post(path + "/fork", "{}", key("k") + [("If-Match", "\"9\"")])
    #expect(again.status == .created && again.body == first.body && again.value(of: "Idempotency-Replayed") == "true")
    #expect(again.value(of: "Location") == first.value(of: "Location") && service.store.count == 2)
    #expect(try service.post(path + "/fork", #"{"revision": 0}"#, key("k")).code == "idempotency-key-reused")
    // Forks and other creations of a client share its keys.
    #expect(try service.post("/v1/sessions", Service.create(), key("k")).code == "idempotency-key-reused")
  }

  @Test func aForkCanBeForOneRevisionOnly() throws {
    let service = Service()
    let path = try service.created()
    _ = try service.post(path + "/transitions", Service.push("a"))
    let stale = try service.post(path + "/fork", "{}", [("If-Match", "\"0\"")])
    #expect(stale.code == "stale-revision")
    #expect(try stale.problem().revision == 1 && service.store.count == 1)
    #expect(try service.post(path + "/fork", "{}", [("If-Match", "\"1\"")]).status == .created)
  }

  @Test(arguments: [
    ("", "malformed-json"), ("[]", "invalid-body"), (#"{"revision": -1}"#, "invalid-body"),
    (#"{"revision": 1.5}"#, "invalid-body"),
    (#"{"client": "x"}"#, "invalid-body"),
  ]) func anInvalidForkIsRefused(body: String, code: String) throws {
    let service = Service()
    let path = try service.created()
    #expect(try service.post(path + "/fork", body).code == code)
    #expect(try service.post(path + "/fork?revision=0", "{}").code == "invalid-parameter")
    #expect(try service.send(.post, path + "/fork", [], body: "{}").code == "unsupported-media-type")
    #expect(try service.get(path + "/fork").code == "method-not-allowed")
    #expect(service.store.count == 1)
  }

  @Test func aForkIsASessionLikeAnyOther() throws {
    let service = Service(sessions: 2)
    let path = try service.created()
    #expect(try service.post(path + "/fork", "{}").status == .created)
    #expect(try service.post(path + "/fork", "{}").code == "session-limit")
    service.service.isDraining = true
    #expect(try service.post(path + "/fork", "{}").code == "draining")
    service.service.isDraining = false
    _ = try service.send(.delete, path)
    #expect(try service.post(path + "/fork", "{}").code == "no-such-session")
  }
}
