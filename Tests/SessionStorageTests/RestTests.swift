import Navigation
import Testing

@testable import SessionStorage

/// Sessions at rest in memory.
@Suite struct RestTests {
  private static let topTabs =
    #"{"type":"push","stack":"secondary","controller":{"kind":"topTabs","id":"top","pages":["#
    + #"{"title":"1","child":{"kind":"screen","id":"p1","route":"r"}},{"title":"2","child":{"kind":"screen","id":"p2","route":"r"}}]}}"#

  @Test(arguments: [
    [],
    [#"{"type":"showDetail","screen":{"route":"chat","title":"Ünï \"x\"","params":{"n":1e400,"deep":[{"a":null}]}}}"#],
    [#"{"type":"resize","width":400,"height":800}"#],
    [#"{"type":"showDetail","screen":{"route":"chat"}}"#, #"{"type":"resize","width":400,"height":800}"#],
    [
      #"{"type":"resize","width":400,"height":800}"#, #"{"type":"selectTab","tab":"contacts"}"#,
      #"{"type":"push","screen":{"route":"x"}}"#,
    ],
    [#"{"type":"enterBackground"}"#, #"{"type":"showDetail","screen":{"route":"chat"}}"#],
    [#"{"type":"setTraits","horizontalSizeClass":"compact"}"#], [#"{"type":"setDevice","device":"iPhone 6 Plus"}"#],
    [topTabs], [topTabs, #"{"type":"scroll","contentOffset":-0.1,"phase":"dragging"}"#],
    [topTabs, #"{"type":"setTopTabs","currentPage":"p2","allowedBounceEdges":[],"isTabControlHidden":true}"#],
    [topTabs, #"{"type":"scroll","contentOffset":100.7,"phase":"dragging"}"#, #"{"type":"enterBackground"}"#],
    [
      topTabs, #"{"type":"scroll","contentOffset":9,"phase":"dragging"}"#,
      #"{"type":"resize","width":400.1,"height":800}"#,
    ],
    [#"{"type":"selectRow","controller":"chat-list","row":"42"}"#, #"{"type":"setBadge","tab":"chats","badge":"7"}"#],
  ]) func aSessionIsTheSameAfterItsRest(steps: [String]) throws {
    var stored = try Sample.session(1)
    for (number, step) in steps.enumerated() {
      let (before, transition) = (stored.session, try Transition(json: JSONDocument(step).root))
      let answer = try stored.session.apply(transition)
      let body = number.isMultiple(of: 2) ? Array(step.utf8) : []
      stored.accept(
        .single(transition, answer.outcome), answer.events, from: before, at: Sample.time(number), body: body,
        retaining: 256)
    }
    let rested = try RestingSession(stored, limits: .init()).content()
    #expect(rested.session == stored.session && rested.timeline == stored.timeline)
    #expect(try rested.history.steps(after: nil, limit: 9).map(\.entry.revision) == Array(0...stored.revision))
  }

  /// No session is created or read: those in use alone outgrow the limit.
  @Test func `sessions that grow make room`() throws {
    let (limit, count) = (600_000, 20)
    let store = SessionStore(limits: .init(memoryBytes: limit))
    for number in 0..<count { _ = try store.make(try Sample.session(number), answer: nil) }
    for second in 1...200 { for number in 0..<count { _ = try store.touch(number, at: second) } }
    store.evicting.sync {}
    #expect(store.residency.bytes + store.residency.restingBytes < limit + limit / 8)
    for number in 0..<count {
      #expect(try store.session(Sample.id(number), at: Sample.time(200)).revision == 200)
    }
  }

  /// The latest record is in use whole; at its next rest its body is appended again.
  @Test func `a woken record's body is removed from the log`() throws {
    var stored = try Sample.session(1)
    for number in 1...3 {
      let step = HistoryTests.push.replacing("$", with: "\(number)")
      let (before, transition) = (stored.session, try Transition(json: JSONDocument(step).root))
      let answer = try stored.session.apply(transition)
      stored.accept(
        .single(transition, answer.outcome), answer.events, from: before, at: Sample.time(number),
        body: Array(step.utf8), retaining: 256)
    }
    let rested = stored.history.atRest(within: .init())
    var history = rested
    for _ in 0..<5 { history = try history.inUse().atRest(within: .init()) }
    #expect(!rested.log.bodies.isEmpty && history.log.bodies == rested.log.bodies)
  }

  /// The retained records, and the changes between two rests.
  @Test(arguments: [(1, 1), (1, 3), (2, 1), (5, 7), (17, 40), (256, 1)])
  func aSessionIsTheSameAfterManyRests(revisions: Int, changes: Int) throws {
    let limits = StoreLimits(history: .init(revisions: revisions))
    var stored = try Sample.session(1)
    for number in 1...60 {
      // Every seventh has no request, as a move through the history.
      let step =
        number.isMultiple(of: 2) ? #"{"type":"pop","stack":"chats"}"# : HistoryTests.push.replacing("$", with: "7")
      let (before, transition) = (stored.session, try Transition(json: JSONDocument(step).root))
      let answer = try stored.session.apply(transition)
      stored.accept(
        .single(transition, answer.outcome), answer.events, from: before, at: Sample.time(number),
        body: number.isMultiple(of: 7) ? [] : Array(step.utf8), retaining: revisions)
      stored.trim(to: limits)
      guard number.isMultiple(of: changes) else { continue }
      let rested = try RestingSession(stored, limits: limits).content()
      #expect(rested.session == stored.session && rested.timeline == stored.timeline, "\(number)")
      (stored.session, stored.history, stored.timeline) = (rested.session, rested.history, rested.timeline)
      let steps = try stored.history.steps(after: nil, limit: 1_000)
      #expect(steps.map(\.entry.revision) == Array(max(0, number - revisions + 1)...number))
      for (step, next) in zip(steps, steps.dropFirst()) { #expect(next.before == step.entry.session) }
    }
  }

  @Test func aSessionOfTheDescriptionsSizeIsSmallAtRest() throws {
    let limits = StoreLimits(residentSessions: 1)
    let backend = MemoryBackend(limits)
    let store = SessionStore(evictingTo: backend, limits: limits)
    for number in 0..<2 { _ = try store.make(try Sample.session(number, client: "kitchen-ipad"), answer: nil) }
    store.finish()
    let bytes = try #require(backend.entry(Sample.id(0))?.restingByteCount)
    #expect(bytes <= 1_300 && backend.byteCount == bytes, "\(bytes)")
    #expect(backend.entry(Sample.id(1))?.restingByteCount == nil)
  }

  /// A list reads a line of the backend before it asks for the session in memory.
  @Test func aSessionPutToRestIsListedAsItIsNow() throws {
    let limits = StoreLimits(residentSessions: 1)
    let backend = MemoryBackend(limits)
    let store = SessionStore(evictingTo: backend, limits: limits)
    _ = try store.make(try Sample.session(0), answer: nil)
    let line = try #require(backend.lines(SessionListQuery(), of: .unnamed, below: .max, count: 1).lines.first)
    _ = try store.touch(0, at: 7)
    _ = try store.make(try Sample.session(1), answer: nil)
    store.finish()
    #expect(backend.entry(Sample.id(0))?.restingByteCount != nil)
    #expect(line.moment.revision == 0)
    #expect(store.moment(of: line)?.revision == 1)
    _ = try store.drop(Sample.id(0), at: Sample.time(8)) { _ in true }
    #expect(store.moment(of: line)?.revision == nil)
  }

  @Test func theUnusedSessionIsEvicted() throws {
    let store = SessionStore(limits: .init(residentSessions: 3))
    func evicted() -> [Int] {
      store.finish()
      return (0..<6).filter { number in
        guard number < store.count, case .none = store.directory.find(Sample.id(number)) else { return false }
        return true
      }
    }
    for number in 0..<3 { _ = try store.make(try Sample.session(number), answer: nil) }
    #expect(evicted() == [])
    _ = try store.make(try Sample.session(3), answer: nil)
    #expect(evicted() == [0])
    _ = try store.session(Sample.id(1), at: Sample.start)
    _ = try store.make(try Sample.session(4), answer: nil)
    #expect(evicted() == [0, 2])
    _ = try store.session(Sample.id(0), at: Sample.start)
    #expect(evicted().count == 2 && !evicted().contains(0))
  }

  /// The limit, the number of created sessions, and the number of those still resident.
  @Test(arguments: [(1, 2, 1), (63, 64, 63), (64, 64, 64), (64, 65, 63), (640, 641, 630), (640, 650, 639)])
  func overTheLimitSomeSessionsAreEvicted(limit: Int, made: Int, inUse: Int) throws {
    let store = SessionStore(limits: .init(residentSessions: limit))
    for number in 0..<made {
      _ = try store.make(try Sample.session(number), answer: nil)
      if number >= limit { store.finish() }
    }
    #expect(store.residency.sessions == inUse)
  }

  /// If resident sessions exceed the bytes of memory, some of them are evicted.
  @Test func overTheBytesSomeSessionsAreEvicted() throws {
    let bytes = try Sample.session(0).byteCount
    let store = SessionStore(limits: .init(memoryBytes: 1_280 * bytes))
    #expect(try Sample.session(1_280).byteCount == bytes)
    for number in 0...1_280 { _ = try store.make(try Sample.session(number), answer: nil) }
    store.finish()
    let residency = store.residency
    let sum = residency.bytes + residency.restingBytes
    #expect(sum <= 1_260 * bytes && residency.sessions > 1_200, "\(residency) of \(bytes)")
  }

  @Test func aSessionChangedMeanwhileIsNotEvicted() throws {
    let ledger = MemoryLedger()
    let resident = Resident(try Sample.session(1), number: 1, isNew: true, checkedAt: .max, ledger)
    let moment = Moment(now: Sample.start)
    #expect(ledger.bytes == resident.byteCount)
    guard case .busy = resident.evict(keepsEveryChange: false) else { throw NotAsExpected() }
    resident.appear()
    guard case .busy = resident.evict(keepsEveryChange: false) else { throw NotAsExpected() }
    resident.giveTurn()
    guard case .dirty(_, let edition) = resident.evict(keepsEveryChange: false) else { throw NotAsExpected() }
    func raise(_ session: inout StoredSession) -> Bool {
      session.revision += 1
      return true
    }
    #expect(try resident.change(at: moment, limits: .init(), raise))
    guard case .busy = resident.evict(written: edition, keepsEveryChange: false) else { throw NotAsExpected() }
    guard case .dirty(let session, let next) = resident.evict(keepsEveryChange: false) else { throw NotAsExpected() }
    #expect(session.revision == 1)
    guard case .evicted = resident.evict(written: next, keepsEveryChange: false) else { throw NotAsExpected() }
    #expect(throws: Resident.Absence.evicted) { try resident.change(at: moment, limits: .init(), raise) }
    #expect(throws: Resident.Absence.evicted) { try resident.session(at: moment) }
  }

  private struct NotAsExpected: Error {}

  /// A session deleted while it is being put to rest stays deleted.
  @Test func aDeletedSessionDoesNotReturn() throws {
    let backend = MemoryBackend(.init())
    let session = try Sample.session(1)
    _ = try backend.write([
      .create(session, number: 1, answer: nil), .delete(session.id, number: 1, session.owner, link: nil),
    ])
    _ = try backend.write([.update(SessionUpdate(evicting: session, number: 1))])
    #expect(try backend.session(session.id) == nil && backend.byteCount == 0)
  }

  @Test func anArrayOfItsOwnSizeHasTheSameElements() {
    var array = Array(0..<5)
    array.reserveCapacity(1_000)
    #expect(array.exact == [0, 1, 2, 3, 4])
    #expect(array.exact.capacity < 16)
    #expect([Int]().exact == [])
  }
}
