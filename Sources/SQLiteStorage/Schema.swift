#if SQLite
/// The schema of the file, and its migration.
enum Schema {
  /// "NavS" in the file's header, which identifies the file to tools.
  static let applicationID: Int64 = 0x4E61_7653
  /// "NavC" in its place: a copy that is not complete, which no version opens.
  static let copyID: Int64 = 0x4E61_7643
  /// The first version with the names of owners.
  static let firstWithNames = 3
  /// The first version with the routes of sessions.
  static let firstWithRoutes = 6
  /// The version that this code writes, `user_version` in the file's header.
  ///
  /// 2: an index of sessions by owner. 3: names of owners. 4: a record's content may name its gesture. 5: a record's
  /// content begins with its state, as text or as a patch of the text before; its gesture may be a drag of the window's
  /// edge. 6: an environment may have the device's own orientation, the state of an unfolded window, and a half upright; a
  /// content begins with its checksum (`RowChecksum`); a session may have routes.
  static let version = 6

  /// A table or an index.
  struct Object: Sendable {
    let name: String
    /// The first version that has it.
    let since: Int
    let sql: String
    /// What an upgraded file may have in its place.
    var older: String?
  }

  /// The objects of a file of `version`.
  ///
  /// `records.key` and `answers.key` combine two numbers: scope times 2³², plus index.
  static let objects: [Object] = [
    Object(
      name: "sessions", since: 1,
      sql: """
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
        """),
    // The time of the next expiry check. A change does not update it, so a session that is due may still be alive.
    Object(name: "sessions_due", since: 1, sql: "CREATE INDEX sessions_due ON sessions(due)"),
    // A list scans no other client's sessions. Without API keys all sessions have owner 0, which needs no index.
    Object(
      name: "sessions_owner", since: 2, sql: "CREATE INDEX sessions_owner ON sessions(owner, number) WHERE owner <> 0"),
    // Names by `sessions.owner`. Sessions of a number without a name are retained, but no API key reaches them.
    Object(name: "owners", since: 3, sql: "CREATE TABLE owners(number INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT"),
    // In the order of writing, so that the rows of a commit share pages: 1.15 times the changes with 256 sessions in use,
    // 1.4 times with 40,000. Before schema 6 they were in the order of keys, where a session is read from fewer pages.
    Object(
      name: "records", since: 1, sql: records(key: "INTEGER NOT NULL UNIQUE"),
      older: records(key: "INTEGER PRIMARY KEY")),
    Object(
      name: "answers", since: 1,
      sql: """
        CREATE TABLE answers(
          key INTEGER PRIMARY KEY,
          name TEXT NOT NULL,
          fingerprint BLOB NOT NULL,
          session BLOB NOT NULL,
          revision INTEGER NOT NULL,
          body BLOB NOT NULL
        ) STRICT
        """),
    // Of the sessions that have any: written with the creation, and never changed.
    Object(
      name: "routes", since: firstWithRoutes,
      sql: "CREATE TABLE routes(session INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT"),
  ]

  private static func records(key: String) -> String {
    """
    CREATE TABLE records(
      key \(key),
      at INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      patches INTEGER NOT NULL,
      content BLOB NOT NULL
    ) STRICT
    """
  }

  /// Migrates a file to the present version in one transaction; version 0 is an empty file.
  ///
  /// - Parameter lines: the names in the key file by line; before version 3, an owner was a line number.
  /// - Returns: the owners that had numbers only, with their new names.
  static func migrate(_ connection: SQLiteConnection, from older: Int, naming lines: [String]) throws(SQLiteError)
    -> [NamedOwner]
  {
    try connection.execute("BEGIN IMMEDIATE")
    for object in objects where object.since > older { try connection.execute(object.sql) }
    let named = (1..<3).contains(older) ? try nameOwners(on: connection, lines) : []
    try connection.execute("PRAGMA application_id = \(applicationID)")
    try connection.execute("PRAGMA user_version = \(version)")
    try connection.execute("COMMIT")
    return named
  }

  /// Names each owner number in `sessions` and in `answers` to creations after its line.
  private static func nameOwners(on connection: SQLiteConnection, _ lines: [String]) throws(SQLiteError) -> [NamedOwner]
  {
    let numbers = try connection.prepare(
      """
      SELECT owner, (SELECT count(*) FROM sessions WHERE sessions.owner = numbers.owner) FROM (
        SELECT DISTINCT owner FROM sessions UNION SELECT DISTINCT -1 - (key >> 32) FROM answers WHERE key < 0
      ) AS numbers WHERE owner > 0 ORDER BY owner
      """)
    var found: [NamedOwner] = []
    while try numbers.step() {
      let number = Int(numbers.int(0))
      let name = lines.indices.contains(number - 1) ? lines[number - 1] : nil
      // A name in two lines is given to the first.
      let isTaken = found.contains { $0.name != nil && $0.name == name }
      found.append(NamedOwner(number: number, name: isTaken ? nil : name, sessions: Int(numbers.int(1))))
    }
    let insert = try connection.prepare("INSERT INTO owners VALUES(?1, ?2)")
    for owner in found {
      try insert.bind(1, Int64(owner.number))
      if let name = owner.name { try insert.bind(2, name) } else { try insert.bindNull(2) }
      try insert.run()
    }
    return found
  }

  /// Reads the routes of a session; nil for a file from before there were any.
  static func routes(on connection: SQLiteConnection) throws(SQLiteError) -> SQLiteStatement? {
    guard try version(on: connection) >= firstWithRoutes else { return nil }
    return try connection.prepare("SELECT content FROM routes WHERE session = ?1")
  }

  /// The schema version of a file.
  static func version(on connection: SQLiteConnection) throws(SQLiteError) -> Int {
    Int(try connection.integer("PRAGMA user_version") ?? 0)
  }

  /// The name of the first object that differs from the schema of `version`.
  static func firstDeviation(on connection: SQLiteConnection, version: Int) throws(SQLiteError) -> String? {
    let statement = try connection.prepare("SELECT sql FROM sqlite_schema WHERE name = ?1")
    for object in objects where object.since <= version {
      try statement.bind(1, object.name)
      guard try statement.step() else { return object.name }
      let sql = statement.text(0)
      statement.reset()
      if sql != object.sql, sql != object.older { return object.name }
    }
    return nil
  }
}

/// An owner of an older file, which had a number only.
public struct NamedOwner: Hashable, Sendable {
  public var number: Int
  /// The name in the key file; nil if there is none: its sessions are retained, but no API key reaches them.
  public var name: String?
  public var sessions: Int

  public init(number: Int, name: String?, sessions: Int) {
    self.number = number
    self.name = name
    self.sessions = sessions
  }
}

/// The keys of `records` and `answers`.
enum RowKey {
  /// The most revisions of a session, or answers of a scope.
  static let countLimit: Int64 = 1 << 32

  /// - Parameters:
  ///   - scope: a session's number; for answers to creations, `scope(of:)` of the owner.
  ///   - index: the revision, or the number of the answer.
  static func key(_ scope: Int64, _ index: Int64) -> Int64 { scope << 32 | index & (countLimit - 1) }
  static func first(of scope: Int64) -> Int64 { key(scope, 0) }
  static func last(of scope: Int64) -> Int64 { key(scope, countLimit - 1) }
  static func index(of key: Int64) -> Int64 { key & (countLimit - 1) }
}
#endif
