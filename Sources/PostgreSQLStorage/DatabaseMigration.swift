#if PostgreSQL
/// Migrates a store to this version in two steps: the tables first, while servers of the version before still run; once
/// none is left, the format of records.
public struct DatabaseMigration: Sendable {
  /// Whether a new store was created.
  public let isNew: Bool
  public let schema: Int
  /// The format of records from now on.
  public let format: Int

  /// - Parameter finishes: whether to do the second step, too.
  /// - Throws: the reason of a failure, for example a store of a newer version or servers of an older one.
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
      if isNew { try Schema.create(name, format: release.format, on: connection) }
      try Schema.extend(on: connection)
      if finishes { olderNodes = try Self.finish(release.format, on: connection) }
      meta = try Schema.meta(on: connection)
    } catch { throw PostgreSQLFault(error, address) }
    guard let meta else { throw .foreign(address: address.description, detail: "its tables are empty") }
    if let fault = PostgreSQLFault(meta, release, address: address) { throw fault }
    guard olderNodes.isEmpty else {
      throw .olderNodes(address: address.description, nodes: olderNodes, format: release.format)
    }
    (schema, format) = (meta.schema, meta.format)
  }

  /// Seconds after the last heartbeat in which a server counts as running. Its lease to read lasts five.
  private static let seconds = 10

  /// Switches the store to the new format if every server reads it; otherwise returns those that do not.
  ///
  /// An older server that starts meanwhile detects the format by its next heartbeat; until then it writes a format that
  /// all read.
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
