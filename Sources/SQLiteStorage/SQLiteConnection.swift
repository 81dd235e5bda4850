#if SQLite
import CSQLite
import Glibc

/// A connection to one database file, with its own view of it and its own transaction.
///
/// SQLite's own lock is off: one thread at a time may use a connection and its statements. Hence not `Sendable`: the
/// holder takes care of it.
package final class SQLiteConnection {
  package enum Mode: Sendable {
    /// Reads and writes, and makes the file where it is missing, for its owner alone.
    case create
    /// Reads and writes.
    case write
    case read
    /// Reads a file that nothing writes, and makes no file beside it.
    case readUnchanging
  }

  /// Milliseconds to wait for the lock of another connection.
  private static let busyTimeout: Int32 = 5_000

  let handle: OpaquePointer

  /// `path` is always a file's: neither `file:` nor `:memory:` means anything.
  package init(_ path: String, _ mode: Mode) throws(SQLiteError) {
    // From here on nothing throws: `deinit` would close what was closed already.
    handle = try Self.opened(path.hasPrefix("/") ? path : "./" + path, mode)
    sqlite3_busy_timeout(handle, Self.busyTimeout)
    // There may be no folder for temporary files that can be written.
    sqlite3_exec(handle, "PRAGMA temp_store = MEMORY", nil, nil, nil)
  }

  deinit { sqlite3_close_v2(handle) }

  private static func opened(_ path: String, _ mode: Mode) throws(SQLiteError) -> OpaquePointer {
    let flags: Int32
    switch mode {
    case .create:
      flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      // SQLite would let every user read it, and gives the files beside it the same mode. Only a new file: closing one
      // that another connection of this process has open would take that one's locks away.
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
    case .write: flags = SQLITE_OPEN_READWRITE
    case .read: flags = SQLITE_OPEN_READONLY
    case .readUnchanging: flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
    var opened: OpaquePointer?
    let name = mode == .readUnchanging ? "file:\(escaped(path))?immutable=1" : path
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened else { throw SQLiteError(code: SQLITE_NOMEM, systemCode: 0, message: "out of memory") }
    guard code == SQLITE_OK else {
      let error = error(of: opened, code)
      sqlite3_close_v2(opened)
      throw error
    }
    // Where a file may not be written, SQLite opens it for reading.
    guard flags & SQLITE_OPEN_READONLY != 0 || sqlite3_db_readonly(opened, "main") == 0 else {
      sqlite3_close_v2(opened)
      throw SQLiteError(code: SQLITE_READONLY, systemCode: 0, message: "the file may only be read")
    }
    return opened
  }

  /// A path as it stands in a URI.
  private static func escaped(_ path: String) -> String {
    path.reduce(into: "") { escaped, character in
      switch character {
      case "%": escaped += "%25"
      case "?": escaped += "%3f"
      case "#": escaped += "%23"
      default: escaped.append(character)
      }
    }
  }

  /// Runs statements that need nothing bound; rows are passed over.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// A statement to be run many times.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement { try SQLiteStatement(sql, on: self) }

  /// The number in the first column of the first row; nil where there is no row, or it is null.
  package func integer(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = try prepare(sql)
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.int(0)
  }

  /// Rows that the latest statement inserted, changed or deleted.
  package var changes: Int { Int(sqlite3_changes(handle)) }

  /// Whether a transaction has begun and not ended; some errors end it.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The error of the latest call.
  func error(_ code: Int32) -> SQLiteError { Self.error(of: handle, code) }

  /// The same with the `errno` that the call has left: where a commit fails, SQLite itself has that of an older
  /// failure, or none.
  func error(_ code: Int32, systemCode: Int32) -> SQLiteError {
    SQLiteError(code: code, systemCode: systemCode, message: String(cString: sqlite3_errmsg(handle)))
  }

  private static func error(of handle: OpaquePointer, _ code: Int32) -> SQLiteError {
    SQLiteError(code: code, systemCode: sqlite3_system_errno(handle), message: String(cString: sqlite3_errmsg(handle)))
  }
}
#endif
