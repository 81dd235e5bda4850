#if PostgreSQL
import Glibc
import Navigation
import SessionStorage
import StoreKinds
import Testing

@testable import PostgreSQLStorage

/// Two versions of the program on one store. The newer one has a second format, written in the same way: only the
/// format of each row matters.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled), .serialized) struct UpgradeTests {
  private static let older = Release(schema: 1, format: 1)
  private static let newer = Release(schema: 1, format: 2)

  private func formats(_ engine: Engine) throws -> [Int64] {
    try engine.query("SELECT DISTINCT format::int8 FROM records ORDER BY format::int8")
  }

  private func finish(_ engine: Engine, as release: Release) throws(PostgreSQLFault) -> Int {
    let address: PostgreSQLAddress
    do { address = try PostgreSQLAddress(PostgreSQLCluster.shared.get().uri) } catch {
      throw .unavailable(address: "", detail: "\(error)")
    }
    return try DatabaseMigration(of: address, finishes: true, schema: engine.schema, release).format
  }

  @Test func bothServeUntilTheUpgradeIsFinished() throws {
    let old = try Engine(release: Self.older)
    let new = try Engine(old.schema, release: Self.newer)
    let id = try old.made(1)
    for step in 1...6 { #expect(try (step % 2 == 0 ? old : new).push("s\(step)", onto: id) == step) }
    #expect(try old.session(id).revision == 6 && new.session(id).revision == 6)
    #expect(try formats(new) == [1])
    // While the older engine is or may be active, no row has a format that it cannot read.
    #expect { try finish(new, as: Self.newer) } throws: { error in
      guard case .olderNodes(_, let nodes, 2)? = error as? PostgreSQLFault else { return false }
      return nodes == ["\(old.schema) (test)"]
    }
    #expect(try finish(new, as: Self.older) == 1)
    old.store.close()
    _ = try new.query(
      "WITH u AS (UPDATE nodes SET seen = seen - interval '1 min' WHERE format = 1 RETURNING 1) SELECT count(*) FROM u")
    #expect(try finish(new, as: Self.newer) == 2 && finish(new, as: Self.newer) == 2)
    var revision = 6
    try wait(60_000) {
      revision = try new.push("t\(revision)", onto: id)
      return try formats(new) != [1]
    }
    #expect(try formats(new) == [1, 2] && new.session(id).revision == revision)
    #expect { try Engine(new.schema, release: Self.older) } throws: { error in
      if case .newerFormat(_, 2, 1)? = error as? PostgreSQLFault { true } else { false }
    }
    #expect { try finish(new, as: Self.older) } throws: { error in
      if case .newerFormat(_, 2, 1)? = error as? PostgreSQLFault { true } else { false }
    }
  }

  /// The tables of version 1 are brought up while its servers run; sessions with routes wait until none is left.
  @Test func aSessionWithRoutesNeedsTheUpgradeFinished() throws {
    let routes = SharedRoutes(try ScreenRoutes([ScreenRoute("a")], values: JSONParamValues()))
    let first = try Engine(release: Release(schema: 2, format: 1))
    first.store.close()
    _ = try first.query(
      "WITH u AS (UPDATE meta SET schema = 1, format = 1 RETURNING 1) SELECT count(*) FROM u")
    _ = try first.query("DROP TABLE routes")
    #expect { try Engine(first.schema) } throws: { error in
      if case .olderSchema(_, 1, 2)? = error as? PostgreSQLFault { true } else { false }
    }
    let address = try PostgreSQLAddress(PostgreSQLCluster.shared.get().uri)
    let migration = try DatabaseMigration(of: address, finishes: false, schema: first.schema, .current)
    #expect(migration.schema == 2 && migration.format == 1)
    let new = try Engine(first.schema)
    _ = try new.made(1)
    #expect { try new.made(2, routes: routes) } throws: { error in
      if case .unavailable(let reason)? = error as? StoreError { reason.contains("migrate --finish") } else { false }
    }
    _ = try new.query("WITH d AS (DELETE FROM nodes WHERE format = 1 RETURNING 1) SELECT count(*) FROM d")
    #expect(try finish(new, as: .current) == 2)
    wait(60_000) { (try? new.made(3, routes: routes)) != nil }
    new.store.close()
    let again = try Engine(first.schema)
    #expect(try again.session(SessionID(high: 11, low: 3)).routes == routes.routes)
    _ = try again.deletion(SessionID(high: 11, low: 3))
    #expect(try again.query("SELECT count(*) FROM routes") == [0])
  }

  /// A user who may make no schema, and may not use that of another.
  @Test(arguments: [(true, "permission denied for database postgres"), (false, "permission denied for its schema")])
  func aMigrationWithoutThePrivilegeSaysSo(isNew: Bool, detail: String) throws {
    let engine = try Engine()
    let server = try PostgreSQLCluster.shared.get()
    _ = try server.query("CREATE ROLE \(engine.schema) LOGIN")
    defer { _ = try? server.query("DROP ROLE \(engine.schema)") }
    let address = try PostgreSQLAddress(
      server.uri.replacing("user=navigation", with: "user=\(engine.schema)"))
    let schema = isNew ? PostgreSQLCluster.newSchema() : engine.schema
    #expect { try DatabaseMigration(of: address, finishes: false, schema: schema, .current) } throws: { error in
      guard case .noPrivilege(_, let found)? = error as? PostgreSQLFault else { return false }
      return found.contains(detail)
    }
  }

  /// However the format was raised, an older engine refuses reads with the reason, and calls no session unreadable.
  @Test func anOlderEngineIsNotReadyForANewerFormat() throws {
    let old = try Engine(release: Self.older)
    let id = try old.made(1)
    _ = try old.query("WITH u AS (UPDATE meta SET format = 2 RETURNING 1) SELECT count(*) FROM u")
    let new = try Engine(old.schema, release: Self.newer)
    #expect(try new.push("a", onto: id) == 1)
    #expect { try old.session(id) } throws: { error in
      if case .unavailable("a newer version writes it")? = error as? StoreError { true } else { false }
    }
    wait(60_000) { old.store.readiness != .ready }
    #expect(old.store.readiness == .unavailable("a newer version writes it"))
    #expect(throws: StoreError.unavailable("a newer version writes it")) { try old.push("b", onto: id) }
    #expect(try new.session(id).revision == 1)
  }

  /// A state with what only the newer version knows has its format, before the upgrade is finished, too: the older one
  /// refuses the session, and drops nothing. All other sessions are served by both.
  @Test func onlyWhatNeedsTheNewerFormatHasIt() throws {
    let old = try Engine(release: Self.older)
    let new = try Engine(old.schema, release: Self.newer)
    let (upright, other) = (try new.made(1), try new.made(2))
    for step in [
      #"{"type": "setMultitasking", "multitasking": "half"}"#, #"{"type": "rotate", "orientation": "portrait"}"#,
    ] {
      _ = try new.apply(step, to: upright)
      _ = try new.push(step.contains("half") ? "a" : "b", onto: other)
    }
    #expect(try formats(new) == [1, 2])
    #expect(try new.session(upright).session.environment.multitasking == .half)
    #expect(throws: StoreError.unavailable("a newer version writes it")) { try old.push("c", onto: upright) }
    #expect(try old.push("c", onto: other) == 3 && new.session(other).revision == 3)
    // Back in a state that both know: a whole state ends what the older version cannot read.
    _ = try new.apply(#"{"type": "setMultitasking", "multitasking": "fullScreen"}"#, to: upright)
    for step in 0..<16 { _ = try new.push("s\(step)", onto: upright) }
    #expect(try old.push("t", onto: upright) == 20)
  }
}
#endif
