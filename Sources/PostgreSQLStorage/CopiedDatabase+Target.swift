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

/// The rows of a copied session, as `COPY` reads them in binary.
enum CopyRows {
  static let sessions = "sessions(id, number, owner, client, labels, created, time_to_live, due)"
  static let records = "records(session, version, revision, at, kind, writer, ordinal, bytes, patches, content)"
  static let routes = "routes(session, content)"
  static let answers = "answers(session, version, key, fingerprint, revision, body)"
  static let owners = "owners(number, name)"
  static let creations = "creations(owner, key, fingerprint, session, at, body)"

  static func head(of session: CopiedSession) -> [UInt8] {
    var row = [UInt8](columns: 8)
    row.add(session.id)
    row.add(session.number)
    row.add(Int32(session.head.owner.number))
    row.add(session.head.client.map { Array($0.utf8) })
    var labels: [UInt8] = []
    labels.append(array: .bytea, session.head.labels.elements) { label, bytes in
      bytes += label
      return true
    }
    row.add(labels)
    row.add(session.head.createdAt.milliseconds)
    row.add(Int32(session.head.timeToLive))
    row.add(session.due.milliseconds)
    return row
  }

  static func routes(of session: CopiedSession) -> [UInt8] {
    guard let content = session.routes else { return [] }
    var row = [UInt8](columns: 2)
    row.add(session.id)
    row.add(content)
    return row
  }

  /// The version of the first record: each answer needs a version of its own, up to that of the last record.
  private static func firstVersion(of session: CopiedSession) -> Int64 {
    Int64(max(0, session.answers.count - session.records.count))
  }

  static func records(of session: CopiedSession, writer: Int64) -> [UInt8] {
    let checksum = session.checksum
    var (version, ordinal, bytes): (Int64, Int64, Int64) = (firstVersion(of: session), 1, 0)
    var rows: [UInt8] = []
    rows.reserveCapacity(session.byteCount + session.records.count * 128)
    for record in session.records {
      let (revision, at) = (Int64(record.revision), record.at.milliseconds)
      let content = checksum.sealed(record.content, version, revision, at, record.patches == 0 ? 1 : 0)
      bytes += Int64(content.count)
      rows.begin(columns: 10)
      rows.add(session.id)
      for number in [version, revision, at] { rows.add(number) }
      rows.add(Int16(0))
      for number in [writer, ordinal, bytes] { rows.add(number) }
      rows.add(Int16(clamping: record.patches))
      rows.add(content)
      (version, ordinal) = (version + 1, ordinal + 1)
    }
    return rows
  }

  static func answers(of session: CopiedSession) -> [UInt8] {
    var version = firstVersion(of: session) + Int64(session.records.count - session.answers.count)
    var rows: [UInt8] = []
    for copied in session.answers {
      rows.begin(columns: 6)
      rows.add(copied.answer.sessionID)
      rows.add(version)
      rows.add(Array(copied.answer.key.description.utf8))
      rows.add([UInt8](copied.answer.fingerprint))
      rows.add(Int64(copied.answer.revision))
      rows.add(copied.row)
      version += 1
    }
    return rows
  }

  static func owner(_ owner: CopiedOwner) -> [UInt8] {
    var row = [UInt8](columns: 2)
    row.add(Int32(owner.owner.number))
    row.add(Array(owner.name.utf8))
    return row
  }

  /// - Parameter order: its time, far before those of all later ones.
  static func creation(_ copied: CopiedAnswer, of owner: Owner, order: Int) -> [UInt8] {
    var row = [UInt8](columns: 6)
    row.add(Int32(owner.number))
    row.add(Array(copied.answer.key.description.utf8))
    row.add([UInt8](copied.answer.fingerprint))
    row.add(copied.answer.sessionID)
    row.add(Int64(order))
    row.add(copied.row)
    return row
  }
}

extension [UInt8] {
  fileprivate init(columns: Int16) {
    self = []
    begin(columns: columns)
  }

  fileprivate mutating func begin(columns: Int16) { append(big: columns) }

  fileprivate mutating func add(_ number: some FixedWidthInteger) {
    append(big: Int32(number.bitWidth / 8))
    append(big: number)
  }

  fileprivate mutating func add(_ id: SessionID) { add([UInt8](id)) }

  fileprivate mutating func add(_ value: [UInt8]?) {
    append(big: Int32(value?.count ?? -1))
    append(contentsOf: value ?? [])
  }
}
#endif
