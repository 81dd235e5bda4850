#if PostgreSQL
import Navigation
import SessionStorage

/// Reads from a connection, each query by one statement or a few.
struct StoreReader {
  let connection: PostgreSQLConnection
  let limits: StoreLimits

  /// The latest state of each session that differs from the known one, by index in `known`; nil for a deleted session,
  /// and an error for one that cannot be read.
  func latest(of known: [KnownSession]) throws -> [Int: Result<LoadedSession?, StoreError>] {
    var parameters = Parameters()
    parameters.array(known.indices) { Int64($0) }
    parameters.array(known) { $0.id }
    parameters.array(known) { ($0.version?.writer).map(Int64.init(bitPattern:)) }
    parameters.add(Int64(limits.tailCount))
    var rows: [Int: [Reply.Row]] = [:]
    for row in try connection.run(ReadStatements.latest, parameters).rows {
      rows[Int(row.int(0)), default: []].append(row)
    }
    return try rows.mapValues { rows in
      guard let row = rows.last, !row.isNull(1), row.int(1) != 2 else { return .success(nil) }
      return try session(known[Int(row.int(0))].id, rows, latest: row)
    }
  }

  private func session(_ id: SessionID, _ rows: [Reply.Row], latest: Reply.Row) throws -> Result<
    LoadedSession?, StoreError
  > {
    do { return .success(try session(id, rows)) } catch let error as PostgreSQLError { throw error } catch {
      let version = Version(count: latest.int(2), writer: UInt64(bitPattern: latest.int(3)))
      // Both 0 for null.
      let damaged = DamagedSession(
        number: latest.int(8), owner: latest.owner(9), version: version,
        revision: (error as? UnreadableRecord)?.revision)
      if let error = error as? StoreError, error != .unreadable { return .failure(error) }
      return .failure(.damaged(damaged))
    }
  }

  /// - Parameter rows: the rows from a whole state on, replaced ones included.
  private func session(_ id: SessionID, _ rows: [Reply.Row]) throws -> LoadedSession {
    guard let row = rows.last, !row.isNull(8) else { throw StoreError.unreadable }
    let head = try row.head(of: id, at: 9)
    let checksum = RowChecksum(head)
    let version = Version(count: row.int(2), writer: UInt64(bitPattern: row.int(3)))
    // A row that is followed by one with the same ordinal is replaced.
    let kept = rows.indices.filter { $0 == rows.count - 1 || rows[$0].int(5) != rows[$0 + 1].int(5) }
    let read = try kept.map { index in
      try UnreadableRecord.name(Int(rows[index].int(4))) { try RecordRow(rows[index], checksum) }
    }
    let routes = row.isNull(16) ? nil : try SharedRoutes(row: row.bytes(16), checksum)
    let answers = row.bool(14) ? try answers(of: id) : []
    var session = try StoredSession(head, read, tail: limits.tailCount, answers: answers, routes: routes) {
      try state(of: id, at: $0, upTo: version.count, checksum)
    }
    session.version = version
    return (session, row.int(8))
  }

  // May include answers later than the record read: a repeated request then gets the answer to the first.
  private func answers(of id: SessionID) throws -> [StoredAnswer] {
    try connection.run(ReadStatements.answers, id, Int64(AnswerLog.limit)).rows.reversed().map { row in
      guard let key = IdempotencyKey(row.text(1)), let fingerprint = row.fingerprint(2) else {
        throw StoreError.unreadable
      }
      return StoredAnswer(
        key: key, fingerprint: fingerprint, sessionID: id, revision: Int(row.int(3)), reply: .stored(row.int(0)))
    }
  }

  /// The state after a revision; nil if its record is no longer stored.
  private func state(of id: SessionID, at revision: Int, upTo version: Int64, _ checksum: RowChecksum) throws
    -> Session?
  {
    let stored = try measures(of: id, upTo: version)
    guard let index = stored.lastIndex(where: { $0.revision == revision }) else { return nil }
    return try records(of: id, stored, range: index...index, states: true, checksum).first?.state
  }

  /// A record without its content.
  private typealias Measure = (version: Int64, revision: Int, ordinal: Int64, bytes: Int64, isWhole: Bool)

  private func measures(of id: SessionID, upTo version: Int64) throws -> [Measure] {
    try connection.run(ReadStatements.measures, id, version).rows.map { row in
      (row.int(0), Int(row.int(1)), row.int(2), row.int(3), row.int(4) == 0)
    }
  }

  /// A range of records. With their states they are replayed from the last whole one at or before them.
  private func records(
    of id: SessionID, _ measures: [Measure], range: ClosedRange<Int>, states: Bool, _ checksum: RowChecksum
  ) throws -> [Record] {
    let whole = states ? measures[...range.lowerBound].lastIndex(where: \.isWhole) : range.lowerBound
    guard let whole else { throw StoreError.unreadable }
    let (first, last) = (measures[whole].version, measures[range.upperBound].version)
    var rows: [Int64: Reply.Row] = [:]
    for row in try connection.run(ReadStatements.contents, id, first, last).rows { rows[row.int(0)] = row }
    var (replay, records): (RecordReplay, [Record]) = (RecordReplay(), [])
    for index in whole...range.upperBound {
      // Trimmed since; the caller retries.
      guard let row = rows[measures[index].version] else { throw StoreError.unreadable }
      try UnreadableRecord.name(Int(row.int(1))) {
        let row = try RecordRow(contents: row, checksum)
        if index < range.lowerBound { return try replay.skip(row) }
        records.append(states ? try replay.record(of: row) : try RecordReplay.record(alone: row))
      }
    }
    return records
  }

  /// The steps after a revision, up to that of the session; see `History.steps`. Throws `HistoryGap`.
  func steps(
    of session: StoredSession, after given: Int?, limit: Int, states: Bool, _ limits: History.Limits
  ) throws -> [HistoryStep] {
    guard let version = session.version?.count else { throw StoreError.unreadable }
    let stored = try measures(of: session.id, upTo: version)
    guard let latest = stored.last else { throw StoreError.noSuchSession }
    let retained = RetainedRows(limits, ordinal: latest.ordinal, bytes: latest.bytes)
    let first = stored.firstIndex { retained.contains(ordinal: $0.ordinal, bytes: $0.bytes) }
    guard let first else { throw StoreError.unreadable }
    let start = first > 0 ? stored[first - 1].revision : stored[first].revision - 1
    let revision = given ?? start
    guard revision >= start else { throw HistoryGap.gone(start: start) }
    guard revision <= session.revision || given == nil else { throw HistoryGap.ahead }
    guard let next = stored.firstIndex(where: { $0.revision > revision }) else { return [] }
    let upper = next + min(limit, stored.count - next) - 1
    guard upper >= next else { return [] }
    // Includes the record before the first, for its state, if it is retained.
    let hasBefore = states && revision > start && next > 0 && stored[next - 1].revision == revision
    let found = try records(
      of: session.id, stored, range: (next - (hasBefore ? 1 : 0))...upper, states: states, RowChecksum(session.head))
    var before = hasBefore ? found.first : nil
    return found.dropFirst(hasBefore ? 1 : 0).map { record in
      defer { before = states ? record : nil }
      return HistoryStep(record, before: before)
    }
  }

  /// Empty for an answer that was evicted since its key was read. Throws `noSuchSession` if its session was deleted.
  func answerBody(of answer: StoredAnswer, at place: Int64) throws -> [UInt8] {
    if let owner = AnswerPlace.owner(of: place) {
      let row = try connection.run(ReadStatements.creationBody, owner, answer.key.description).first
      return try answer.body(row: row?.bytes(0) ?? [])
    }
    guard let row = try connection.run(ReadStatements.answerBody, answer.sessionID, place).first else {
      throw StoreError.noSuchSession
    }
    return try answer.body(row: row.bytes(0))
  }

  func creationAnswers(of owner: Owner) throws -> [StoredAnswer] {
    let limit = Int64(CreationAnswers.limit)
    return try connection.run(ReadStatements.creations, Int64(owner.number), limit).rows.reversed().map { row in
      guard let key = IdempotencyKey(row.text(0)), let fingerprint = row.fingerprint(1), let session = row.id(2) else {
        throw StoreError.unreadable
      }
      return StoredAnswer(
        key: key, fingerprint: fingerprint, sessionID: session, revision: 0,
        reply: .stored(AnswerPlace.creation(of: owner)))
    }
  }

  func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) throws -> SessionLines {
    var parameters = Parameters(Int64(owner.number), number, query.client.map { Array($0.utf8) })
    parameters.array(query.label.map { ["\($0.name):\($0.value)"] } ?? []) { Array($0.utf8) }
    parameters.add(Int64(count))
    let statement = owner == .unnamed ? ReadStatements.unnamedPage : ReadStatements.ownersPage
    let lines = try connection.run(statement, parameters).rows.map(Self.line)
    return SessionLines(lines: lines, next: lines.count == count ? lines.last?.number : nil)
  }

  func due(at now: Timestamp, limit: Int) throws -> [SessionLine] {
    try connection.run(ReadStatements.due, now.milliseconds, Int64(limit)).rows.map(Self.line)
  }

  private static func line(_ row: Reply.Row) throws(StoreError) -> SessionLine {
    SessionLine(
      try row.head(of: row.id(1), at: 2), number: row.int(0), revision: Int(row.int(7)),
      updatedAt: Timestamp(milliseconds: row.int(8)))
  }

  func contents() throws(PostgreSQLError) -> BackendContents {
    var contents = BackendContents()
    for row in try connection.run(ReadStatements.population).rows {
      contents.sessions[row.owner(0)] = Int(row.int(1))
      contents.lastNumber = max(contents.lastNumber, row.int(2))
    }
    contents.names = OwnerNames(try connection.run(ReadStatements.owners).rows.map { ($0.owner(0), $0.text(1)) })
    return contents
  }
}

extension RecordRow {
  /// Reads the columns of `ReadStatements.latest`.
  fileprivate init(_ row: Reply.Row, _ checksum: RowChecksum) throws(StoreError) {
    let content = try checksum.opened(row.bytes(7), row.int(2), row.int(4), row.int(15), row.int(6) == 0 ? 1 : 0)
    self.init(
      revision: Int(row.int(4)), at: Timestamp(milliseconds: row.int(15)), ordinal: Int(row.int(5)),
      patches: Int(row.int(6)), content: content)
  }

  /// Reads the columns of `ReadStatements.contents`.
  fileprivate init(contents row: Reply.Row, _ checksum: RowChecksum) throws(StoreError) {
    let content = try checksum.opened(row.bytes(4), row.int(0), row.int(1), row.int(5), row.int(3) == 0 ? 1 : 0)
    self.init(
      revision: Int(row.int(1)), at: Timestamp(milliseconds: row.int(5)), ordinal: Int(row.int(2)),
      patches: Int(row.int(3)), content: content)
  }
}

enum ReadStatements {
  /// The sessions of a list whose latest record has another writer than the known one. Each has its latest records, as many
  /// as $4, and the one before; from the last whole state before them on, oldest first, with the session's constants.
  /// Unchanged sessions have no rows.
  ///
  /// A record that replaces another has its ordinal; of very many such, some of the latest records are left out.
  static let latest = """
    SELECT u.n, l.kind, x.version, x.writer, x.revision, x.ordinal, x.patches, x.content, s.number, s.owner, s.client, s.labels, s.created,
      s.time_to_live, EXISTS(SELECT FROM answers a WHERE a.session = u.session), x.at,
      CASE WHEN x.version = l.version THEN (SELECT content FROM routes t WHERE t.session = u.session) END
    FROM unnest($1::int8[], $2::uuid[], $3::int8[]) AS u(n, session, writer)
    LEFT JOIN LATERAL (SELECT version, writer, kind, ordinal FROM records r WHERE r.session = u.session ORDER BY version DESC LIMIT 1) l ON true
    LEFT JOIN LATERAL (SELECT min(t.version - t.patches) AS version FROM
      (SELECT version, patches, ordinal FROM records r WHERE r.session = u.session ORDER BY version DESC LIMIT 32) t
      WHERE t.ordinal >= l.ordinal - $4::int8) w ON true
    LEFT JOIN LATERAL (SELECT * FROM records r WHERE r.session = u.session AND r.version BETWEEN w.version AND l.version) x ON true
    LEFT JOIN sessions s ON s.id = u.session
    WHERE l.writer IS DISTINCT FROM u.writer ORDER BY u.n, x.version
    """

  /// The latest answers of a session, newest first.
  static let answers =
    "SELECT version, key, fingerprint, revision FROM answers WHERE session = $1::uuid ORDER BY version DESC LIMIT $2::int8"

  /// The measures of a session's records up to a version, without replaced ones, oldest first.
  static let measures = """
    SELECT version, revision, ordinal, bytes, patches FROM (
      SELECT *, lead(ordinal) OVER (ORDER BY version) AS next FROM records WHERE session = $1::uuid AND version <= $2::int8) r
    WHERE next IS DISTINCT FROM ordinal AND kind <> 2 ORDER BY version
    """

  static let contents = """
    SELECT version, revision, ordinal, patches, content, at FROM records
    WHERE session = $1::uuid AND version BETWEEN $2::int8 AND $3::int8 ORDER BY version
    """

  /// No row if the session is deleted; null if its answer is.
  static let answerBody = """
    SELECT body FROM sessions s LEFT JOIN answers a ON a.session = s.id AND a.version = $2::int8
    WHERE s.id = $1::uuid
    """

  static let creationBody = "SELECT body FROM creations WHERE owner = $1::int8 AND key = $2::text"

  static let creations =
    "SELECT key, fingerprint, session FROM creations WHERE owner = $1::int8 ORDER BY at DESC, key LIMIT $2::int8"

  private static let line = """
    SELECT s.number, s.id, s.owner, s.client, s.labels, s.created, s.time_to_live, r.revision, r.at
    FROM sessions s JOIN LATERAL (SELECT revision, at, kind FROM records WHERE session = s.id ORDER BY version DESC LIMIT 1) r ON r.kind <> 2
    """
  private static let page = """
    \(line) WHERE s.owner = $1::int8 AND s.number < $2::int8 AND ($3::bytea IS NULL OR s.client = $3::bytea)
      AND s.labels @> $4::bytea[]
    """

  static let unnamedPage = "\(page) ORDER BY s.number DESC LIMIT $5::int8"

  static let ownersPage = "\(page) AND s.owner <> 0 ORDER BY s.number DESC LIMIT $5::int8"

  static let due = "\(line) WHERE s.due <= $1::int8 ORDER BY s.due LIMIT $2::int8"

  static let population = "SELECT owner, count(*), max(number) FROM sessions GROUP BY owner"

  static let owners = "SELECT number, name FROM owners ORDER BY number"
}
#endif
