import HTTPMessages
import NavigationAPI
import SessionStorage
import Synchronization
import Testing

/// What is answered while the store has not kept a change yet, and when it cannot.
@Suite struct CommitTests {
  typealias Service = ServiceUnderTest

  /// Changes of this store are kept when the test says so.
  private final class SlowStore: SessionStore {
    private let store = MemoryStore()
    let commit = Mutex<Commit?>(nil)

    private func held<Answer>(_ decided: Decided<Answer>) -> Decided<Answer> { Decided(decided.result, commit: commit.withLock { $0 }) }

    func create(_ session: StoredSession, answer: StoredAnswer?) -> Decided<Creation> { held(store.create(session, answer: answer)) }
    func creationAnswer(for key: IdempotencyKey, of owner: Owner) -> Decided<StoredAnswer>? {
      store.creationAnswer(for: key, of: owner).map(held)
    }
    func body(of answer: StoredAnswer) throws(StoreError) -> [UInt8] { try store.body(of: answer) }
    func owner(named name: String) throws(StoreError) -> Owner { try store.owner(named: name) }
    var hasNamedOwners: Bool { store.hasNamedOwners }
    func owner(of id: SessionID, at now: Timestamp) throws(StoreError) -> Owner { try store.owner(of: id, at: now) }
    func session(_ id: SessionID, at now: Timestamp) throws(StoreError) -> StoredSession { try store.session(id, at: now) }
    func steps(of session: StoredSession, after revision: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep] {
      try store.steps(of: session, after: revision, limit: limit)
    }
    func update<Answer: Sendable>(_ id: SessionID, at now: Timestamp, _ change: (inout StoredSession) -> Answer) -> Decided<Answer> {
      held(store.update(id, at: now, change))
    }
    func settle(_ key: IdempotencyKey, of session: SessionID, as bytes: [UInt8]) {}
    func settleCreation(_ key: IdempotencyKey, of owner: Owner, as bytes: [UInt8]) {}
    func delete(_ id: SessionID, at now: Timestamp, if condition: (Int) -> Bool) -> Decided<Deletion> {
      held(store.delete(id, at: now, if: condition))
    }
    func list(_ query: SessionListQuery, of owner: Owner, at now: Timestamp) throws(StoreError) -> SessionPage {
      try store.list(query, of: owner, at: now)
    }
    func removeExpired(at now: Timestamp) -> [SessionID] { store.removeExpired(at: now) }
    var limits: StoreLimits { store.limits }
    var count: Int { store.count }
    var residency: Residency { store.residency }
  }

  /// One request of each kind that waits, by its method, its target below the session's path, and its body; and the status that it gets.
  private static let requests: [(method: HTTPMethod, target: String, body: String, status: HTTPStatus)] = [
    (.post, "/transitions", Service.push("a"), .ok),
    (.post, "/transitions?dryRun=true", Service.push("a"), .ok),
    // What was refused rests on the state before it, which may not be kept either.
    (.post, "/transitions", #"{"type": "popTo", "controller": "none"}"#, .unprocessableContent),
    (.delete, "", "", .noContent),
  ]

  private static let outcomes: [(outcome: Commit.Outcome, code: String?)] = [
    (.kept, nil), (.failed(.full), "store-full"), (.failed(.unavailable("input/output error")), "store-unavailable"),
    (.failed(.doubtful("input/output error")), "store-unavailable"),
  ]

  private func later(_ service: Service, _ method: HTTPMethod, _ target: String, _ body: String) throws -> HTTPLater {
    guard case .later(let later) = try service.answer(method, target, body.isEmpty ? [] : [Service.json], body: body) else {
      throw AtOnce()
    }
    return later
  }

  private struct AtOnce: Error {}

  @Test(arguments: requests.indices, outcomes.indices) func nothingIsToldBeforeItIsKept(request: Int, outcome: Int) throws {
    let (store, (request, outcome)) = (SlowStore(), (Self.requests[request], Self.outcomes[outcome]))
    let service = Service(store: store)
    let path = try service.created()
    let commit = Commit()
    store.commit.withLock { $0 = commit }
    let later = try later(service, request.method, path + request.target, request.body)
    let wakes = Atomic<Int>(0)
    later.begin { wakes.wrappingAdd(1, ordering: .relaxed) }
    #expect(later.next() == nil && wakes.load(ordering: .relaxed) == 0 && later.isOnItsWay)
    #expect(later.timeout().code == "store-unavailable")
    commit.decide(outcome.outcome)
    #expect(wakes.load(ordering: .relaxed) == 1)
    let response = try #require(later.next())
    #expect(outcome.code.map { response.code == $0 } ?? (response.status == request.status))
  }

  @Test(arguments: outcomes.indices) func whoWaitsForNewsIsWokenByWhatIsKept(outcome: Int) throws {
    let (store, outcome) = (SlowStore(), Self.outcomes[outcome])
    let service = Service(store: store)
    let path = try service.created()
    let subscriber = try Subscriber(service, path + "/events")
    let commit = Commit()
    store.commit.withLock { $0 = commit }
    _ = try later(service, .post, path + "/transitions", Service.push("a"))
    #expect(subscriber.wakeCount == 0)
    commit.decide(outcome.outcome)
    #expect(subscriber.wakeCount == (outcome.code == nil ? 1 : 0))
  }

  @Test func aCreationWaitsAndSoDoesItsRepetition() throws {
    let store = SlowStore()
    let service = Service(store: store)
    let commit = Commit()
    store.commit.withLock { $0 = commit }
    let fields = [Service.json, (name: "Idempotency-Key", value: "k")]
    let answers = try (0..<2).map { _ in try service.answer(.post, "/v1/sessions", fields, body: Service.create()) }
    commit.decide(.kept)
    let responses = answers.compactMap { if case .later(let later) = $0 { later.next() } else { nil } }
    #expect(responses.map(\.status) == [.created, .created])
    #expect(responses.first?.body == responses.last?.body)
    #expect(responses.map { $0.value(of: "Idempotency-Replayed") } == [nil, "true"])
  }
}
