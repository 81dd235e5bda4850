#if SQLite
import NavigationAPI
import NavigationModel
import SessionStorage

/// A connection that reads committed data, concurrently with the writer.
// SAFETY: only the thread that has taken it out of `ReaderPool` uses it.
final class SessionReader: @unchecked Sendable {
  private let connection: SQLiteConnection
  private let begin, end, session, number: SQLiteStatement
  let recordsBackward, recordsForward, latestMeasure, measures: SQLiteStatement
  private let latestMoment, answers, answerBody: SQLiteStatement
  private let unnamedPage, ownersPage, due: SQLiteStatement

  init(_ connection: SQLiteConnection) throws(SQLiteError) {
    self.connection = connection
    begin = try connection.prepare("BEGIN")
    end = try connection.prepare("COMMIT")
    session = try connection.prepare(
      "SELECT number, owner, client, labels, created, time_to_live FROM sessions WHERE id = ?1")
    number = try connection.prepare("SELECT number FROM sessions WHERE id = ?1")
    let columns = "SELECT key, ordinal, patches, content FROM records WHERE key BETWEEN ?1 AND ?2 ORDER BY key"
    recordsBackward = try connection.prepare(columns + " DESC")
    recordsForward = try connection.prepare(columns)
    let measure = "SELECT key, ordinal, bytes FROM records WHERE key BETWEEN ?1 AND ?2 ORDER BY key"
    latestMeasure = try connection.prepare(measure + " DESC LIMIT 1")
    measures = try connection.prepare(measure)
    latestMoment = try connection.prepare(
      "SELECT key, at FROM records WHERE key BETWEEN ?1 AND ?2 ORDER BY key DESC LIMIT 1")
    answers = try connection.prepare(
      "SELECT key, name, fingerprint, session, revision FROM answers WHERE key BETWEEN ?1 AND ?2 ORDER BY key")
    answerBody = try connection.prepare("SELECT body FROM answers WHERE key = ?1")
    let line = "SELECT number, id, client, labels, created, time_to_live FROM sessions WHERE "
    unnamedPage = try connection.prepare(line + "owner = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3")
    ownersPage = try connection.prepare(
      line + "owner = ?1 AND owner <> 0 AND number < ?2 ORDER BY number DESC LIMIT ?3")
    due = try connection.prepare(line + "due <= ?1 ORDER BY due LIMIT ?2")
  }

  /// Reads in one snapshot.
  func consistently<Answer>(_ body: () throws -> Answer) throws -> Answer {
    try begin.run()
    let answer = Result { try body() }
    try end.run()
    return try answer.get()
  }

  /// The committed session; nil if there is none.
  func session(_ id: SessionID) throws -> LoadedSession? { try consistently { try writtenSession(id) } }

  private func writtenSession(_ id: SessionID) throws -> LoadedSession? {
    try session.bind(1, id.bytes)
    defer { session.reset() }
    guard try session.step() else { return nil }
    let number = session.int(0)
    let answers = AnswerLog(try answers(of: number))
    guard let (latest, replay) = try latestEntry(of: number),
      let labels = session.isNull(3) ? Labels() : Labels(session.text(3))
    else { throw StoreError.unreadable }
    let stored = StoredSession(
      id: id, owner: Owner(number: UInt16(clamping: session.int(1))), client: session.isNull(2) ? nil : session.text(2),
      labels: labels, createdAt: Timestamp(milliseconds: session.int(4)), timeToLive: Int(session.int(5)),
      revision: latest.revision, updatedAt: latest.at, session: latest.session, answers: answers,
      history: History(start: latest.revision - 1, latest: latest), timeline: replay.timeline)
    return LoadedSession(session: stored, number: number, renamed: replay.renamed)
  }

  /// The number of a session; nil if there is none.
  func number(of id: SessionID) throws -> Int64? {
    try number.bind(1, id.bytes)
    guard try number.step() else { return nil }
    defer { number.reset() }
    return number.int(0)
  }

  /// Replays the rows from the last whole state on.
  private func latestEntry(of number: Int64) throws -> (HistoryEntry, RecordReplay)? {
    let rows = try rows(backTo: RowKey.first(of: number), from: RowKey.last(of: number))
    var replay = RecordReplay()
    for row in rows.dropFirst().reversed() { try replay.skip(row) }
    guard let row = rows.first else { return nil }
    let entry = try replay.entry(of: row).resumingGesture { try state(of: number, at: $0) }
    return (entry, replay)
  }

  /// The state after a revision; nil if its row is no longer stored.
  private func state(of number: Int64, at revision: Int) throws -> Session? {
    let rows = try rows(backTo: RowKey.first(of: number), from: RowKey.key(number, Int64(revision)))
    guard let row = rows.first, row.revision == revision else { return nil }
    var replay = RecordReplay()
    for row in rows.dropFirst().reversed() { try replay.skip(row) }
    return try replay.entry(of: row).session
  }

  /// The rows from `last` backward to the first whole one.
  func rows(backTo first: Int64, from last: Int64) throws -> [RecordRow] {
    try recordsBackward.bind(1, first)
    try recordsBackward.bind(2, last)
    defer { recordsBackward.reset() }
    var rows: [RecordRow] = []
    while try recordsBackward.step() {
      let row = RecordRow(recordsBackward)
      rows.append(row)
      if row.patches == 0 { break }
    }
    return rows
  }

  /// The stored answers of a scope, oldest first.
  func answers(of scope: Int64) throws -> [StoredAnswer] {
    try answers.bind(1, RowKey.first(of: scope))
    try answers.bind(2, RowKey.last(of: scope))
    defer { answers.reset() }
    var found: [StoredAnswer] = []
    while try answers.step() {
      guard let key = IdempotencyKey(answers.text(1)), let fingerprint = Fingerprint(answers.bytes(2)),
        let session = SessionID(answers.bytes(3))
      else { throw StoreError.unreadable }
      found.append(
        StoredAnswer(
          key: key, fingerprint: fingerprint, sessionID: session, revision: Int(answers.int(4)),
          reply: .stored(answers.int(0))))
    }
    return found
  }

  /// The packed body of the answer at a place; nil if it is no longer stored.
  func answerBody(at place: Int64) throws -> [UInt8]? {
    try answerBody.bind(1, place)
    guard try answerBody.step() else { return nil }
    defer { answerBody.reset() }
    return answerBody.bytes(0)
  }

  /// The latest revision of a session and its time. Throws `unreadable` if it has no record.
  private func moment(of number: Int64) throws -> SessionLine.Moment {
    try latestMoment.bind(1, RowKey.first(of: number))
    try latestMoment.bind(2, RowKey.last(of: number))
    guard try latestMoment.step() else { throw StoreError.unreadable }
    defer { latestMoment.reset() }
    return SessionLine.Moment(
      revision: Int(RowKey.index(of: latestMoment.int(0))), updatedAt: Timestamp(milliseconds: latestMoment.int(1)))
  }

  /// The most sessions scanned for one chunk of a list.
  private static let scanLimit = 100_000

  /// An owner's sessions with lower numbers that match the query, newest first.
  func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) throws -> SessionLines {
    let page = owner == .unnamed ? unnamedPage : ownersPage
    try page.bind(1, Int64(owner.number))
    try page.bind(2, number)
    try page.bind(3, Int64(Self.scanLimit))
    defer { page.reset() }
    var (found, scanned) = (SessionLines(next: number), 0)
    while found.lines.count < count {
      guard try page.step() else {
        if scanned < Self.scanLimit { found.next = nil }
        break
      }
      scanned += 1
      found.next = page.int(0)
      if let line = try line(page, query) { found.lines.append(line) }
    }
    return found
  }

  /// The list entry in the current row; nil if the query does not match it.
  private func line(_ row: SQLiteStatement, _ query: SessionListQuery) throws -> SessionLine? {
    let client = row.isNull(2) ? nil : row.text(2)
    guard let id = SessionID(row.bytes(1)), let labels = row.isNull(3) ? Labels() : Labels(row.text(3)) else {
      throw StoreError.unreadable
    }
    guard query.matches(client: client, labels: labels) else { return nil }
    return SessionLine(
      number: row.int(0), id: id, client: client, labels: labels, createdAt: Timestamp(milliseconds: row.int(4)),
      timeToLive: Int(row.int(5)), moment: try moment(of: row.int(0)))
  }

  /// Sessions whose expiry check is due.
  func due(at now: Timestamp, limit: Int) throws -> [SessionLine] {
    try due.bind(1, now.milliseconds)
    try due.bind(2, Int64(limit))
    defer { due.reset() }
    var found: [SessionLine] = []
    while try due.step() { if let line = try line(due, SessionListQuery()) { found.append(line) } }
    return found
  }

  /// The owners by name, and the highest owner number.
  private func ownerNames() throws(SQLiteError) -> OwnerNames {
    let rows = try connection.prepare("SELECT number, name FROM owners ORDER BY number")
    var (owners, last): ([String: Owner], UInt16) = ([:], 0)
    while try rows.step() {
      last = UInt16(clamping: rows.int(0))
      if !rows.isNull(1) { owners[rows.text(1)] = Owner(number: last) }
    }
    return OwnerNames(owners, last: last)
  }

  /// The number of sessions of each owner. Those of named ones are counted in their own index.
  private func sessionsOfOwners() throws(SQLiteError) -> [Owner: Int] {
    let rows = try connection.prepare("SELECT owner, count(*) FROM sessions WHERE owner <> 0 GROUP BY owner")
    var (sessions, named): ([Owner: Int], Int) = ([:], 0)
    while try rows.step() {
      sessions[Owner(number: UInt16(clamping: rows.int(0)))] = Int(rows.int(1))
      named += Int(rows.int(1))
    }
    let unnamed = Int(try connection.integer("SELECT count(*) FROM sessions") ?? 0) - named
    if unnamed > 0 { sessions[.unnamed] = unnamed }
    return sessions
  }

  /// The counts and owner names of the file.
  func contents() throws(SQLiteError) -> BackendContents {
    BackendContents(
      sessions: try sessionsOfOwners(),
      lastNumber: try connection.integer("SELECT max(number) FROM sessions") ?? 0, names: try ownerNames())
  }
}

extension RecordRow {
  /// Reads the columns of `recordsBackward` and `recordsForward`.
  init(_ statement: SQLiteStatement) {
    self.init(
      revision: Int(RowKey.index(of: statement.int(0))), ordinal: Int(statement.int(1)), patches: Int(statement.int(2)),
      content: statement.bytes(3))
  }
}

/// Maps errors to `StoreError`: SQLite's errors by class, all others to `unreadable`.
func storeErrors<Answer>(_ body: () throws -> Answer) throws(StoreError) -> Answer {
  do {
    return try body()
  } catch let error as SQLiteError {
    throw StoreError(error)
  } catch let error as StoreError {
    throw error
  } catch {
    throw .unreadable
  }
}

extension StoreError {
  init(_ error: SQLiteError) {
    switch error {
    case .full: self = .full
    case .corrupt, .notADatabase: self = .unreadable
    // Numbers are assigned by the store, so only an id can be a duplicate; with 128 random bits that does not happen.
    case .constraint: self = .idTaken
    case .busy, .readOnly, .cannotOpen, .io, .other: self = .unavailable(error.description)
    }
  }
}
#endif
