import CLinux
import Glibc
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

  /// Cached JSON, and targets of undo without a record.
  @Test func whatIsDroppedInMemoryIsForgotten() throws {
    let (store, moment) = (SessionStore(), Moment(now: Sample.start))
    _ = try store.make(try Sample.session(0), answer: nil)
    for revision in 1...9 { try store.apply(HistoryTests.push.replacing("$", with: "\(revision)")) }
    guard case .session(let resident) = store.directory.find(Sample.id(0)) else { throw StoreError.noSuchSession }
    for _ in 0..<2 { resident.cache([1], of: .session, at: 9) }
    #expect(try resident.written(.session, at: moment) != nil)
    #expect(try resident.session(at: moment).timeline.description == "0-8 9 -")
    resident.dropCaches()
    #expect(try resident.written(.session, at: moment) == nil)
    #expect(try resident.session(at: moment).timeline.description == "6-8 9 -")
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

/// The retained encodings of a session for later readers.
@Suite struct RepresentationTests {
  private static let small: [UInt8] = Array("{}".utf8)

  /// The revisions that readers had encoded, with the bytes of each, and the bytes retained of revision 1.
  @Test(
    arguments: [
      ("never read", [], nil), ("read once", [(1, 2)], nil), ("read twice", [(1, 2), (1, 2)], 2),
      ("of an older revision", [(0, 2), (0, 2)], nil),
      ("once of each", [(0, 2), (1, 2)], nil), ("the older one again", [(1, 2), (1, 2), (0, 2)], nil),
      (
        "at the limit", [(1, Representations.byteLimit), (1, Representations.byteLimit)],
        Representations.byteLimit
      ),
      ("over the limit", [(1, Representations.byteLimit + 1), (1, Representations.byteLimit + 1)], nil),
    ] as [(String, [(revision: Int, bytes: Int)], Int?)])
  func anEncodingReadTwiceIsRetained(name: String, reads: [(revision: Int, bytes: Int)], kept: Int?) {
    for representation in [Representation.session, .snapshot] {
      var representations = Representations()
      for read in reads {
        representations.cache([UInt8](repeating: 0, count: read.bytes), of: representation, at: read.revision)
      }
      #expect(representations.bytes(of: representation, at: 1)?.count == kept, "\(name)")
      #expect(
        representations.byteCount == kept
          ?? (reads.contains { $0 == (0, 2) } && reads.count == 2 && reads[0] == reads[1] ? 2 : 0))
      representations.removeAll()
      #expect(representations.bytes(of: representation, at: 1) == nil && representations.byteCount == 0)
    }
  }

  /// A change evicts older encodings, and their memory is counted.
  @Test func aChangeEvictsIt() throws {
    let store = SessionStore()
    _ = try store.make(try Sample.session(0), answer: nil)
    func written() throws -> Int? { try store.written(.session, of: Sample.id(0))?.revision }
    let before = store.residency.bytes
    for _ in 0..<2 {
      #expect(try written() == nil)
      store.cache([UInt8](repeating: 0, count: 5_000), of: .session, try store.session(Sample.id(0), at: Sample.start))
    }
    #expect(try written() == 0)
    #expect(try store.written(.snapshot, of: Sample.id(0)) == nil)
    #expect(store.residency.bytes == before + 5_000 && store.ledger.bytes == store.residency.bytes)
    _ = try store.touch(0, at: 0)
    #expect(try written() == nil)
    #expect(abs(store.residency.bytes - before) < 4_000)
  }

  /// An encoding of an outdated state is not retained.
  @Test func aLateEncodingIsNotRetained() throws {
    let store = SessionStore()
    _ = try store.make(try Sample.session(0), answer: nil)
    let read = try store.session(Sample.id(0), at: Sample.start)
    _ = try store.touch(0, at: 0)
    for _ in 0..<2 { store.cache(Self.small, of: .session, read) }
    #expect(try store.written(.session, of: Sample.id(0)) == nil)
  }
}

/// What the sessions of a store in memory take.
@Suite(.serialized) struct MemoryTests {
  /// Bytes that the allocator has given out, also to tests that run at the same time.
  private static var allocated: Int { Int(mallinfo2().uordblks) }

  /// The bytes said are within 1.5 times of those that the allocator gets back with the store: that takes a moment, in
  /// which other tests allocate little.
  @Test(arguments: [(1_000, 0), (500, 3), (40, 60), (20, 256)]) func aSessionIsCountedAsItIs(
    sessions: Int, revisions: Int
  ) throws {
    var ratios: [Double] = []
    while ratios.count < 5, !ratios.contains(where: { (1 / 1.5...1.5).contains($0) }) {
      var store: SessionStore? = try Self.store(of: sessions, revisions: revisions)
      let (said, ledger) = (store?.residency.bytes ?? 0, store?.ledger.bytes ?? 0)
      // Tasks that have just ended may hold it for a moment, and would free it on their threads.
      while !isKnownUniquelyReferenced(&store) { usleep(1_000) }
      let before = Self.allocated
      store = nil
      ratios.append(Double(said) / Double(before - Self.allocated))
      // The ledger lags by less than 1 KiB of a session, and of its records.
      #expect(abs(ledger - said) < 2_048 * sessions)
    }
    #expect(ratios.contains { (1 / 1.5...1.5).contains($0) }, "\(ratios)")
  }

  private static func store(of sessions: Int, revisions: Int) throws -> SessionStore {
    let store = SessionStore()
    for number in 0..<sessions {
      _ = try store.make(try Sample.opened(number), answer: nil)
      for revision in 1..<(revisions + 1) { try store.apply(step(revision), to: number, at: revision) }
    }
    return store
  }

  private static func step(_ revision: Int) -> String {
    revision.isMultiple(of: 2)
      ? #"{"type":"pop","stack":"chats"}"#
      : #"{"type":"push","stack":"chats","screen":{"id":"s\#(revision)","route":"chat","title":"Chat","params":{"id":7}}}"#
  }
}
