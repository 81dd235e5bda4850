#if PostgreSQL
import Foundation
import Synchronization

/// A primary and its synchronous standby, which can be swapped.
public final class PostgreSQLPair: Sendable {
  private let servers: [PostgreSQLCluster]
  private let place = Mutex(0)

  /// The role requests less durability than a store promises.
  private static let settings = ["wal_keep_size=64", "synchronous_commit=local"]

  public init() throws {
    let first = try PostgreSQLCluster(Self.settings)
    servers = [first, try PostgreSQLCluster(Self.settings, standbyOf: first)]
    try waitForStandby()
  }

  public var primary: PostgreSQLCluster { servers[place.withLock { $0 }] }

  /// The server that is not the primary, in any state.
  public var standby: PostgreSQLCluster { servers[1 - place.withLock { $0 }] }

  /// The folders of both servers, in a fixed order.
  public var folders: [String] { servers.map(\.folder) }

  public var uri: String { PostgreSQLCluster.uri(folders) }

  /// Makes commits wait for the standby.
  public func waitForStandby() throws {
    try set("ALTER SYSTEM SET synchronous_standby_names = '*'", on: primary)
    for _ in 0..<600 {
      if try primary.query("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1" { return }
      usleep(50_000)
    }
    throw PostgreSQLCluster.Failure(description: "the standby does not follow")
  }

  /// Makes commits wait for no standby.
  public func forgetStandby() throws { try set("ALTER SYSTEM RESET synchronous_standby_names", on: primary) }

  private func set(_ setting: String, on server: PostgreSQLCluster) throws {
    for statement in [setting, "SELECT pg_reload_conf()"] { _ = try server.query(statement) }
  }

  /// Promotes the standby to a primary that waits for no standby.
  public func promote() throws {
    try standby.promote()
    place.withLock { $0 = 1 - $0 }
    try forgetStandby()
  }

  /// Makes the other server a standby again, with the primary's data.
  public func mend() throws {
    try standby.rejoin(primary)
    try waitForStandby()
  }

  public func stop() { for server in servers { server.stop() } }
}
#endif
