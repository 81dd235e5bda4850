#if PostgreSQL
import Dispatch
import Glibc
import Navigation
import SessionStorage
import StoreKinds
import Synchronization
import Testing

@testable import PostgreSQLStorage

/// A primary with a synchronous standby, of which one fails.
@Suite(.enabled(if: PostgreSQLCluster.isAvailable), .serialized) struct FailoverTests {
  /// The role requests less durability than promised, which the store overrides.
  @Test func acknowledgedChangesOutliveThePrimary() throws {
    let pair = try PostgreSQLPair()
    defer { pair.stop() }
    let engine = try Engine(uri: pair.uri)
    let ids = try (1...4).map { try engine.made(UInt64($0)) }
    let isOver = Atomic<Bool>(false)
    let acknowledged = Mutex([SessionID: Int]())
    let pushed = DispatchGroup()
    for id in ids {
      DispatchQueue.global().async(group: pushed) {
        while !isOver.load(ordering: .relaxed) {
          // A stack has room for 2,000.
          usleep(10_000)
          guard let revision = try? engine.push("s\(UInt64.random(in: 0 ... .max))", onto: id) else { continue }
          acknowledged.withLock { $0[id] = revision }
        }
      }
    }
    usleep(300_000)
    pair.primary.crash()
    try pair.promote()
    let before = acknowledged.withLock { $0 }
    wait(60_000) { ids.allSatisfy { id in acknowledged.withLock { $0[id] != before[id] } } }
    isOver.store(true, ordering: .relaxed)
    pushed.wait()
    for id in ids {
      let last = acknowledged.withLock { $0[id] ?? -1 }
      #expect(last > before[id] ?? 0)
      #expect(try engine.session(id).revision >= last)
    }
    #expect(engine.store.sharing?.revertedSessions == 0)
  }

  /// A primary is paused while its standby is promoted, and resumes, writable and without an error: its data is never
  /// returned.
  @Test func aReturningPrimaryIsNotTrusted() throws {
    let pair = try PostgreSQLPair()
    defer { pair.stop() }
    let old = try Engine(uri: pair.uri)
    let id = try old.made(1)
    try old.push("a", onto: id)
    let primary = pair.primary
    primary.signal(SIGSTOP)
    try pair.promote()
    wait(60_000) { (try? old.push("b", onto: id)) != nil }
    primary.signal(SIGCONT)
    for step in 0..<20 {
      let revision = try old.session(id).revision
      #expect(revision >= 2)
      #expect(try old.push("c\(step)", onto: id) == revision + 1)
    }
    // A new engine also chooses the new primary.
    let late = try Engine(old.schema, uri: pair.uri)
    #expect(try late.session(id).revision >= 22)
  }

  /// After a crash the primary shows a commit that no standby has: it is not reported as committed before a standby has
  /// it.
  @Test func changesWithoutAStandbyAreNotAcknowledged() throws {
    let pair = try PostgreSQLPair()
    defer { pair.stop() }
    let engine = try Engine(uri: pair.primary.uri)
    let id = try engine.made(1)
    let other = try Engine(engine.schema, uri: pair.primary.uri)
    _ = try other.session(id)
    pair.standby.signal(SIGSTOP)
    let outcome = Mutex<Result<Int, any Error>?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      let result = Result { try engine.push("a", onto: id) }
      outcome.withLock { $0 = result }
      isOver.signal()
    }
    // A crash of one of its processes restarts all of them: faster than the engine gives up a doubtful commit.
    let waiting = "wait_event = 'SyncRep' AND query LIKE '%INTO records%'"
    try wait(60_000) { try pair.primary.query("SELECT count(*) FROM pg_stat_activity WHERE \(waiting)") == "1" }
    try pair.primary.crashOne(where: waiting)
    // An engine that may still read cannot read it there either: its reads return revision 0, or fail.
    var seen: Set<Int> = []
    wait(3_000) {
      if let revision = try? other.session(id).revision { seen.insert(revision) }
      return seen.contains(1)
    }
    #expect(!seen.contains(1))
    isOver.wait()
    #expect(engine.store.sharing?.doubtsLeft == 1)
    #expect { try outcome.withLock { $0 }?.get() } throws: { error in
      if case .doubtful? = error as? StoreError { true } else { false }
    }
  }
}
#endif
