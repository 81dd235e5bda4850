#if SQLite
import SQLiteStorage
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
#endif
