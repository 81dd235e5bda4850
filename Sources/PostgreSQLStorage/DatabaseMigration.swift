#if PostgreSQL
/// Brings a store to what this version needs, in two steps: the tables first, beside servers of the version before; and
/// once none of those is left, how records are written.
public struct DatabaseMigration: Sendable {
  /// Whether there was no store.
  public let isNew: Bool
  public let schema: Int
  /// How records are written from now on.
  public let format: Int

  /// - Parameter finishes: whether the second step is wanted, too.
  /// - Throws: why it cannot be done; the store is of a newer version, or has servers of an older one.
  public init(of address: PostgreSQLAddress, finishes: Bool = false) throws(PostgreSQLFault) {
    try self.init(of: address, finishes: finishes, schema: "navigation", .current)
  }

  package init(of address: PostgreSQLAddress, finishes: Bool, schema name: String, _ release: Release)
    throws(PostgreSQLFault)
  {
    let servers = ServerList(address, schema: name, isDurable: true, name: "navigation-server migrate")
    let meta: Schema.Meta?
    var olderNodes: [String] = []
    do throws(PostgreSQLError) {
      let connection = try servers.connect()
      isNew = try Schema.meta(on: connection) == nil
      if isNew { try Schema.create(name, on: connection) }
      if finishes { olderNodes = try Self.finish(release.format, on: connection) }
      meta = try Schema.meta(on: connection)
    } catch { throw PostgreSQLFault(error, address) }
    guard let meta else { throw .foreign(address: address.description, detail: "its tables are empty") }
    if let fault = PostgreSQLFault(meta, release, address) { throw fault }
    guard olderNodes.isEmpty else {
      throw .olderNodes(address: address.description, nodes: olderNodes, format: release.format)
    }
    (schema, format) = (meta.schema, meta.format)
  }

  /// Seconds after its last word in which a server may still be there. It reads for five.
  private static let seconds = 10

  /// Has all servers write the new format, where each reads it; else answers with those that do not.
  ///
  /// An older one that starts meanwhile finds out with its next heartbeat, and meanwhile writes what all read.
  private static func finish(_ format: Int, on connection: PostgreSQLConnection) throws(PostgreSQLError) -> [String] {
    let statement = PostgreSQLConnection.Statement(
      name: "finish",
      sql: """
        WITH o AS (SELECT name || ' (' || version || ')' AS node FROM nodes
          WHERE format < $1::int8 AND seen > clock_timestamp() - interval '\(seconds) s'),
        u AS (UPDATE meta SET format = $1::int8 WHERE format < $1::int8 AND NOT EXISTS (SELECT FROM o))
        SELECT node FROM o ORDER BY node
        """)
    var parameters = Parameters()
    parameters.add(Int64(format))
    return try connection.run(statement, parameters).rows.map { $0.text(0) }
  }
}
#endif
