#if PostgreSQL
import Navigation
import SessionStorage

/// Background work of an engine on its node's connection: it notifies the others, and trims rows beyond limits.
struct StoreChores {
  private let node: StoreNode
  /// The version up to which recently written sessions are trimmed.
  private var trimmed: [SessionID: Int64] = [:]

  /// The most bytes of one notification; PostgreSQL allows fewer than 8,000.
  private static let hintBytes = 7_900

  init(_ node: StoreNode) { self.node = node }

  /// The limits to trim a session to.
  typealias Trim = (latest: Int64, firstOrdinal: Int64, firstBytes: Int64)

  func sweep(on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    _ = try connection.run(TrimStatements.removals)
    _ = try connection.run(TrimStatements.creations, Int64(CreationAnswers.limit))
  }

  func send(_ hints: [(SessionID, Int64)], on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    var text = ""
    for (session, version) in hints {
      let hint = "\(session):\(version)"
      if text.utf8.count + hint.utf8.count + 1 > Self.hintBytes {
        try notify(text, on: connection)
        text = ""
      }
      text += text.isEmpty ? hint : "," + hint
    }
    if !text.isEmpty { try notify(text, on: connection) }
  }

  private func notify(_ text: String, on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    _ = try connection.run(
      "SELECT set_config('synchronous_commit', 'off', true), pg_notify('\(node.servers.schema)', $1::text)", text)
    node.count { $0.hintsSent += 1 }
  }

  /// The most sessions in `trimmed`.
  private static let trimmedLimit = 10_000

  /// Deletes the records of up to two intervals per session. Returns the trims that are not complete, as after a delay.
  mutating func trim(
    _ trims: [SessionID: Trim], on connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> [SessionID: Trim] {
    guard !trims.isEmpty else { return [:] }
    let sessions = Array(trims)
    var parameters = Parameters()
    parameters.array(sessions) { $0.key }
    parameters.array(sessions) { trimmed[$0.key] ?? -1 }
    parameters.array(sessions) { $0.value.latest }
    parameters.array(sessions) { $0.value.firstOrdinal }
    parameters.array(sessions) { $0.value.firstBytes }
    let rows = try connection.run(TrimStatements.records, parameters).rows
    if trimmed.count > Self.trimmedLimit { trimmed = [:] }
    var partial: [SessionID: Trim] = [:]
    for row in rows {
      guard let session = row.id(0) else { continue }
      let last = row.int(1) - 1
      if row.bool(2), last > trimmed[session] ?? -1 { partial[session] = trims[session] }
      trimmed[session] = last
    }
    var ids = Parameters()
    ids.array(sessions) { $0.key }
    ids.add(Int64(AnswerLog.limit))
    _ = try connection.run(TrimStatements.answers, ids)
    return partial
  }
}

/// The statements that delete obsolete rows. Their commits wait for no disk and no standby.
enum TrimStatements {
  private static let unhurried = "SELECT set_config('synchronous_commit', 'off', true)"

  /// Records beyond their session's limits, except the last of them, which the history starts after, and those that it is
  /// patched from; and records that were replaced recently.
  ///
  /// A retained record before replaced ones is marked first, by 4 in its kind: no change follows from it any more,
  /// though the next version is free. `ChangeStatements` reads the mark behind the lock.
  ///
  /// The scan starts at the last deleted version, and covers at most twice as many as are written until the next trim.
  /// Below it are dead rows, slow to scan while an old snapshot holds them; retained rows are not scanned each time.
  /// The last column is true if the scan ended before the first retained record.
  static let records = """
    WITH o AS MATERIALIZED (\(unhurried)),
    c AS (SELECT c.* FROM o, unnest($1::uuid[], $2::int8[], $3::int8[], $4::int8[], $5::int8[])
      AS c(session, above, latest, ordinal, bytes)),
    x AS (SELECT c.session, c.above, r.version, r.patches,
        (r.ordinal >= c.ordinal AND r.bytes >= c.bytes) OR r.version = c.latest AS stays
      FROM c CROSS JOIN LATERAL (SELECT version, ordinal, bytes, patches FROM records
        WHERE session = c.session AND version > c.above AND version <= c.latest
        ORDER BY version LIMIT \(2 * RetentionLimits.trimInterval)) r),
    f AS (SELECT session, coalesce(min(version) FILTER (WHERE stays), max(version)) AS first, NOT bool_or(stays) AS partial
      FROM x GROUP BY session),
    w AS (SELECT x.session, x.above, f.partial, max(x.version) AS whole FROM x
      JOIN f ON f.session = x.session AND x.version < f.first
      WHERE x.patches = 0 GROUP BY x.session, x.above, f.partial),
    d AS (DELETE FROM records r USING w WHERE r.session = w.session AND r.version > w.above AND r.version < w.whole),
    p AS (SELECT c.session, r.version, r.next = r.ordinal AS is_replaced FROM c CROSS JOIN LATERAL (
        SELECT version, ordinal, lead(ordinal) OVER v AS next, lead(ordinal, 2) OVER v AS second FROM records
        WHERE session = c.session AND version > c.latest - \(2 * RetentionLimits.trimInterval) AND version <= c.latest
        WINDOW v AS (ORDER BY version)) r
      WHERE r.next = r.ordinal OR r.second = r.next),
    m AS (UPDATE records r SET kind = r.kind + 4 FROM p
      WHERE NOT p.is_replaced AND r.session = p.session AND r.version = p.version AND r.kind < 4
        AND NOT EXISTS (SELECT FROM w WHERE w.session = p.session AND w.whole > p.version) RETURNING 1),
    e AS (DELETE FROM records r USING p
      WHERE p.is_replaced AND r.session = p.session AND r.version = p.version AND (SELECT count(*) FROM m) >= 0)
    SELECT session, whole, partial FROM w
    """

  static let answers = """
    WITH o AS MATERIALIZED (\(unhurried)),
    c AS (SELECT c.session, (SELECT version FROM answers a WHERE a.session = c.session ORDER BY version DESC OFFSET $2::int8 LIMIT 1) AS last
      FROM o, unnest($1::uuid[]) AS c(session))
    DELETE FROM answers a USING c WHERE a.session = c.session AND a.version <= c.last
    """

  /// Empties the bodies of a session's oldest answers beyond a number of bytes, without their checksums.
  static let answerBodies = """
    UPDATE answers a SET body = '' FROM (
      SELECT version, sum(greatest(length(body) - \(RowChecksum.byteCount), 0)) OVER (ORDER BY version DESC) AS bytes
      FROM answers WHERE session = $1::uuid) b
    WHERE a.session = $1::uuid AND a.version = b.version AND b.bytes > $2::int8 AND length(a.body) > 0
    """

  /// Deletion marks older than an hour: no engine still writes from an older state of the session.
  static let removals = """
    WITH o AS MATERIALIZED (\(unhurried))
    DELETE FROM records USING o WHERE (session, version) IN (
      SELECT session, version FROM records WHERE kind = 2 AND at < (extract(epoch FROM clock_timestamp()) - 3600) * 1000 LIMIT 1000)
    """

  /// The oldest answers to creations beyond a number per owner.
  static let creations = """
    WITH o AS MATERIALIZED (\(unhurried)),
    c AS (SELECT p.number, (SELECT at FROM creations c WHERE c.owner = p.number ORDER BY at DESC OFFSET $1::int8 LIMIT 1) AS last
      FROM o, (SELECT 0 AS number UNION ALL SELECT number FROM owners) p)
    DELETE FROM creations k USING c WHERE k.owner = c.number AND k.at <= c.last
    """

  /// Engines not seen for a day.
  static let nodes =
    "WITH o AS MATERIALIZED (\(unhurried)) DELETE FROM nodes USING o WHERE seen < clock_timestamp() - interval '1 day'"
}

/// The limits of a session's records and answers beside its state.
struct RetentionLimits: Hashable, Sendable {
  let history: History.Limits
  /// Bytes of the bodies of answers.
  let answerBytes: Int
  /// Whether the content is too large to wait for the next regular trim.
  let hasLargeContent: Bool
  let hasLargeAnswer: Bool

  /// Writes of a session between two trims.
  static let trimInterval: Int64 = 16

  init(_ limits: StoreLimits, beside state: Session, content: Int, answer: Int?) {
    let (history, answerBytes) = (limits.history(beside: state), limits.answerBytes(beside: state))
    (self.history, self.answerBytes) = (history, answerBytes)
    hasLargeContent = content > history.bytes / Int(Self.trimInterval)
    // If every answer is at most this large, together they are within the limit.
    hasLargeAnswer = answer.map { $0 > answerBytes / AnswerLog.limit } ?? false
  }
}
#endif
