import Navigation
import StoreKinds
import Testing
import Waiting

@testable import SessionStorage

/// Sessions that leave memory, and what is dropped of those that stay.
@Suite struct EvictionTests {
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
  ]) func aSessionIsTheSameAsReadBack(steps: [String]) throws {
    var stored = try Sample.session(1)
    var rows: [(RecordRow, Session)] = []
    var (before, patches): ([UInt8]?, Int) = (nil, 0)
    func addRow(isReplacing: Bool) {
      if isReplacing, rows.popLast() != nil { before = nil }
      let content = RecordRow.content(
        of: stored.latest, stored.session, stored.timeline, stored.gesture, after: before, patches: patches)
      (before, patches) = (content.stateText, content.isWhole ? 0 : patches + 1)
      let row = RecordRow(
        revision: stored.revision, at: stored.updatedAt, ordinal: rows.count + 1, patches: patches,
        content: content.bytes)
      rows.append((row, stored.session))
    }
    addRow(isReplacing: false)
    for (number, step) in steps.enumerated() {
      let change = try #require(stored.change(Transition(json: JSONDocument(step).root), at: Sample.time(number)))
      stored.make(change, tail: 4)
      addRow(isReplacing: change.kind == .inPlace)
    }
    var replay = RecordReplay()
    for (row, session) in rows { #expect(try replay.record(of: row).state == session) }
    #expect(replay.timeline == stored.timeline)
    let gesture = replay.gesture?.resumed { revision in rows.first { $0.0.revision == revision }?.1 }
    #expect(gesture?.dragged == stored.gesture?.dragged && gesture?.startRevision == stored.gesture?.startRevision)
    #expect(gesture?.isOver == stored.gesture?.isOver && gesture?.hadEvents == stored.gesture?.hadEvents)
    #expect(gesture?.start == stored.gesture?.start)
  }

  /// A session read back is at hand as if it had stayed in memory.
  @Test(arguments: StoreKind.allCases.filter(\.rests), [0, 1, 3, 4, 20]) func aSessionReadBackHasItsTail(
    kind: StoreKind, revisions: Int
  ) throws {
    let store = try kind.make()
    for number in 0..<3 { _ = try store.make(try Sample.session(number), answer: nil) }
    for revision in 1..<(revisions + 1) { try store.apply(HistoryTests.push.replacing("$", with: "\(revision)")) }
    let stayed = try store.session(Sample.id(0), at: Sample.start)
    while store.isResident(0) {
      for number in 1..<3 { _ = try store.session(Sample.id(number), at: Sample.start) }
      store.finish()
    }
    let read = try store.session(Sample.id(0), at: Sample.start)
    #expect(read.tail.records.map(\.revision) == Array(max(0, revisions - 3)...revisions))
    #expect(read.tail.records.map(\.state) == stayed.tail.records.map(\.state))
    #expect(read.tail.records.map(\.bytes) == stayed.tail.records.map(\.bytes))
    #expect(read.tail.start == stayed.tail.start && read.can == stayed.can && read.timeline == stayed.timeline)
  }

  /// One that is in use is tried once in a pass, so it keeps no other in memory.
  @Test(arguments: StoreKind.allCases.filter(\.rests)) func aSessionInUseKeepsNoOther(kind: StoreKind) async throws {
    let (store, start) = (try kind.make(), Promise<Void>())
    _ = try store.make(try Sample.session(1), answer: nil)
    let long = store.begin(Changes().long(after: start))
    for number in 2..<6 {
      _ = try store.make(try Sample.session(number), answer: nil)
      store.finish()
      #expect(store.isResident(1) && store.residency.sessions == 1)
    }
    start.fulfil(())
    #expect(try await long.value == 1)
  }

  /// No session is created or read: those in use alone outgrow the limit, and their older records are dropped.
  @Test func `sessions that grow make room`() throws {
    let (limit, count) = (1_000_000, 20)
    let store = SessionStore(limits: .init(memoryBytes: limit))
    for number in 0..<count { _ = try store.make(try Sample.session(number), answer: nil) }
    for second in 1...200 { for number in 0..<count { _ = try store.touch(number, at: second) } }
    store.finish()
    #expect(store.residency.bytes < limit + limit / 8 && store.ledger.bytes < limit + limit / 8)
    for number in 0..<count {
      #expect(try store.session(Sample.id(number), at: Sample.time(200)).revision == 200)
    }
  }

  @Test func theUnusedSessionIsEvicted() throws {
    let store = try SharedTable(startingAt: 1 << 62).store(limits: .init(residentSessions: 3))
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
    let store = try SharedTable(startingAt: 1 << 62).store(limits: .init(residentSessions: limit))
    for number in 0..<made {
      _ = try store.make(try Sample.session(number), answer: nil)
      if number >= limit { store.finish() }
    }
    #expect(store.residency.sessions == inUse)
  }

  /// If resident sessions exceed the bytes of memory, some of them are evicted.
  @Test func overTheBytesSomeSessionsAreEvicted() throws {
    let bytes = try Sample.session(0).byteCount
    let store = try SharedTable(startingAt: 1 << 62).store(limits: .init(memoryBytes: 1_280 * bytes))
    #expect(try Sample.session(1_280).byteCount == bytes)
    for number in 0...1_280 { _ = try store.make(try Sample.session(number), answer: nil) }
    store.finish()
    let residency = store.residency
    #expect(residency.bytes <= 1_260 * bytes && residency.sessions > 1_200, "\(residency) of \(bytes)")
  }

  @Test func aSessionInUseIsNotEvicted() throws {
    let ledger = MemoryLedger()
    let resident = Resident(try Sample.session(1), number: 1, isNew: true, checkedAt: .max, ledger)
    let moment = Moment(now: Sample.start)
    #expect(ledger.bytes == resident.byteCount && !resident.evict())
    resident.appear(at: .max)
    #expect(!resident.evict())
    resident.giveTurn()
    let pin = try #require(PinnedResident(resident))
    withExtendedLifetime(pin) { #expect(!resident.evict()) }
    resident.unpin()
    #expect(resident.evict())
    #expect(throws: Resident.Absence.evicted) { try resident.session(at: moment) }
    resident.state.withLock { $0.pins += 1 }
  }

  /// A record that comes behind its deletion is not kept.
  @Test func aDeletedSessionDoesNotReturn() throws {
    let ledger = MemoryLedger()
    let (backend, session) = (MemoryBackend(ledger), try Sample.session(1))
    #expect(backend.write(.create(session, number: 1, answer: nil), limits: .init()) == .committed())
    #expect(backend.write(.create(session, number: 2, answer: nil), limits: .init()) == .failed(.idTaken))
    #expect(backend.lines(SessionListQuery(), of: .unnamed, below: .max, count: 1).lines.map(\.revision) == [0])
    _ = backend.write(.delete(session.id, number: 1, session.owner, link: nil), limits: .init())
    backend.write(session.touched(), of: session.head, limits: .init())
    #expect(backend.byteCount == 0 && ledger.bytes == 0)
    #expect(throws: HistoryGap.failed(.noSuchSession)) {
      try backend.steps(of: session, after: nil, limit: 1, states: true)
    }
  }
}
