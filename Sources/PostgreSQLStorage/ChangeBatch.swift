#if PostgreSQL
import Navigation
import SessionStorage

/// Changes for one statement; at most one per session.
struct ChangeBatch {
  /// A change and what becomes of it once written.
  struct Attempt: Sendable {
    /// Its index in the call of `write`.
    let index: Int
    let session: SessionID
    let version: Version
    /// The place of its answer; nil if it has none.
    var place: Int64?
    /// The limits of its session's records and answers; nil if the session is new or deleted.
    var limits: RetentionLimits?
    /// The state text in its row; nil if the session is deleted.
    var stateText: [UInt8]?
  }

  enum Kind: CaseIterable { case creation, change, removal }

  let kind: Kind
  private let rows: [Row]
  var attempts: [Attempt] { rows.map(\.attempt) }

  /// A change as a row.
  private struct Row {
    var attempt: Attempt
    let body: Body
  }

  private enum Body {
    case creation(StoredSession, content: [UInt8], Answer?)
    case update(SessionUpdate, VersionLink, isWhole: Bool, content: [UInt8], Answer?)
    case removal(VersionLink)
  }

  private struct Answer {
    let answer: StoredAnswer
    let row: [UInt8]

    init(_ answer: StoredAnswer) { (self.answer, row) = (answer, answer.row) }
  }

  /// Groups changes into batches; `rest` has the indices of all others.
  ///
  /// - Parameter text: the state text in the row of a session's version; nil if unknown.
  static func sorted(
    _ writes: [Write], _ limits: StoreLimits, text: (SessionID, Version) -> [UInt8]?
  ) -> (batches: [ChangeBatch], rest: [Int]) {
    var full: [Kind: [ChangeBatch]] = [:]
    var rows: [Kind: (rows: [Row], bytes: Int)] = [:]
    var rest: [Int] = []
    for (index, write) in writes.enumerated() {
      let made: (kind: Kind, row: Row, bytes: Int)?
      switch write {
      case .create(let session, _, let answer): made = creation(index, session, answer)
      case .update(let update): made = Self.update(index, update, limits: limits, text: text)
      case .delete(let id, _, _, let link):
        made = link.map {
          (.removal, Row(attempt: Attempt(index: index, session: id, version: $0.after), body: .removal($0)), 0)
        }
      case .postpone, .name:
        made = nil
        rest.append(index)
      }
      guard let (kind, row, bytes) = made else { continue }
      rows[kind, default: ([], 0)].rows.append(row)
      rows[kind]?.bytes += bytes
      if let group = rows[kind], group.bytes > byteLimit {
        full[kind, default: []].append(ChangeBatch(kind: kind, rows: group.rows))
        rows[kind] = nil
      }
    }
    let batches = Kind.allCases.flatMap { kind in
      (full[kind] ?? []) + (rows[kind].map { [ChangeBatch(kind: kind, rows: $0.rows)] } ?? [])
    }
    return (batches, rest)
  }

  /// Bytes of contents beyond which a batch is full.
  private static let byteLimit = 16 << 20

  private static func creation(_ index: Int, _ session: StoredSession, _ answer: StoredAnswer?) -> (Kind, Row, Int)? {
    guard let version = session.version else { return nil }
    let content = RecordRow.content(
      of: session.latest, session.session, session.timeline, session.gesture, after: nil, patches: 0)
    let answer = answer.map(Answer.init)
    let attempt = Attempt(
      index: index, session: session.id, version: version,
      place: answer.map { _ in AnswerPlace.creation(of: session.owner) }, stateText: content.stateText)
    let sealed = RowChecksum(session.head).sealed(content.bytes, 0, 0, session.latest.at.milliseconds, 1)
    let row = Row(attempt: attempt, body: .creation(session, content: sealed, answer))
    return (.creation, row, sealed.count + (answer?.row.count ?? 0))
  }

  /// The most writes between two whole states.
  private static let wholeInterval: Int64 = 16

  private static func update(
    _ index: Int, _ update: SessionUpdate, limits: StoreLimits, text: (SessionID, Version) -> [UInt8]?
  ) -> (Kind, Row, Int)? {
    guard let link = update.link else { return nil }
    let change = update.change
    // A replacement is whole, since the state before the replaced row is not in memory. So is one row in each interval,
    // to bound a replay. An answer alone replaces the latest row by the same: each version has a row.
    let isFar = link.after.count % wholeInterval == 0
    let before = change.kind == .new && !isFar ? text(update.head.id, link.before) : nil
    let content = RecordRow.content(
      of: change.record, change.session, change.timeline, change.gesture, after: before, patches: 0)
    let answer = change.answer.map(Answer.init)
    let attempt = Attempt(
      index: index, session: update.head.id, version: link.after, place: answer.map { _ in link.after.count },
      limits: RetentionLimits(
        limits, beside: change.session, content: content.bytes.count, answer: answer?.row.count),
      stateText: content.stateText)
    let sealed = RowChecksum(update.head).sealed(
      content.bytes, link.after.count, Int64(change.record.revision), change.record.at.milliseconds,
      content.isWhole ? 1 : 0)
    let row = Row(
      attempt: attempt, body: .update(update, link, isWhole: content.isWhole, content: sealed, answer))
    return (.change, row, sealed.count + (answer?.row.count ?? 0))
  }

  /// The batch split in two.
  var halves: [ChangeBatch] {
    let middle = rows.count / 2
    return [rows[..<middle], rows[middle...]].map { ChangeBatch(kind: kind, rows: Array($0)) }
  }

  private var creations: [(session: StoredSession, content: [UInt8], answer: Answer?)] {
    rows.compactMap { row in
      if case .creation(let session, let content, let answer) = row.body { (session, content, answer) } else { nil }
    }
  }

  private var updates: [(update: SessionUpdate, isWhole: Bool, content: [UInt8], answer: Answer?)] {
    rows.compactMap { row in
      if case .update(let update, _, let isWhole, let content, let answer) = row.body {
        (update, isWhole, content, answer)
      } else {
        nil
      }
    }
  }

  private var links: [VersionLink] {
    rows.compactMap { row in
      switch row.body {
      case .creation: nil
      case .update(_, let link, _, _, _), .removal(let link): link
      }
    }
  }

  /// The statement that writes all of them, and its parameters.
  func statement() -> (PostgreSQLConnection.Statement, Parameters) {
    var parameters = Parameters()
    parameters.array(rows) { $0.attempt.session }
    switch kind {
    case .creation: return (addCreations(to: &parameters), parameters)
    case .change: return (addUpdates(to: &parameters), parameters)
    case .removal:
      add(links, to: &parameters)
      return (ChangeStatements.removal, parameters)
    }
  }

  /// The sessions, versions and writers, which identify the attempts.
  var attemptParameters: Parameters {
    var parameters = Parameters()
    parameters.array(rows) { $0.attempt.session }
    parameters.array(rows) { $0.attempt.version.count }
    parameters.array(rows) { Int64(bitPattern: $0.attempt.version.writer) }
    return parameters
  }

  private func add(_ links: [VersionLink], to parameters: inout Parameters) {
    parameters.array(links) { $0.before.count }
    parameters.array(links) { Int64(bitPattern: $0.before.writer) }
    parameters.array(links) { Int64(bitPattern: $0.after.writer) }
  }

  private func addUpdates(to parameters: inout Parameters) -> PostgreSQLConnection.Statement {
    let updates = updates
    add(links, to: &parameters)
    parameters.array(updates) { Int64($0.update.change.record.revision) }
    parameters.array(updates) { $0.update.change.record.at.milliseconds }
    parameters.array(updates) { $0.update.change.kind == .new ? 0 : 1 }
    parameters.array(updates) { $0.isWhole ? 1 : 0 }
    parameters.bytes(updates) { $0.content }
    let answered = updates.compactMap { row in row.answer.map { (row.update.head.id, $0) } }
    guard !answered.isEmpty else { return ChangeStatements.change }
    parameters.array(answered) { $0.0 }
    parameters.texts(answered) { $0.1.answer.key.description }
    parameters.bytes(answered) { [UInt8]($0.1.answer.fingerprint) }
    parameters.array(answered) { Int64($0.1.answer.revision) }
    parameters.bytes(answered) { $0.1.row }
    return ChangeStatements.answeredChange
  }

  private func addCreations(to parameters: inout Parameters) -> PostgreSQLConnection.Statement {
    let creations = creations
    parameters.array(creations) { Int64($0.session.owner.number) }
    parameters.array(creations) { $0.session.head.createdAt.milliseconds }
    parameters.array(creations) { Int64($0.session.head.timeToLive) }
    parameters.array(creations) { $0.session.expiresAt.milliseconds }
    parameters.array(rows) { Int64(bitPattern: $0.attempt.version.writer) }
    parameters.array(creations) { $0.session.latest.at.milliseconds }
    parameters.bytes(creations) { $0.session.head.client.map { Array($0.utf8) } }
    parameters.bytes(creations) { $0.content }
    var (bounds, labels): ([(Int, Int)], [[UInt8]]) = ([], [])
    for creation in creations {
      let own = creation.session.head.labels.elements
      bounds.append((labels.count + 1, labels.count + own.count))
      labels += own
    }
    parameters.array(bounds) { Int64($0.0) }
    parameters.array(bounds) { Int64($0.1) }
    parameters.texts(creations) { $0.answer?.answer.key.description }
    parameters.bytes(creations) { $0.answer.map { [UInt8]($0.answer.fingerprint) } }
    parameters.bytes(creations) { $0.answer?.row }
    parameters.bytes(labels) { $0 }
    let routed = creations.compactMap { creation in creation.session.sharedRoutes.map { (creation.session.head, $0) } }
    guard !routed.isEmpty else { return ChangeStatements.creation }
    parameters.array(routed) { $0.0.id }
    parameters.bytes(routed) { $0.1.row(RowChecksum($0.0)) }
    return ChangeStatements.routedCreation
  }
}

/// The place of an answer: the version of its change, or a negative number for the owner of a creation.
enum AnswerPlace {
  static func creation(of owner: Owner) -> Int64 { -1 - Int64(owner.number) }

  /// The owner of a creation's answer; nil for the answer to a change.
  static func owner(of place: Int64) -> Int64? { place < 0 ? -1 - place : nil }
}

extension Labels {
  /// Each as `name:value`; a name has no colon.
  var elements: [[UInt8]] { pairs.map { Array("\($0.name):\($0.value)".utf8) } }

  /// Nil for elements that `elements` does not produce.
  init?(_ elements: [[UInt8]]) {
    self.init()
    for element in elements {
      guard let colon = element.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let (name, value) = (
        String(decoding: element[..<colon], as: UTF8.self), String(decoding: element[(colon + 1)...], as: UTF8.self)
      )
      guard set(name, to: value) else { return nil }
    }
  }
}

/// The statements that write: each writes a whole batch and returns the sessions that were written.
///
/// `ORDER BY` fixes the lock order; without it, batches of two engines deadlock. One statement each: a pipeline holds
/// its locks until its end arrives, so a process stopped halfway would block others indefinitely.
enum ChangeStatements {
  /// The changes that follow from the latest record of their session, which is locked.
  ///
  /// The primary key alone does not compare: once the next record is deleted, another one with its version is inserted.
  /// The statement's snapshot shows a later record unless that was committed since. The transaction that deletes such a
  /// record deletes its base too, or marks it (`TrimStatements.records`). The row lock waits for that transaction and
  /// reads the base again; after an advisory lock the statement would go on with its old snapshot.
  private static let bases = """
    (SELECT * FROM c ORDER BY session) c CROSS JOIN LATERAL (
      SELECT * FROM records WHERE session = c.session AND version >= c.version ORDER BY version DESC LIMIT 1 FOR UPDATE) r
    WHERE r.version = c.version AND r.writer = c.before AND r.kind < 2
    """

  /// The columns of a change as one array each.
  private static let changes = """
    c AS (SELECT * FROM unnest($1::uuid[], $2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::int8[], $8::int8[], $9::bytea[])
      AS c(session, version, before, writer, revision, at, kind, whole, content)),
    i AS (INSERT INTO records(session, version, revision, at, kind, writer, ordinal, bytes, patches, content)
      SELECT c.session, c.version + 1, c.revision, c.at, c.kind, c.writer, r.ordinal + CASE c.kind WHEN 0 THEN 1 ELSE 0 END,
        r.bytes + length(c.content) - CASE c.kind WHEN 0 THEN 0 ELSE length(r.content) END,
        CASE c.whole WHEN 1 THEN 0 ELSE r.patches + 1 END, c.content
      FROM \(bases) ON CONFLICT DO NOTHING RETURNING session, version, ordinal, bytes)
    """
  private static let outcome = "SELECT session, ordinal, bytes FROM i"

  static let change = PostgreSQLConnection.Statement(name: "change", sql: "WITH \(changes) \(outcome)")

  /// Changes, some of them with answers to requests with a key.
  static let answeredChange = PostgreSQLConnection.Statement(
    name: "answered_change",
    sql: """
      WITH \(changes), a AS (INSERT INTO answers(session, version, key, fingerprint, revision, body)
        SELECT i.session, i.version, k.key, k.fingerprint, k.revision, k.body
        FROM i JOIN unnest($10::uuid[], $11::text[], $12::bytea[], $13::int8[], $14::bytea[]) AS k(session, key, fingerprint, revision, body)
        USING (session))
      \(outcome)
      """)

  /// Deletions: a record marks each for a while; all other rows of the session are deleted.
  static let removal = PostgreSQLConnection.Statement(
    name: "removal",
    sql: """
      WITH c AS (SELECT * FROM unnest($1::uuid[], $2::int8[], $3::int8[], $4::int8[]) AS c(session, version, before, writer)),
      i AS (INSERT INTO records(session, version, revision, at, kind, writer, ordinal, bytes, patches, content)
        SELECT c.session, c.version + 1, r.revision, extract(epoch FROM clock_timestamp()) * 1000, 2, c.writer, r.ordinal, r.bytes, 0, ''
        FROM \(bases) ON CONFLICT DO NOTHING RETURNING session, version, ordinal, bytes),
      s AS (DELETE FROM sessions s USING i WHERE s.id = i.session),
      r AS (DELETE FROM records r USING i WHERE r.session = i.session AND r.version < i.version),
      a AS (DELETE FROM answers a USING i WHERE a.session = i.session)
      \(outcome)
      """)

  /// Creations: the keys of their requests, then the sessions, then their first records, each only if the step before
  /// inserted.
  static let creation = PostgreSQLConnection.Statement(name: "creation", sql: creations + outcome)

  /// The same, of sessions some of which have routes.
  static let routedCreation = PostgreSQLConnection.Statement(
    name: "routed_creation",
    sql: """
      \(creations), t AS (INSERT INTO routes(session, content)
        SELECT t.session, t.content FROM unnest($16::uuid[], $17::bytea[]) AS t(session, content) JOIN i ON i.session = t.session)
      \(outcome)
      """)

  private static let creations = """
    WITH c AS (SELECT * FROM unnest($1::uuid[], $2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::int8[], $8::bytea[], $9::bytea[],
        $10::int8[], $11::int8[], $12::text[], $13::bytea[], $14::bytea[])
      AS c(session, owner, created, time_to_live, due, writer, at, client, content, lower, upper, key, fingerprint, body)
      WHERE NOT EXISTS (SELECT FROM records r WHERE r.session = c.session)),
    k AS (INSERT INTO creations(owner, key, fingerprint, session, at, body)
      SELECT owner, key, fingerprint, session, created, body FROM c WHERE key IS NOT NULL
      ORDER BY owner, key ON CONFLICT DO NOTHING RETURNING session),
    s AS (INSERT INTO sessions(id, owner, client, labels, created, time_to_live, due)
      SELECT session, owner, client, ($15::bytea[])[lower:upper], created, time_to_live, due FROM c
      WHERE key IS NULL OR EXISTS (SELECT FROM k WHERE k.session = c.session)
      ORDER BY session ON CONFLICT DO NOTHING RETURNING id),
    i AS (INSERT INTO records(session, version, revision, at, kind, writer, ordinal, bytes, patches, content)
      SELECT c.session, 0, 0, c.at, 0, c.writer, 1, length(c.content), 0, c.content
      FROM c JOIN s ON s.id = c.session ORDER BY c.session ON CONFLICT DO NOTHING RETURNING session, version, ordinal, bytes)

    """

  /// The attempts that have been written.
  static let attempts = PostgreSQLConnection.Statement(
    name: "attempts",
    sql: """
      SELECT r.session, r.ordinal, r.bytes FROM unnest($1::uuid[], $2::int8[], $3::int8[]) AS c(session, version, writer)
      JOIN records r ON r.session = c.session AND r.version = c.version AND r.writer = c.writer
      """)

  static let postponement = PostgreSQLConnection.Statement(
    name: "postponement",
    sql:
      "UPDATE sessions s SET due = c.due FROM unnest($1::uuid[], $2::int8[]) AS c(session, due) WHERE s.id = c.session")

  static let name = PostgreSQLConnection.Statement(
    name: "name",
    sql: """
      WITH i AS (INSERT INTO owners SELECT $1::int8, $2::text WHERE $1::int8 = 1 + (SELECT coalesce(max(number), 0) FROM owners)
        ON CONFLICT DO NOTHING RETURNING number)
      SELECT number FROM i UNION ALL SELECT number FROM owners WHERE number = $1::int8 AND name = $2::text
      """)

  /// A commit of its own, which waits for the standby and thereby for all earlier commits.
  ///
  /// After a crash, a primary shows commits that no standby has. Once this commit is acknowledged, they are durable.
  static let barrier = PostgreSQLConnection.Statement(
    name: "barrier", sql: "SELECT pg_logical_emit_message(true, 'navigation-server', '')")
}
#endif
