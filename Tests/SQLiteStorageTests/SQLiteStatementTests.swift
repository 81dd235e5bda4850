#if SQLite
import SQLiteStorage
import Testing

/// Values are read as they were bound.
@Suite struct SQLiteStatementTests {
  @Test(arguments: [0, 1, -1, .max, .min] as [Int64]) func `numbers are read as bound`(_ value: Int64) throws {
    let folder = try DatabaseFolder()
    let read = try stored(in: folder.connection()) { try $0.bind(7, value) }
    #expect(read.int(1) == value && !read.isNull(1))
  }

  @Test(arguments: [0, 1, 3, 4_096, 1_000_000]) func `bytes are read as bound`(_ count: Int) throws {
    let folder = try DatabaseFolder()
    let value = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let read = try stored(in: folder.connection()) { try $0.bind(7, value) }
    #expect(read.bytes(1) == value && !read.isNull(1))
  }

  @Test(arguments: ["", "a", "zwölf", "a\0b", "🧭", String(repeating: "long ", count: 1_000)])
  func `texts come back`(_ value: String) throws {
    let folder = try DatabaseFolder()
    let read = try stored(in: folder.connection()) { try $0.bind(7, value) }
    #expect(read.text(1) == value && !read.isNull(1))
  }

  @Test func `null is no value`() throws {
    let folder = try DatabaseFolder()
    let read = try stored(in: folder.connection()) { try $0.bind(7, String?.none) }
    #expect(read.isNull(1) && read.int(1) == 0 && read.bytes(1) == [] && read.text(1) == "")
  }

  /// Writes a row with the values bound by `bind`, and returns the statement that has read it.
  private func stored(
    in connection: SQLiteConnection, _ bind: (SQLiteStatement) throws -> Void
  ) throws -> SQLiteStatement {
    let write = try connection.prepare("INSERT INTO t VALUES(?1, ?2)")
    try bind(write)
    try write.run()
    // A bound value is a copy: another binding does not change the row.
    try write.bind(7, "something else")
    let read = try connection.prepare("SELECT k, v FROM t")
    try #require(try read.step())
    #expect(read.int(0) == 7)
    return read
  }

  @Test func `rows are read in order, and again after a reset`() throws {
    let folder = try DatabaseFolder()
    let connection = try folder.connection()
    let write = try connection.prepare("INSERT INTO t VALUES(?1, ?2)")
    for key in 1...3 as ClosedRange<Int64> {
      try write.run(key, key * key)
      #expect(connection.changes == 1)
    }
    let read = try connection.prepare("SELECT v FROM t WHERE k >= ?1 ORDER BY k")
    for (least, wanted) in [(1, [1, 4, 9]), (3, [9]), (4, [])] as [(Int64, [Int64])] {
      try read.bind(least)
      var found: [Int64] = []
      while try read.step() { found.append(read.int(0)) }
      #expect(found == wanted)
    }
  }

  @Test func `a failed statement can be run again`() throws {
    let folder = try DatabaseFolder()
    let connection = try folder.connection()
    let write = try connection.prepare("INSERT INTO t VALUES(?1, 0)")
    try write.run(1)
    #expect(throws: SQLiteError.self) { try write.run() }
    try write.run(2)
    #expect(try connection.integer("SELECT count(*) FROM t") == 2)
  }

  @Test func `an unfinished statement refuses bindings until a reset`() throws {
    let folder = try DatabaseFolder()
    let connection = try folder.connection()
    try connection.execute("INSERT INTO t VALUES(1, 1), (2, 2)")
    let read = try connection.prepare("SELECT v FROM t WHERE k > ?1")
    try read.bind(0)
    try #require(try read.step())
    #expect(throws: SQLiteError.self) { try read.bind(1) }
    read.reset()
    try read.bind(1)
    #expect(try read.step() && read.int(0) == 2)
  }

  @Test func `the rows of a change are skipped, and it is executed`() throws {
    let folder = try DatabaseFolder()
    let connection = try folder.connection()
    try connection.prepare("INSERT INTO t VALUES(1, 1), (2, 2) RETURNING k").run()
    #expect(connection.changes == 2)
    #expect(try connection.integer("SELECT count(*) FROM t") == 2)
  }

  @Test func `a statement keeps its connection`() throws {
    let folder = try DatabaseFolder()
    let read = try folder.connection().prepare("SELECT 42")
    #expect(try read.step() && read.int(0) == 42)
  }
}
#endif
