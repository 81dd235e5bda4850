#if SQLite
/// What the file holds, and how an older file becomes one of now.
enum Schema {
  /// In the file's header, so that tools tell it from other databases: "NavS".
  static let applicationID: Int64 = 0x4E61_7653
  /// The version that this code writes; the file's header has it as `user_version`.
  ///
  /// 2: an index of the owners' sessions. 3: the owners' names. 4: a record's content may name the gesture that it is
  /// part of. 5: a record's content begins with its state, as text or as what replaces a part of the text before; and
  /// its gesture may be a drag of the window's edge.
  static let version = 5

  /// Bytes of a page of a new file. Each change writes the last page of its session: with half of SQLite's usual 4,096
  /// it costs 6 % less CPU.
  static let pageBytes = 2_048

  /// A table or an index.
  struct Object: Sendable {
    let name: String
    /// The version that it came with.
    let since: Int
    let sql: String
  }

  /// What a file of `version` has.
  ///
  /// `records.key` and `answers.key` are two numbers in one: whose it is times 2³², and which it is. So those of one
  /// session lie together, and one tree serves where a table and its index would be two.
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
        """
    ),
    // When a session is to be looked at again: a change does not touch it, so that what is due may live on.
    Object(name: "sessions_due", since: 1, sql: "CREATE INDEX sessions_due ON sessions(due)"),
    // A list of one client's does not pass over the others'. Without keys all have the same owner, and need no index.
    Object(
      name: "sessions_owner", since: 2, sql: "CREATE INDEX sessions_owner ON sessions(owner, number) WHERE owner <> 0"),
    // The names of the numbers in `sessions.owner`. The sessions of a number without a name are kept, and no key
    // reaches them.
    Object(name: "owners", since: 3, sql: "CREATE TABLE owners(number INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT"),
    Object(
      name: "records", since: 1,
      sql: """
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
        """
    ),
  ]

  /// Makes a file of an older version one of now, all or nothing; version 0 is an empty file.
  ///
  /// - Parameter lines: the names of the key file, line by line: before version 3 an owner was the number of such a
  ///   line.
  /// - Returns: the owners that had only numbers, with the names that they have now.
  static func bring(_ connection: SQLiteConnection, from older: Int, naming lines: [String]) throws(SQLiteError)
    -> [NamedOwner]
  {
    // SQLite takes it for an empty file alone.
    try connection.execute("PRAGMA page_size = \(pageBytes)")
    try connection.execute("BEGIN IMMEDIATE")
    for object in objects where object.since > older { try connection.execute(object.sql) }
    let named = (1..<3).contains(older) ? try nameOwners(on: connection, lines) : []
    try connection.execute("PRAGMA application_id = \(applicationID)")
    try connection.execute("PRAGMA user_version = \(version)")
    try connection.execute("COMMIT")
    return named
  }

  /// Gives each number that sessions, or answers to their creation, have the name of its line.
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
      // A name that stands in two lines has the sessions of the first.
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

  /// The version of a file.
  static func version(on connection: SQLiteConnection) throws(SQLiteError) -> Int {
    Int(try connection.integer("PRAGMA user_version") ?? 0)
  }

  /// The first object that is not as it should be in a file of a version.
  static func firstDeviation(on connection: SQLiteConnection, version: Int) throws(SQLiteError) -> String? {
    let statement = try connection.prepare("SELECT sql FROM sqlite_schema WHERE name = ?1")
    for object in objects where object.since <= version {
      try statement.bind(1, object.name)
      guard try statement.step() else { return object.name }
      let sql = statement.text(0)
      statement.reset()
      if sql != object.sql { return object.name }
    }
    return nil
  }
}

/// An owner of an older file, which had a number and no name.
public struct NamedOwner: Hashable, Sendable {
  public var number: Int
  /// What the key file calls it; nil where it says nothing: its sessions are kept, and no key reaches them.
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
