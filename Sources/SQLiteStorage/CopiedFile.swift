#if SQLite
import Glibc
import Navigation
import SessionStorage

/// A store's file as the source or the target of a copy, locked as by a server.
package final class CopiedFile: CopySource {
  let path: String
  let connection: SQLiteConnection
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
    try routes.bind(number)
    defer { routes.reset() }
    guard try routes.step() else { return nil }
    let row = routes.bytes(0)
    do { _ = try SharedRoutes(row: row, checksum) } catch { throw StoreCopy.Fault.unreadable(id, revision: nil) }
    return row
  }

  private func copiedAnswers(of scope: Int64) throws -> [CopiedAnswer] {
    try answers.bind(RowKey.first(of: scope), RowKey.last(of: scope))
    defer { answers.reset() }
    var found: [CopiedAnswer] = []
    while try answers.step() {
      guard let key = IdempotencyKey(answers.text(1)), let fingerprint = Fingerprint(answers.bytes(2)),
        let session = SessionID(answers.bytes(3))
      else { throw StoreError.unreadable }
      let answer = StoredAnswer(
        key: key, fingerprint: fingerprint, sessionID: session, revision: Int(answers.int(4)),
        reply: .stored(answers.int(0)))
      found.append(try CopiedAnswer(answer, row: answers.bytes(5)))
    }
    return found
  }

  package func owners() throws -> [CopiedOwner] {
    let rows = try connection.prepare("SELECT number, name FROM owners ORDER BY number")
    var found: [CopiedOwner] = []
    while try rows.step() {
      let owner = Owner(number: UInt16(clamping: rows.int(0)))
      found.append(CopiedOwner(owner: owner, name: rows.text(1)))
    }
    return found
  }

  package func creators() throws -> [Owner] {
    let rows = try connection.prepare("SELECT DISTINCT -1 - (key >> 32) AS owner FROM answers WHERE key < 0 ORDER BY 1")
    var found: [Owner] = []
    while try rows.step() { found.append(Owner(number: UInt16(clamping: rows.int(0)))) }
    return found
  }

  package func creations(of owner: Owner) throws -> [CopiedAnswer] {
    do { return try copiedAnswers(of: RowKey.scope(of: owner)) } catch StoreError.unreadable {
      throw StoreCopy.Fault.unreadableAnswers
    }
  }
}
#endif
