import HTTPMessages
import Navigation
import SessionStorage
import Testing

@testable import NavigationService

@Suite struct IdempotencyTests {
  typealias Service = ServiceUnderTest

  private func key(_ text: String) -> [(name: String, value: String)] { [("Idempotency-Key", text)] }

  @Test(arguments: ["", "?include=session", "?include=session,changes"]) func aTransitionIsExecutedOnce(query: String)
    throws
  {
    let service = Service(residentSessions: 1)
    let path = try service.created()
    let first = try service.post(path + "/transitions" + query, Service.push("a"), key("k"))
    #expect(first.value(of: "Idempotency-Replayed") == nil)
    _ = try service.post(path + "/transitions", Service.push("b"))
    // Another session evicts the first one.
    _ = try service.created()
    service.wait(seconds: 5)
    let again = try service.post(path + "/transitions" + query, Service.push("a"), key("k"))
    #expect(again.status == .ok && again.body == first.body)
    #expect(again.value(of: "Idempotency-Replayed") == "true" && again.value(of: "ETag") == "\"1\"")
    #expect(try service.get(path).session().revision == 2)
  }

  /// The answer, the record in the history, its state at hand and the answer to a repetition are the same bytes in memory.
  @Test func aRecordIsWrittenOnce() async throws {
    let service = Service()
    let path = try service.created()
    let body = try service.post(path + "/transitions", Service.push("a"), key("k")).body
    let id = try service.get(path).session().id
    let stored = try await service.store.session(id, at: Moment(now: Timestamp(milliseconds: 0)))
    let step = try await service.store.steps(
      of: stored, after: nil, limit: 2, states: true, at: Moment(now: Timestamp(milliseconds: 0)))
    let written = try #require(stored.answers.answers.last?.body)
    let places = [body, written, stored.latest.bytes, step[1].record.bytes].map { bytes in
      bytes.withUnsafeBytes { $0.baseAddress }
    }
    #expect(Set(places).count == 1 && step[1].record === stored.latest)
  }

  @Test func aCreationIsExecutedOnce() throws {
    let service = Service()
    let first = try service.post("/v1/sessions", Service.create(), key("k"))
    let again = try service.post("/v1/sessions", Service.create(), key("k"))
    #expect(again.status == .created && again.body == first.body)
    #expect(again.value(of: "Location") == first.value(of: "Location") && again.value(of: "ETag") == "\"0\"")
    #expect(again.value(of: "Idempotency-Replayed") == "true")
    #expect(service.store.count == 1)
    #expect(
      try service.post("/v1/sessions", Service.create(#""client": "x", "#), key("k")).code == "idempotency-key-reused")
    #expect(try service.post("/v1/sessions", Service.create(), key("l")).status == .created)
  }

  @Test func aKeyIsForOneRequest() throws {
    let service = Service()
    let path = try service.created()
    _ = try service.post(path + "/transitions", Service.push("a"), key("k"))
    #expect(try service.post(path + "/transitions", Service.push("b"), key("k")).code == "idempotency-key-reused")
    #expect(
      try service.post(path + "/transitions?dryRun=true", Service.push("a"), key("k")).code == "idempotency-key-reused")
    #expect(try service.post(path + "/transitions", Service.push("a") + " ", key("k")).code == "idempotency-key-reused")
    #expect(try service.post(try service.created() + "/transitions", Service.push("a"), key("k")).status == .ok)
  }

  @Test func aRepeatedRefusedRequestIsDecidedAnew() throws {
    let service = Service()
    let path = try service.created()
    let popTo = #"{"type": "popTo", "controller": "a"}"#
    #expect(try service.post(path + "/transitions", popTo, key("k")).code == "no-such-controller")
    _ = try service.post(path + "/transitions", Service.push("a"))
    #expect(try service.post(path + "/transitions", popTo, key("k")).status == .ok)
    let dry = try service.post(path + "/transitions?dryRun=true", Service.push("c"), key("d"))
    #expect(dry.status == .ok)
    let real = try service.post(path + "/transitions", Service.push("c"), key("d"))
    #expect(real.status == .ok && real.value(of: "Idempotency-Replayed") == nil)
  }

  @Test func aRequestWithoutAnEffectIsNotExecutedLater() throws {
    let service = Service()
    let path = try service.created()
    let pop = #"{"type": "pop", "stack": "chats"}"#
    _ = try service.post(path + "/transitions", pop, key("k"))
    _ = try service.post(path + "/transitions", Service.push("a"))
    #expect(try service.post(path + "/transitions", pop, key("k")).value(of: "Idempotency-Replayed") == "true")
    #expect(try service.get(path).session().revision == 1)
  }

  @Test func theStoredAnswerComesBeforeIfMatch() throws {
    let service = Service()
    let path = try service.created()
    let fields = key("k") + [("If-Match", "\"0\"")]
    #expect(try service.post(path + "/transitions", Service.push("a"), fields).status == .ok)
    #expect(
      try service.post(path + "/transitions", Service.push("a"), fields).value(of: "Idempotency-Replayed") == "true")
    #expect(
      try service.post(path + "/transitions", Service.push("a"), key("l") + [("If-Match", "\"0\"")]).code
        == "stale-revision")
  }

  @Test func theLatestSixtyFourAreRetained() throws {
    let service = Service()
    let path = try service.created()
    for number in 0...64 {
      let response = try service.post(path + "/transitions", Service.push("a\(number)"), key("k\(number)"))
      #expect(response.status == .ok)
    }
    #expect(
      try service.post(path + "/transitions", Service.push("a1"), key("k1")).value(of: "Idempotency-Replayed") == "true"
    )
    #expect(try service.post(path + "/transitions", Service.push("a0"), key("k0")).code == "duplicate-controller")
  }

  @Test func onlyOneOfManyConcurrentRequestsIsExecuted() async throws {
    let service = Service()
    let path = try service.created()
    let answers = try await withThrowingTaskGroup(of: (String, Bool).self) { group in
      for _ in 0..<16 {
        group.addTask {
          let response = try service.post(path + "/transitions", Service.push("a"), [("Idempotency-Key", "k")])
          return (response.text, response.value(of: "Idempotency-Replayed") == "true")
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(answers.map(\.0)).count == 1)
    #expect(answers.filter { !$0.1 }.count == 1)
    #expect(try service.get(path).session().revision == 1)
  }
}
