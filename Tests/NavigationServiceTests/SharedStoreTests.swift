import Dispatch
import Foundation
import HTTPMessages
import Navigation
import SessionStorage
import StoreKinds
import Testing

@testable import NavigationService

/// Two engines on one backend answer like a single one: each knows the other's answered changes.
@Suite struct SharedStoreTests {
  private typealias Service = ServiceUnderTest

  private static func push(_ id: String) -> String { Service.push(id) }

  @Test(arguments: SharedKind.allCases) func aReadIsNotOlderThanTheOthersAnswers(on kind: SharedKind) throws {
    let both = try TwoEngines(kind)
    let path = try both.created()
    for step in 1...6 {
      let (writer, reader) = step % 2 == 0 ? (both.a, both.b) : (both.b, both.a)
      #expect(try writer.post(path + "/transitions", Self.push("s\(step)")).record().revision == step)
      #expect(try reader.get(path).session().revision == step)
      #expect(try reader.get(path + "/snapshot").value(of: "ETag") == "\"\(step)\"")
      #expect(try reader.get(path + "/transitions?after=0").text.components(separatedBy: "\"revision\"").count > step)
    }
  }

  @Test(arguments: SharedKind.allCases) func aSupersededChangeIsDecidedAnew(on kind: SharedKind) throws {
    let both = try TwoEngines(kind)
    let path = try both.created()
    // Each decides without having read the other's latest change.
    for step in 1...8 {
      let service = step % 2 == 0 ? both.a : both.b
      #expect(try service.post(path + "/transitions", Self.push("s\(step)")).record().revision == step)
    }
    let snapshot = try both.a.get(path + "/snapshot").text
    #expect((1...8).allSatisfy { snapshot.contains("\"s\($0)\"") })
    let metrics = try [both.a, both.b].map { try Metrics(try $0.get("/metrics").text) }
    let redecided = metrics.compactMap { $0.value("navigation_store_decided_again_total") }.reduce(0, +)
    // Without notifications each change is decided again, on the other engine's latest one.
    #expect(kind != .deafTable || redecided >= 7, "\(redecided)")
    #expect(metrics[0].value("navigation_sessions", ["scope": "cluster"]) == 1)
  }

  /// Requests to the second engine after a change by the first, with the answers; refusals and dry runs also see it.
  private static let refusals: [(method: HTTPMethod, target: String, body: String, match: String?, answer: String)] = [
    (.post, "/transitions", Self.push("x"), "\"1\"", "200 2"), (.post, "/transitions", Self.push("x"), "\"0\"", "412"),
    (.post, "/transitions", Self.push("a"), nil, "422"),
    (.post, "/transitions?dryRun=true", Self.push("x"), nil, "200 2"),
    (.post, "/transitions", #"{"type": "pop", "stack": "chats"}"#, nil, "200 2"),
    (.delete, "", "", "\"0\"", "412"), (.delete, "", "", "\"1\"", "204"), (.get, "", "", nil, "200 1"),
  ]

  @Test(arguments: refusals.indices, SharedKind.allCases) func requestsAreDecidedOnTheLatestRevision(
    row: Int, on kind: SharedKind
  ) throws {
    let (both, row) = (try TwoEngines(kind), Self.refusals[row])
    let path = try both.created()
    #expect(try both.a.post(path + "/transitions", Self.push("a")).record().revision == 1)
    let fields = [row.body.isEmpty ? nil : Service.json, row.match.map { (name: "If-Match", value: $0) }].compactMap {
      $0
    }
    let answer = try both.b.send(row.method, path + row.target, fields, body: row.body)
    let revision =
      answer.status == .ok ? try " \(row.method == .get ? answer.session().revision : answer.record().revision)" : ""
    #expect("\(answer.status.rawValue)\(revision)" == row.answer, "\(row.method) \(row.target): \(answer.text)")
  }

  /// Requests that the second engine would refuse, or not handle, in its own latest state, and their answers.
  private static let idleInAnOlderState:
    [(method: HTTPMethod, target: String, body: String, match: String?, seconds: Int, answer: String)] = [
      (.post, "/transitions", Self.push("x"), "\"4\"", 0, "200 5"), (.delete, "", "", "\"4\"", 0, "204"),
      (.post, "/transitions?dryRun=true", Self.push("x"), nil, 0, "200 5"),
      (.post, "/transitions", #"{"type": "redo"}"#, nil, 0, "200 5"),
      (.post, "/transitions", #"{"type": "updateScreen", "controller": "a2", "title": "A"}"#, nil, 0, "200 5"),
      // Expired, if the other engine had not changed it.
      (.post, "/transitions", Self.push("x"), nil, 20, "200 5"),
    ]

  /// The second engine's change is stored, and the reply to it is late. The first one's changes are answered meanwhile.
  @Test(arguments: idleInAnOlderState.indices) func aPendingCommitIsNotTakenForTheLatestState(row: Int) throws {
    let (both, row) = (try TwoEngines(), Self.idleInAnOlderState[row])
    let path = try both.created("\"timeToLive\": 60, ")
    let reply = try both.requireTable().holdReply()
    let pending = try both.b.ask(.post, path + "/transitions", [Service.json], body: Self.push("b1"))
    try StoreKinds.wait(60_000) { try both.a.get(path).session().revision == 1 }
    both.wait(seconds: 50)
    for (index, body) in [Self.push("a2"), Self.push("a3"), #"{"type": "undo"}"#].enumerated() {
      #expect(try both.a.post(path + "/transitions", body).record().revision == index + 2)
    }
    both.wait(seconds: row.seconds)
    let fields = [row.body.isEmpty ? nil : Service.json, row.match.map { (name: "If-Match", value: $0) }].compactMap {
      $0
    }
    let answer = try both.b.ask(row.method, path + row.target, fields, body: row.body)
    reply.release()
    let (first, second) = (try pending.settled(), try answer.settled())
    #expect(try first.record().revision == 1)
    let revision = second.status == .ok ? try " \(second.record().revision)" : ""
    #expect("\(second.status.rawValue)\(revision)" == row.answer, "\(row.method) \(row.target): \(second.text)")
  }

  @Test func aRefusalBesideAPendingCommitCostsOneCheck() throws {
    let both = try TwoEngines(.deafTable)
    let path = try both.created()
    let reply = try both.requireTable().holdReply()
    let pending = try both.b.ask(.post, path + "/transitions", [Service.json], body: Self.push("b1"))
    try StoreKinds.wait(60_000) { try both.a.get(path).session().revision == 1 }
    let before = both.b.store.sharing?.checks ?? 0
    let fields = [Service.json, (name: "If-Match", value: "\"0\"")]
    let answer = try both.b.ask(.post, path + "/transitions", fields, body: Self.push("x"))
    // It waits for its turn. The pending commit began before it, and so does not show it the latest state.
    reply.release()
    let refusal = try answer.settled()
    #expect(refusal.status == .preconditionFailed && refusal.text.contains("revision 1"))
    #expect(both.b.store.sharing?.checks == before + 1)
    _ = try pending.settled()
  }

  @Test(arguments: SharedKind.allCases) func aKeyIsExecutedOnceOnBothEngines(on kind: SharedKind) throws {
    let both = try TwoEngines(kind)
    let path = try both.created()
    let key = (name: "Idempotency-Key", value: "k-1")
    let answers = try [both.a, both.b, both.a, both.b].map {
      try $0.post(path + "/transitions", Self.push("once"), [key])
    }
    #expect(Set(answers.map(\.text)).count == 1 && answers[0].status == .ok)
    #expect(try both.b.get(path).session().revision == 1)
    #expect(try both.b.post(path + "/transitions", Self.push("other"), [key]).code == "idempotency-key-reused")
    // The second engine does not know all keys by now.
    #expect(try both.b.post("/v1/sessions", Service.create(), [(key.name, "k-0")]).status == .created)
    let made = try [both.a, both.b, both.b, both.a].map {
      try $0.post("/v1/sessions", Service.create(), [(key.name, "k-2")])
    }
    #expect(Set(made.map { $0.value(of: "Location") }).count == 1 && made.allSatisfy { $0.status == .created })
    #expect(Set(made.map(\.text)).count == 1)
  }

  @Test(arguments: SharedKind.recorder) func aDeletedSessionIsGoneForBoth(on kind: SharedKind) throws {
    let both = try TwoEngines(kind)
    let path = try both.created()
    let subscriber = try Subscriber(both.b, path + "/events")
    #expect(try subscriber.awaitedNews() == ["session 0"])
    #expect(try both.a.send(.delete, path).status == .noContent)
    #expect(try both.b.get(path).code == "no-such-session")
    #expect(try both.b.post(path + "/transitions", Self.push("late")).code == "no-such-session")
    #expect(try subscriber.awaitedNews().last == "over")
    #expect(both.b.service.removeExpired() == 0 && both.b.store.count == 0)
  }

  @Test(arguments: SharedKind.recorder) func eventsOfBothComeOnceAndInOrder(on kind: SharedKind) throws {
    let both = try TwoEngines(kind)
    let path = try both.created()
    let subscribers = try [both.a, both.b].map { try Subscriber($0, path + "/events") }
    for subscriber in subscribers { #expect(try subscriber.awaitedNews() == ["session 0"]) }
    for step in 1...10 { _ = try (step % 3 == 0 ? both.a : both.b).post(path + "/transitions", Self.push("s\(step)")) }
    for subscriber in subscribers {
      var news: [String] = []
      while news.last != "transition 10", news.last != "none in 20 s" { news += try subscriber.awaitedNews() }
      #expect(news == (1...10).map { "transition \($0)" })
    }
    // A subscriber continues its stream at the other engine.
    let late = try Subscriber(both.a, path + "/events", [("Last-Event-ID", "7")])
    #expect(try late.awaitedNews() == ["transition 8", "transition 9", "transition 10"])
  }

  @Test(arguments: SharedKind.recorder) func aLongPollIsAnsweredByTheOthersChange(on kind: SharedKind) throws {
    let both = try TwoEngines(kind)
    let path = try both.created()
    let poll = try both.b.ask(.get, path + "?wait=20", [("If-None-Match", "\"0\"")])
    poll.rests()
    #expect(!poll.isOver)
    _ = try both.a.post(path + "/transitions", Self.push("a"))
    StoreKinds.wait(20_000) { poll.isOver }
    let response = try poll.settled()
    #expect(try response.session().revision == 1)
  }

  @Test(arguments: SharedKind.allCases) func aSessionChangedByTheOtherDoesNotExpire(on kind: SharedKind) throws {
    let both = try TwoEngines(kind)
    let path = try both.created("\"timeToLive\": 60, ")
    both.wait(seconds: 50)
    #expect(try both.a.post(path + "/transitions", Self.push("a")).status == .ok)
    both.wait(seconds: 20)
    #expect(both.b.service.removeExpired() == 0)
    #expect(try both.b.get(path).session().revision == 1)
    both.wait(seconds: 50)
    #expect(both.b.service.removeExpired() == 1 && both.a.service.removeExpired() == 0)
    #expect(try both.a.get(path).code == "no-such-session")
  }

  @Test(arguments: SharedKind.allCases) func theListHasTheSessionsOfBoth(on kind: SharedKind) throws {
    let both = try TwoEngines(kind)
    let paths = try (0..<6).map { try ($0 % 2 == 0 ? both.a : both.b).created() }
    _ = try both.a.post(paths[1] + "/transitions", Self.push("a"))
    for service in [both.a, both.b] {
      let first = try service.get("/v1/sessions?limit=4")
      let link = try #require(first.value(of: "Link"))
      let second = try service.get(String(link.dropFirst().prefix { $0 != ">" }))
      let listed = try [first, second].flatMap { try SessionList(answer: $0.body).sessions }
      #expect(listed.map { "/v1/sessions/\($0.id)" } == paths.reversed())
      #expect(listed.map(\.revision) == [0, 0, 0, 0, 1, 0])
    }
  }

  @Test(arguments: SharedKind.allCases) func undoContinuesAtTheOther(on kind: SharedKind) throws {
    let both = try TwoEngines(kind)
    let path = try both.created()
    let before = try both.a.get(path + "/snapshot").body
    _ = try both.a.post(path + "/transitions", Self.push("a"))
    let after = try both.b.get(path + "/snapshot").body
    #expect(try both.b.post(path + "/transitions", #"{"type": "undo"}"#).record().revision == 2)
    #expect(try both.a.get(path + "/snapshot").body == before)
    #expect(try both.a.post(path + "/transitions", #"{"type": "redo"}"#).record().revision == 3)
    #expect(try both.b.get(path + "/snapshot").body == after)
  }

  @Test(arguments: SharedKind.allCases) func aNameHasOneNumber(on kind: SharedKind) throws {
    let both = try TwoEngines(kind)
    let (a, b) = (both.a.store, both.b.store)
    let names = try [("ada", a), ("ben", b), ("ada", b), ("cem", b), ("ben", a), ("cem", a)].map { name, store in
      "\(name) \(try store.owner(named: name).number)"
    }
    #expect(names == ["ada 1", "ben 2", "ada 1", "cem 3", "ben 2", "cem 3"])
  }

  @Test func aRevisionLostByTheBackendIsNotServed() throws {
    let both = try TwoEngines()
    let path = try both.created()
    let id = try both.a.get(path).session().id
    let earlier = try #require(both.requireTable().session(id))
    _ = try both.a.post(path + "/transitions", Self.push("lost"))
    #expect(try both.b.get(path).session().revision == 1)
    try both.requireTable().lose(id, to: earlier)
    for service in [both.a, both.b] { #expect(try service.get(path).session().revision == 0) }
    #expect(try both.b.post(path + "/transitions", Self.push("other")).record().revision == 1)
    #expect(try both.a.get(path + "/snapshot").text.contains("\"lost\"") == false)
  }

  @Test func aServiceIsNotReadyWithoutItsStore() throws {
    let both = try TwoEngines()
    #expect(try both.a.get("/readyz").text == #"{"status":"ok"}"#)
    try both.requireTable().become(.unavailable("no answer for 5 s"))
    let answer = try both.a.get("/readyz")
    #expect(answer.status == .serviceUnavailable && answer.text == #"{"status":"unavailable"}"#)
    #expect(try both.a.get("/healthz").status == .ok)
  }

  /// A failed check is answered, not repeated.
  @Test func aFailedCheckIsAnswered() throws {
    let both = try TwoEngines()
    let path = try both.created()
    try both.requireTable().act(on: Whims(seed: 1, superseding: 0, readFailing: 1))
    for target in ["", "/snapshot", "/transitions?after=0"] {
      let answer = try both.a.get(path + target)
      #expect(answer.status == .serviceUnavailable && answer.code == "store-unavailable")
      #expect(!answer.text.contains("others changed"))
    }
    #expect(try both.a.post(path + "/transitions", Self.push("x"), [("If-Match", "\"7\"")]).code == "store-unavailable")
    try both.requireTable().act(on: nil)
    #expect(try both.a.get(path).session().revision == 0)
  }

  /// After some attempts, a change that is always superseded is refused.
  @Test func anAlwaysSupersededChangeIsRefused() throws {
    let both = try TwoEngines()
    let path = try both.created()
    try both.requireTable().act(on: Whims(seed: 1, superseding: 1))
    let answer = try both.b.post(path + "/transitions", Self.push("never"))
    #expect(answer.code == "store-unavailable" && answer.text.contains("Other requests changed the session"))
    try both.requireTable().act(on: nil)
    #expect(try both.b.get(path).session().revision == 0)
  }
}

/// Two clients under limits that they share.
@Suite struct SharedLimitTests {
  typealias Service = ServiceUnderTest

  private static let (ada, ben) = (APIKeysTests.bearer(APIKeysTests.adas), APIKeysTests.bearer(APIKeysTests.bens))

  @Test func aClientIsNotRefusedForTheSessionsOfAnother() throws {
    let service = Service(keys: try APIKeysTests.keys(), sessions: 20)
    func create(_ key: [(name: String, value: String)], _ count: Int) throws -> [String?] {
      try (0..<count).map { _ in try service.post("/v1/sessions", Service.create(), key).code }
    }
    #expect(try create(Self.ada, 25) == Array(repeating: nil, count: 20) + Array(repeating: "session-limit", count: 5))
    #expect(try create(Self.ben, 11) == Array(repeating: nil, count: 10) + ["session-limit"])
    #expect(try create(Self.ada, 1) == ["session-limit"])
  }

  @Test func aClientHasItsOwnLimitOfSessions() throws {
    let service = Service(keys: try APIKeysTests.keys(), sessionsOfOwner: 2)
    for key in [Self.ada, Self.ben] {
      for _ in 0..<2 { #expect(try service.post("/v1/sessions", Service.create(), key).status == .created) }
      let refused = try service.post("/v1/sessions", Service.create(), key)
      #expect(refused.code == "session-limit" && refused.text.contains("its limit of 2 sessions"))
    }
  }

  @Test(arguments: [(4, nil, [4, 2]), (100, 3, [3, 3])] as [(Int, Int?, [Int])])
  func aClientIsNotRefusedForTheStreamsOfAnother(limit: Int, limitOfOne: Int?, counts: [Int]) throws {
    let service = Service(keys: try APIKeysTests.keys(), subscribers: limit, subscribersOfOwner: limitOfOne)
    var open: [Subscriber] = []
    for (key, count) in zip([Self.ada, Self.ben], counts) {
      let path = try #require(try service.post("/v1/sessions", Service.create(), key).value(of: "Location"))
      for _ in 0..<count { open.append(try Subscriber(service, path + "/events", key)) }
      for target in ["/events", "?wait=1"] {
        #expect(try service.get(path + target, key + [("If-None-Match", "\"0\"")]).code == "subscriber-limit")
      }
    }
    for subscriber in open { #expect(try subscriber.news() == ["session 0"]) }
  }
}
