#if PostgreSQL
import NavigationModel
import SessionStorage

/// The statements that take away what is not wanted any more. Nothing waits for them, nor they for a disk or a standby.
enum TrimStatements {
  private static let unhurried = "SELECT set_config('synchronous_commit', 'off', true)"

  /// Records beyond their session's limits, but for those that the first one kept follows from; and those whose place
  /// another took lately.
  ///
  /// It looks from the last one on that it has taken away, and at no more than twice as many as come until it looks
  /// again: what is below is gone, and walking over it takes long while an old snapshot holds it; what stays is not
  /// looked at each time.
  static let records = PostgreSQLConnection.Statement(
    name: "trim_records",
    sql: """
      WITH o AS MATERIALIZED (\(unhurried)),
      c AS (SELECT c.* FROM o, unnest($1::uuid[], $2::int8[], $3::int8[], $4::int8[], $5::int8[])
        AS c(session, above, latest, ordinal, bytes)),
      x AS (SELECT c.session, c.above, r.version, r.patches,
          (r.ordinal >= c.ordinal AND r.bytes >= c.bytes) OR r.version = c.latest AS stays
        FROM c CROSS JOIN LATERAL (SELECT version, ordinal, bytes, patches FROM records
          WHERE session = c.session AND version > c.above AND version <= c.latest
          ORDER BY version LIMIT \(2 * KeepingLimits.trimInterval)) r),
      w AS (SELECT x.session, x.above, max(x.version) AS whole FROM x
        JOIN (SELECT session, coalesce(min(version) FILTER (WHERE stays), max(version)) AS first FROM x GROUP BY session) f
          ON f.session = x.session AND x.version <= f.first
        WHERE x.patches = 0 GROUP BY x.session, x.above),
      d AS (DELETE FROM records r USING w WHERE r.session = w.session AND r.version > w.above AND r.version < w.whole),
      p AS (SELECT c.session, r.version FROM c CROSS JOIN LATERAL (
          SELECT version, ordinal, lead(ordinal) OVER (ORDER BY version) AS next FROM records
          WHERE session = c.session AND version > c.latest - \(2 * KeepingLimits.trimInterval) AND version <= c.latest) r
        WHERE r.next = r.ordinal),
      e AS (DELETE FROM records r USING p WHERE r.session = p.session AND r.version = p.version)
      SELECT session, whole FROM w
      """)

  static let answers = PostgreSQLConnection.Statement(
    name: "trim_answers",
    sql: """
      WITH o AS MATERIALIZED (\(unhurried)),
      c AS (SELECT c.session, (SELECT version FROM answers a WHERE a.session = c.session ORDER BY version DESC OFFSET $2::int8 LIMIT 1) AS last
        FROM o, unnest($1::uuid[]) AS c(session))
      DELETE FROM answers a USING c WHERE a.session = c.session AND a.version <= c.last
      """)

  /// The bodies of a session's oldest answers beyond so many bytes.
  static let answerBodies = PostgreSQLConnection.Statement(
    name: "empty_answers",
    sql: """
      UPDATE answers a SET body = '' FROM (
        SELECT version, sum(length(body)) OVER (ORDER BY version DESC) AS bytes FROM answers WHERE session = $1::uuid) b
      WHERE a.session = $1::uuid AND a.version = b.version AND b.bytes > $2::int8 AND length(a.body) > 0
      """)

  /// What says of a session that it is gone, once no engine can have an older state of it that it still writes from.
  static let removals = PostgreSQLConnection.Statement(
    name: "trim_removals",
    sql: """
      WITH o AS MATERIALIZED (\(unhurried))
      DELETE FROM records USING o WHERE (session, version) IN (
        SELECT session, version FROM records WHERE kind = 2 AND at < (extract(epoch FROM clock_timestamp()) - 3600) * 1000 LIMIT 1000)
      """)

  /// The oldest answers to creations beyond so many of each owner.
  static let creations = PostgreSQLConnection.Statement(
    name: "trim_creations",
    sql: """
      WITH o AS MATERIALIZED (\(unhurried)),
      c AS (SELECT p.number, (SELECT at FROM creations c WHERE c.owner = p.number ORDER BY at DESC OFFSET $1::int8 LIMIT 1) AS last
        FROM o, (SELECT 0 AS number UNION ALL SELECT number FROM owners) p)
      DELETE FROM creations k USING c WHERE k.owner = c.number AND k.at <= c.last
      """)

  /// Engines that have not been seen for a day.
  static let nodes = PostgreSQLConnection.Statement(
    name: "trim_nodes",
    sql:
      "WITH o AS MATERIALIZED (\(unhurried)) DELETE FROM nodes USING o WHERE seen < clock_timestamp() - interval '1 day'"
  )
}

/// What may stay of a session's records and of its answers beside its state.
struct KeepingLimits: Hashable, Sendable {
  let history: History.Limits
  /// Bytes of the bodies of answers.
  let answerBytes: Int
  /// Whether what was written is so large that what is beyond the limits is not left to gather.
  let hasLargeContent: Bool
  let hasLargeAnswer: Bool

  /// Writes of which one looks whether there are too many records.
  static let trimInterval: Int64 = 16

  init(_ limits: StoreLimits, beside state: Session, content: Int, answer: Int?) {
    let (history, answerBytes) = (limits.history(beside: state), limits.answerBytes(beside: state))
    (self.history, self.answerBytes) = (history, answerBytes)
    hasLargeContent = content > history.bytes / Int(Self.trimInterval)
    // Without one that is larger, all that are kept are within the limit together.
    hasLargeAnswer = answer.map { $0 > answerBytes / AnswerLog.limit } ?? false
  }
}
#endif
