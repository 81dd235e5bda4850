import NavigationAPI
import NavigationJSON
import NavigationModel
import Testing

@testable import SessionStorage

/// Sessions at rest in memory.
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
      #"{"type":"resize","width":400,"height":800}"#, #"{"type":"selectTab","tab":"contacts"}"#, #"{"type":"push","screen":{"route":"x"}}"#,
    ],
    [#"{"type":"enterBackground"}"#, #"{"type":"showDetail","screen":{"route":"chat"}}"#],
    [#"{"type":"setTraits","horizontalSizeClass":"compact"}"#], [#"{"type":"setDevice","device":"iPhone 6 Plus"}"#],
    [topTabs], [topTabs, #"{"type":"scroll","contentOffset":-0.1,"phase":"dragging"}"#],
    [topTabs, #"{"type":"setTopTabs","currentPage":"p2","allowedBounceEdges":[],"isTabControlHidden":true}"#],
    [topTabs, #"{"type":"scroll","contentOffset":100.7,"phase":"dragging"}"#, #"{"type":"enterBackground"}"#],
    [topTabs, #"{"type":"scroll","contentOffset":9,"phase":"dragging"}"#, #"{"type":"resize","width":400.1,"height":800}"#],
    [#"{"type":"selectRow","controller":"chat-list","row":"42"}"#, #"{"type":"setBadge","tab":"chats","badge":"7"}"#],
  ]) func aSessionIsTheSameAfterRest(steps: [String]) throws {
    let session = try session(steps)
    var stored = try Sample.session(1)
    stored.session = session
    #expect(try PackedSession(stored, limits: .init()).unpacked(revision: 0).session == session)
  }

  @Test func aSessionOfTheDescriptionsSizeIsSmallAtRest() throws {
    let store = MemoryStore(limits: .init(residentSessions: 1))
    for number in 0..<2 { _ = try store.make(try Sample.session(number, client: "kitchen-ipad"), answer: nil) }
    let bytes = try #require(store.directory[Sample.id(0)]?.packedByteCount)
    #expect(bytes <= 500, "\(bytes)")
    #expect(store.directory[Sample.id(1)]?.packedByteCount == nil)
  }

  @Test func theSessionThatWasNotUsedGoesToRest() throws {
    let store = MemoryStore(limits: .init(residentSessions: 3))
    for number in 0..<3 { _ = try store.make(try Sample.session(number), answer: nil) }
    func resting() -> [Int] { (0..<6).filter { store.directory[Sample.id($0)]?.packedByteCount != nil } }
    #expect(resting() == [])
    _ = try store.make(try Sample.session(3), answer: nil)
    #expect(resting() == [0])
    _ = try store.session(Sample.id(1), at: Sample.start)
    _ = try store.make(try Sample.session(4), answer: nil)
    #expect(resting() == [0, 2])
    _ = try store.session(Sample.id(0), at: Sample.start)
    #expect(resting().count == 2 && !resting().contains(0))
  }

  @Test func restThatComesTooLateChangesNothing() throws {
    let packedBytes = PackedBytes()
    let entry = SessionEntry(try Sample.session(1), ordinal: 1)
    let other = try PackedSession(try Sample.session(1), limits: .init()).unpacked(revision: 0)
    #expect(!entry.wake(other, edition: 0, packedBytes))
    #expect(entry.rest(.init(), packedBytes))
    let absence = #expect(throws: SessionEntry.Absence.self) { try entry.use(at: Sample.start, limits: .init()) { $0.revision } }
    guard case .atRest(let packed, let revision, let edition)? = absence else {
      Issue.record("it is not at rest")
      return
    }
    let unpacked = try packed.unpacked(revision: revision)
    #expect(entry.wake(unpacked, edition: edition, packedBytes))
    #expect(!entry.wake(unpacked, edition: edition, packedBytes))
    #expect(entry.delete(at: Sample.start, packedBytes) { _ in true } == .deleted)
    #expect(entry.isGone)
    #expect(entry.rest(.init(), packedBytes))
    #expect(entry.delete(at: Sample.start, packedBytes) { _ in true } == nil)
  }

  @Test func anArrayOfItsOwnSizeHasTheSameElements() {
    var array = Array(0..<5)
    array.reserveCapacity(1_000)
    #expect(array.exact == [0, 1, 2, 3, 4])
    #expect(array.exact.capacity < 16)
    #expect([Int]().exact == [])
  }
}
