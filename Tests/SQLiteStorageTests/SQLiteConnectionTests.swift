#if SQLite
import Foundation
import SQLiteStorage
import Synchronization
import Testing

/// Files, transactions and copies.
@Suite struct SQLiteConnectionTests {
  @Test func `a connection reads the rows written by another`() throws {
    let folder = try DatabaseFolder()
    try folder.connection().execute("INSERT INTO t VALUES(1, 'one')")
    let read = try SQLiteConnection(folder.database, .read).prepare("SELECT v FROM t")
    #expect(try read.step() && read.text(0) == "one")
  }

  @Test func `only the owner may use a new file and those beside it`() throws {
    let folder = try DatabaseFolder()
    let connection = try folder.connection()
    try connection.execute("PRAGMA journal_mode = WAL; INSERT INTO t VALUES(1, 1)")
    let files = try folder.files
    #expect(files == ["test.db", "test.db-shm", "test.db-wal"])
    for file in files { #expect(try folder.permissions(of: file) == 0o600) }
    withExtendedLifetime(connection) {}
  }

  @Test(arguments: ["file:test.db?mode=memory", ":memory:"]) func `a path is always that of a file`(
    _ name: String
  ) throws {
    let folder = try DatabaseFolder()
    _ = try SQLiteConnection(folder.path + "/" + name, .create)
    #expect(try folder.files == [name])
  }

  @Test func `a rolled back transaction has no effect`() throws {
    let folder = try DatabaseFolder()
    let connection = try folder.connection()
    #expect(!connection.isInTransaction)
    try connection.execute("BEGIN IMMEDIATE; INSERT INTO t VALUES(1, 1)")
    #expect(connection.isInTransaction)
    try connection.execute("ROLLBACK")
    #expect(!connection.isInTransaction)
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
  }

  @Test(
    arguments: [("SELECT 7", 7), ("SELECT NULL", nil), ("SELECT 1 WHERE 0", nil), ("PRAGMA user_version", 0)]
      as [(String, Int64?)])
  func `a single number, or none`(_ sql: String, _ wanted: Int64?) throws {
    let folder = try DatabaseFolder()
    #expect(try folder.connection().integer(sql) == wanted)
  }

  @Test func `a copy made during writes is the database of one moment`() throws {
    let folder = try DatabaseFolder()
    try folder.connection().execute(
      "PRAGMA journal_mode = WAL; INSERT INTO t VALUES(1, zeroblob(500000)), (2, zeroblob(500000))")
    let writer = try BusyWriter(folder.database)
    defer { writer.stop() }
    let source = try SQLiteConnection(folder.database, .read)
    var counts: [Int64] = []
    for name in ["first.db", "second.db", "third.db"] {
      try source.backUp(to: folder.path + "/" + name)
      let copy = try SQLiteConnection(folder.path + "/" + name, .read)
      let check = try copy.prepare("PRAGMA integrity_check")
      #expect(try check.step() && check.text(0) == "ok")
      counts.append(try copy.integer("SELECT count(*) FROM t") ?? -1)
      #expect(try folder.files.filter { $0.hasPrefix(name) } == [name])
      try writer.waitForAnother()
    }
    // Each commit has two rows: an odd count would be a partial one.
    #expect(counts.allSatisfy { $0 >= 4 && $0 % 2 == 0 })
    #expect(counts[0] < counts[1] && counts[1] < counts[2], "the writer did not go on")
  }
}

/// A new folder, removed with this value.
final class DatabaseFolder: Sendable {
  let path: String
  var database: String { path + "/test.db" }

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "nav-\(UInt32.random(in: .min ... .max))").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A new database with a table `t(k INTEGER PRIMARY KEY, v)`.
  func connection() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(database, .create)
    try connection.execute("CREATE TABLE t(k INTEGER PRIMARY KEY, v ANY) STRICT")
    return connection
  }

  func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: URL(filePath: path + "/" + name)) }

  /// Truncates the database to `count` bytes.
  func truncateDatabase(to count: UInt64) throws {
    let file = try FileHandle(forUpdating: URL(filePath: database))
    try file.truncate(atOffset: count)
    try file.close()
  }

  /// The names of its files.
  var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

  func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
  }
}

/// Commits two rows of `t` at a time on its own thread, until it is stopped.
final class BusyWriter: Sendable {
  private struct State {
    var commits = 0
    var isStopping = false
    var failure: (any Error)?
  }

  private let path: String
  private let state = Mutex(State())
  private let hasCommitted = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Returns after the first commit.
  init(_ path: String) throws {
    self.path = path
    Thread { self.run() }.start()
    try waitForAnother()
  }

  private func run() {
    do {
      let connection = try SQLiteConnection(path, .write)
      while !state.withLock({ $0.isStopping }) {
        try connection.execute("INSERT INTO t(v) VALUES(zeroblob(5000)), (zeroblob(5000))")
        state.withLock { $0.commits += 1 }
        hasCommitted.signal()
      }
    } catch {
      state.withLock { $0.failure = error }
      hasCommitted.signal()
    }
    hasEnded.signal()
  }

  /// Waits for a further commit.
  func waitForAnother() throws {
    let seen = state.withLock { $0.commits }
    while true {
      let (commits, failure) = state.withLock { ($0.commits, $0.failure) }
      if let failure { throw failure }
      guard commits <= seen else { return }
      hasCommitted.wait()
    }
  }

  /// Returns after the thread has closed the file.
  func stop() {
    state.withLock { $0.isStopping = true }
    hasEnded.wait()
  }
}
#endif
