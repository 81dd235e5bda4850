#if PostgreSQL
import NavigationAPI
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
    if try Schema.meta(on: connection) == nil {
      try Schema.create(schema, format: Release.current.format, on: connection)
    }
    guard let meta = try Schema.meta(on: connection) else {
      throw PostgreSQLFault.foreign(address: address.description, detail: "its tables are empty")
    }
    if let fault = PostgreSQLFault(meta, .current, address) {
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
          "CREATE TABLE copy_of(source text NOT NULL); "
            + "UPDATE meta SET oldest_reader = \(Schema.ofCopy), format = \(Release.current.format)")
        var parameters = Parameters()
        parameters.add(source)
        _ = try connection.run(CopyStatements.insertSource, parameters)
        parameters = Parameters()
        parameters.array(owners) { Int64($0.owner.number) }
        parameters.texts(owners) { $0.requiredName }
        _ = try connection.run(CopyStatements.insertOwners, parameters)
      }
    }
    // A server that began before sees the mark by its next heartbeat.
    try requireUnused()
    return try connection.run(CopyStatements.lastNumber).first?.int(0) ?? .min
  }

  package func write(_ sessions: [CopiedSession]) throws {
    try inTransaction {
      _ = try connection.run(CopyStatements.insertSessions, Self.heads(sessions))
      _ = try connection.run(CopyStatements.insertRecords, records(of: sessions))
      let routed = sessions.compactMap { session in session.routes.map { (session.id, $0) } }
      if !routed.isEmpty {
        var parameters = Parameters()
        parameters.array(routed) { $0.0 }
        parameters.bytes(routed) { $0.1 }
        _ = try connection.run(CopyStatements.insertRoutes, parameters)
      }
      if sessions.contains(where: { !$0.answers.isEmpty }) {
        _ = try connection.run(CopyStatements.insertAnswers, Self.answers(of: sessions))
      }
    }
  }

  private static func heads(_ sessions: [CopiedSession]) -> Parameters {
    var (bounds, labels): ([(Int, Int)], [[UInt8]]) = ([], [])
    for session in sessions {
      let own = session.labels.elements
      bounds.append((labels.count + 1, labels.count + own.count))
      labels += own
    }
    var parameters = Parameters()
    parameters.array(sessions) { $0.id }
    parameters.array(sessions) { $0.number }
    parameters.array(sessions) { Int64($0.owner.number) }
    parameters.bytes(sessions) { $0.client.map { Array($0.utf8) } }
    parameters.array(sessions) { $0.createdAt.milliseconds }
    parameters.array(sessions) { Int64($0.timeToLive) }
    parameters.array(sessions) { $0.due.milliseconds }
    parameters.array(bounds) { Int64($0.0) }
    parameters.array(bounds) { Int64($0.1) }
    parameters.bytes(labels) { $0 }
    return parameters
  }

  private struct Row {
    let session: SessionID
    let version, ordinal, bytes: Int64
    let record: CopiedSession.Record
    let content: [UInt8]
  }

  /// The version of the first record: each answer needs a version of its own, up to that of the last record.
  private static func firstVersion(of session: CopiedSession) -> Int64 {
    Int64(max(0, session.answers.count - session.records.count))
  }

  private func records(of sessions: [CopiedSession]) -> Parameters {
    var rows: [Row] = []
    for session in sessions {
      let checksum = session.checksum
      var (version, ordinal, bytes): (Int64, Int64, Int64) = (Self.firstVersion(of: session), 1, 0)
      for record in session.records {
        let content = checksum.sealed(
          record.content, version, Int64(record.revision), record.at.milliseconds, record.patches == 0 ? 1 : 0)
        bytes += Int64(content.count)
        rows.append(
          Row(session: session.id, version: version, ordinal: ordinal, bytes: bytes, record: record, content: content))
        (version, ordinal) = (version + 1, ordinal + 1)
      }
    }
    var parameters = Parameters()
    parameters.array(rows) { $0.session }
    parameters.array(rows) { $0.version }
    parameters.array(rows) { Int64($0.record.revision) }
    parameters.array(rows) { $0.record.at.milliseconds }
    parameters.array(rows) { $0.ordinal }
    parameters.array(rows) { $0.bytes }
    parameters.array(rows) { Int64($0.record.patches) }
    parameters.add(writer)
    parameters.add(Int64(Release.current.format))
    parameters.bytes(rows) { $0.content }
    return parameters
  }

  private static func answers(of sessions: [CopiedSession]) -> Parameters {
    let rows = sessions.flatMap { session in
      let first = firstVersion(of: session) + Int64(session.records.count - session.answers.count)
      return session.answers.enumerated().map { (version: first + Int64($0.offset), copied: $0.element) }
    }
    var parameters = Parameters()
    parameters.array(rows) { $0.copied.answer.sessionID }
    parameters.array(rows) { $0.version }
    parameters.texts(rows) { $0.copied.answer.key.description }
    parameters.bytes(rows) { [UInt8]($0.copied.answer.fingerprint) }
    parameters.array(rows) { Int64($0.copied.answer.revision) }
    parameters.bytes(rows) { $0.copied.row }
    return parameters
  }

  package func write(_ creations: [CopiedAnswer], of owner: Owner) throws {
    try inTransaction {
      var parameters = Parameters()
      parameters.add(Int64(owner.number))
      _ = try connection.run(CopyStatements.deleteCreations, parameters)
      parameters.texts(creations) { $0.answer.key.description }
      parameters.bytes(creations) { [UInt8]($0.answer.fingerprint) }
      parameters.array(creations) { $0.answer.sessionID }
      parameters.array(creations.indices) { Int64($0 + 1) }
      parameters.bytes(creations) { $0.row }
      _ = try connection.run(CopyStatements.insertCreations, parameters)
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
        "SET LOCAL synchronous_commit = on; DROP TABLE copy_of; "
          + "UPDATE meta SET oldest_reader = \(Schema.oldestReader)")
      _ = try connection.run(CopyStatements.continueNumbers)
    }
  }
}
#endif
