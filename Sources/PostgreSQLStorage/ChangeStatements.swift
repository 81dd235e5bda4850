#if PostgreSQL
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
