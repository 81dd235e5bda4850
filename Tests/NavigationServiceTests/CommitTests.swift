import Dispatch
import HTTPMessages
import NavigationAPI
import SessionStorage
import StoreKinds
import Synchronization
import Testing

/// Answers while a commit is pending, and after it has failed.
@Suite struct CommitTests {
  typealias Service = ServiceUnderTest

  /// A request of each kind that waits for a commit: its method, target below the session's path and body, and the
  /// status of its answer.
  private static let requests: [(method: HTTPMethod, target: String, body: String, status: HTTPStatus)] = [
    (.post, "/transitions", Service.push("a"), .ok),
    (.post, "/transitions?dryRun=true", Service.push("a"), .ok),
    // A refusal depends on the state before it, which may not be committed either.
    (.post, "/transitions", #"{"type": "popTo", "controller": "none"}"#, .unprocessableContent),
    (.delete, "", "", .noContent),
  ]

  private static let outcomes: [(outcome: CommitOutcome, code: String?)] = [
    (.committed, nil), (.failed(.full), "store-full"),
    (.failed(.unavailable("input/output error")), "store-unavailable"),
    (.failed(.doubtful("input/output error")), "store-unavailable"),
  ]

  private func later(_ service: Service, _ method: HTTPMethod, _ target: String, _ body: String) throws -> HTTPLater {
    guard case .later(let later) = try service.answer(method, target, body.isEmpty ? [] : [Service.json], body: body)
    else {
      throw AtOnce()
    }
    return later
  }

  private struct AtOnce: Error {}

  @Test(arguments: requests.indices, outcomes.indices) func noAnswerIsSentBeforeItsCommit(request: Int, outcome: Int)
    throws
  {
    let (backend, (request, outcome)) = (TestBackend(), (Self.requests[request], Self.outcomes[outcome]))
    let service = Service(store: try backend.store())
    let path = try service.created()
    backend.hold()
    // Refusals and dry runs depend on this change.
    _ = try later(service, .post, path + "/transitions", Service.push("before"))
    let later = try later(service, request.method, path + request.target, request.body)
    let wakes = Atomic<Int>(0)
    later.begin { wakes.wrappingAdd(1, ordering: .relaxed) }
    #expect(later.next().map { _ in true } == nil && wakes.load(ordering: .relaxed) == 0 && later.isOnItsWay)
    #expect(later.timeout().code == "store-unavailable")
    backend.release(outcome.outcome)
    service.store.finish()
    #expect(wakes.load(ordering: .relaxed) == 1)
    guard case .response(let response)? = later.next() else { throw AtOnce() }
    #expect(outcome.code.map { response.code == $0 } ?? (response.status == request.status))
  }

  /// After a pending change only transitions are decided; requests that read committed state wait.
  @Test func onlyTransitionsAreDecidedAfterAPendingChange() throws {
    let backend = TestBackend()
    let service = Service(store: try backend.store())
    let (path, other) = (try service.created(), try service.created())
    backend.hold()
    let first = try later(service, .post, path + "/transitions", Service.push("a"))
    #expect(first.isDecided())
    let rows: [(method: HTTPMethod, target: String, isAdmitted: Bool)] = [
      (.post, path + "/transitions", true), (.post, path + "/transitions?dryRun=true", true),
      (.post, other + "/transitions", true),
      (.get, path, false), (.get, path + "/transitions", false), (.get, path + "/events", false),
      (.delete, path, false),
      (.post, path + "/fork", false), (.post, "/v1/sessions", false), (.get, "/healthz", false),
      (.put, path + "/transitions", false),
    ]
    for row in rows {
      #expect(try first.admits(HTTPRequest(row.method, row.target)) == row.isAdmitted, "\(row.method) \(row.target)")
    }
    let second = try later(service, .post, path + "/transitions", Service.push("b"))
    backend.release(.committed)
    service.store.finish()
    for (revision, later) in [first, second].enumerated() {
      guard case .response(let response)? = later.next() else { throw AtOnce() }
      #expect(response.value(of: "ETag") == "\"\(revision + 1)\"")
    }
  }

  /// A change of a session that is not resident is decided after its fetch.
  @Test func aChangeOfAnEvictedSessionIsNotDecidedAtOnce() throws {
    let backend = TestBackend()
    let path = try Service(store: try backend.store()).created()
    let service = Service(store: try backend.store())
    backend.hold()
    let later = try later(service, .post, path + "/transitions", Service.push("a"))
    #expect(!later.isDecided())
    let woken = DispatchSemaphore(value: 0)
    later.begin { woken.signal() }
    woken.wait()
    #expect(later.next().map { _ in true } == nil && later.isDecided())
    backend.release(.committed)
    service.store.finish()
  }

  @Test(arguments: outcomes.indices) func subscribersAreWokenByCommits(outcome: Int) throws {
    let (backend, outcome) = (TestBackend(), Self.outcomes[outcome])
    let service = Service(store: try backend.store())
    let path = try service.created()
    let subscriber = try Subscriber(service, path + "/events")
    backend.hold()
    _ = try later(service, .post, path + "/transitions", Service.push("a"))
    #expect(subscriber.wakeCount == 0)
    backend.release(outcome.outcome)
    service.store.finish()
    #expect(subscriber.wakeCount == (outcome.code == nil ? 1 : 0))
  }

  @Test func aCreationAndItsRepetitionWait() throws {
    let backend = TestBackend()
    let service = Service(store: try backend.store())
    // The store fetches the known keys once, here.
    _ = try service.post("/v1/sessions", Service.create(), [(name: "Idempotency-Key", value: "earlier")])
    backend.hold()
    let fields = [Service.json, (name: "Idempotency-Key", value: "k")]
    let answers = try (0..<2).map { _ in try service.answer(.post, "/v1/sessions", fields, body: Service.create()) }
    backend.release(.committed)
    service.store.finish()
    let responses = answers.compactMap {
      if case .later(let later) = $0, case .response(let response)? = later.next() { response } else { nil }
    }
    #expect(responses.map(\.status) == [.created, .created])
    #expect(responses.first?.body == responses.last?.body)
    #expect(responses.map { $0.value(of: "Idempotency-Replayed") } == [nil, "true"])
  }
}
