#if PostgreSQL
import Navigation
import SessionStorage

/// A database that receives a copy. Until the copy is complete, `meta` names a schema that no server reads.
package final class CopiedDatabaseTarget: CopyTarget {
  private let address: PostgreSQLAddress
  private let connection: PostgreSQLConnection
  private let database: CopiedDatabase
  /// The writer of all rows.
  private let writer = Int64.random(in: .min ... .max)

  /// Creates the store if there is none. Throws `notEmpty` for one with content.
  package init(_ address: PostgreSQLAddress, schema: String = "navigation") throws {
    self.address = address
    // A commit that is lost is copied again; the last one waits for all before it.
    let servers = ServerList(address, schema: schema, isDurable: false, name: "navigation-server copy")
    connection = try servers.connect()
    if try Schema.meta(on: connection) == nil { try Schema.create(schema, on: connection) }
    if let fault = PostgreSQLFault(try Schema.meta(on: connection), address) {
      guard case .incompleteCopy = fault else { throw fault }
    } else if try connection.run(CopyStatements.hasContent).first?.bool(0) ?? true {
      throw StoreCopy.Fault.notEmpty("postgresql:" + address.description)
    }
    database = try CopiedDatabase(address, connection)
  }

  package var identity: String { database.identity }
  package func requireUnused() throws { try database.requireUnused() }
  package func sessionCount() throws -> Int { try database.sessionCount() }
  package func sessions(after number: Int64) throws -> [CopiedSession] { try database.sessions(after: number) }
  package func owners() throws -> [CopiedOwner] { try database.owners() }
  package func creators() throws -> [Owner] { try database.creators() }
  package func creations(of owner: Owner) throws -> [CopiedAnswer] { try database.creations(of: owner) }

  package func begin(from source: String, _ owners: [CopiedOwner]) throws -> Int64 {
    if try Schema.meta(on: connection)?.oldestReader == Schema.ofCopy {
      guard try connection.run(CopyStatements.source).first?.text(0) == source else {
        throw StoreCopy.Fault.otherCopy("postgresql:" + address.description)
      }
    } else {
      try inTransaction {
        try connection.execute(
          "CREATE TABLE copy_of(source text NOT NULL); UPDATE meta SET oldest_reader = \(Schema.ofCopy)")
        var parameters = Parameters()
        parameters.add(source)
        _ = try connection.run(CopyStatements.insertSource, parameters)
        try connection.insert(into: CopyRows.owners, owners.lazy.map(CopyRows.owner))
      }
    }
    // A server that began before sees the mark by its next heartbeat.
    try requireUnused()
    return try connection.run(CopyStatements.lastNumber).first?.int(0) ?? .min
  }

  package func write(_ sessions: [CopiedSession]) throws {
    try inTransaction {
      try connection.insert(into: CopyRows.sessions, sessions.lazy.map(CopyRows.head))
      let records = sessions.lazy.map { [writer] in CopyRows.records(of: $0, writer: writer) }
      try connection.insert(into: CopyRows.records, records)
      try connection.insert(into: CopyRows.routes, sessions.lazy.map(CopyRows.routes))
      try connection.insert(into: CopyRows.answers, sessions.lazy.map(CopyRows.answers))
    }
  }

  package func write(_ creations: [CopiedAnswer], of owner: Owner) throws {
    try inTransaction {
      var parameters = Parameters()
      parameters.add(Int64(owner.number))
      _ = try connection.run(CopyStatements.deleteCreations, parameters)
      let rows = creations.enumerated().lazy.map { CopyRows.creation($0.element, of: owner, order: $0.offset + 1) }
      try connection.insert(into: CopyRows.creations, rows)
    }
  }

  private func inTransaction(_ body: () throws -> Void) throws {
    try connection.execute("BEGIN")
    do { try body() } catch {
      if !connection.isBroken { try? connection.execute("ROLLBACK") }
      throw error
    }
    try connection.execute("COMMIT")
  }

  package func finish() throws {
    try requireUnused()
    try inTransaction {
      try connection.execute(
        "SET LOCAL synchronous_commit = on; DROP TABLE copy_of; UPDATE meta SET oldest_reader = \(Schema.version)")
      _ = try connection.run(CopyStatements.continueNumbers)
    }
  }
}
#endif
