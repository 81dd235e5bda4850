#if PostgreSQL
/// The schema and record format of a version of this program.
package struct Release: Hashable, Sendable {
  /// The version of the tables that it creates and reads.
  package var schema: Int
  /// The newest record format that it reads. It writes the store's format if that is not newer, and a newer one where a
  /// state or a record needs it (`StoredSession.recordFormat`): an older version then refuses the session, and drops no member.
  package var format: Int

  package init(schema: Int, format: Int) { (self.schema, self.format) = (schema, format) }

  package static let current = Release(schema: Schema.version, format: 2)

  /// The first record format whose contents have a checksum.
  static let checked = 2
}

/// The schema of the database, and its creation.
enum Schema {
  /// The version of the tables that this code creates.
  static let version = 2
  /// The oldest version whose readers may use the tables.
  static let oldestReader = 1
  /// The schema that a reader of a copy that is not complete would have to know: no version does.
  static let ofCopy = Int(Int32.max)

  /// The tables of version 1, and then those of version 2.
  ///
  /// A change inserts a row of `records` and updates none. `kind` is 0 for a revision, 1 for a replacement of the row
  /// before (a gesture, an answer alone) with that row's `ordinal`, and 2 for a deletion; 4 is added once replaced rows
  /// behind it are deleted. `sessions.due` is the time of the next expiry check; a change does not update it. Clients
  /// and labels (`name:value`) are bytes, since a text cannot have U+0000.
  static let statements: [String] = [
    """
    CREATE TABLE meta(
      one bool PRIMARY KEY DEFAULT true CHECK(one), store uuid NOT NULL, schema int NOT NULL, oldest_reader int NOT NULL, format smallint NOT NULL)
    """,
    "CREATE TABLE owners(number int PRIMARY KEY, name text NOT NULL UNIQUE)",
    """
    CREATE TABLE nodes(
      id uuid PRIMARY KEY, name text NOT NULL, version text NOT NULL, schema int NOT NULL, format smallint NOT NULL,
      seen timestamptz NOT NULL) WITH (fillfactor=50)
    """,
    """
    CREATE TABLE sessions(
      id uuid PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY UNIQUE, owner int NOT NULL, client bytea,
      labels bytea[] NOT NULL DEFAULT '{}', created bigint NOT NULL, time_to_live int NOT NULL, due bigint NOT NULL)
    """,
    "CREATE INDEX sessions_due ON sessions(due)",
    "CREATE INDEX sessions_owner ON sessions(owner, number) WHERE owner <> 0",
    """
    CREATE TABLE records(
      session uuid NOT NULL, version bigint NOT NULL, revision bigint NOT NULL, at bigint NOT NULL, kind smallint NOT NULL,
      writer bigint NOT NULL, ordinal bigint NOT NULL, bytes bigint NOT NULL, patches smallint NOT NULL, format smallint NOT NULL,
      content bytea NOT NULL, PRIMARY KEY(session, version)) WITH (autovacuum_vacuum_scale_factor=0.05)
    """,
    "ALTER TABLE records ALTER content SET STORAGE EXTERNAL",
    "CREATE INDEX records_gone ON records(at) WHERE kind = 2",
    """
    CREATE TABLE answers(
      session uuid NOT NULL, version bigint NOT NULL, key text NOT NULL, fingerprint bytea NOT NULL, revision bigint NOT NULL,
      body bytea NOT NULL, PRIMARY KEY(session, version))
    """,
    "ALTER TABLE answers ALTER body SET STORAGE EXTERNAL",
    """
    CREATE TABLE creations(
      owner int NOT NULL, key text NOT NULL, fingerprint bytea NOT NULL, session uuid NOT NULL, at bigint NOT NULL,
      body bytea NOT NULL, PRIMARY KEY(owner, key))
    """,
    "ALTER TABLE creations ALTER body SET STORAGE EXTERNAL",
    "CREATE INDEX creations_at ON creations(owner, at)",
  ]

  /// `routes` has a row for each session that has any: written with the creation, and never changed.
  private static let additions: [String] = [
    """
    CREATE TABLE routes(session uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE, content bytea NOT NULL)
    """,
    "ALTER TABLE routes ALTER content SET STORAGE EXTERNAL",
    "ALTER TABLE answers SET (autovacuum_vacuum_scale_factor=0.05)",
  ]

  /// A lock, so that one engine at a time checks for a store and creates it.
  private static let lock = "SELECT pg_advisory_xact_lock(hashtextextended('navigation-server', 0))"

  /// The store's row in `meta`.
  struct Meta: Hashable, Sendable {
    var schema: Int
    var oldestReader: Int
    var format: Int
  }

  /// The store's `meta`; nil if there is no store.
  static func meta(on connection: PostgreSQLConnection) throws(PostgreSQLError) -> Meta? {
    // Through the catalog's current snapshot: a lookup by name may be cached from before another engine created it.
    let isThere = PostgreSQLConnection.Statement(
      name: "is_there",
      sql: """
        SELECT has_schema_privilege(n.oid, 'USAGE') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE c.relname = 'meta' AND n.nspname = current_setting('search_path')
        """)
    guard let mayUse = try connection.run(isThere).first?.bool(0) else { return nil }
    // Without the privilege PostgreSQL would say that there is no such table.
    guard mayUse else {
      throw .foreign(.init(code: PostgreSQLError.insufficientPrivilege, message: "permission denied for its schema"))
    }
    let meta = PostgreSQLConnection.Statement(name: "meta", sql: "SELECT schema, oldest_reader, format FROM meta")
    return try connection.run(meta).first.map {
      Meta(schema: Int($0.int(0)), oldestReader: Int($0.int(1)), format: Int($0.int(2)))
    }
  }

  /// Creates the store if there is none, in one transaction, with a record format.
  static func create(_ schema: String, format: Int, on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    try connection.execute("BEGIN; SET LOCAL lock_timeout = '3s'; \(lock)")
    do throws(PostgreSQLError) {
      if try meta(on: connection) == nil {
        let name = PostgreSQLConnection.Statement(
          name: "has_schema",
          sql: "SELECT EXISTS(SELECT FROM pg_namespace WHERE nspname = current_setting('search_path'))")
        // A role without the right to create a schema may have been given one.
        if try connection.run(name).first?.bool(0) != true { try connection.execute("CREATE SCHEMA \(schema)") }
        for statement in statements + additions { try connection.execute(statement) }
        try connection.execute(
          "INSERT INTO meta VALUES(true, gen_random_uuid(), \(version), \(oldestReader), \(format))")
      }
      try connection.execute("COMMIT")
    } catch {
      if !connection.isBroken { try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  /// Brings the tables of version 1 up, while servers of that version run.
  static func extend(on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    try connection.execute("BEGIN; SET LOCAL lock_timeout = '3s'; \(lock)")
    do throws(PostgreSQLError) {
      if let meta = try meta(on: connection), meta.schema < version {
        for statement in additions { try connection.execute(statement) }
        try connection.execute("UPDATE meta SET schema = \(version)")
      }
      try connection.execute("COMMIT")
    } catch {
      if !connection.isBroken { try? connection.execute("ROLLBACK") }
      throw error
    }
  }
}
#endif
