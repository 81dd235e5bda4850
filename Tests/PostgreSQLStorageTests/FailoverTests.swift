#if PostgreSQL
import Dispatch
import Glibc
import NavigationAPI
import SessionStorage
import StoreKinds
import Synchronization
import Testing

@testable import PostgreSQLStorage

/// A primary and a standby that its commits wait for, one of which goes.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled), .serialized) struct FailoverTests {
  private static func pair() throws -> (primary: PostgreSQLCluster, standby: PostgreSQLCluster) {
    let settings = ["wal_keep_size=64", "synchronous_commit=local"]
    let primary = try PostgreSQLCluster(settings + ["synchronous_standby_names=*"])
    // Once it is the primary, it waits for no other.
    return (primary, try PostgreSQLCluster(settings, standbyOf: primary))
  }

  /// The role asks for less than is promised, which is overruled.
  @Test func whatWasAcknowledgedOutlivesThePrimary() throws {
    let (primary, standby) = try Self.pair()
    defer { for cluster in [primary, standby] { cluster.stop() } }
    let engine = try Engine(uri: PostgreSQLCluster.uri([primary, standby]))
    let ids = try (1...4).map { try engine.made(UInt64($0)) }
    let isOver = Atomic<Bool>(false)
    let acknowledged = Mutex([SessionID: Int]())
    let pushed = DispatchGroup()
    for id in ids {
      DispatchQueue.global().async(group: pushed) {
        while !isOver.load(ordering: .relaxed) {
          guard let revision = try? engine.push("s\(UInt64.random(in: 0 ... .max))", onto: id) else { continue }
          acknowledged.withLock { $0[id] = revision }
        }
      }
    }
    usleep(300_000)
    primary.crash()
    try standby.promote()
    let before = acknowledged.withLock { $0 }
    for _ in 0..<3_000 where ids.contains(where: { id in acknowledged.withLock { $0[id] == before[id] } }) { usleep(10_000) }
    isOver.store(true, ordering: .relaxed)
    pushed.wait()
    for id in ids {
      let last = acknowledged.withLock { $0[id] ?? -1 }
      #expect(last > before[id] ?? 0)
      #expect(try engine.session(id).revision >= last)
    }
    #expect(engine.store.sharing?.revertedSessions == 0)
  }

  /// A primary that stood still while another took its place goes on, read-write and without an error: nobody is told what it has.
  @Test func aPrimaryThatComesBackIsNotBelieved() throws {
    let (primary, standby) = try Self.pair()
    defer { for cluster in [primary, standby] { cluster.stop() } }
    let uri = PostgreSQLCluster.uri([primary, standby])
    let old = try Engine(uri: uri)
    let id = try old.made(1)
    try old.push("a", onto: id)
    primary.signal(SIGSTOP)
    try standby.promote()
    for _ in 0..<3_000 where (try? old.push("b", onto: id)) == nil { usleep(10_000) }
    primary.signal(SIGCONT)
    for step in 0..<20 {
      let revision = try old.session(id).revision
      #expect(revision >= 2)
      #expect(try old.push("c\(step)", onto: id) == revision + 1)
    }
    // One that begins now chooses as well.
    let late = try Engine(old.schema, uri: uri)
    #expect(try late.session(id).revision >= 22)
  }

  /// After a crash the primary shows a commit that no standby has: that it is there is not said before a standby has it.
  @Test func whatNoStandbyHasIsNotAcknowledged() throws {
    let (primary, standby) = try Self.pair()
    defer { for cluster in [primary, standby] { cluster.stop() } }
    let engine = try Engine(uri: primary.uri)
    let id = try engine.made(1)
    standby.signal(SIGSTOP)
    let outcome = Mutex<Result<Int, any Error>?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      let result = Result { try engine.push("a", onto: id) }
      outcome.withLock { $0 = result }
      isOver.signal()
    }
    // One of its processes ends as by a fault, and all begin anew: quicker than a doubt is given up.
    let servers = ServerList(try PostgreSQLAddress(primary.uri), schema: "public", isDurable: false, name: "test")
    let waiting = PostgreSQLConnection.Statement(
      name: "waiting", sql: "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%INTO records%'")
    var process: Int64?
    for _ in 0..<400 where process == nil {
      process = try servers.connect().run(waiting).first?.int(0)
      usleep(5_000)
    }
    kill(try #require(process.map { Int32(clamping: $0) }), SIGKILL)
    isOver.wait()
    #expect(engine.store.sharing?.doubtsLeft == 1)
    #expect { try outcome.withLock { $0 }?.get() } throws: { error in
      if case .doubtful? = error as? StoreError { true } else { false }
    }
  }
}
#endif
