import NavigationAPI
import NavigationJSON
import NavigationModel
import Testing

@testable import SessionStorage

/// Sessions packed in memory.
@Suite struct PackingTests {
  private func session(_ steps: [String]) throws -> Session {
    var session = try Sample.layout()
    for step in steps { _ = try session.apply(try Transition(json: JSONDocument(step).root)) }
    return session
  }

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
  ]) func aSessionIsTheSameAfterPacking(steps: [String]) throws {
    let session = try session(steps)
    var stored = try Sample.session(1)
    stored.session = session
    #expect(try PackedSession(stored, limits: .init()).unpacked(revision: 0).session == session)
  }

  @Test func aSessionOfTheDescriptionsSizeIsSmallWhenPacked() throws {
    let limits = StoreLimits(residentSessions: 1)
    let backend = MemoryBackend(limits)
    let store = SessionStore(evictingTo: backend, limits: limits)
    for number in 0..<2 { _ = try store.make(try Sample.session(number, client: "kitchen-ipad"), answer: nil) }
    store.finish()
    let bytes = try #require(backend.entry(Sample.id(0))?.packedByteCount)
    #expect(bytes <= 400 && backend.byteCount == bytes, "\(bytes)")
    #expect(backend.entry(Sample.id(1))?.packedByteCount == nil)
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
    #expect(
      residency.bytes + residency.packedBytes <= 1_260 * bytes && residency.sessions > 1_200, "\(residency) of \(bytes)"
    )
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

  /// A session deleted while it is being packed stays deleted.
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
