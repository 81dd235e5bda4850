#if SQLite
import Navigation
import SessionStorage

/// A connection that reads committed data, concurrently with the writer.
// SAFETY: only the thread that has taken it out of `ReaderPool` uses it.
final class SessionReader: @unchecked Sendable {
  private let connection: SQLiteConnection
  private let limits: StoreLimits
  private let begin, end, session, number: SQLiteStatement
  private let recordsBackward, recordsForward: SQLiteStatement
  private let answers, answerBody, routes: SQLiteStatement
  private let unnamedPage, ownersPage, due: SQLiteStatement

  init(_ connection: SQLiteConnection, _ limits: StoreLimits) throws(SQLiteError) {
    self.connection = connection
    self.limits = limits
    begin = try connection.prepare("BEGIN")
    end = try connection.prepare("COMMIT")
    session = try connection.prepare(StoredHead.columns + "id = ?1")
    number = try connection.prepare("SELECT number FROM sessions WHERE id = ?1")
    recordsBackward = try connection.prepare(StoredRow.columns + " ORDER BY key DESC")
    recordsForward = try connection.prepare(StoredRow.columns + " ORDER BY key")
    routes = try connection.prepare(Schema.routes)
    answers = try connection.prepare(
      "SELECT key, name, fingerprint, session, revision FROM answers WHERE key BETWEEN ?1 AND ?2 ORDER BY key")
    answerBody = try connection.prepare("SELECT body FROM answers WHERE key = ?1")
    let page = "number < ?2 ORDER BY number DESC LIMIT ?3"
    unnamedPage = try connection.prepare(StoredHead.columns + "owner = ?1 AND " + page)
    ownersPage = try connection.prepare(StoredHead.columns + "owner = ?1 AND owner <> 0 AND " + page)
    due = try connection.prepare(StoredHead.columns + "due <= ?1 ORDER BY due LIMIT ?2")
  }

  /// Reads in one snapshot.
  func consistently<Answer>(_ body: () throws -> Answer) throws -> Answer {
    try begin.run()
    let answer = Result { try body() }
    try end.run()
    return try answer.get()
  }

  /// The committed session; nil if there is none. Throws `damaged` if its rows cannot be read.
  func session(_ id: SessionID) throws -> LoadedSession? {
    try consistently {
      try session.bind([UInt8](id))
      defer { session.reset() }
      guard try session.step() else { return nil }
      let damaged = DamagedSession(number: session.int(0), owner: Owner(stored: session.int(2)))
      do throws(StoreError) { return try storeErrors { try loaded(StoredHead(session)) } } catch {
        throw error == .unreadable ? .damaged(damaged) : error
      }
    }
  }

  private func loaded(_ stored: StoredHead?) throws -> LoadedSession {
    guard let stored else { throw StoreError.unreadable }
    let (number, checksum, count) = (stored.number, RowChecksum(stored.head), limits.tailCount)
    // One more, for the revision after which they are.
    let rows = try rows(backTo: RowKey.first(of: number), from: RowKey.last(of: number), count: count + 1, checksum)
    let (answers, routes) = (try answers(of: number), try routes(of: number, checksum))
    let session = try StoredSession(stored.head, rows.reversed(), tail: count, answers: answers, routes: routes) {
      try state(of: number, at: $0, checksum)
    }
    return (session, number)
  }

  private func routes(of number: Int64, _ checksum: RowChecksum) throws -> SharedRoutes? {
    try routes.first(number) { try SharedRoutes(row: $0.bytes(0), checksum) }
  }

  /// The first revision of a session whose record or answer cannot be read.
  func firstDamage(of id: SessionID) throws -> Int? {
    try consistently {
      try session.bind([UInt8](id))
      defer { session.reset() }
      guard try session.step(), let stored = StoredHead(session) else { return nil }
      try recordsForward.bind(RowKey.first(of: stored.number), RowKey.last(of: stored.number))
      defer { recordsForward.reset() }
      let checksum = RowChecksum(stored.head)
      var replay = RecordReplay()
      while try recordsForward.step() {
        do { try replay.skip(StoredRow(recordsForward, checksum).record) } catch {
          return StoredRow.revision(recordsForward)
        }
      }
      for answer in try answers(of: stored.number) {
        guard case .stored(let place) = answer.reply else { continue }
        do { _ = try answerBody(of: answer, at: place) } catch StoreError.unreadable { return answer.revision }
      }
      return nil
    }
  }

  func number(of id: SessionID) throws -> Int64? {
    try number.first([UInt8](id)) { $0.int(0) }
  }

  /// The state after a revision; nil if its row is no longer stored.
  private func state(of number: Int64, at revision: Int, _ checksum: RowChecksum) throws -> Session? {
    let rows = try rows(
      backTo: RowKey.first(of: number), from: RowKey.key(number, Int64(revision)), count: 1, checksum)
    guard let row = rows.first, row.revision == revision else { return nil }
    var replay = RecordReplay()
    for row in rows.dropFirst().reversed() { try replay.skip(row) }
    return try replay.record(of: row).state
  }

  /// The rows from `last` backward: at least `count`, if there are so many, and on to a whole one.
  func rows(backTo first: Int64, from last: Int64, count: Int, _ checksum: RowChecksum) throws -> [RecordRow] {
    try recordsBackward.bind(first, last)
    defer { recordsBackward.reset() }
    var rows: [RecordRow] = []
    while try recordsBackward.step() {
      let row = try StoredRow(recordsBackward, checksum).record
      rows.append(row)
      if rows.count >= count, row.patches == 0 { break }
    }
    return rows
  }

  /// The stored answers of a scope, oldest first.
  func answers(of scope: Int64) throws -> [StoredAnswer] {
    try answers.map(RowKey.first(of: scope), RowKey.last(of: scope)) { try StoredAnswer($0) }
  }

  func answerBody(of answer: StoredAnswer, at place: Int64) throws -> [UInt8]? {
    try answerBody.first(place) { try answer.body(row: $0.bytes(0)) }
  }

  /// The latest row of a session, up to `last`. Throws `unreadable` if it has none.
  private func latestRow(of number: Int64, upTo last: Int64, _ checksum: RowChecksum) throws -> StoredRow {
    let row = try recordsBackward.first(RowKey.first(of: number), last) { try StoredRow($0, checksum) }
    guard let row else { throw StoreError.unreadable }
    return row
  }

  /// The most sessions scanned for one chunk of a list.
  private static let scanLimit = 100_000

  func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) throws -> SessionLines {
    let page = owner == .unnamed ? unnamedPage : ownersPage
    try page.bind(Int64(owner.number), number, Self.scanLimit)
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

  /// The list entry in the current row; nil if the query does not match it, or the session cannot be read.
  private func line(_ row: SQLiteStatement, _ query: SessionListQuery) throws -> SessionLine? {
    guard let stored = StoredHead(row), query.matches(stored.head) else { return nil }
    do {
      let latest = try latestRow(
        of: stored.number, upTo: RowKey.last(of: stored.number), RowChecksum(stored.head)
      ).record
      return SessionLine(stored.head, number: stored.number, revision: latest.revision, updatedAt: latest.at)
    } catch StoreError.unreadable { return nil }
  }

  func due(at now: Timestamp, limit: Int) throws -> [SessionLine] {
    try due.map(now.milliseconds, limit) { try line($0, SessionListQuery()) }.compactMap { $0 }
  }

  /// The number of sessions of each owner. Those of named ones are counted in their own index.
  private func sessionsOfOwners() throws(SQLiteError) -> [Owner: Int] {
    let rows = try connection.prepare("SELECT owner, count(*) FROM sessions WHERE owner <> 0 GROUP BY owner")
    var (sessions, named): ([Owner: Int], Int) = ([:], 0)
    while try rows.step() {
      sessions[Owner(stored: rows.int(0))] = Int(rows.int(1))
      named += Int(rows.int(1))
    }
    let unnamed = Int(try connection.integer("SELECT count(*) FROM sessions") ?? 0) - named
    if unnamed > 0 { sessions[.unnamed] = unnamed }
    return sessions
  }

  func contents() throws -> BackendContents {
    let owners = try connection.prepare("SELECT number, name FROM owners ORDER BY number")
    return BackendContents(
      sessions: try sessionsOfOwners(),
      lastNumber: try connection.integer("SELECT max(number) FROM sessions") ?? 0,
      names: OwnerNames(try owners.map { (Owner(stored: $0.int(0)), $0.text(1)) }))
  }

  /// The steps after a revision, up to `latest`; see `History.steps`. Throws `HistoryGap`.
  func steps(
    of session: StoredSession, _ number: Int64, after given: Int?, limit: Int, states: Bool,
    history limits: History.Limits
  ) throws -> [HistoryStep] {
    try consistently {
      let (latest, checksum) = (session.revision, RowChecksum(session.head))
      let start = try start(of: number, upTo: latest, limits, checksum)
      let revision = given ?? start
      guard revision >= start else { throw HistoryGap.gone(start: start) }
      guard revision <= latest || given == nil else { throw HistoryGap.ahead }
      let rows = try rows(of: number, after: revision, upTo: latest, limit: limit, checksum)
      guard states else { return try rows.map { HistoryStep(try RecordReplay.record(alone: $0), before: nil) } }
      return try steps(of: rows, number, after: revision, hasBefore: revision > start, checksum)
    }
  }

  private func steps(
    of rows: [RecordRow], _ number: Int64, after revision: Int, hasBefore: Bool, _ checksum: RowChecksum
  ) throws -> [HistoryStep] {
    let back = try self.rows(
      backTo: RowKey.first(of: number), from: RowKey.key(number, Int64(max(revision, 0))), count: 1, checksum)
    var (replay, before): (RecordReplay, Record?) = (RecordReplay(), nil)
    for row in back.dropFirst().reversed() { try replay.skip(row) }
    if let row = back.first, row.revision <= revision {
      if hasBefore, row.revision == revision { before = try replay.record(of: row) } else { try replay.skip(row) }
    }
    return try rows.map { row in
      let record = try replay.record(of: row)
      defer { before = record }
      return HistoryStep(record, before: before)
    }
  }

  /// The revision after which all records are retained.
  private func start(of number: Int64, upTo latest: Int, _ limits: History.Limits, _ checksum: RowChecksum) throws
    -> Int
  {
    let last = try latestRow(of: number, upTo: RowKey.key(number, Int64(latest)), checksum)
    let retained = RetainedRows(limits, ordinal: Int64(last.record.ordinal), bytes: last.bytes)
    try recordsForward.bind(RowKey.first(of: number), RowKey.key(number, Int64(latest)))
    defer { recordsForward.reset() }
    var before: Int?
    while try recordsForward.step() {
      let row = try StoredRow(recordsForward, checksum)
      let revision = row.record.revision
      if retained.contains(ordinal: Int64(row.record.ordinal), bytes: row.bytes) { return before ?? revision - 1 }
      before = revision
    }
    throw StoreError.unreadable
  }

  private func rows(
    of number: Int64, after revision: Int, upTo latest: Int, limit: Int, _ checksum: RowChecksum
  ) throws -> [RecordRow] {
    try recordsForward.bind(RowKey.key(number, Int64(revision + 1)), RowKey.last(of: number))
    defer { recordsForward.reset() }
    var rows: [RecordRow] = []
    while rows.count < limit {
      guard try recordsForward.step() else {
        guard rows.last?.revision ?? revision >= latest else { throw StoreError.unreadable }
        break
      }
      let row = try StoredRow(recordsForward, checksum).record
      // A row behind the latest may have replaced that since.
      guard row.revision <= latest else { break }
      rows.append(row)
    }
    return rows
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
    switch error.kind {
    case .full: self = .full
    case .corrupt, .notADatabase: self = .unreadable
    // Numbers are assigned by the store, so only an id can be a duplicate; with 128 random bits that does not happen.
    case .constraint: self = .idTaken
    case .busy, .readOnly, .cannotOpen, .io, .other: self = .unavailable(error.description)
    }
  }
}
#endif
