#if PostgreSQL
import Dispatch
import Glibc
import Navigation
import SessionStorage
import StoreKinds
import Synchronization
import Testing
import TreeSketch

@testable import PostgreSQLStorage

/// Two engines on the rows of one database.
@Suite(.enabled(if: PostgreSQLCluster.isAvailable)) struct SharedRecordTests {
  /// A failover to a lagging standby loses changes. Another engine may since have written others with the same
  /// revision.
  @Test func noChangeFollowsALostOne() throws {
    let a = try Engine()
    let b = try Engine(a.schema)
    let id = try a.made(1)
    for step in 1...3 { try a.push("a\(step)", onto: id) }
    _ = try a.query("DELETE FROM records WHERE revision = 3 RETURNING 1")
    #expect(try b.session(id).revision == 2)
    #expect(try b.push("b3", onto: id) == 3)
    #expect(try a.push("a4", onto: id) == 4)
    for engine in [a, b] {
      let stack = try engine.session(id).session.sketch
      #expect(stack.contains("b3") && stack.contains("a4") && !stack.contains("a3"))
    }
  }

  @Test func aLossIsReported() throws {
    let engine = try Engine()
    let id = try engine.made(1)
    for step in 1...3 { try engine.push("a\(step)", onto: id) }
    _ = try engine.query("DELETE FROM records WHERE revision > 1 RETURNING 1")
    #expect(try engine.session(id).revision == 1)
    #expect(engine.events.all.withLock { $0 } == [.lostChange(id)])
    #expect(engine.store.sharing?.revertedSessions == 1)
  }

  /// A stale engine still has the session's state before the deletion.
  @Test func aDeletedSessionIsNotWrittenAnyMore() throws {
    let a = try Engine()
    let b = try Engine(a.schema)
    let id = try a.made(1)
    _ = try b.session(id)
    #expect(try a.deletion(id) == .deleted)
    #expect { try b.push("late", onto: id) } throws: { $0 as? StoreError == .noSuchSession }
    #expect(try a.query("SELECT count(*) FROM sessions") == [0])
    #expect(try a.query("SELECT kind FROM records") == [2])
  }

  /// An answer's key is read with its session, and its body later. Neither eviction nor deletion is damage.
  @Test func anAnswerMayBeDeletedBeforeItIsRead() throws {
    let (a, b) = try { ($0, try Engine($0.schema)) }(try Engine())
    let id = try a.made(1)
    try a.push("s1", onto: id, key: "k")
    let answer = try #require(try b.session(id).answers.answers.last)
    #expect(try b.body(of: answer) == Array("1".utf8))
    _ = try a.query("DELETE FROM answers RETURNING 1")
    #expect { try b.body(of: answer) } throws: { $0 as? StoreError == .answerGone(revision: 1) }
    #expect(try a.deletion(id) == .deleted)
    #expect { try b.body(of: answer) } throws: { $0 as? StoreError == .noSuchSession }
  }

  /// Nothing accumulates beyond the limits: no records, answers or obsolete rows.
  @Test func rowsBeyondTheLimitsAreDeleted() throws {
    let engine = try Engine(limits: StoreLimits(history: .init(revisions: 10, bytes: 1 << 20)))
    let id = try engine.made(1)
    for step in 1...200 { try engine.push("s\(step)", onto: id, key: "k\(step)") }
    var (records, answers): (Int64, Int64) = (.max, .max)
    try wait(60_000) {
      records = try engine.query("SELECT count(*) FROM records")[0]
      answers = try engine.query("SELECT count(*) FROM answers")[0]
      return records <= 48 && answers <= 96
    }
    #expect(records >= 10 && records <= 48 && answers >= 64 && answers <= 96)
    #expect(try engine.session(id).revision == 200)
    let late = try Engine(engine.schema)
    #expect(try late.session(id).answers.answers.count == 64)
  }

  /// Trims that wait for a lock gather writes, and are refused at last. After that they delete all that has gathered.
  @Test func refusedTrimsAreRepeatedAndComplete() throws {
    let engine = try Engine(limits: StoreLimits(history: .init(revisions: 10, bytes: 1 << 20)))
    let id = try engine.made(1)
    // No change follows from the locked record any more.
    try engine.push("s1", onto: id)
    let other = try otherConnection(to: engine)
    try other.execute(
      "SET idle_in_transaction_session_timeout = 0; BEGIN; SELECT FROM records WHERE version = 0 FOR UPDATE")
    for step in 2...200 { try engine.push("s\(step)", onto: id) }
    wait(60_000) { engine.events.all.withLock { !$0.isEmpty } }
    try other.execute("ROLLBACK")
    var records = Int64.max
    try wait(60_000) {
      records = try engine.query("SELECT count(*) FROM records")[0]
      return records <= 48
    }
    #expect(records >= 10 && records <= 48)
  }

  private func otherConnection(to engine: Engine) throws -> PostgreSQLConnection {
    try ServerList(engine.address, isDurable: false, name: "stopped one").connect()
  }

  /// An engine with an unused resident session does not check it at each change of another one.
  @Test func unusedSessionsAreNotChecked() throws {
    let a = try Engine()
    let b = try Engine(a.schema)
    let id = try a.made(1)
    let hints = { b.store.sharing?.hintsReceived ?? 0 }
    _ = try b.session(id)
    for step in 1...20 {
      let before = hints()
      try a.push("s\(step)", onto: id)
      wait(60_000) { hints() > before }
    }
    #expect(b.store.sharing.map { $0.hintsReceived >= 20 && $0.checks <= 4 } == true)
    #expect(try b.session(id).revision == 20)
  }

  /// The listening connection is ended, so the notifications in the meantime are lost.
  @Test func missedNotificationsAreRecovered() throws {
    let a = try Engine()
    let b = try Engine(a.schema)
    let id = try a.made(1)
    _ = try b.session(id)
    let told = Atomic<Int>(0)
    b.store.listen { _ in told.add(1, ordering: .relaxed) }
    b.store.follow(id)
    for step in 1...5 {
      let before = told.load(ordering: .relaxed)
      _ = try a.query(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query = 'LISTEN \(a.schema)' AND pid <> pg_backend_pid()"
      )
      try a.push("s\(step)", onto: id)
      for _ in 0..<2_000 where told.load(ordering: .relaxed) == before { usleep(5_000) }
      #expect(told.load(ordering: .relaxed) > before)
    }
  }

  /// Connections end as at a server's restart: the next request has a new one, and no client gets an error.
  @Test func anEndedConnectionIsReplaced() throws {
    let engine = try Engine()
    let id = try engine.made(1)
    for step in 1...5 {
      _ = try engine.query(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'navigation-server \(engine.schema)'"
      )
      #expect(try engine.session(id).revision == step - 1)
      #expect(try engine.push("s\(step)", onto: id) == step)
    }
  }

  /// Another transaction has written a session's next record without committing: the change waits, the operator's event
  /// names the blocking one, and then the change is committed.
  @Test func theBlockingTransactionIsReported() throws {
    let engine = try Engine()
    let id = try engine.made(1)
    let other = try otherConnection(to: engine)
    try other.execute(
      """
      SET idle_in_transaction_session_timeout = 0;
      BEGIN;
      INSERT INTO records SELECT session, 1, revision, at, kind, 7, ordinal, bytes, patches, content FROM records
      """)
    let revision = Mutex<Int?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      let made = try? engine.push("a", onto: id)
      revision.withLock { $0 = made }
      isDone.signal()
    }
    wait(60_000) { engine.events.all.withLock { !$0.isEmpty } }
    try other.execute("ROLLBACK")
    isDone.wait()
    #expect(revision.withLock { $0 } == 1)
    let named = engine.events.all.withLock { $0 }.contains { event in
      if case .blocked(let others) = event {
        others.contains { $0.contains("stopped one, idle in transaction") }
      } else {
        false
      }
    }
    #expect(named, "\(engine.events.all.withLock { $0 })")
  }

  @Test func twoEnginesWithoutAStoreMakeOne() async throws {
    let schema = PostgreSQLCluster.newSchema()
    try await withThrowingTaskGroup(of: Engine.self) { group in
      for _ in 0..<4 { group.addTask { try Engine(schema) } }
      for try await engine in group { #expect(try engine.query("SELECT count(*) FROM meta") == [1]) }
    }
  }

  @Test(arguments: [
    ("UPDATE meta SET schema = 2 RETURNING 1", "schema"), ("UPDATE meta SET schema = 0 RETURNING 1", "schema"),
    ("UPDATE meta SET oldest_reader = 2147483647 RETURNING 1", "copy"), ("DELETE FROM meta RETURNING 1", "foreign"),
  ]) func aStoreOfAnotherSchemaIsNotServed(sql: String, fault: String) throws {
    let engine = try Engine()
    _ = try engine.query(sql)
    #expect { try Engine(engine.schema) } throws: { error in
      switch error as? PostgreSQLFault {
      case .otherSchema?: fault == "schema"
      case .foreign?: fault == "foreign"
      case .incompleteCopy?: fault == "copy"
      case .unavailable?, .inUse?, .noPrivilege?, nil: false
      }
    }
  }

  /// What `meta` says since the engine has begun, and why it is not ready.
  @Test(arguments: [
    ("UPDATE meta SET schema = 2 RETURNING 1", "its tables have another schema"),
    ("UPDATE meta SET oldest_reader = 2147483647 RETURNING 1", "it is a copy that is not complete"),
  ]) func anEngineIsNotReadyOnTablesOfAnotherSchema(sql: String, reason: String) throws {
    let engine = try Engine()
    _ = try engine.query(sql)
    wait(60_000) { engine.store.readiness != .ready }
    #expect(engine.store.readiness == .unavailable(reason))
  }

  /// A user who may make no schema, and may not use that of another.
  @Test(arguments: [(true, "permission denied for database postgres"), (false, "permission denied for its schema")])
  func aMigrationWithoutThePrivilegeSaysSo(isNew: Bool, detail: String) throws {
    let engine = try Engine()
    let server = try PostgreSQLCluster.shared.get()
    _ = try server.query("CREATE ROLE \(engine.schema) LOGIN")
    defer { _ = try? server.query("DROP ROLE \(engine.schema)") }
    let address = try server.address(
      isNew ? PostgreSQLCluster.newSchema() : engine.schema,
      uri: server.uri.replacing("user=navigation", with: "user=\(engine.schema)"))
    #expect { try DatabaseMigration(of: address) } throws: { error in
      guard case .noPrivilege(_, let found)? = error as? PostgreSQLFault else { return false }
      return found.contains(detail)
    }
  }

  @Test func theRoutesOfASessionGoWithIt() throws {
    let routes = SharedRoutes(try ScreenRoutes([ScreenRoute("a")], values: JSONParamValues()))
    let engine = try Engine()
    let id = try engine.made(1, routes: routes)
    let other = try Engine(engine.schema)
    #expect(try other.session(id).routes == routes.routes)
    _ = try other.deletion(id)
    #expect(try engine.query("SELECT count(*) FROM routes") == [0])
  }

  @Test(
    arguments: [
      "UPDATE records SET content = set_byte(content, 20, get_byte(content, 20) # 4) WHERE session = $1 AND revision = 2",
      "UPDATE records SET content = substr(content, 9) WHERE session = $1 AND revision = 2",
      "UPDATE records SET at = at + 1 WHERE session = $1 AND revision = 2",
      "UPDATE records SET revision = 3 WHERE session = $1 AND revision = 2",
      "UPDATE sessions SET owner = 3 WHERE id = $1", "UPDATE sessions SET time_to_live = 61 WHERE id = $1",
      "UPDATE sessions SET labels = '{\"a:b\"}' WHERE id = $1",
    ])
  func aDamagedSessionAloneIsUnreadableAndCanBeDeleted(_ sql: String) throws {
    let writer = try Engine()
    let ids = try (1...3).map { try writer.made(UInt64($0)) }
    for id in ids { for step in 1...2 { try writer.push("s\(step)", onto: id) } }
    let reader = try Engine(writer.schema)
    let second = "(SELECT id FROM sessions WHERE number = 2)"
    _ = try writer.query(sql.replacing("$1", with: second) + " RETURNING 1")
    #expect(try DatabaseInspection(reading: writer.address).faults.map(\.session) == [ids[1]])
    #expect(throws: (any Error).self) { try reader.session(ids[1]) }
    #expect(try [0, 2].map { try reader.session(ids[$0]).revision } == [2, 2])
    #expect(try reader.deletion(ids[1]) == .deleted)
    #expect(throws: StoreError.noSuchSession) { try reader.session(ids[1]) }
    #expect(try DatabaseInspection(reading: writer.address).faults.isEmpty)
    // An owner that is stored wrongly is not the one that was counted.
    #expect(reader.store.count == (sql.contains("owner") ? 3 : 2))
  }

  @Test(arguments: ["set_byte(body, 8, get_byte(body, 8) # 4)", "substr(body, 9)"])
  func aDamagedAnswerIsNotGiven(_ body: String) throws {
    let engine = try Engine()
    let id = try engine.made(1)
    try engine.push("s1", onto: id, key: "k")
    let reader = try Engine(engine.schema)
    let answer = try #require(try reader.session(id).answers.answers.last)
    #expect(try reader.body(of: answer) == Array("1".utf8))
    _ = try engine.query("UPDATE answers SET body = \(body) RETURNING 1")
    let other = try Engine(engine.schema)
    #expect(throws: StoreError.unreadable) { try other.body(of: answer) }
  }

  @Test func anInspectionNamesUnreadableSessions() throws {
    let engine = try Engine()
    let ids = try (1...3).map { try engine.made(UInt64($0)) }
    for id in ids { for step in 1...20 { try engine.push("s\(step)", onto: id) } }
    let sound = try DatabaseInspection(reading: engine.address)
    #expect(sound.sessions == 3 && sound.records == 63 && sound.faults.isEmpty)
    _ = try engine.query(
      "UPDATE records SET content = '\\x00' WHERE revision = 7 AND session = (SELECT id FROM sessions ORDER BY number LIMIT 1) RETURNING 1"
    )
    let damaged = try DatabaseInspection(reading: engine.address)
    #expect(damaged.faults.map(\.session) == [ids[0]] && damaged.faults[0].revision == 7 && damaged.sessions == 2)
  }
}
#endif
