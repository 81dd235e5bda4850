#if SQLite
import CSQLite
import Glibc
import Navigation
import SessionStorage

/// The schema of the file, and its creation.
enum Schema {
  /// "NavS" in the file's header, which identifies the file to tools.
  static let applicationID: Int64 = 0x4E61_7653
  /// "NavC" in its place: a copy that is not complete, which no server opens.
  static let copyID: Int64 = 0x4E61_7643
  /// The version that this code writes and reads, `user_version` in the file's header.
  static let version = 1

  /// The tables and indices. `records.key` and `answers.key` combine two numbers: scope times 2³², plus index.
  static let objects: [(name: String, sql: String)] = [
    (
      name: "sessions",
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
    // The time of the next expiry check. A change does not update it, so a session that is due may still be alive.
    (name: "sessions_due", sql: "CREATE INDEX sessions_due ON sessions(due)"),
    // A list scans no other client's sessions. Without API keys all sessions have owner 0, which needs no index.
    (name: "sessions_owner", sql: "CREATE INDEX sessions_owner ON sessions(owner, number) WHERE owner <> 0"),
    // Names by `sessions.owner`.
    (name: "owners", sql: "CREATE TABLE owners(number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT"),
    // In the order of writing, so that the rows of a commit share pages: 1.15 times the changes with 256 sessions in use,
    // 1.4 times with 40,000. In the order of keys a session is read from fewer pages.
    (
      name: "records",
      sql: """
      CREATE TABLE records(
        key INTEGER NOT NULL UNIQUE,
        at INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        patches INTEGER NOT NULL,
        content BLOB NOT NULL
      ) STRICT
      """
    ),
    (
      name: "answers",
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
    // Of the sessions that have any: written with the creation, and never changed.
    (name: "routes", sql: "CREATE TABLE routes(session INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT"),
  ]

  static let routes = "SELECT content FROM routes WHERE session = ?1"

  /// Makes the objects in an empty file, in one transaction.
  static func create(on connection: SQLiteConnection) throws(SQLiteError) {
    try connection.execute("BEGIN IMMEDIATE")
    for object in objects { try connection.execute(object.sql) }
    try connection.execute("PRAGMA application_id = \(applicationID)")
    try connection.execute("PRAGMA user_version = \(version)")
    try connection.execute("COMMIT")
  }

  /// Throws `otherSchema` for a store's file of another version; nothing else is a fault yet.
  static func requireVersion(of path: String) throws(StorageFault) {
    guard let header = FileHeader(of: path), header.applicationID == applicationID || header.applicationID == copyID,
      header.version != version
    else { return }
    throw .otherSchema(path: path, found: header.version, known: version)
  }

  /// The name of the first object that differs from those of a new file.
  static func firstDeviation(on connection: SQLiteConnection) throws(SQLiteError) -> String? {
    let statement = try connection.prepare("SELECT sql FROM sqlite_schema WHERE name = ?1")
    for object in objects {
      try statement.bind(object.name)
      guard try statement.step(), statement.text(0) == object.sql else { return object.name }
      statement.reset()
    }
    return nil
  }
}

/// What the header of a database's file says, without its log (SQLite's file format, 1.3).
///
/// Read without SQLite, whose connection may change the file: it takes an interrupted transaction back, and folds a log in
/// when it closes. To be read before there is one: closing a descriptor of the file ends its locks.
struct FileHeader {
  private let bytes: [UInt8]

  /// Nil if the file cannot be read, or is too short.
  init?(of path: String) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 100)
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else { return nil }
    self.bytes = bytes
  }

  /// Bytes of a page; 1 stands for the largest.
  var pageSize: Int { number(at: 16, count: 2) == 1 ? 65_536 : number(at: 16, count: 2) }
  /// Whether the file has a write-ahead log: the version that reads it.
  var hasLog: Bool { bytes[19] == 2 }
  var version: Int { number(at: 60, count: 4) }
  var applicationID: Int64 { Int64(number(at: 68, count: 4)) }

  /// The highest byte first.
  private func number(at offset: Int, count: Int) -> Int {
    bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
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

  /// The scope of the answers to an owner's creations; negative, below those of sessions.
  static func scope(of owner: Owner) -> Int64 { -1 - Int64(owner.number) }
}

extension Labels {
  /// A JSON object of strings.
  var text: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  init?(_ text: String) {
    guard let labels = try? Labels(json: JSONDocument(text).root) else { return nil }
    self = labels
  }
}

struct StoredHead {
  let number: Int64
  let head: SessionHead

  static let columns = "SELECT number, id, owner, client, labels, created, time_to_live FROM sessions WHERE "

  /// Nil for an id or labels that cannot be.
  init?(_ row: SQLiteStatement) {
    guard let id = SessionID(stored: row.bytes(1)), let labels = row.isNull(4) ? Labels() : Labels(row.text(4)) else {
      return nil
    }
    number = row.int(0)
    head = SessionHead(
      id: id, owner: Owner(stored: row.int(2)), client: row.isNull(3) ? nil : row.text(3),
      labels: labels, createdAt: Timestamp(milliseconds: row.int(5)), timeToLive: Int(row.int(6)))
  }
}

struct StoredRow {
  let record: RecordRow
  /// Bytes of the session's rows up to this one.
  let bytes: Int64

  static let columns = "SELECT key, at, ordinal, bytes, patches, content FROM records WHERE key BETWEEN ?1 AND ?2"

  /// Throws `unreadable` if the checksum is another one.
  init(_ row: SQLiteStatement, _ checksum: RowChecksum) throws(StoreError) {
    let (key, at, ordinal, patches) = (row.int(0), row.int(1), row.int(2), row.int(4))
    bytes = row.int(3)
    record = RecordRow(
      revision: Self.revision(row), at: Timestamp(milliseconds: at), ordinal: Int(ordinal), patches: Int(patches),
      content: try checksum.opened(row.bytes(5), key, at, ordinal, bytes, patches))
  }

  static func revision(_ row: SQLiteStatement) -> Int { Int(RowKey.index(of: row.int(0))) }
}

extension StoredAnswer {
  /// Reads a row of `answers`: key, name, fingerprint, session and revision. Throws `unreadable` for what cannot be.
  init(_ row: SQLiteStatement) throws(StoreError) {
    guard let key = IdempotencyKey(row.text(1)), let fingerprint = Fingerprint(stored: row.bytes(2)),
      let session = SessionID(stored: row.bytes(3))
    else { throw .unreadable }
    self.init(
      key: key, fingerprint: fingerprint, sessionID: session, revision: Int(row.int(4)), reply: .stored(row.int(0)))
  }
}
#endif
