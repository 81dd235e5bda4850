#if PostgreSQL
import Navigation
import SessionStorage

/// A database that receives a copy. Until the copy is complete, `meta` names a schema that no server reads.
package final class CopiedDatabaseTarget: CopyTarget {
  private let address: PostgreSQLAddress
  private let connection: PostgreSQLConnection
  package let content: any CopySource
  /// The writer of all rows.
  private let writer = Int64.random(in: .min ... .max)

  /// Creates the store if there is none. Throws `notEmpty` for one with content.
  package init(_ address: PostgreSQLAddress) throws {
    self.address = address
    // A commit that is lost is copied again; the last one waits for all before it.
    let servers = ServerList(address, isDurable: false, name: "navigation-server copy")
    connection = try servers.connect()
    if try Schema.meta(on: connection) == nil { try Schema.create(servers.schema, on: connection) }
    if let fault = PostgreSQLFault(try Schema.meta(on: connection), address) {
      guard case .incompleteCopy = fault else { throw fault }
    } else if try connection.run(CopyStatements.hasContent).first?.bool(0) ?? true {
      throw StoreCopy.Fault.notEmpty("postgresql:" + address.description)
    }
    content = try CopiedDatabase(address, connection)
  }

  package func begin(from source: String, _ owners: [CopiedOwner]) throws -> Int64 {
    if try Schema.meta(on: connection)?.oldestReader == Schema.ofCopy {
      guard try connection.run(CopyStatements.source).first?.text(0) == source else {
        throw StoreCopy.Fault.otherCopy("postgresql:" + address.description)
      }
    } else {
      try inTransaction {
        try connection.execute(
          "CREATE TABLE copy_of(source text NOT NULL); UPDATE meta SET oldest_reader = \(Schema.ofCopy)")
        _ = try connection.run(CopyStatements.insertSource, source)
        try connection.insert(into: CopyRows.owners, owners.lazy.map(CopyRows.owner))
      }
    }
    // A server that began before sees the mark by its next heartbeat.
    try content.requireUnused()
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
      _ = try connection.run(CopyStatements.deleteCreations, Int64(owner.number))
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
    try content.requireUnused()
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
    let head = session.head
    var labels: [UInt8] = []
    labels.append(array: head.labels.elements) { $0 }
    return [UInt8](
      row: head.id, session.number, Int32(head.owner.number), head.client.map { Array($0.utf8) }, labels,
      head.createdAt.milliseconds, Int32(head.timeToLive), session.due.milliseconds)
  }

  static func routes(of session: CopiedSession) -> [UInt8] {
    session.routes.map { [UInt8](row: session.id, $0) } ?? []
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
      rows += [UInt8](
        row: session.id, version, revision, at, Int16(0), writer, ordinal, bytes, Int16(clamping: record.patches),
        content)
      (version, ordinal) = (version + 1, ordinal + 1)
    }
    return rows
  }

  static func answers(of session: CopiedSession) -> [UInt8] {
    var version = firstVersion(of: session) + Int64(session.records.count - session.answers.count)
    var rows: [UInt8] = []
    for copied in session.answers {
      let answer = copied.answer
      rows += [UInt8](
        row: answer.sessionID, version, answer.key.description, answer.fingerprint, Int64(answer.revision), copied.row)
      version += 1
    }
    return rows
  }

  static func owner(_ owner: CopiedOwner) -> [UInt8] { [UInt8](row: Int32(owner.owner.number), owner.name) }

  /// - Parameter order: its time, far before those of all later ones.
  static func creation(_ copied: CopiedAnswer, of owner: Owner, order: Int) -> [UInt8] {
    let answer = copied.answer
    return [UInt8](
      row: Int32(owner.number), answer.key.description, answer.fingerprint, answer.sessionID, Int64(order), copied.row)
  }
}

extension [UInt8] {
  fileprivate init<each Value: BinaryValue>(row value: repeat (each Value)?) {
    self = [0, 0]
    for value in repeat each value {
      append(field: value)
      self[1] += 1
    }
  }
}
#endif
