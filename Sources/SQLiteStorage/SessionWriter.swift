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
      "SELECT key, length(body) - \(RowChecksum.byteCount) FROM answers WHERE key BETWEEN ?1 AND ?2 ORDER BY key DESC")
    emptyAnswers = try connection.prepare("UPDATE answers SET body = x'' WHERE key BETWEEN ?1 AND ?2")
    deleteAnswers = try connection.prepare("DELETE FROM answers WHERE key BETWEEN ?1 AND ?2")
  }

  /// Writes all changes or none; returns the places of their answers. Throws `full`, `unreadable`, `unavailable` and
  /// `doubtful`.
  func write(_ writes: [Write]) throws(StoreError) -> [Written] {
    var isCommitting = false
    do throws(SQLiteError) {
      try begin.run()
      var written: [Written] = []
      written.reserveCapacity(writes.count)
      for write in writes { written.append(.committed(place: try self.write(write))) }
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

  private func write(_ write: Write) throws(SQLiteError) -> Int64? {
    switch write {
    case .create(let session, let number, let answer):
      try insert(session, number)
      return try answer.map { (answer) throws(SQLiteError) in
        try insert(answer, RowKey.scope(of: session.owner), limit: CreationAnswers.limit)
      }
    case .update(let update):
      try insert(update)
      return try update.change.answer.map { (answer) throws(SQLiteError) in
        let place = try insert(answer, update.number, limit: AnswerLog.limit)
        try emptyAnswers(of: update, behind: answer)
        return place
      }
    case .delete(_, let number, _, _):
      try deleteSession.run(number)
      try deleteRoutes.run(number)
      try deleteRecords.run(RowKey.first(of: number), RowKey.last(of: number))
      try deleteAnswers.run(RowKey.first(of: number), RowKey.last(of: number))
      latestRows[number] = nil
      return nil
    case .name(let owner, let name):
      try insertOwner.run(Int64(owner.number), name)
      return nil
    case .postpone(_, let number, let due):
      try setDue.run(number, due)
      return nil
    }
  }

  private func insert(_ session: StoredSession, _ number: Int64) throws(SQLiteError) {
    try insertSession.run(session.head, number: number, due: session.expiresAt)
    if let routes = session.sharedRoutes { try insertRoutes.run(number, routes.row(RowChecksum(session.head))) }
    try insert(
      session.latest, session.session, timeline: session.timeline, gesture: session.gesture, of: session.head,
      behind: nil, number: number)
  }

  private func insert(_ update: SessionUpdate) throws(SQLiteError) {
    let (change, number) = (update.change, update.number)
    let latest: LatestRow?
    switch change.kind {
    case .answer: return
    case .new: latest = try self.latest(of: number)
    case .inPlace:
      let replaced = try self.latest(of: number)
      if let replaced { try deleteRecords.run(replaced.key, replaced.key) }
      latest = replaced?.removed
    }
    try insert(
      change.record, change.session, timeline: change.timeline, gesture: change.gesture, of: update.head,
      behind: latest, number: number)
  }

  private func latest(of number: Int64) throws(SQLiteError) -> LatestRow? {
    if let known = latestRows[number] { return known }
    try latestRecord.bind(RowKey.first(of: number), RowKey.last(of: number))
    guard try latestRecord.step() else { return nil }
    defer { latestRecord.reset() }
    return LatestRow(
      key: latestRecord.int(0), ordinal: latestRecord.int(1), bytes: latestRecord.int(2),
      patches: Int(latestRecord.int(3)), length: latestRecord.int(4), stateText: nil)
  }

  private func insert(
    _ record: Record, _ state: Session, timeline: Timeline, gesture: Gesture?, of head: SessionHead,
    behind latest: LatestRow?, number: Int64
  ) throws(SQLiteError) {
    let patches = latest?.patches ?? 0
    let content = RecordRow.content(
      of: record, state, timeline, gesture, after: latest?.stateText, patches: patches)
    let ordinal = (latest?.ordinal ?? 0) + 1
    let length = content.bytes.count + RowChecksum.byteCount
    let bytes = (latest?.bytes ?? 0) + Int64(length)
    let row = LatestRow(
      key: RowKey.key(number, Int64(record.revision)), ordinal: ordinal, bytes: bytes,
      patches: content.isWhole ? 0 : patches + 1, length: Int64(length), stateText: content.stateText,
      answerBytes: latest?.answerBytes)
    let sealed = RowChecksum(head).sealed(
      content.bytes, row.key, record.at.milliseconds, row.ordinal, row.bytes, Int64(row.patches))
    try insertRecord.run(row.key, record.at, row.ordinal, row.bytes, row.patches, sealed)
    latestRows[number] = row
    let limits = limits.history(beside: state)
    // Large rows do not wait for the interval.
    if ordinal % Int64(Self.trimInterval) == 0 || length > limits.bytes / Self.trimInterval {
      try trim(number, RetainedRows(limits, ordinal: ordinal, bytes: bytes))
    }
  }

  /// Deletes the records beyond the limits, except the last of them, which the history starts after, and those that it is
  /// patched from.
  private func trim(_ number: Int64, _ retained: RetainedRows) throws(SQLiteError) {
    try recordsFromOldest.bind(RowKey.first(of: number), RowKey.last(of: number))
    var whole = RowKey.first(of: number)
    while try recordsFromOldest.step() {
      if retained.contains(ordinal: recordsFromOldest.int(1), bytes: recordsFromOldest.int(2)) { break }
      if recordsFromOldest.int(3) == 0 { whole = recordsFromOldest.int(0) }
    }
    recordsFromOldest.reset()
    guard whole > RowKey.first(of: number) else { return }
    try deleteRecords.run(RowKey.first(of: number), whole - 1)
  }

  /// Appends an answer to its scope, and deletes the oldest beyond the limit; returns its place.
  private func insert(_ answer: StoredAnswer, _ scope: Int64, limit: Int) throws(SQLiteError) -> Int64 {
    try latestAnswer.bind(RowKey.first(of: scope), RowKey.last(of: scope))
    var index: Int64 = 1
    if try latestAnswer.step() {
      index = RowKey.index(of: latestAnswer.int(0)) + 1
      latestAnswer.reset()
    }
    let key = RowKey.key(scope, index)
    try insertAnswer.run(
      key, answer.key.description, [UInt8](answer.fingerprint), [UInt8](answer.sessionID), answer.revision, answer.row)
    if index > Int64(limit) { try deleteAnswers.run(RowKey.first(of: scope), RowKey.key(scope, index - Int64(limit))) }
    return key
  }

  /// Evicts the oldest bodies of a session's answers beyond the room beside its state.
  private func emptyAnswers(of update: SessionUpdate, behind answer: StoredAnswer) throws(SQLiteError) {
    let (number, limit) = (update.number, limits.answerBytes(beside: update.change.session))
    if let known = latestRows[number]?.answerBytes, known + answer.byteCount <= limit {
      latestRows[number]?.answerBytes = known + answer.byteCount
      return
    }
    try answersFromNewest.bind(RowKey.first(of: number), RowKey.last(of: number))
    var (bytes, surplus): (Int, Int64?) = (0, nil)
    while surplus == nil, try answersFromNewest.step() {
      // An evicted body has no checksum.
      let length = max(Int(answersFromNewest.int(1)), 0)
      if bytes + length > limit { surplus = answersFromNewest.int(0) } else { bytes += length }
    }
    answersFromNewest.reset()
    latestRows[number]?.answerBytes = bytes
    if let surplus { try emptyAnswers.run(RowKey.first(of: number), surplus) }
  }
}

extension SQLiteStatement {
  /// Inserts the row of a session, in the order of the table's columns.
  func run(_ head: SessionHead, number: Int64, due: Timestamp) throws(SQLiteError) {
    try run(
      number, [UInt8](head.id), Int64(head.owner.number), head.client, head.labels.isEmpty ? nil : head.labels.text,
      head.createdAt, Int64(head.timeToLive), due)
  }
}

/// The latest row of a session in `records`.
struct LatestRow {
  var key: Int64
  var ordinal: Int64
  var bytes: Int64
  var patches: Int
  var length: Int64
  /// The state text that the next row may patch; nil if unknown or too long to cache.
  var stateText: [UInt8]?
  /// At least the bytes of the session's stored answers, so that most changes need not count them; nil if unknown.
  var answerBytes: Int?

  /// The measures of the row before it, for its replacement, which stores a whole state.
  var removed: LatestRow {
    LatestRow(
      key: key, ordinal: ordinal - 1, bytes: bytes - length, patches: patches, length: 0, stateText: nil,
      answerBytes: answerBytes)
  }
}

/// A cache of the latest rows of recently written sessions, which spares the next change a lookup.
struct LatestRows {
  private var rows: [Int64: LatestRow] = [:]
  /// Bytes of the state texts.
  private var textBytes = 0

  /// The most rows, and bytes of state texts; beyond these the cache is emptied.
  private static let countLimit = 10_000
  private static let textByteLimit = 16 << 20

  /// By the session's number.
  subscript(number: Int64) -> LatestRow? {
    get { rows[number] }
    set {
      let count = newValue?.stateText?.count ?? 0
      if rows.count >= Self.countLimit || textBytes + count > Self.textByteLimit { removeAll() }
      var row = newValue
      if count > Self.textByteLimit { row?.stateText = nil }
      textBytes += row?.stateText?.count ?? 0
      let older = row.map { rows.updateValue($0, forKey: number) } ?? rows.removeValue(forKey: number)
      textBytes -= older?.stateText?.count ?? 0
    }
  }

  mutating func removeAll() {
    rows = [:]
    textBytes = 0
  }
}
#endif
