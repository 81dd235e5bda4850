#if SQLite
/// What the file holds, and how an older file becomes one of now.
enum Schema {
  /// In the file's header, so that tools tell it from other databases: "NavS".
  static let applicationID: Int64 = 0x4E61_7653
  /// The version that this code writes; the file's header has it as `user_version`.
  static let version = 1

  /// The tables and indices of `version`, by name.
  ///
  /// `records.key` and `answers.key` are two numbers in one: whose it is times 2³², and which it is. So those of one session lie together,
  /// and one tree serves where a table and its index would be two.
  static let objects: [(name: String, sql: String)] = [
    (
      "sessions",
      """
      CREATE TABLE sessions(
        number INTEGER PRIMARY KEY,
        id BLOB NOT NULL UNIQUE,
        owner INTEGER NOT NULL,
        client TEXT,
        labels TEXT,
        created INTEGER NOT NULL,
        time_to_live INTEGER NOT NULL,
        due INTEGER NOT NULL
      ) STRICT
      """
    ),
    // When a session is to be looked at again: a change does not touch it, so that what is due may live on.
    ("sessions_due", "CREATE INDEX sessions_due ON sessions(due)"),
    (
      "records",
      """
      CREATE TABLE records(
        key INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        patches INTEGER NOT NULL,
        content BLOB NOT NULL
      ) STRICT
      """
    ),
    (
      "answers",
      """
      CREATE TABLE answers(
        key INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        fingerprint BLOB NOT NULL,
        session BLOB NOT NULL,
        revision INTEGER NOT NULL,
        body BLOB NOT NULL
      ) STRICT
      """
    ),
  ]

  /// Makes a new file's tables.
  static func create(on connection: SQLiteConnection) throws(SQLiteError) {
    try connection.execute("BEGIN IMMEDIATE")
    for object in objects { try connection.execute(object.sql) }
    try connection.execute("PRAGMA application_id = \(applicationID)")
    try connection.execute("PRAGMA user_version = \(version)")
    try connection.execute("COMMIT")
  }

  /// The first object that is not as it should be.
  static func firstDeviation(on connection: SQLiteConnection) throws(SQLiteError) -> String? {
    let statement = try connection.prepare("SELECT sql FROM sqlite_schema WHERE name = ?1")
    for object in objects {
      try statement.bind(1, object.name)
      guard try statement.step() else { return object.name }
      let sql = statement.text(0)
      statement.reset()
      if sql != object.sql { return object.name }
    }
    return nil
  }
}

/// The keys of `records` and `answers`.
enum RowKey {
  /// Revisions of a session, and answers of one scope, that there can be.
  static let countLimit: Int64 = 1 << 32

  /// - Parameters:
  ///   - scope: a session's number; for the answers of creations the owner's, see `scope(of:)`.
  ///   - index: the revision, or the number of the answer.
  static func key(_ scope: Int64, _ index: Int64) -> Int64 { scope << 32 | index & (countLimit - 1) }
  static func first(of scope: Int64) -> Int64 { key(scope, 0) }
  static func last(of scope: Int64) -> Int64 { key(scope, countLimit - 1) }
  static func index(of key: Int64) -> Int64 { key & (countLimit - 1) }
}
#endif
