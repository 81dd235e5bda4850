#if SQLite
import Navigation
import SessionStorage

/// The only writing connection. Not `Sendable`: the commit queue's thread uses it.
final class SessionWriter {
  private let connection: SQLiteConnection
  private let limits: StoreLimits
  private let begin, commit, rollBack: SQLiteStatement
  private let insertSession, deleteSession, setDue: SQLiteStatement
  private let latestRecord, insertRecord, deleteRecords, recordsFromOldest: SQLiteStatement
  private let latestAnswer, insertAnswer, deleteAnswers, answersFromNewest, emptyAnswers, insertOwner: SQLiteStatement
  private let insertRoutes, deleteRoutes: SQLiteStatement

  private var latestRows = LatestRows()

  /// Rows of a session between two trims.
  private static let trimInterval = 16

  init(_ connection: SQLiteConnection, _ limits: StoreLimits) throws(SQLiteError) {
    self.connection = connection
    self.limits = limits
    begin = try connection.prepare("BEGIN IMMEDIATE")
    commit = try connection.prepare("COMMIT")
    rollBack = try connection.prepare("ROLLBACK")
    insertSession = try connection.prepare("INSERT INTO sessions VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
    deleteSession = try connection.prepare("DELETE FROM sessions WHERE number = ?1")
    setDue = try connection.prepare("UPDATE sessions SET due = ?2 WHERE number = ?1")
    latestRecord = try connection.prepare(
      "SELECT key, ordinal, bytes, patches, length(content) FROM records WHERE key BETWEEN ?1 AND ?2 ORDER BY key DESC LIMIT 1"
    )
    insertRecord = try connection.prepare("INSERT INTO records VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
    deleteRecords = try connection.prepare("DELETE FROM records WHERE key BETWEEN ?1 AND ?2")
    recordsFromOldest = try connection.prepare(
      "SELECT key, ordinal, bytes, patches FROM records WHERE key BETWEEN ?1 AND ?2 ORDER BY key")
    latestAnswer = try connection.prepare(
      "SELECT key FROM answers WHERE key BETWEEN ?1 AND ?2 ORDER BY key DESC LIMIT 1")
    insertAnswer = try connection.prepare("INSERT INTO answers VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
    insertOwner = try connection.prepare("INSERT INTO owners VALUES(?1, ?2)")
    insertRoutes = try connection.prepare("INSERT INTO routes VALUES(?1, ?2)")
    deleteRoutes = try connection.prepare("DELETE FROM routes WHERE session = ?1")
    answersFromNewest = try connection.prepare(
      "SELECT key, length(body) FROM answers WHERE key BETWEEN ?1 AND ?2 ORDER BY key DESC")
    emptyAnswers = try connection.prepare("UPDATE answers SET body = x'' WHERE key BETWEEN ?1 AND ?2")
    deleteAnswers = try connection.prepare("DELETE FROM answers WHERE key BETWEEN ?1 AND ?2")
  }

  /// Writes all changes or none; returns the places of their answers. Throws `full`, `unreadable`, `unavailable` and
  /// `doubtful`.
  func write(_ changes: [Change]) throws(StoreError) -> [Written] {
    var isCommitting = false
    do throws(SQLiteError) {
      try begin.run()
      var written: [Written] = []
      written.reserveCapacity(changes.count)
      for change in changes { written.append(.committed(place: try write(change))) }
      isCommitting = true
      try commit.run()
      return written
    } catch {
      // Some errors have rolled back already.
      if connection.isInTransaction { try? rollBack.run() }
      latestRows.removeAll()
      throw isCommitting ? outcome(ofCommit: error) : StoreError(error)
    }
  }

  /// The error of a failed commit.
  ///
  /// One that failed after its last write, for example in a sync, is rolled back here but still complete in the log.
  /// The next process to open the file would recover it. Therefore another commit overwrites it.
  private func outcome(ofCommit error: SQLiteError) -> StoreError {
    guard error.mayLeaveCommit else { return StoreError(error) }
    do throws(SQLiteError) {
      // The value is unchanged; the write only replaces the failed commit in the log.
      try connection.execute("PRAGMA user_version = \(Schema.version)")
      return StoreError(error)
    } catch { return .doubtful(error.description) }
  }

  /// Checkpoints the log into the file and deletes it; only checkpoints if another process reads the log.
  func fold() {
    do throws(SQLiteError) { try connection.execute("PRAGMA journal_mode = DELETE") } catch {
      try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  private func write(_ change: Change) throws(SQLiteError) -> Int64? {
    switch change {
    case .create(let session, let number, let answer):
      try insert(session, number)
      return try answer.map { (answer) throws(SQLiteError) in
        try insert(answer, RowKey.scope(of: session.owner), limit: CreationAnswers.limit)
      }
    case .update(let update):
      try insert(update)
      return try update.answer.map { (answer) throws(SQLiteError) in
        let place = try insert(answer, update.number, limit: AnswerLog.limit)
        try emptyAnswers(of: update.number, beyond: limits.answerBytes(beside: update.after.session))
        return place
      }
    case .delete(_, let number, _, _):
      try run(deleteSession, number)
      try run(deleteRoutes, number)
      try run(deleteRecords, RowKey.first(of: number), RowKey.last(of: number))
      try run(deleteAnswers, RowKey.first(of: number), RowKey.last(of: number))
      latestRows[number] = nil
      return nil
    case .name(let owner, let name):
      try insertOwner.bind(1, Int64(owner.number))
      try insertOwner.bind(2, name)
      try insertOwner.run()
      return nil
    case .postpone(_, let number, let due):
      try run(setDue, number, due.milliseconds)
      return nil
    }
  }

  private func run(_ statement: SQLiteStatement, _ values: Int64...) throws(SQLiteError) {
    for (index, value) in values.enumerated() { try statement.bind(Int32(index + 1), value) }
    try statement.run()
  }

  private func insert(_ session: StoredSession, _ number: Int64) throws(SQLiteError) {
    try insertSession.run(
      session: number, id: session.id, owner: session.owner, client: session.client, labels: session.labels,
      createdAt: session.createdAt, timeToLive: session.timeToLive, expiresAt: session.expiresAt)
    if let routes = session.history.routes {
      try insertRoutes.bind(1, number)
      try insertRoutes.bind(2, routes.row(RowChecksum(session)))
      try insertRoutes.run()
    }
    guard let entry = session.history.entries.last else { return }
    try insert(entry, of: session, behind: nil, number: number)
  }

  private func insert(_ update: SessionUpdate) throws(SQLiteError) {
    guard let record = update.record, let entry = update.after.history.entries.last else { return }
    let (after, number) = (update.after, update.number)
    let latest = try latest(of: number)
    switch record {
    case .new: try insert(entry, of: after, behind: latest, number: number)
    case .inPlace:
      if let latest { try run(deleteRecords, latest.key, latest.key) }
      try insert(entry, of: after, behind: latest?.removed, number: number)
    }
  }

  private func latest(of number: Int64) throws(SQLiteError) -> LatestRow? {
    if let known = latestRows[number] { return known }
    try latestRecord.bind(1, RowKey.first(of: number))
    try latestRecord.bind(2, RowKey.last(of: number))
    guard try latestRecord.step() else { return nil }
    defer { latestRecord.reset() }
    return LatestRow(
      key: latestRecord.int(0), ordinal: latestRecord.int(1), bytes: latestRecord.int(2),
      patches: Int(latestRecord.int(3)), length: latestRecord.int(4), stateText: nil)
  }

  private func insert(
    _ entry: HistoryEntry, of session: StoredSession, behind latest: LatestRow?, number: Int64
  ) throws(SQLiteError) {
    let patches = latest?.patches ?? 0
    let content = RecordRow.content(
      of: entry, session.session, session.timeline, after: latest?.stateText, patches: patches)
    let ordinal = (latest?.ordinal ?? 0) + 1
    let length = content.bytes.count + RowChecksum.byteCount
    let bytes = (latest?.bytes ?? 0) + Int64(length)
    let row = LatestRow(
      key: RowKey.key(number, Int64(entry.revision)), ordinal: ordinal, bytes: bytes,
      patches: content.isWhole ? 0 : patches + 1, length: Int64(length), stateText: content.stateText)
    try insertRecord.bind(1, row.key)
    try insertRecord.bind(2, entry.at.milliseconds)
    try insertRecord.bind(3, row.ordinal)
    try insertRecord.bind(4, row.bytes)
    try insertRecord.bind(5, Int64(row.patches))
    try insertRecord.bind(
      6,
      RowChecksum(session).sealed(
        content.bytes, row.key, entry.at.milliseconds, row.ordinal, row.bytes, Int64(row.patches)))
    try insertRecord.run()
    latestRows[number] = row
    let limits = limits.history(beside: session.session)
    // Large rows do not wait for the interval.
    if ordinal % Int64(Self.trimInterval) == 0 || length > limits.bytes / Self.trimInterval {
      try trim(number, RetainedRows(limits, ordinal: ordinal, bytes: bytes))
    }
  }

  /// Deletes the records beyond the limits, except those that the first retained one is patched from.
  private func trim(_ number: Int64, _ retained: RetainedRows) throws(SQLiteError) {
    try recordsFromOldest.bind(1, RowKey.first(of: number))
    try recordsFromOldest.bind(2, RowKey.last(of: number))
    var whole = RowKey.first(of: number)
    while try recordsFromOldest.step() {
      if recordsFromOldest.int(3) == 0 { whole = recordsFromOldest.int(0) }
      if retained.contains(ordinal: recordsFromOldest.int(1), bytes: recordsFromOldest.int(2)) { break }
    }
    recordsFromOldest.reset()
    guard whole > RowKey.first(of: number) else { return }
    try run(deleteRecords, RowKey.first(of: number), whole - 1)
  }

  /// Appends an answer to its scope, and deletes the oldest beyond the limit; returns its place.
  private func insert(_ answer: StoredAnswer, _ scope: Int64, limit: Int) throws(SQLiteError) -> Int64 {
    try latestAnswer.bind(1, RowKey.first(of: scope))
    try latestAnswer.bind(2, RowKey.last(of: scope))
    var index: Int64 = 1
    if try latestAnswer.step() {
      index = RowKey.index(of: latestAnswer.int(0)) + 1
      latestAnswer.reset()
    }
    let key = RowKey.key(scope, index)
    try insertAnswer.bind(1, key)
    try insertAnswer.bind(2, answer.key.description)
    try insertAnswer.bind(3, answer.fingerprint.bytes)
    try insertAnswer.bind(4, answer.sessionID.bytes)
    try insertAnswer.bind(5, Int64(answer.revision))
    try insertAnswer.bind(6, answer.row)
    try insertAnswer.run()
    if index > Int64(limit) { try run(deleteAnswers, RowKey.first(of: scope), RowKey.key(scope, index - Int64(limit))) }
    return key
  }

  /// Evicts the oldest bodies of a session's answers beyond `limit` bytes.
  private func emptyAnswers(of number: Int64, beyond limit: Int) throws(SQLiteError) {
    try answersFromNewest.bind(1, RowKey.first(of: number))
    try answersFromNewest.bind(2, RowKey.last(of: number))
    var (bytes, surplus): (Int, Int64?) = (0, nil)
    while surplus == nil, try answersFromNewest.step() {
      let length = Int(answersFromNewest.int(1))
      bytes += length
      if bytes > limit, length > 0 { surplus = answersFromNewest.int(0) }
    }
    answersFromNewest.reset()
    if let surplus { try run(emptyAnswers, RowKey.first(of: number), surplus) }
  }
}

extension SQLiteStatement {
  /// Inserts the row of a session, in the order of the table's columns.
  func run(
    session number: Int64, id: SessionID, owner: Owner, client: String?, labels: Labels, createdAt: Timestamp,
    timeToLive: Int, expiresAt: Timestamp
  ) throws(SQLiteError) {
    try bind(1, number)
    try bind(2, id.bytes)
    try bind(3, Int64(owner.number))
    if let client { try bind(4, client) } else { try bindNull(4) }
    if labels.isEmpty { try bindNull(5) } else { try bind(5, labels.text) }
    try bind(6, createdAt.milliseconds)
    try bind(7, Int64(timeToLive))
    try bind(8, expiresAt.milliseconds)
    try run()
  }
}
#endif
