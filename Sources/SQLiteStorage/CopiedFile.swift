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
    try heads.bind(1, number)
    defer { heads.reset() }
    var (found, bytes): ([CopiedSession], Int) = ([], 0)
    while bytes < Self.chunkBytes, try heads.step() {
      guard let head = SessionHead(heads) else { throw StoreError.unreadable }
      let session = try session(head, due: Timestamp(milliseconds: heads.int(7)))
      bytes += session.byteCount
      found.append(session)
    }
    return found
  }

  private func session(_ head: SessionHead, due: Timestamp) throws -> CopiedSession {
    var session = CopiedSession(
      number: head.number, id: head.id, owner: head.owner, client: head.client, labels: head.labels,
      createdAt: head.createdAt, timeToLive: head.timeToLive, due: due)
    session.routes = try routesRow(of: head)
    try records.bind(1, RowKey.first(of: head.number))
    try records.bind(2, RowKey.last(of: head.number))
    defer { records.reset() }
    let checksum = head.checksum
    while try records.step() {
      do throws(StoreError) {
        let row = try StoredRow(records, checksum)
        session.records.append(
          .init(revision: row.record.revision, at: row.at, patches: row.record.patches, content: row.record.content))
      } catch { throw StoreCopy.Fault.unreadable(head.id, revision: StoredRow.revision(records)) }
    }
    do { session.answers = try copiedAnswers(of: head.number) } catch StoreError.unreadable {
      throw StoreCopy.Fault.unreadable(head.id, revision: nil)
    }
    guard !session.records.isEmpty else { throw StoreCopy.Fault.unreadable(head.id, revision: nil) }
    return session
  }

  private func routesRow(of head: SessionHead) throws -> [UInt8]? {
    try routes.bind(1, head.number)
    defer { routes.reset() }
    guard try routes.step() else { return nil }
    let row = routes.bytes(0)
    do { _ = try SharedRoutes(row: row, head.checksum) } catch {
      throw StoreCopy.Fault.unreadable(head.id, revision: nil)
    }
    return row
  }

  private func copiedAnswers(of scope: Int64) throws -> [CopiedAnswer] {
    try answers.bind(1, RowKey.first(of: scope))
    try answers.bind(2, RowKey.last(of: scope))
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
