import HTTPMessages
import Navigation
import SessionStorage
import StoreKinds
import Synchronization
import Testing
import Waiting

@testable import NavigationService

@Suite struct EventTests {
  typealias Service = ServiceUnderTest

  @Test func theSessionComesFirstAndThenItsTransitions() throws {
    let service = Service()
    let path = try service.created()
    let subscriber = try Subscriber(service, path + "/events")
    #expect(subscriber.head.status == .ok && subscriber.head.text == "retry: 1000\n\n")
    #expect(
      subscriber.head.value(of: "Content-Type") == "text/event-stream"
        && subscriber.head.value(of: "Cache-Control") == "no-store")
    #expect(subscriber.head.value(of: "X-Accel-Buffering") == "no" && subscriber.head.value(of: "X-Request-Id") != nil)
    let first = try subscriber.events()
    #expect(first.map(\.name) == ["session"] && first.map(\.id) == ["0"])
    #expect(try first.map(\.data) == [service.get(path).text])
    #expect(try subscriber.news() == [])
    let answer = try service.post(path + "/transitions", Service.showDetail)
    let second = try subscriber.events()
    #expect(second.map(\.name) == ["transition"] && second.map(\.id) == ["1"] && second.map(\.data) == [answer.text])
  }

  /// If the store is unavailable at the start of a stream, the stream does not skip its records to the resident
  /// session.
  @Test func unreadableRecordsAreNotSkipped() throws {
    let backend = TestBackend()
    let before = Service(store: try backend.store())
    let path = try before.created()
    for number in 1...6 { _ = try before.post(path + "/transitions", Service.push("s\(number)")) }
    let service = Service(store: try backend.store())
    _ = try service.get(path)
    backend.fails(with: .unavailable("it is away"))
    let late = try Subscriber(service, path + "/events", [("Last-Event-ID", "0")])
    #expect(try late.awaitedNews() == ["lost"])
  }

  @Test(
    arguments: [
      (nil, nil, ["session 3"]), (0, nil, ["transition 1", "transition 2", "transition 3"]), (2, nil, ["transition 3"]),
      (3, nil, []),
      (4, nil, ["session 3"]), (nil, "1", ["transition 2", "transition 3"]), (0, "2", ["transition 3"]),
      (0, "9", ["session 3"]),
    ] as [(Int?, String?, [String])]) func aStreamContinuesAfterTheLastEvent(
      after: Int?, lastEventID: String?, news: [String]
    ) throws
  {
    let service = Service()
    let path = try service.created()
    for number in 1...3 { _ = try service.post(path + "/transitions", Service.push("s\(number)")) }
    let query = EventStreamQuery(after: after).text
    let subscriber = try Subscriber(
      service, path + "/events" + query, lastEventID.map { [("Last-Event-ID", $0)] } ?? [])
    #expect(try subscriber.news() == news)
    _ = try service.post(path + "/transitions", Service.push("s4"))
    #expect(try subscriber.news() == ["transition 4"])
  }

  @Test(arguments: ["", "x", "-1", "01", "1.0", "+1", "1000000000000"]) func anInvalidPlaceIsRefused(
    lastEventID: String
  ) throws {
    let service = Service()
    #expect(
      try service.get(try service.created() + "/events", [("Last-Event-ID", lastEventID)]).code == "invalid-header")
  }

  @Test func recordsHaveTheRequestedParts() throws {
    let service = Service()
    let path = try service.created()
    let subscriber = try Subscriber(service, path + "/events?after=0&include=session,changes")
    let record = try service.post(path + "/transitions?include=session,changes", Service.showDetail)
    #expect(try subscriber.events().map(\.data) == [record.text])
  }

  /// A change wakes 32 streams, and each of these two more.
  @Test func allOfManySubscribersHaveAChange() throws {
    let service = Service()
    let path = try service.created()
    let subscribers = try (0..<100).map { _ in try Subscriber(service, path + "/events?after=0") }
    #expect(try service.post(path + "/transitions", Service.push("a")).status == .ok)
    #expect(try subscribers.allSatisfy { try $0.news() == ["transition 1"] })
  }

  /// Slow subscribers share one array of bytes of any size.
  @Test func allSubscribersShareTheBytes() throws {
    let service = Service()
    let path = try service.created()
    let subscribers = try (0..<3).map { _ in try Subscriber(service, path + "/events") }
    let first = try subscribers.map { try $0.pieces() }
    func isOne(_ pieces: [[[UInt8]]]) -> Bool {
      Set(pieces.map { $0.map { $0.withUnsafeBufferPointer(\.baseAddress) } }).count == 1
    }
    #expect(isOne(first) && first[0].count == 1)
    let title = String(repeating: "t", count: 9_000)
    for _ in 1...3 {
      let push = #"{"type": "push", "screen": {"route": "r", "title": "\#(title)"}, "stack": "chats"}"#
      #expect(try service.post(path + "/transitions", push).status == .ok)
    }
    let later = try subscribers.map { try $0.pieces() }
    #expect(isOne(later) && later[0].count == 3)
  }

  @Test func aPieceOfAStreamHasABudget() throws {
    let service = Service(pageBytes: 4_096)
    let path = try service.created()
    let subscriber = try Subscriber(service, path + "/events?after=0&include=session")
    for number in 1...20 { _ = try service.post(path + "/transitions", Service.push("s\(number)")) }
    let sizes = try subscriber.pieces().map(\.count)
    #expect(sizes.count == 20 && sizes.allSatisfy { $0 < 2 * 4_096 }, "two records of a session are more than that")
  }

  @Test func aStreamEndsAtDroppedRecords() throws {
    let service = Service(history: .init(revisions: 2))
    let path = try service.created()
    let subscriber = try Subscriber(service, path + "/events?after=0")
    #expect(try subscriber.news() == [])
    for number in 1...3 { _ = try service.post(path + "/transitions", Service.push("s\(number)")) }
    // The first event fills the room of a client that does not read.
    let title = String(repeating: "t", count: HTTPCall.pieceBytes)
    let push = #"{"type": "push", "screen": {"id": "t", "route": "r", "title": "\#(title)"}, "stack": "chats"}"#
    #expect(try service.post(path + "/transitions", push).status == .ok)
    for number in 5...7 { _ = try service.post(path + "/transitions", Service.push("s\(number)")) }
    #expect(
      try subscriber.news() == ["transition 1", "transition 2", "transition 3", "transition 4", "lost"])
    #expect(try Subscriber(service, path + "/events", [("Last-Event-ID", "3")]).news() == ["session 7"])
  }

  @Test func requestsWithoutARevisionHaveNoEvent() throws {
    let service = Service()
    let path = try service.created()
    let subscriber = try Subscriber(service, path + "/events?after=0")
    _ = try service.post(path + "/transitions?dryRun=true", Service.push("a"))
    _ = try service.post(path + "/transitions", #"{"type": "pop", "stack": "chats"}"#)
    _ = try service.post(path + "/transitions", Service.push("chat-list"))
    _ = try service.post(try service.created() + "/transitions", Service.push("a"))
    #expect(try subscriber.news() == [])
  }

  @Test func deletionEndsAStream() throws {
    let service = Service()
    let path = try service.created()
    let subscriber = try Subscriber(service, path + "/events?after=0")
    _ = try service.send(.delete, path)
    let events = try subscriber.events()
    #expect(
      events.map(\.name) == ["end", "over"]
        && events[0].data == #"{"sessionId":"\#(path.dropFirst("/v1/sessions/".count))"}"#)
    #expect(try service.get(path + "/events").code == "no-such-session")
  }

  @Test func expiryEndsAStream() throws {
    let service = Service()
    let path = try service.created(#""timeToLive": 5, "#)
    let subscriber = try Subscriber(service, path + "/events?after=0")
    service.wait(seconds: 60)
    #expect(service.service.removeExpired() == 1)
    #expect(try subscriber.news() == ["end", "over"])
  }

  @Test func subscribersAreLimited() throws {
    let service = Service(subscribers: 2)
    let path = try service.created()
    let first = try Subscriber(service, path + "/events")
    let second = try Subscriber(service, path + "/events")
    for target in ["/events", "?wait=1"] {
      let response = try service.get(path + target, [("If-None-Match", "\"0\"")])
      #expect(
        response.code == "subscriber-limit" && response.status == .serviceUnavailable
          && response.value(of: "Retry-After") == "1")
    }
    first.leave()
    let third = try Subscriber(service, path + "/events")
    #expect(try third.news() == ["session 0"] && second.news() == ["session 0"])
  }

  private func poll(_ service: Service, _ path: String) throws -> PendingRequest {
    try service.ask(.get, path + "?wait=7", [("If-None-Match", "\"0\"")])
  }

  @Test func aLongPollAnswersTheFirstChange() throws {
    let service = Service()
    let path = try service.created()
    let poll = try poll(service, path)
    #expect(!poll.isOver && poll.newsMilliseconds == 7_000)
    _ = try service.post(path + "/transitions", Service.push("a"))
    let response = try poll.settled()
    #expect(
      response.status == .ok && response.value(of: "ETag") == "\"1\"" && response.value(of: "X-Request-Id") != nil)
    #expect(try response.text == service.get(path).text)
    #expect(try service.get(path + "?wait=7", [("If-None-Match", "\"0\"")]).status == .ok)
  }

  /// At its time, and when the server is about to stop.
  @Test(arguments: [false, true]) func aLongPollEndsWithWhatTheClientHas(isDraining: Bool) throws {
    let service = Service()
    let poll = try poll(service, try service.created())
    if isDraining { poll.call.patience.end(.draining) } else { poll.call.patience.expire() }
    #expect(try poll.settled().status == .notModified)
  }

  /// A client that has closed its sending side is presumed gone.
  @Test(arguments: [Patience.Ending.left, .halfClosed]) func aWaitEndsWithItsClient(ending: Patience.Ending) throws {
    let service = Service(subscribers: 2)
    let path = try service.created()
    let (poll, stream) = (try poll(service, path), try service.ask(.get, path + "/events"))
    for pending in [poll, stream] { pending.call.patience.end(ending) }
    #expect(poll.isOver && stream.isOver && poll.response == nil)
    // Their places are free.
    _ = try (Subscriber(service, path + "/events"), Subscriber(service, path + "/events"))
  }

  @Test func aLongPollIs404AfterADeletion() throws {
    let service = Service()
    let path = try service.created()
    let poll = try poll(service, path)
    _ = try service.send(.delete, path)
    #expect(try poll.settled().code == "no-such-session")
  }

  @Test(arguments: ["wait=0", "wait=61", "wait=x", "wait=1&wait=2", "wait=30"]) func waitingNeedsATimeAndARevision(
    query: String
  ) throws {
    let service = Service()
    #expect(try service.get(try service.created() + "?" + query).code == "invalid-parameter")
  }
}

/// The cursors of lists on a server with keys.
@Suite struct CursorTests {
  typealias Service = ServiceUnderTest

  static let digests = (1...3).map { SHA256.digest(of: [UInt8($0)]) }

  @Test(arguments: [0, 1, 12, 13, 1_000_000, (1 << 48) - 1] as [UInt64], [1, 2, 300, .max] as [UInt16])
  func aSealedCursorIsOpenedForItsOwnerOnly(ordinal: UInt64, number: UInt16) {
    let (plain, owner) = (SessionListCursor(ordinal: ordinal), Owner(number: number))
    let sealed = CursorSeal(Self.digests).sealed(plain, of: owner)
    #expect(CursorSeal(Self.digests.reversed()).opened(sealed, of: owner) == plain, "in any order of the keys")
    #expect(CursorSeal(Self.digests).opened(sealed, of: Owner(number: number - 1)) == nil)
    #expect(CursorSeal(Self.digests.dropLast()).opened(sealed, of: owner) == nil)
    #expect(CursorSeal(Self.digests).opened(plain, of: owner) == nil)
  }

  /// The cursors of a page at a time, with these sessions of others before, between and after.
  private func cursors(others: Int, _ service: Service) throws -> (cursors: [String], found: Int) {
    let (ada, ben) = (APIKeysTests.bearer(APIKeysTests.adas), APIKeysTests.bearer(APIKeysTests.bens))
    for _ in 0..<3 {
      for _ in 0..<others { _ = try service.post("/v1/sessions", Service.create(), ben) }
      #expect(try service.post("/v1/sessions", Service.create(), ada).status == .created)
    }
    var (target, cursors, found) = ("/v1/sessions?limit=1", [String](), 0)
    while true {
      let page = try service.get(target, ada)
      found += try SessionList(answer: page.body).sessions.count
      guard let link = page.value(of: "Link") else { return (cursors, found) }
      target = String(link.dropFirst().prefix { $0 != ">" })
      cursors.append(String(target.split(separator: "after=")[1]))
    }
  }

  @Test func aCursorDoesNotCountOtherOwnersSessions() throws {
    let keys = try APIKeysTests.keys()
    let (few, many) = (Service(keys: keys), Service(keys: keys))
    let (first, second) = (try cursors(others: 1, few), try cursors(others: 4, many))
    #expect(first.found == 3 && second.found == 3)
    for cursor in first.cursors + second.cursors { #expect((UInt64(cursor, radix: 36) ?? 0) >= 1 << 48, "\(cursor)") }
    #expect(Set(first.cursors + second.cursors).count == 4)
  }

  @Test func aCursorSurvivesOneReloadOfTheKeys() throws {
    let service = Service(keys: try APIKeysTests.keys())
    let cursor = try #require(try cursors(others: 1, service).cursors.first)
    let ada = APIKeysTests.bearer(APIKeysTests.adas)
    for (number, status) in [(1, HTTPStatus.ok), (2, .badRequest)] {
      let file = "ada \(APIKeysTests.adas)\nnew new-0123456789abcdef\(number)"
      try service.service.replaceKeys(with: try APIKeys(file: Array(file.utf8)))
      let page = try service.get("/v1/sessions?after=\(cursor)", ada)
      #expect(page.status == status && page.code == (status == .ok ? nil : "invalid-parameter"))
    }
    // As another client's, and one that is not sealed.
    for cursor in ["zzzzzzzzzzzz", "4"] {
      #expect(try service.get("/v1/sessions?after=\(cursor)", ada).code == "invalid-parameter")
    }
  }
}

/// Waking in pieces: a change wakes 32 waiters of a session, and each of the woken two more.
@Suite struct WatcherTests {
  /// A watcher that waits is kept until it is woken.
  private final class Crowd: Sendable {
    let watchers = Watchers(of: SessionStore(), limit: 1_000, limitOfOwner: nil)
    let id = SessionID(high: 7, low: 7)
    let woken = Mutex<[Watcher]>([])

    func join() throws -> Watcher { try watchers.join(id, for: .unnamed, at: 0) }
    func waits(_ watcher: Watcher) {
      watcher.news().whenKnown { _ in self.woken.withLock { $0.append(watcher) } }
    }
    var count: Int { woken.withLock { $0.count } }
    func take() -> [Watcher] {
      woken.withLock { woken in
        defer { woken = [] }
        return woken
      }
    }
  }

  @Test(arguments: [(1, 1), (32, 32), (33, 32), (1_000, 32)]) func aChangeWakesFewAtOnceAndAllInTheEnd(
    waiters: Int, first: Int
  ) throws {
    let crowd = Crowd()
    let all = try (0..<waiters).map { _ in try crowd.join() }
    for watcher in all { crowd.waits(watcher) }
    crowd.watchers.wake(crowd.id)
    #expect(crowd.count == first)
    var woken = Set<ObjectIdentifier>()
    while case let next = crowd.take(), !next.isEmpty {
      for watcher in next {
        #expect(woken.insert(ObjectIdentifier(watcher)).inserted)
        watcher.wakeOthers()
        #expect(crowd.count <= 2 * next.count)
      }
    }
    #expect(woken.count == waiters)
  }

  @Test func aChangeMeanwhileWakesThoseThatWaitAgain() throws {
    let crowd = Crowd()
    let all = try (0..<100).map { _ in try crowd.join() }
    for watcher in all { crowd.waits(watcher) }
    crowd.watchers.wake(crowd.id)
    for watcher in crowd.take() { crowd.waits(watcher) }
    crowd.watchers.wake(crowd.id)
    var woken = 0
    while case let next = crowd.take(), !next.isEmpty {
      woken += next.count
      for watcher in next { watcher.wakeOthers() }
    }
    #expect(woken == 100)
  }

  /// A reader that writes slowly has asked for news and does not wait for them; another leaves before it goes on.
  @Test func whoDoesNotWaitOrLeavesHoldsUpNobody() throws {
    let crowd = Crowd()
    var waiting = try (0..<200).map { _ in try crowd.join() }
    let busy = try (0..<100).map { _ in try crowd.join() }
    for watcher in waiting { crowd.waits(watcher) }
    for watcher in busy { _ = watcher.news() }
    crowd.watchers.wake(crowd.id)
    #expect(crowd.count == 32)
    waiting = []
    var woken = 0
    // Released, and so gone, before anybody calls `wakeOthers`.
    while case let next = crowd.take(), !next.isEmpty { woken += next.count }
    #expect(woken == 200)
  }
}
