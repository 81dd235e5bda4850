#if SQLite
import CSQLite
import FoundationEssentials
import Glibc

/// A connection to a database file, with its own snapshot and transaction.
///
/// SQLite's own mutex is off, so only one thread at a time may use a connection and its statements. Hence not
/// `Sendable`; the holder serialises access.
package final class SQLiteConnection {
  package enum Mode: Sendable {
    /// Reads and writes; creates a missing file with mode 0600.
    case create
    /// Reads and writes.
    case write
    case read
    /// Reads a file that has no writer; creates no file beside it.
    case readUnchanging
  }

  /// Milliseconds to wait for another connection's lock.
  private static let busyTimeout: Int32 = 5_000

  let handle: OpaquePointer

  /// - Parameter path: always a file name; `file:` and `:memory:` have no special meaning.
  package init(_ path: String, _ mode: Mode) throws(SQLiteError) {
    // Nothing below throws: `deinit` would close the handle a second time.
    handle = try Self.opened(path.hasPrefix("/") ? path : "./" + path, mode)
    sqlite3_busy_timeout(handle, Self.busyTimeout)
    // A writable folder for temporary files may be missing.
    sqlite3_exec(handle, "PRAGMA temp_store = MEMORY", nil, nil, nil)
  }

  deinit { sqlite3_close_v2(handle) }

  private static func opened(_ path: String, _ mode: Mode) throws(SQLiteError) -> OpaquePointer {
    let flags: Int32
    switch mode {
    case .create:
      flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      // SQLite would create it readable by all, and copies its mode to the files beside it. New files only: closing a
      // descriptor of a file that this process has open elsewhere would release that connection's locks.
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
    case .write: flags = SQLITE_OPEN_READWRITE
    case .read: flags = SQLITE_OPEN_READONLY
    case .readUnchanging: flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
    var opened: OpaquePointer?
    let name = mode == .readUnchanging ? URL(filePath: path).absoluteString + "?immutable=1" : path
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened else { throw SQLiteError(code: SQLITE_NOMEM, systemCode: 0, message: "out of memory") }
    guard code == SQLITE_OK else {
      let error = error(of: opened, code)
      sqlite3_close_v2(opened)
      throw error
    }
    // SQLite falls back to reading if the file is not writable.
    guard flags & SQLITE_OPEN_READONLY != 0 || sqlite3_db_readonly(opened, "main") == 0 else {
      sqlite3_close_v2(opened)
      throw SQLiteError(code: SQLITE_READONLY, systemCode: 0, message: "the file may only be read")
    }
    return opened
  }

  /// Runs statements without parameters; rows are discarded.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Prepares a statement for repeated use.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement { try SQLiteStatement(sql, on: self) }

  /// The first column of the first row as an integer; nil if there is no row or the value is null.
  package func integer(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = try prepare(sql)
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.int(0)
  }

  /// Rows inserted, updated or deleted by the latest statement.
  package var changes: Int { Int(sqlite3_changes(handle)) }

  /// Whether a transaction is open; some errors end it.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The error of the latest call.
  func error(_ code: Int32) -> SQLiteError { Self.error(of: handle, code) }

  /// The error of the latest call with the `errno` it left; after a failed commit, SQLite's own is stale or 0.
  func error(_ code: Int32, systemCode: Int32) -> SQLiteError {
    SQLiteError(code: code, systemCode: systemCode, message: String(cString: sqlite3_errmsg(handle)))
  }

  private static func error(of handle: OpaquePointer, _ code: Int32) -> SQLiteError {
    SQLiteError(code: code, systemCode: sqlite3_system_errno(handle), message: String(cString: sqlite3_errmsg(handle)))
  }
}
#endif
