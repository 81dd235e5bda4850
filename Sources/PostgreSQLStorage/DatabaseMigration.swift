#if PostgreSQL
/// Creates a store's tables, as the role that is to own them.
public struct DatabaseMigration: Sendable {
  /// Whether a new store was created.
  public let isNew: Bool
  public let schema = Schema.version

  /// - Throws: the reason of a failure, for example a store of another schema.
  public init(of address: PostgreSQLAddress) throws(PostgreSQLFault) {
    try self.init(of: address, schema: "navigation")
  }

  package init(of address: PostgreSQLAddress, schema name: String) throws(PostgreSQLFault) {
    let servers = ServerList(address, schema: name, isDurable: true, name: "navigation-server migrate")
    let fault: PostgreSQLFault?
    do throws(PostgreSQLError) {
      let connection = try servers.connect()
      isNew = try Schema.meta(on: connection) == nil
      if isNew { try Schema.create(name, on: connection) }
      fault = PostgreSQLFault(try Schema.meta(on: connection), address)
    } catch { throw PostgreSQLFault(error, address) }
    if let fault { throw fault }
  }
}
#endif
