#if SQLite
import Glibc
import Navigation
import SessionStorage

/// A store's file as the source or the target of a copy, locked as by a server.
package final class CopiedFile: CopySource {
  private let path: String
  private let connection: SQLiteConnection
  private let locks: StoreLocks
  private let heads, records, answers, routes: SQLiteStatement

  /// Bytes of sessions read at once.
  private static let chunkBytes = 4 << 20
  private static let chunk = 256

  /// The file of a store that is complete.
  package convenience init(reading path: String) throws {
    let locks = try StoreLocks(path)
    let isLogMissing = StoreLog.isMissing(of: path)
    let logDamage = try StoreLog.damage(of: path)
    let connection = try SessionFile.reading(path)
    guard !isLogMissing else {
      throw StorageFault.damaged(path: path, detail: "\(path)-wal is missing, which has the latest changes")
    }
    if let logDamage { throw StorageFault.damaged(path: path, detail: logDamage.text) }
    try self.init(path, connection, locks: locks)
  }

  init(_ path: String, _ connection: SQLiteConnection, locks: StoreLocks) throws(SQLiteError) {
    (self.path, self.connection, self.locks) = (path, connection, locks)
    heads = try connection.prepare(
      "SELECT number, id, owner, client, labels, created, time_to_live, due FROM sessions WHERE number > ?1 ORDER BY number LIMIT \(Self.chunk)"
    )
    records = try connection.prepare(StoredRow.columns + " ORDER BY key")
    routes = try connection.prepare(Schema.routes)
    answers = try connection.prepare(
      "SELECT key, name, fingerprint, session, revision, body FROM answers WHERE key BETWEEN ?1 AND ?2 ORDER BY key")
  }

  package var identity: String {
    guard let resolved = realpath(path, nil) else { return "sqlite:" + path }
    defer { free(resolved) }
    return "sqlite:" + String(cString: resolved)
  }

  package func requireUnused() {}

  package func sessionCount() throws -> Int { Int(try connection.integer("SELECT count(*) FROM sessions") ?? 0) }

  package func sessions(after number: Int64) throws -> [CopiedSession] {
    try heads.bind(number)
    defer { heads.reset() }
    var (found, bytes): ([CopiedSession], Int) = ([], 0)
    while bytes < Self.chunkBytes, try heads.step() {
      guard let stored = StoredHead(heads) else { throw StoreError.unreadable }
      let session = try session(stored, due: Timestamp(milliseconds: heads.int(7)))
      bytes += session.byteCount
      found.append(session)
    }
    return found
  }

  private func session(_ stored: StoredHead, due: Timestamp) throws -> CopiedSession {
    let (number, id) = (stored.number, stored.head.id)
    var session = CopiedSession(stored.head, number: number, due: due)
    let checksum = session.checksum
    session.routes = try routesRow(of: number, id, checksum)
    try records.bind(RowKey.first(of: number), RowKey.last(of: number))
    defer { records.reset() }
    while try records.step() {
      do throws(StoreError) { session.records.append(try StoredRow(records, checksum).record) } catch {
        throw StoreCopy.Fault.unreadable(id, revision: StoredRow.revision(records))
      }
    }
    do { session.answers = try copiedAnswers(of: number) } catch StoreError.unreadable {
      throw StoreCopy.Fault.unreadable(id, revision: nil)
    }
    guard !session.records.isEmpty else { throw StoreCopy.Fault.unreadable(id, revision: nil) }
    return session
  }

  private func routesRow(of number: Int64, _ id: SessionID, _ checksum: RowChecksum) throws -> [UInt8]? {
    try routes.first(number) { stored in
      let row = stored.bytes(0)
      do { _ = try SharedRoutes(row: row, checksum) } catch { throw StoreCopy.Fault.unreadable(id, revision: nil) }
      return row
    }
  }

  private func copiedAnswers(of scope: Int64) throws -> [CopiedAnswer] {
    try answers.map(RowKey.first(of: scope), RowKey.last(of: scope)) {
      try CopiedAnswer(StoredAnswer($0), row: $0.bytes(5))
    }
  }

  package func owners() throws -> [CopiedOwner] {
    try connection.prepare("SELECT number, name FROM owners ORDER BY number").map {
      CopiedOwner(owner: Owner(stored: $0.int(0)), name: $0.text(1))
    }
  }

  package func creators() throws -> [Owner] {
    try connection.prepare("SELECT DISTINCT -1 - (key >> 32) AS owner FROM answers WHERE key < 0 ORDER BY 1").map {
      Owner(stored: $0.int(0))
    }
  }

  package func creations(of owner: Owner) throws -> [CopiedAnswer] {
    do { return try copiedAnswers(of: RowKey.scope(of: owner)) } catch StoreError.unreadable {
      throw StoreCopy.Fault.unreadableAnswers
    }
  }
}

/// A file that receives a copy. Until the copy is complete, its header names no store.
package final class CopiedFileTarget: CopyTarget {
  package let content: any CopySource
  private let connection: SQLiteConnection
  private let insertSession, insertRecord, insertAnswer, insertOwner, deleteAnswers, insertRoutes: SQLiteStatement

  /// Creates the file if it is missing. Throws `notEmpty` for one with other content.
  package init(path: String) throws {
    try Schema.requireVersion(of: path)
    let locks = try StoreLocks(path)
    // What a copy that was begun has lost is copied again.
    if let damage = try StoreLog.damage(of: path), FileHeader(of: path)?.applicationID != Schema.copyID {
      throw StorageFault.damaged(path: path, detail: damage.text)
    }
    connection = try SQLiteConnection(path, .create)
    if try SessionFile.isNew(connection) { try Schema.create(on: connection) }
    guard try Self.takesCopy(connection) else { throw StoreCopy.Fault.notEmpty("sqlite:" + path) }
    // A killed process loses nothing of it; a power failure may lose the end, which is then copied again.
    for pragma in ["journal_mode = WAL", "synchronous = NORMAL", "cache_size = -49152", "wal_autocheckpoint = 4000"] {
      try connection.execute("PRAGMA " + pragma)
    }
    content = try CopiedFile(path, connection, locks: locks)
    insertSession = try connection.prepare("INSERT INTO sessions VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
    insertRecord = try connection.prepare("INSERT INTO records VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
    insertAnswer = try connection.prepare("INSERT INTO answers VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
    insertRoutes = try connection.prepare("INSERT INTO routes VALUES(?1, ?2)")
    insertOwner = try connection.prepare("INSERT INTO owners VALUES(?1, ?2)")
    deleteAnswers = try connection.prepare("DELETE FROM answers WHERE key BETWEEN ?1 AND ?2")
  }

  /// Whether it is a copy begun, or a store without any content.
  private static func takesCopy(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
    switch try connection.integer("PRAGMA application_id") {
    case Schema.copyID: return true
    case Schema.applicationID:
      for table in ["sessions", "records", "answers", "owners"] {
        guard try connection.integer("SELECT count(*) FROM (SELECT 1 FROM \(table) LIMIT 1)") == 0 else { return false }
      }
      return true
    default: return false
    }
  }

  package func begin(from source: String, _ owners: [CopiedOwner]) throws -> Int64 {
    if try connection.integer("PRAGMA application_id") == Schema.copyID {
      let origin = try connection.prepare("SELECT source FROM copy_of")
      guard try origin.step(), origin.text(0) == source else { throw StoreCopy.Fault.otherCopy(content.identity) }
      origin.reset()
    } else {
      try inTransaction {
        try connection.execute("CREATE TABLE copy_of(source TEXT NOT NULL) STRICT")
        let origin = try connection.prepare("INSERT INTO copy_of VALUES(?1)")
        try origin.run(source)
        for owner in owners {
          try insertOwner.run(Int64(owner.owner.number), owner.name)
        }
        try connection.execute("PRAGMA application_id = \(Schema.copyID)")
      }
    }
    return try connection.integer("SELECT max(number) FROM sessions") ?? .min
  }

  package func write(_ sessions: [CopiedSession]) throws {
    try inTransaction {
      for session in sessions {
        try insert(session)
        try insert(session.records, of: session)
        try insert(session.answers, RowKey.first(of: session.number))
      }
    }
  }

  package func write(_ creations: [CopiedAnswer], of owner: Owner) throws {
    let scope = RowKey.scope(of: owner)
    try inTransaction {
      try deleteAnswers.run(RowKey.first(of: scope), RowKey.last(of: scope))
      try insert(creations, RowKey.first(of: scope))
    }
  }

  private func insert(_ session: CopiedSession) throws {
    // A key has the number and a revision in 64 bits.
    guard session.number < RowKey.countLimit / 2 else {
      throw StoreError.unavailable("a file has no room for the session number \(session.number)")
    }
    try insertSession.run(session.head, number: session.number, due: session.due)
    guard let routes = session.routes else { return }
    try insertRoutes.run(session.number, routes)
  }

  private func insert(_ records: [RecordRow], of session: CopiedSession) throws {
    let checksum = session.checksum
    var (ordinal, bytes): (Int64, Int64) = (0, 0)
    for record in records {
      let (key, at) = (RowKey.key(session.number, Int64(record.revision)), record.at.milliseconds)
      ordinal += 1
      bytes += Int64(record.content.count + RowChecksum.byteCount)
      try insertRecord.run(
        key, at, ordinal, bytes, record.patches,
        checksum.sealed(record.content, key, at, ordinal, bytes, Int64(record.patches)))
    }
  }

  /// - Parameter first: the key before those of the answers.
  private func insert(_ answers: [CopiedAnswer], _ first: Int64) throws {
    for (index, copied) in answers.enumerated() {
      try insertAnswer.run(
        first + Int64(index + 1), copied.answer.key.description, [UInt8](copied.answer.fingerprint),
        [UInt8](copied.answer.sessionID), copied.answer.revision, copied.row)
    }
  }

  private func inTransaction(_ body: () throws -> Void) throws {
    try connection.execute("BEGIN IMMEDIATE")
    do { try body() } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      throw error
    }
    try connection.execute("COMMIT")
  }

  package func finish() throws {
    try connection.execute("PRAGMA synchronous = FULL")
    // The log goes first: of a process killed in between is left a copy to continue, not a store without its log.
    try connection.execute("PRAGMA journal_mode = DELETE")
    try inTransaction {
      try connection.execute("DROP TABLE copy_of")
      try connection.execute("PRAGMA application_id = \(Schema.applicationID)")
    }
  }
}
#endif
