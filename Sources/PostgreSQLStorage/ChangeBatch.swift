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
    /// The version that it follows from; nil for a creation.
    let before: Version?
    let version: Version
    /// The place of its answer; nil if it has none.
    var place: Int64?
    /// The limits of its session's records and answers; nil if the session is new or deleted.
    var limits: RetentionLimits?
    /// The state text in its row; nil if the session is deleted.
    var stateText: [UInt8]?
    /// What it writes; nil if the session is deleted.
    fileprivate var content: Content?
  }

  /// The record and the answer of a change, and the routes of a creation.
  fileprivate struct Content: Sendable {
    let head: SessionHead
    let record: Record
    var isReplacing = false
    var isWhole = true
    /// The record's row, sealed.
    let row: [UInt8]
    let answer: StoredAnswer?
    /// The answer's row.
    let body: [UInt8]?
    var routes: SharedRoutes?
    var due: Timestamp?

    var byteCount: Int { row.count + (body?.count ?? 0) }
  }

  enum Kind: CaseIterable { case creation, change, removal }

  let kind: Kind
  private(set) var attempts: [Attempt]

  /// Bytes of contents beyond which a batch is full.
  private static let byteLimit = 16 << 20

  /// Groups creations, changes and deletions into batches; all other writes are left out.
  ///
  /// - Parameter text: the state text in the row of a session's version; nil if unknown.
  static func sorted(
    _ writes: [Write], _ limits: StoreLimits, text: (SessionID, Version) -> [UInt8]?
  ) -> [ChangeBatch] {
    var attempts: [Kind: [Attempt]] = [:]
    for (index, write) in writes.enumerated() {
      switch write {
      case .create(let session, _, let answer):
        if let version = session.version {
          attempts[.creation, default: []].append(creation(index, session, version, answer: answer))
        }
      case .update(let update):
        if let link = update.link {
          let before = text(update.head.id, link.before)
          attempts[.change, default: []].append(Self.update(index, update, link, limits: limits, text: before))
        }
      case .delete(let id, _, _, let link):
        if let link {
          attempts[.removal, default: []].append(
            Attempt(index: index, session: id, before: link.before, version: link.after))
        }
      case .postpone, .name: break
      }
    }
    return Kind.allCases.flatMap { kind in
      var (batches, bytes): ([ChangeBatch], Int) = ([], .max)
      for attempt in attempts[kind] ?? [] {
        if bytes > byteLimit { (batches, bytes) = (batches + [ChangeBatch(kind: kind, attempts: [])], 0) }
        batches[batches.count - 1].attempts.append(attempt)
        bytes += attempt.content?.byteCount ?? 0
      }
      return batches
    }
  }

  private static func creation(
    _ index: Int, _ session: StoredSession, _ version: Version, answer: StoredAnswer?
  ) -> Attempt {
    let content = RecordRow.content(
      of: session.latest, session.session, session.timeline, session.gesture, after: nil, patches: 0)
    return Attempt(
      index: index, session: session.id, before: nil, version: version,
      place: answer.map { _ in AnswerPlace.creation(of: session.owner) }, stateText: content.stateText,
      content: Content(
        head: session.head, record: session.latest,
        row: RowChecksum(session.head).sealed(content.bytes, 0, 0, session.latest.at.milliseconds, 1), answer: answer,
        body: answer?.row, routes: session.sharedRoutes, due: session.expiresAt))
  }

  /// The most writes between two whole states.
  private static let wholeInterval: Int64 = 16

  private static func update(
    _ index: Int, _ update: SessionUpdate, _ link: VersionLink, limits: StoreLimits, text: [UInt8]?
  ) -> Attempt {
    let (change, body) = (update.change, update.change.answer?.row)
    // A replacement is whole, since the state before the replaced row is not in memory. So is one row in each interval,
    // to bound a replay. An answer alone replaces the latest row by the same: each version has a row.
    let isPatch = change.kind == .new && link.after.count % wholeInterval != 0
    let content = RecordRow.content(
      of: change.record, change.session, change.timeline, change.gesture, after: isPatch ? text : nil, patches: 0)
    let row = RowChecksum(update.head).sealed(
      content.bytes, link.after.count, Int64(change.record.revision), change.record.at.milliseconds,
      content.isWhole ? 1 : 0)
    return Attempt(
      index: index, session: update.head.id, before: link.before, version: link.after,
      place: body.map { _ in link.after.count },
      limits: RetentionLimits(limits, beside: change.session, content: content.bytes.count, answer: body?.count),
      stateText: content.stateText,
      content: Content(
        head: update.head, record: change.record, isReplacing: change.kind != .new, isWhole: content.isWhole, row: row,
        answer: change.answer, body: body))
  }

  var halves: [ChangeBatch] {
    let middle = attempts.count / 2
    return [attempts[..<middle], attempts[middle...]].map { ChangeBatch(kind: kind, attempts: Array($0)) }
  }

  /// The sessions, versions and writers, which identify the attempts.
  var attemptParameters: Parameters {
    var parameters = Parameters()
    parameters.array(attempts) { $0.session }
    parameters.array(attempts) { $0.version.count }
    parameters.array(attempts) { Int64(bitPattern: $0.version.writer) }
    return parameters
  }

  /// The statement that writes all of them, and its parameters.
  func statement() -> (sql: String, Parameters) {
    var parameters = Parameters()
    parameters.array(attempts) { $0.session }
    let contents = attempts.compactMap(\.content)
    if kind == .creation { return (addCreations(contents, to: &parameters), parameters) }
    parameters.array(attempts) { $0.before?.count }
    parameters.array(attempts) { ($0.before?.writer).map(Int64.init(bitPattern:)) }
    parameters.array(attempts) { Int64(bitPattern: $0.version.writer) }
    if kind == .removal { return (ChangeStatements.removal, parameters) }
    parameters.array(contents) { Int64($0.record.revision) }
    parameters.array(contents) { $0.record.at.milliseconds }
    parameters.array(contents) { Int64($0.isReplacing ? 1 : 0) }
    parameters.array(contents) { Int64($0.isWhole ? 1 : 0) }
    parameters.array(contents) { $0.row }
    let answered = contents.filter { $0.answer != nil }
    if answered.isEmpty { return (ChangeStatements.change, parameters) }
    parameters.array(answered) { $0.head.id }
    parameters.array(answered) { $0.answer?.key.description }
    parameters.array(answered) { $0.answer?.fingerprint }
    parameters.array(answered) { ($0.answer?.revision).map(Int64.init) }
    parameters.array(answered) { $0.body }
    return (ChangeStatements.answeredChange, parameters)
  }

  private func addCreations(_ contents: [Content], to parameters: inout Parameters) -> String {
    parameters.array(contents) { Int64($0.head.owner.number) }
    parameters.array(contents) { $0.head.createdAt.milliseconds }
    parameters.array(contents) { Int64($0.head.timeToLive) }
    parameters.array(contents) { $0.due?.milliseconds }
    parameters.array(attempts) { Int64(bitPattern: $0.version.writer) }
    parameters.array(contents) { $0.record.at.milliseconds }
    parameters.array(contents) { $0.head.client.map { Array($0.utf8) } }
    parameters.array(contents) { $0.row }
    var (bounds, labels): ([(Int64, Int64)], [[UInt8]]) = ([], [])
    for content in contents {
      let own = content.head.labels.elements
      bounds.append((Int64(labels.count + 1), Int64(labels.count + own.count)))
      labels += own
    }
    parameters.array(bounds) { $0.0 }
    parameters.array(bounds) { $0.1 }
    parameters.array(contents) { $0.answer?.key.description }
    parameters.array(contents) { $0.answer?.fingerprint }
    parameters.array(contents) { $0.body }
    parameters.array(labels) { $0 }
    let routed = contents.filter { $0.routes != nil }
    if routed.isEmpty { return ChangeStatements.creation }
    parameters.array(routed) { $0.head.id }
    parameters.array(routed) { $0.routes?.row(RowChecksum($0.head)) }
    return ChangeStatements.routedCreation
  }
}

/// The place of an answer: the version of its change, or a negative number for the owner of a creation.
enum AnswerPlace {
  static func creation(of owner: Owner) -> Int64 { -1 - Int64(owner.number) }

  /// The owner of a creation's answer; nil for the answer to a change.
  static func owner(of place: Int64) -> Int64? { place < 0 ? -1 - place : nil }
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

  static let change = "WITH \(changes) \(outcome)"

  /// Changes, some of them with answers to requests with a key.
  static let answeredChange = """
    WITH \(changes), a AS (INSERT INTO answers(session, version, key, fingerprint, revision, body)
      SELECT i.session, i.version, k.key, k.fingerprint, k.revision, k.body
      FROM i JOIN unnest($10::uuid[], $11::text[], $12::bytea[], $13::int8[], $14::bytea[]) AS k(session, key, fingerprint, revision, body)
      USING (session))
    \(outcome)
    """

  /// Deletions: a record marks each for a while; all other rows of the session are deleted.
  static let removal = """
    WITH c AS (SELECT * FROM unnest($1::uuid[], $2::int8[], $3::int8[], $4::int8[]) AS c(session, version, before, writer)),
    i AS (INSERT INTO records(session, version, revision, at, kind, writer, ordinal, bytes, patches, content)
      SELECT c.session, c.version + 1, r.revision, extract(epoch FROM clock_timestamp()) * 1000, 2, c.writer, r.ordinal, r.bytes, 0, ''
      FROM \(bases) ON CONFLICT DO NOTHING RETURNING session, version, ordinal, bytes),
    s AS (DELETE FROM sessions s USING i WHERE s.id = i.session),
    r AS (DELETE FROM records r USING i WHERE r.session = i.session AND r.version < i.version),
    a AS (DELETE FROM answers a USING i WHERE a.session = i.session)
    \(outcome)
    """

  /// Creations: the keys of their requests, then the sessions, then their first records, each only if the step before
  /// inserted.
  static let creation = creations + outcome

  /// The same, of sessions some of which have routes.
  static let routedCreation = """
    \(creations), t AS (INSERT INTO routes(session, content)
      SELECT t.session, t.content FROM unnest($16::uuid[], $17::bytea[]) AS t(session, content) JOIN i ON i.session = t.session)
    \(outcome)
    """

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
  static let attempts = """
    SELECT r.session, r.ordinal, r.bytes FROM unnest($1::uuid[], $2::int8[], $3::int8[]) AS c(session, version, writer)
    JOIN records r ON r.session = c.session AND r.version = c.version AND r.writer = c.writer
    """

  static let postponement =
    "UPDATE sessions s SET due = c.due FROM unnest($1::uuid[], $2::int8[]) AS c(session, due) WHERE s.id = c.session"

  static let name = """
    WITH i AS (INSERT INTO owners SELECT $1::int8, $2::text WHERE $1::int8 = 1 + (SELECT coalesce(max(number), 0) FROM owners)
      ON CONFLICT DO NOTHING RETURNING number)
    SELECT number FROM i UNION ALL SELECT number FROM owners WHERE number = $1::int8 AND name = $2::text
    """

  /// A commit of its own, which waits for the standby and thereby for all earlier commits.
  ///
  /// After a crash, a primary shows commits that no standby has. Once this commit is acknowledged, they are durable.
  static let barrier = "SELECT pg_logical_emit_message(true, 'navigation-server', '')"
}
#endif
