#if SQLite
import Glibc
import Testing

@testable import SQLiteStorage

/// The classes of SQLite's result codes, and the codes of provoked errors.
@Suite struct SQLiteErrorTests {
  typealias Kind = SQLiteError.Kind

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: Int32
    var system: Int32
    var kind: Kind

    init(_ name: String, _ code: Int32, _ system: Int32, _ kind: Kind) {
      (testDescription, self.code, self.system, self.kind) = (name, code, system, kind)
    }

    init(_ name: String, _ code: Int32, _ kind: Kind) { self.init(name, code, 0, kind) }
  }

  static let codes = [
    Row("SQLITE_FULL", 13, .full),
    Row("IOERR_WRITE, no space", 10 | 3 << 8, ENOSPC, .full),
    Row("IOERR_WRITE, quota", 10 | 3 << 8, EDQUOT, .full),
    Row("IOERR_WRITE, file too big", 10 | 3 << 8, EFBIG, .full),
    Row("IOERR_WRITE, device", 10 | 3 << 8, EIO, .io),
    Row("IOERR_FSYNC", 10 | 4 << 8, EIO, .io),
    Row("IOERR_SHMSIZE, no space", 10 | 19 << 8, ENOSPC, .full),
    Row("IOERR_SHORT_READ, whatever failed before", 10 | 2 << 8, ENOSPC, .io),
    Row("BUSY", 5, .busy),
    Row("BUSY_SNAPSHOT", 5 | 2 << 8, .busy),
    Row("LOCKED", 6, .busy),
    Row("PROTOCOL", 15, .busy),
    Row("READONLY", 8, .readOnly),
    Row("READONLY_DBMOVED", 8 | 4 << 8, .readOnly),
    Row("PERM", 3, .readOnly),
    Row("CANTOPEN, no permission", 14, EACCES, .readOnly),
    Row("CANTOPEN, read-only file system", 14, EROFS, .readOnly),
    Row("CANTOPEN, no file", 14, ENOENT, .cannotOpen),
    Row("CANTOPEN, no space for a file", 14, ENOSPC, .full),
    Row("NOTADB", 26, .notADatabase),
    Row("CORRUPT", 11, .corrupt),
    Row("CORRUPT_INDEX", 11 | 3 << 8, .corrupt),
    Row("CONSTRAINT_UNIQUE", 19 | 8 << 8, .constraint),
    Row("NOMEM", 7, .other),
    Row("ERROR, with an old errno", 1, ENOSPC, .other),
  ]

  @Test(arguments: codes) func `a code has the class of its remedy`(_ row: Row) {
    let error = SQLiteError(code: row.code, systemCode: row.system, message: "words")
    #expect(error.kind == row.kind)
    #expect(error.code == row.code && error.message == "words")
  }

  /// The code, the system's code, and whether the log may have the complete commit.
  @Test(
    arguments: [
      (10 | 4 << 8, EIO, true), (10 | 4 << 8, ENOSPC, true), (10 | 19 << 8, ENOSPC, true), (10 | 3 << 8, EIO, false),
      (10 | 3 << 8, EFBIG, false),
      (13, 0, false), (5, 0, false), (7, 0, true),
    ] as [(Int32, Int32, Bool)])
  func `a commit that failed after its last write may be in the log`(_ code: Int32, system: Int32, isLeft: Bool) {
    #expect(SQLiteError(code: code, systemCode: system, message: "").mayLeaveCommit == isLeft)
  }

  struct Provoked: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var kind: Kind
    var provoke: @Sendable (DatabaseFolder) throws -> Void

    init(_ name: String, _ kind: Kind, _ provoke: @escaping @Sendable (DatabaseFolder) throws -> Void) {
      (testDescription, self.kind, self.provoke) = (name, kind, provoke)
    }
  }

  static let provoked = [
    Provoked("reading a missing file", .cannotOpen) { _ = try SQLiteConnection($0.database, .read) },
    Provoked("writing a missing file", .cannotOpen) { _ = try SQLiteConnection($0.database, .write) },
    Provoked("a missing folder", .cannotOpen) { _ = try SQLiteConnection($0.path + "/none/test.db", .create) },
    Provoked("a folder", .cannotOpen) { _ = try SQLiteConnection($0.path, .create) },
    Provoked("no name", .cannotOpen) { _ in _ = try SQLiteConnection("", .create) },
    Provoked("another kind of file", .notADatabase) {
      try $0.write(Array(repeating: UInt8(ascii: "x"), count: 4_096), to: "test.db")
      try SQLiteConnection($0.database, .write).execute("SELECT * FROM t")
    },
    Provoked("a file cut off", .corrupt) { folder in
      try folder.connection().execute("INSERT INTO t VALUES(1, zeroblob(100000))")
      try folder.truncateDatabase(to: 8_192)
      try SQLiteConnection(folder.database, .write).execute("SELECT * FROM t")
    },
    Provoked("a write by a reader", .readOnly) {
      _ = try $0.connection()
      try SQLiteConnection($0.database, .read).execute("INSERT INTO t VALUES(1, 2)")
    },
    Provoked("the same key twice", .constraint) { try $0.connection().execute("INSERT INTO t VALUES(1, 2), (1, 3)") },
    Provoked("more pages than may be", .full) {
      try $0.connection().execute("PRAGMA max_page_count = 4; INSERT INTO t VALUES(1, zeroblob(100000))")
    },
    Provoked("another's lock", .busy) {
      let (first, second) = (try $0.connection(), try SQLiteConnection($0.database, .write))
      try first.execute("BEGIN EXCLUSIVE")
      try second.execute("PRAGMA busy_timeout = 0; INSERT INTO t VALUES(1, 2)")
    },
    Provoked("wrong SQL", .other) { try $0.connection().execute("SELEKT 1") },
    Provoked("no SQL", .other) { _ = try $0.connection().prepare("-- nothing") },
    Provoked("a parameter that is not there", .other) { try $0.connection().prepare("SELECT ?1").bind(1, 2) },
    Provoked("a backup of another kind of file", .notADatabase) {
      try $0.write(Array(repeating: UInt8(ascii: "x"), count: 4_096), to: "test.db")
      try SQLiteConnection($0.database, .read).backUp(to: $0.path + "/copy.db")
    },
    Provoked("a backup into a missing folder", .cannotOpen) {
      try $0.connection().backUp(to: $0.path + "/none/copy.db")
    },
  ]

  @Test(arguments: provoked) func `provoked errors have their codes`(_ row: Provoked) throws {
    let folder = try DatabaseFolder()
    let error = #expect(throws: SQLiteError.self) { try row.provoke(folder) }
    #expect(error?.kind == row.kind, "\(error.map(\.description) ?? "nothing")")
  }

  @Test func `a description has SQLite's words and the system's`() {
    let write = SQLiteError(code: 10 | 3 << 8, systemCode: EIO, message: "disk I/O error")
    #expect(write.description == "reading or writing failed: disk I/O error (SQLite 778, Input/output error)")
    let full = SQLiteError(code: 13, systemCode: EIO, message: "database or disk is full")
    #expect(full.description == "there is no room left: database or disk is full (SQLite 13)")
  }
}
#endif
