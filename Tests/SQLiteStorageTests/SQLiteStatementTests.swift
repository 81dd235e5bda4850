#if SQLite
import SQLiteStorage
import Testing

/// What goes in comes out.
@Suite struct SQLiteStatementTests {
  @Test(arguments: [0, 1, -1, .max, .min] as [Int64]) func `numbers come back`(_ value: Int64) throws {
    let folder = try DatabaseFolder()
    let read = try stored(in: folder.connection()) { try $0.bind(2, value) }
    #expect(read.int(1) == value && !read.isNull(1))
  }

  @Test(arguments: [0, 1, 3, 4_096, 1_000_000]) func `bytes come back`(_ count: Int) throws {
    let folder = try DatabaseFolder()
    let value = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let read = try stored(in: folder.connection()) { try $0.bind(2, value) }
    #expect(read.bytes(1) == value && !read.isNull(1))
  }

  @Test(arguments: ["", "a", "zwölf", "a\0b", "🧭", String(repeating: "long ", count: 1_000)])
  func `texts come back`(_ value: String) throws {
    let folder = try DatabaseFolder()
    let read = try stored(in: folder.connection()) { try $0.bind(2, value) }
    #expect(read.text(1) == value && !read.isNull(1))
  }

  @Test func `null is none of them`() throws {
    let folder = try DatabaseFolder()
    let read = try stored(in: folder.connection()) { try $0.bindNull(2) }
    #expect(read.isNull(1) && read.int(1) == 0 && read.bytes(1) == [] && read.text(1) == "")
  }

  /// The statement on the one row that `bind` made the value of.
  private func stored(
    in connection: SQLiteConnection, _ bind: (SQLiteStatement) throws -> Void
  ) throws -> SQLiteStatement {
    let write = try connection.prepare("INSERT INTO t VALUES(?1, ?2)")
    try write.bind(1, 7)
    try bind(write)
    try write.run()
    // What was bound is a copy: what comes here instead does not change it.
    try write.bind(2, "something else")
    let read = try connection.prepare("SELECT k, v FROM t")
    try #require(try read.step())
    #expect(read.int(0) == 7)
    return read
  }

  @Test func `rows come one after another, and then again`() throws {
    let folder = try DatabaseFolder()
    let connection = try folder.connection()
    let write = try connection.prepare("INSERT INTO t VALUES(?1, ?2)")
    for key in 1...3 as ClosedRange<Int64> {
      try write.bind(1, key)
      try write.bind(2, key * key)
      try write.run()
      #expect(connection.changes == 1)
    }
    let read = try connection.prepare("SELECT v FROM t WHERE k >= ?1 ORDER BY k")
    for (least, wanted) in [(1, [1, 4, 9]), (3, [9]), (4, [])] as [(Int64, [Int64])] {
      try read.bind(1, least)
      var found: [Int64] = []
      while try read.step() { found.append(read.int(0)) }
      #expect(found == wanted)
    }
  }

  @Test func `a statement that failed can be run again`() throws {
    let folder = try DatabaseFolder()
    let connection = try folder.connection()
    let write = try connection.prepare("INSERT INTO t VALUES(?1, 0)")
    try write.bind(1, 1)
    try write.run()
    #expect(throws: SQLiteError.self) { try write.run() }
    try write.bind(1, 2)
    try write.run()
    #expect(try connection.integer("SELECT count(*) FROM t") == 2)
  }

  @Test func `a statement left in the middle holds on until it is reset`() throws {
    let folder = try DatabaseFolder()
    let connection = try folder.connection()
    try connection.execute("INSERT INTO t VALUES(1, 1), (2, 2)")
    let read = try connection.prepare("SELECT v FROM t WHERE k > ?1")
    try read.bind(1, 0)
    try #require(try read.step())
    #expect(throws: SQLiteError.self) { try read.bind(1, 1) }
    read.reset()
    try read.bind(1, 1)
    #expect(try read.step() && read.int(0) == 2)
  }

  @Test func `rows of a change are passed over, and it is made`() throws {
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
