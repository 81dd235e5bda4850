import HTTPMessages
import Navigation
import SessionStorage
import StoreKinds
import Testing

/// Answers while a commit is pending, and after it has failed.
@Suite struct CommitTests {
  typealias Service = ServiceUnderTest

  /// A request of each kind that changes a session, or answers from its latest state: its method, target below the
  /// session's path and body, the status of its answer, and whether it writes.
  private static let requests: [(method: HTTPMethod, target: String, body: String, status: HTTPStatus, writes: Bool)] =
    [
      (.post, "/transitions", Service.push("a"), .ok, true),
      (.post, "/transitions?dryRun=true", Service.push("a"), .ok, false),
      (.post, "/transitions", #"{"type": "popTo", "controller": "none"}"#, .unprocessableContent, false),
      (.delete, "", "", .noContent, true),
    ]

  private static let outcomes: [(outcome: Written, code: String?)] = [
    (.committed(), nil), (.failed(.full), "store-full"),
    (.failed(.unavailable("input/output error")), "store-unavailable"),
    (.failed(.doubtful("input/output error")), "store-unavailable"),
  ]

  private func ask(_ service: Service, _ method: HTTPMethod, _ target: String, _ body: String) throws -> PendingRequest
  {
    try service.ask(method, target, body.isEmpty ? [] : [Service.json], body: body)
  }

  @Test(arguments: requests.indices, outcomes.indices) func noAnswerIsSentBeforeItsCommit(request: Int, outcome: Int)
    throws
  {
    let (backend, (request, outcome)) = (TestBackend(), (Self.requests[request], Self.outcomes[outcome]))
    let service = Service(store: try backend.store())
    let path = try service.created()
    backend.hold()
    let first = try ask(service, .post, path + "/transitions", Service.push("before"))
    // It waits for its turn: what it answers depends on the first.
    let second = try ask(service, request.method, path + request.target, request.body)
    #expect(!first.isOver && !second.isOver)
    backend.release(outcome.outcome)
    #expect(try outcome.code.map { try first.settled().code == $0 } ?? (first.settled().status == .ok))
    let code = request.writes ? outcome.code : nil
    #expect(try code.map { try second.settled().code == $0 } ?? (second.settled().status == request.status))
  }

  /// A request whose time is over does not know what came of it; its change is stored nevertheless.
  @Test func aLateCommitIsNotForgotten() throws {
    let backend = TestBackend()
    let service = Service(store: try backend.store())
    let path = try service.created()
    backend.hold()
    let late = try ask(service, .post, path + "/transitions", Service.push("a"))
    late.call.patience.expire()
    #expect(try late.settled().code == "store-unavailable")
    backend.release(.committed())
    service.store.finish()
    #expect(try service.get(path).value(of: "ETag") == "\"1\"")
    #expect(try service.post(path + "/transitions", Service.push("b")).value(of: "ETag") == "\"2\"")
  }

  /// A client that leaves while its change is being stored: subscribers and metrics see the change.
  @Test func aChangeOfALeftClientIsPublished() throws {
    let backend = TestBackend()
    let service = Service(store: try backend.store())
    let path = try service.created()
    let subscriber = try Subscriber(service, path + "/events?after=0")
    backend.hold()
    let left = try ask(service, .post, path + "/transitions", Service.push("a"))
    left.call.patience.end(.left)
    #expect(left.isOver && left.response == nil)
    backend.release(.committed())
    service.store.finish()
    #expect(try subscriber.awaitedNews() == ["transition 1"])
    #expect(try service.get("/metrics").text.contains("navigation_transitions_total{result=\"applied\"} 1"))
  }

  @Test func changesOfASessionAreMadeInTheirOrder() throws {
    let backend = TestBackend()
    let service = Service(store: try backend.store())
    let path = try service.created()
    backend.hold()
    let changes = try (1...5).map { try ask(service, .post, path + "/transitions", Service.push("s\($0)")) }
    // The third client leaves before its turn.
    changes[2].call.patience.end(.left)
    backend.release(.committed())
    let tags = try [0, 1, 3, 4].map { try changes[$0].settled().value(of: "ETag") }
    #expect(tags == ["\"1\"", "\"2\"", "\"3\"", "\"4\""])
    #expect(try !service.get(path + "/snapshot").text.contains("\"s3\""))
  }

  @Test(arguments: outcomes.indices) func subscribersAreWokenByCommits(outcome: Int) throws {
    let (backend, outcome) = (TestBackend(), Self.outcomes[outcome])
    let service = Service(store: try backend.store())
    let path = try service.created()
    let subscriber = try Subscriber(service, path + "/events?after=0")
    backend.hold()
    let change = try ask(service, .post, path + "/transitions", Service.push("a"))
    #expect(try subscriber.news() == [])
    backend.release(outcome.outcome)
    _ = try change.settled()
    service.store.finish()
    #expect(try outcome.code == nil ? subscriber.awaitedNews() == ["transition 1"] : subscriber.news() == [])
  }

  @Test func aCreationAndItsRepetitionWait() throws {
    let backend = TestBackend()
    let service = Service(store: try backend.store())
    // The store reads the known keys once, here.
    _ = try service.post("/v1/sessions", Service.create(), [(name: "Idempotency-Key", value: "earlier")])
    backend.hold()
    let fields = [Service.json, (name: "Idempotency-Key", value: "k")]
    let pending = try (0..<2).map { _ in try service.ask(.post, "/v1/sessions", fields, body: Service.create()) }
    #expect(pending.allSatisfy { !$0.isOver })
    backend.release(.committed())
    let responses = try pending.map { try $0.settled() }
    #expect(responses.map(\.status) == [.created, .created])
    #expect(responses.first?.body == responses.last?.body)
    #expect(responses.map { $0.value(of: "Idempotency-Replayed") } == [nil, "true"])
  }
}
