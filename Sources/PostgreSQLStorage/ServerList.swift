#if PostgreSQL
import Synchronization

/// The servers of an address, one of which is used: the primary on the latest timeline.
///
/// After a failover, an old primary that restarts also accepts writes, so accepting writes is not a sufficient test.
final class ServerList: Sendable {
  private let address: PostgreSQLAddress
  /// The schema of the store in the database.
  let schema: String
  private let isDurable: Bool
  private let name: String
  /// The latest timeline seen.
  private let timeline = Atomic<UInt32>(0)

  init(_ address: PostgreSQLAddress, schema: String, isDurable: Bool, name: String) {
    self.address = address
    self.schema = schema
    self.name = name
    self.isDurable = isDurable
  }

  /// Whether a connection leads to the current primary, as far as known.
  func isCurrent(_ connection: PostgreSQLConnection) -> Bool {
    !connection.isBroken && connection.timeline >= timeline.load(ordering: .relaxed)
  }

  /// Connects to the primary. Throws if no primary is reachable, or only a replaced one.
  ///
  /// - Parameters:
  ///   - waits: whether its commits wait for the disk and the standby, regardless of the durability.
  ///   - showsReplicated: whether it is to show only what the standby has, too.
  func connect(waits: Bool = false, showsReplicated: Bool = false) throws(PostgreSQLError) -> PostgreSQLConnection {
    var best: PostgreSQLConnection?
    var failures: [PostgreSQLError] = []
    for settings in address.servers {
      do throws(PostgreSQLError) {
        let connection = try PostgreSQLConnection(settings, name: name)
        guard try prepare(connection, waits: waits || isDurable) else {
          failures.append(.unreachable(.init(message: "it is a standby")))
          continue
        }
        if connection.timeline > best?.timeline ?? 0 { best = connection }
      } catch {
        // No write was sent on the failed connection.
        failures.append(error.endsConnection ? .unreachable(error.cause) : error)
      }
    }
    guard let best else { throw failures.first ?? .unreachable(.init(message: "there is no server")) }
    let latest = timeline.max(best.timeline, ordering: .relaxed).newValue
    guard best.timeline >= latest else {
      throw .unreachable(
        .init(message: "the only primary is on timeline \(best.timeline), and \(latest) has been seen"))
    }
    if showsReplicated {
      // A commit is normally visible only after its wait; one left by a crash is visible at once.
      do throws(PostgreSQLError) { _ = try best.run(ChangeStatements.barrier) } catch {
        throw error.endsConnection ? .unreachable(error.cause) : error
      }
    }
    return best
  }

  /// Configures a connection and sets its timeline; false for a standby.
  private func prepare(_ connection: PostgreSQLConnection, waits: Bool) throws(PostgreSQLError) -> Bool {
    // The role's default may be weaker than required; a stronger one, such as `remote_apply`, is retained.
    let durability =
      waits
      ? "CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END" : "'off'"
    try connection.execute(
      """
      SET search_path = \(schema);
      SET lock_timeout = '2s'; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = '30s';
      SET default_transaction_isolation = 'read committed';
      SET plan_cache_mode = force_generic_plan; SET jit = off;
      SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
      SELECT set_config('synchronous_commit', \(durability), false)
      """)
    let statement = PostgreSQLConnection.Statement(
      name: "timeline",
      sql:
        "SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE substring(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END"
    )
    guard let row = try connection.run(statement).first, !row.isNull(0), let timeline = UInt32(row.text(0), radix: 16)
    else { return false }
    connection.set(timeline: timeline)
    return true
  }
}
#endif
