#if PostgreSQL
/// The schema of the database, and its creation.
enum Schema {
  /// The version of the tables that this code creates and reads.
  static let version = 1
  /// `oldest_reader` of a copy that is not complete: no server reads it. That of a store is its version.
  static let ofCopy = Int(Int32.max)

  /// A change inserts a row of `records` and updates none. `kind` is 0 for a revision, 1 for a replacement of the row
  /// before (a gesture, an answer alone) with that row's `ordinal`, and 2 for a deletion; 4 is added once replaced rows
  /// behind it are deleted. `sessions.due` is the time of the next expiry check; a change does not update it. Clients
  /// and labels (`name:value`) are bytes, since a text cannot have U+0000. `routes` has a row for each session that has
  /// any: written with the creation, and never changed.
  private static let statements: [String] = [
    """
    CREATE TABLE meta(
      one bool PRIMARY KEY DEFAULT true CHECK(one), store uuid NOT NULL, schema int NOT NULL, oldest_reader int NOT NULL)
    """,
    "CREATE TABLE owners(number int PRIMARY KEY, name text NOT NULL UNIQUE)",
    """
    CREATE TABLE nodes(
      id uuid PRIMARY KEY, name text NOT NULL, version text NOT NULL, seen timestamptz NOT NULL) WITH (fillfactor=50)
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
      writer bigint NOT NULL, ordinal bigint NOT NULL, bytes bigint NOT NULL, patches smallint NOT NULL,
      content bytea NOT NULL, PRIMARY KEY(session, version)) WITH (autovacuum_vacuum_scale_factor=0.05)
    """,
    "ALTER TABLE records ALTER content SET STORAGE EXTERNAL",
    "CREATE INDEX records_gone ON records(at) WHERE kind = 2",
    """
    CREATE TABLE answers(
      session uuid NOT NULL, version bigint NOT NULL, key text NOT NULL, fingerprint bytea NOT NULL, revision bigint NOT NULL,
      body bytea NOT NULL, PRIMARY KEY(session, version)) WITH (autovacuum_vacuum_scale_factor=0.05)
    """,
    "ALTER TABLE answers ALTER body SET STORAGE EXTERNAL",
    """
    CREATE TABLE creations(
      owner int NOT NULL, key text NOT NULL, fingerprint bytea NOT NULL, session uuid NOT NULL, at bigint NOT NULL,
      body bytea NOT NULL, PRIMARY KEY(owner, key))
    """,
    "ALTER TABLE creations ALTER body SET STORAGE EXTERNAL",
    "CREATE INDEX creations_at ON creations(owner, at)",
    "CREATE TABLE routes(session uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE, content bytea NOT NULL)",
    "ALTER TABLE routes ALTER content SET STORAGE EXTERNAL",
  ]

  /// A lock, so that one engine at a time checks for a store and creates it.
  private static let lock = "SELECT pg_advisory_xact_lock(hashtextextended('navigation-server', 0))"

  /// The store's row in `meta`.
  struct Meta: Hashable, Sendable {
    var schema: Int
    var oldestReader: Int

    enum Use { case open, otherSchema, incompleteCopy }

    /// Whether a server may use the store.
    var use: Use {
      if schema != Schema.version { return .otherSchema }
      return oldestReader == Schema.version ? .open : .incompleteCopy
    }
  }

  /// The store's `meta`; nil if there is no store.
  static func meta(on connection: PostgreSQLConnection) throws(PostgreSQLError) -> Meta? {
    // Through the catalog's current snapshot: a lookup by name may be cached from before another engine created it.
    let isThere = """
      SELECT has_schema_privilege(n.oid, 'USAGE') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relname = 'meta' AND n.nspname = current_setting('search_path')
      """
    guard let mayUse = try connection.run(isThere).first?.bool(0) else { return nil }
    // Without the privilege PostgreSQL would say that there is no such table.
    guard mayUse else {
      throw .init(.foreign, code: PostgreSQLError.insufficientPrivilege, "permission denied for its schema")
    }
    let meta = "SELECT schema, oldest_reader FROM meta"
    return try connection.run(meta).first.map { Meta(schema: Int($0.int(0)), oldestReader: Int($0.int(1))) }
  }

  /// Creates the store if there is none, in one transaction.
  static func create(_ schema: String, on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    try connection.execute("BEGIN; SET LOCAL lock_timeout = '3s'; \(lock)")
    do throws(PostgreSQLError) {
      if try meta(on: connection) == nil {
        let name = "SELECT EXISTS(SELECT FROM pg_namespace WHERE nspname = current_setting('search_path'))"
        // A role without the right to create a schema may have been given one.
        if try connection.run(name).first?.bool(0) != true { try connection.execute("CREATE SCHEMA \(schema)") }
        for statement in statements { try connection.execute(statement) }
        try connection.execute("INSERT INTO meta VALUES(true, gen_random_uuid(), \(version), \(version))")
      }
      try connection.execute("COMMIT")
    } catch {
      if !connection.isBroken { try? connection.execute("ROLLBACK") }
      throw error
    }
  }
}

public enum PostgreSQLFault: Error, Hashable, Sendable {
  /// No server is available.
  case unavailable(address: String, detail: String)
  /// The tables are of another schema.
  case otherSchema(address: String, found: Int, known: Int)
  /// Servers use the store, or did until recently.
  case inUse(address: String, nodes: [String])
  /// The store is a copy that is not complete.
  case incompleteCopy(address: String)
  /// The user of the address lacks a privilege.
  case noPrivilege(address: String, detail: String)
  /// The tables are another program's.
  case foreign(address: String, detail: String)

  init(_ error: PostgreSQLError, _ address: PostgreSQLAddress) {
    switch error.kind {
    case .foreign where error.code == PostgreSQLError.insufficientPrivilege:
      self = .noPrivilege(address: address.description, detail: error.message)
    case .foreign, .refused: self = .foreign(address: address.description, detail: error.description)
    case .unreachable, .doubtful, .contended, .full, .other:
      self = .unavailable(address: address.description, detail: error.description)
    }
  }

  /// The fault that a copy ended with; nil if that is not PostgreSQL's.
  package init?(copying error: any Error) {
    if let fault = error as? PostgreSQLFault {
      self = fault
    } else if let error = error as? PostgreSQLError {
      self =
        error.code == PostgreSQLError.insufficientPrivilege
        ? .noPrivilege(address: "", detail: error.message) : .unavailable(address: "", detail: error.description)
    } else {
      return nil
    }
  }

  /// Nil if a server may use the store; without `meta` there is none.
  init?(_ meta: Schema.Meta?, _ address: PostgreSQLAddress) {
    guard let meta else {
      self = .foreign(address: address.description, detail: "it has no store")
      return
    }
    switch meta.use {
    case .open: return nil
    case .otherSchema:
      self = .otherSchema(address: address.description, found: meta.schema, known: Schema.version)
    case .incompleteCopy: self = .incompleteCopy(address: address.description)
    }
  }
}

extension PostgreSQLFault: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .unavailable(let address, let detail): "postgresql:\(address) cannot be used: \(detail)"
    case .otherSchema(let address, let found, let known):
      "postgresql:\(address) has schema \(found), and this server reads schema \(known): it was left as it is, start the server that wrote it"
    case .inUse(let address, let nodes):
      "postgresql:\(address) is used by \(nodes.joined(separator: ", ")). End them, and wait 10 seconds"
    case .incompleteCopy(let address):
      "postgresql:\(address) has a copy that is not complete: run the same `navigation-server copy` again, or drop the schema navigation"
    case .noPrivilege(let address, let detail):
      "postgresql:\(address) does not let its user do this: \(detail). "
        + "`navigation-server migrate` needs the privilege CREATE on the database, or a user who owns the schema navigation"
    case .foreign(let address, let detail): "postgresql:\(address) is not as it should be: \(detail)"
    }
  }
}
#endif
