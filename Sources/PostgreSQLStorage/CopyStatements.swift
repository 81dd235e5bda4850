#if PostgreSQL
/// The statements of a copy.
enum CopyStatements {
  /// Servers that use the store, or did until recently.
  static let nodes = PostgreSQLConnection.Statement(
    name: "copy_nodes",
    sql: """
      SELECT name || ' (' || version || ')' FROM nodes WHERE seen > clock_timestamp() - interval '10 s' ORDER BY name
      """)

  /// The next sessions, each with the bytes of its records.
  static let heads = PostgreSQLConnection.Statement(
    name: "copy_heads",
    sql: """
      SELECT number, id, owner, client, labels, created, time_to_live, due,
        (SELECT coalesce(sum(length(content)), 0)::int8 FROM records r WHERE r.session = s.id),
        (SELECT content FROM routes t WHERE t.session = s.id)
      FROM sessions s WHERE number > $1::int8 ORDER BY number LIMIT $2::int8
      """)

  /// The records of sessions, without replaced ones, oldest first.
  static let records = PostgreSQLConnection.Statement(
    name: "copy_records",
    sql: """
      SELECT u.n, r.version, r.revision, r.at, r.patches, r.content FROM unnest($1::int8[], $2::uuid[]) AS u(n, session)
      CROSS JOIN LATERAL (SELECT *, lead(ordinal) OVER (ORDER BY version) AS next FROM records WHERE session = u.session) r
      WHERE r.next IS DISTINCT FROM r.ordinal AND r.kind <> 2 ORDER BY u.n, r.version
      """)

  static let answers = PostgreSQLConnection.Statement(
    name: "copy_answers",
    sql: """
      SELECT u.n, a.key, a.fingerprint, a.revision, a.body FROM unnest($1::int8[], $2::uuid[]) AS u(n, session)
      JOIN answers a ON a.session = u.session ORDER BY u.n, a.version
      """)

  static let creators = PostgreSQLConnection.Statement(
    name: "copy_creators", sql: "SELECT DISTINCT owner FROM creations ORDER BY owner")

  /// In the order in which a server finds them, oldest first.
  static let creations = PostgreSQLConnection.Statement(
    name: "copy_creations",
    sql: "SELECT session, key, fingerprint, at, body FROM creations WHERE owner = $1::int8 ORDER BY at, key DESC")

  static let deleteCreations = PostgreSQLConnection.Statement(
    name: "copy_delete_creations", sql: "DELETE FROM creations WHERE owner = $1::int8")

  static let lastNumber = PostgreSQLConnection.Statement(
    name: "copy_last", sql: "SELECT coalesce(max(number), \(Int64.min + 1)) FROM sessions")

  static let hasContent = PostgreSQLConnection.Statement(
    name: "copy_has_content",
    sql: """
      SELECT EXISTS(SELECT FROM sessions) OR EXISTS(SELECT FROM records) OR EXISTS(SELECT FROM creations)
        OR EXISTS(SELECT FROM owners)
      """)

  static let source = PostgreSQLConnection.Statement(name: "copy_source", sql: "SELECT source FROM copy_of")

  static let insertSource = PostgreSQLConnection.Statement(
    name: "copy_insert_source", sql: "INSERT INTO copy_of VALUES($1::text)")

  /// The numbers of sessions that follow.
  static let continueNumbers = PostgreSQLConnection.Statement(
    name: "copy_continue_numbers",
    sql: """
      SELECT setval(pg_get_serial_sequence('sessions', 'number'), max(number)) FROM sessions HAVING max(number) > 0
      """)
}
#endif
