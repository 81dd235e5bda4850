#if PostgreSQL
import CPostgreSQL
import Dispatch
import Synchronization

/// The servers of an address, one of which is used: the primary on the latest timeline.
///
/// After a failover, an old primary that restarts also accepts writes, so accepting writes is not a sufficient test.
final class ServerList: Sendable {
  private let address: PostgreSQLAddress
  private let isDurable: Bool
  private let name: String
  /// The latest timeline seen.
  private let timeline = Atomic<UInt32>(0)

  init(_ address: PostgreSQLAddress, isDurable: Bool, name: String) {
    (self.address, self.isDurable, self.name) = (address, isDurable, name)
  }

  /// The schema of the store in the database.
  var schema: String { address.schema }

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
          failures.append(.init(.unreachable, "it is a standby"))
          continue
        }
        if connection.timeline > best?.timeline ?? 0 { best = connection }
      } catch {
        // No write was sent on the failed connection.
        failures.append(error.endsConnection ? error.with(.unreachable) : error)
      }
    }
    guard let best else { throw failures.first ?? .init(.unreachable, "there is no server") }
    let latest = timeline.max(best.timeline, ordering: .relaxed).newValue
    guard best.timeline >= latest else {
      throw .init(.unreachable, "the only primary is on timeline \(best.timeline), and \(latest) has been seen")
    }
    if showsReplicated {
      // A commit is normally visible only after its wait; one left by a crash is visible at once.
      do throws(PostgreSQLError) { _ = try best.run(ChangeStatements.barrier) } catch {
        throw error.endsConnection ? error.with(.unreachable) : error
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
    let statement =
      "SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE substring(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END"
    guard let row = try connection.run(statement).first, !row.isNull(0), let timeline = UInt32(row.text(0), radix: 16)
    else { return false }
    connection.timeline = timeline
    return true
  }

  /// Connects to the store. Throws the fault of one that no server may use.
  ///
  /// - Parameter creates: whether to create a store if there is none.
  /// - Returns: also whether it was created.
  func openStore(creates: Bool) throws(PostgreSQLFault) -> (PostgreSQLConnection, isNew: Bool) {
    let fault: PostgreSQLFault
    do throws(PostgreSQLError) {
      let connection = try connect()
      let isNew = if creates { try Schema.meta(on: connection) == nil } else { false }
      if isNew { try Schema.create(schema, on: connection) }
      guard let found = PostgreSQLFault(try Schema.meta(on: connection), address) else { return (connection, isNew) }
      fault = found
    } catch { throw PostgreSQLFault(error, address) }
    throw fault
  }
}

/// The address of a store: a URI or settings as libpq parses them, with one or more servers.
public struct PostgreSQLAddress: Sendable {
  /// The libpq settings of each server.
  let servers: [[String: String]]
  /// The schema of the store in the database.
  package var schema = "navigation"

  public struct Fault: Error, Sendable { public let reason: String }

  public init(_ uri: String) throws(Fault) {
    // SAFETY: libpq sets it to text of its own, if at all, and it is freed where it is set.
    var message: UnsafeMutablePointer<CChar>?
    // libpq's message may repeat the URI with its password, so it is discarded.
    guard let options = PQconninfoParse(uri, &message) else {
      PQfreemem(message)
      throw Fault(reason: "is no URI that libpq reads, such as postgresql://user@host:5432/database")
    }
    defer { PQconninfoFree(options) }
    var settings: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { settings[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    servers = try Self.servers(settings)
  }

  /// The settings of each server; a single host, address or port applies to all.
  private static func servers(_ settings: [String: String]) throws(Fault) -> [[String: String]] {
    let lists = ["host", "hostaddr", "port"].compactMap { name in
      settings[name].map { (name, $0.split(separator: ",", omittingEmptySubsequences: false)) }
    }
    let count = lists.map(\.1.count).max() ?? 1
    return try (0..<count).map { (index) throws(Fault) in
      var server = settings
      // The primary is selected by `ServerList`.
      server["target_session_attrs"] = nil
      for (name, list) in lists {
        guard list.count == count || list.count == 1 else {
          throw Fault(reason: "has \(list.count) of \(name) and \(count) servers")
        }
        let value = String(list[list.count == 1 ? 0 : index])
        server[name] = value.isEmpty ? nil : value
      }
      return server
    }
  }

  /// The servers and the database, without user names and passwords.
  public var description: String {
    let places = servers.map { server in
      let host = server["host"] ?? server["hostaddr"] ?? "localhost"
      return server["port"].map { "\(host):\($0)" } ?? host
    }
    return places.joined(separator: ",") + (servers.first?["dbname"].map { "/\($0)" } ?? "")
  }
}

/// A pool of connections, opened on demand; a caller waits while all are in use.
final class ConnectionPool: Sendable {
  private let servers: ServerList
  private let showsReplicated: Bool
  private let permits: DispatchSemaphore
  /// Nil once closed.
  private let idle = Mutex<[PostgreSQLConnection]?>([])

  /// - Parameter showsReplicated: whether its connections show only what the standby has, too.
  init(_ servers: ServerList, limit: Int, showsReplicated: Bool) {
    self.servers = servers
    self.showsReplicated = showsReplicated
    permits = DispatchSemaphore(value: limit)
  }

  /// Lends a connection; one that has failed, or no longer leads to the primary, is not reused.
  func use<Answer>(_ body: (PostgreSQLConnection) throws(PostgreSQLError) -> Answer) throws(PostgreSQLError) -> Answer {
    permits.wait()
    defer { permits.signal() }
    let connection: PostgreSQLConnection
    if let one = try take() {
      connection = one
    } else {
      connection = try servers.connect(showsReplicated: showsReplicated)
    }
    let answer: Answer
    do throws(PostgreSQLError) { answer = try body(connection) } catch {
      if !error.endsConnection { putBack(connection) }
      throw error
    }
    putBack(connection)
    return answer
  }

  private func take() throws(PostgreSQLError) -> PostgreSQLConnection? {
    while true {
      let connection = try idle.withLock { (idle) throws(PostgreSQLError) in
        guard idle != nil else { throw .init(.unreachable, "the store is closed") }
        return idle?.popLast()
      }
      guard let connection, !servers.isCurrent(connection) else { return connection }
    }
  }

  private func putBack(_ connection: PostgreSQLConnection) { idle.withLock { $0?.append(connection) } }

  var isClosed: Bool { idle.withLock { $0 == nil } }

  func close() { idle.withLock { $0 = nil } }
}
#endif
