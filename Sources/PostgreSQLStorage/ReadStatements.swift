#if PostgreSQL
/// The statements that read.
enum ReadStatements {
  /// The sessions of a list whose latest record has another writer than the known one. Each has its latest records, as many
  /// as $4, and the one before; from the last whole state before them on, oldest first, with the session's constants.
  /// Unchanged sessions have no rows.
  ///
  /// A record that replaces another has its ordinal; of very many such, some of the latest records are left out.
  static let latest = PostgreSQLConnection.Statement(
    name: "latest",
    sql: """
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
      """)

  /// The latest answers of a session, newest first.
  static let answers = PostgreSQLConnection.Statement(
    name: "answers",
    sql:
      "SELECT version, key, fingerprint, revision FROM answers WHERE session = $1::uuid ORDER BY version DESC LIMIT $2::int8"
  )

  /// The measures of a session's records up to a version, without replaced ones, oldest first.
  static let measures = PostgreSQLConnection.Statement(
    name: "measures",
    sql: """
      SELECT version, revision, ordinal, bytes, patches FROM (
        SELECT *, lead(ordinal) OVER (ORDER BY version) AS next FROM records WHERE session = $1::uuid AND version <= $2::int8) r
      WHERE next IS DISTINCT FROM ordinal AND kind <> 2 ORDER BY version
      """)

  static let contents = PostgreSQLConnection.Statement(
    name: "contents",
    sql: """
      SELECT version, revision, ordinal, patches, content, at FROM records
      WHERE session = $1::uuid AND version BETWEEN $2::int8 AND $3::int8 ORDER BY version
      """)

  /// No row if the session is deleted; null if its answer is.
  static let answerBody = PostgreSQLConnection.Statement(
    name: "answer_body",
    sql: """
      SELECT body FROM sessions s LEFT JOIN answers a ON a.session = s.id AND a.version = $2::int8
      WHERE s.id = $1::uuid
      """)

  static let creationBody = PostgreSQLConnection.Statement(
    name: "creation_body", sql: "SELECT body FROM creations WHERE owner = $1::int8 AND key = $2::text")

  static let creations = PostgreSQLConnection.Statement(
    name: "creations",
    sql: "SELECT key, fingerprint, session FROM creations WHERE owner = $1::int8 ORDER BY at DESC, key LIMIT $2::int8")

  private static let line = """
    SELECT s.number, s.id, s.client, s.labels, s.created, s.time_to_live, r.revision, r.at, s.owner
    FROM sessions s JOIN LATERAL (SELECT revision, at, kind FROM records WHERE session = s.id ORDER BY version DESC LIMIT 1) r ON r.kind <> 2
    """
  private static let page = """
    \(line) WHERE s.owner = $1::int8 AND s.number < $2::int8 AND ($3::bytea IS NULL OR s.client = $3::bytea)
      AND s.labels @> $4::bytea[]
    """

  static let unnamedPage = PostgreSQLConnection.Statement(
    name: "unnamed_page", sql: "\(page) ORDER BY s.number DESC LIMIT $5::int8")

  static let ownersPage = PostgreSQLConnection.Statement(
    name: "owners_page", sql: "\(page) AND s.owner <> 0 ORDER BY s.number DESC LIMIT $5::int8")

  static let due = PostgreSQLConnection.Statement(
    name: "due", sql: "\(line) WHERE s.due <= $1::int8 ORDER BY s.due LIMIT $2::int8")

  static let population = PostgreSQLConnection.Statement(
    name: "population", sql: "SELECT owner, count(*), max(number) FROM sessions GROUP BY owner")

  static let owners = PostgreSQLConnection.Statement(
    name: "owners", sql: "SELECT number, name FROM owners ORDER BY number")
}
#endif
