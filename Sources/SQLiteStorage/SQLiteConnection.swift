#if SQLite
import CSQLite
import FoundationEssentials
import Glibc
import Navigation
import SessionStorage

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

/// A prepared statement: bind, step through the rows, repeat.
///
/// Parameters count from 1, columns from 0. A caller that stops before the last row calls `reset`, which releases the
/// statement's lock on the database.
package final class SQLiteStatement {
  private let handle: OpaquePointer
  /// Retained, so that the connection outlives its statements.
  private let connection: SQLiteConnection

  init(_ sql: String, on connection: SQLiteConnection) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK else { throw connection.error(code) }
    guard let prepared else { throw SQLiteError(code: SQLITE_MISUSE, systemCode: 0, message: "there is no statement") }
    handle = prepared
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Binds the parameters from the first on.
  package func bind<each Value: SQLiteValue>(_ value: repeat each Value) throws(SQLiteError) {
    var index: Int32 = 0
    for value in repeat each value {
      index += 1
      try check(value.bind(to: handle, at: index))
    }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw connection.error(code) }
  }

  /// Steps to the next row; false after the last one. After false or an error the statement is reset.
  package func step() throws(SQLiteError) -> Bool {
    errno = 0
    let code = sqlite3_step(handle)
    guard code != SQLITE_ROW else { return true }
    guard code == SQLITE_DONE else {
      let error = connection.error(code, systemCode: errno)
      reset()
      throw error
    }
    reset()
    return false
  }

  /// Runs with these parameters to the end, and discards all rows.
  package func run<each Value: SQLiteValue>(_ value: repeat each Value) throws(SQLiteError) {
    try bind(repeat each value)
    while try step() {}
  }

  /// Runs with these parameters, and reads each row.
  func map<each Value: SQLiteValue, Row>(
    _ value: repeat each Value, read: (SQLiteStatement) throws -> Row
  ) throws -> [Row] {
    try bind(repeat each value)
    defer { reset() }
    var rows: [Row] = []
    while try step() { rows.append(try read(self)) }
    return rows
  }

  /// Runs with these parameters, and reads the first row; nil if there is none.
  func first<each Value: SQLiteValue, Row>(
    _ value: repeat each Value, read: (SQLiteStatement) throws -> Row
  ) throws -> Row? {
    try bind(repeat each value)
    defer { reset() }
    return try step() ? try read(self) : nil
  }

  /// Resets the statement; its bindings remain.
  package func reset() { sqlite3_reset(handle) }

  package func int(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// The bytes of a blob; empty if null.
  package func bytes(_ column: Int32) -> [UInt8] {
    // SAFETY: SQLite retains the bytes until the next call on this statement, and requires that their count is read
    // after their address.
    let start = sqlite3_column_blob(handle, column)
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// A text; empty if null.
  package func text(_ column: Int32) -> String {
    // SAFETY: as for a blob.
    let start = sqlite3_column_text(handle, column)
    return String(
      decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))), as: UTF8.self)
  }

  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
}

/// A value as stored in the file.
package protocol SQLiteValue {
  /// Binds a copy; returns SQLite's code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }
}

extension Int: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Timestamp: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    milliseconds.bind(to: statement, at: index)
  }
}

/// A blob.
extension [UInt8]: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    csqlite_bind_blob(statement, index, self, UInt64(count))
  }
}

extension String: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        csqlite_bind_text(statement, index, $0.baseAddress, UInt64($0.count))
      }
    }
  }
}

extension Optional: SQLiteValue where Wrapped: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
  }
}

package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The class of an error, by its remedy.
  package enum Kind: Sendable {
    /// The disk, the quota or the maximum file size is exhausted.
    case full
    /// Another process held the lock until the timeout.
    case busy
    /// The file, its folder or the connection is not writable, or the file may not be opened.
    case readOnly
    /// The file does not exist, or cannot be created.
    case cannotOpen
    /// Not an SQLite file.
    case notADatabase
    /// A damaged SQLite file.
    case corrupt
    /// The system failed to read, write or sync.
    case io
    /// A constraint of the schema is violated.
    case constraint
    /// Out of memory, or an invalid statement.
    case other
  }

  package let kind: Kind
  /// SQLite's extended result code.
  package let code: Int32
  /// The system's `errno`, for `io` and files that cannot be opened; otherwise 0.
  private let systemCode: Int32
  package let message: String

  /// Classifies a result code; `systemCode` is the value of `sqlite3_system_errno`.
  package init(code: Int32, systemCode: Int32, message: String) {
    (self.code, self.message) = (code, message)
    self.systemCode = Self.hasSystemCode(code) ? systemCode : 0
    kind =
      switch (code & 0xFF, self.systemCode) {
      case (SQLITE_FULL, _): .full
      case (SQLITE_BUSY, _), (SQLITE_LOCKED, _), (SQLITE_PROTOCOL, _): .busy
      case (SQLITE_READONLY, _), (SQLITE_PERM, _): .readOnly
      // SQLite's own code is generic where the system has one.
      case (_, ENOSPC), (_, EDQUOT), (_, EFBIG): .full
      case (_, EACCES), (_, EPERM), (_, EROFS): .readOnly
      case (SQLITE_CANTOPEN, _): .cannotOpen
      case (SQLITE_NOTADB, _): .notADatabase
      case (SQLITE_CORRUPT, _): .corrupt
      case (SQLITE_IOERR, _): .io
      case (SQLITE_CONSTRAINT, _): .constraint
      default: .other
      }
  }

  /// Whether `errno` belongs to the error: after a short read it stems from an earlier failure.
  private static func hasSystemCode(_ code: Int32) -> Bool {
    let shortRead = SQLITE_IOERR | 2 << 8
    return code & 0xFF == SQLITE_CANTOPEN || code & 0xFF == SQLITE_IOERR && code != shortRead
  }

  /// Whether a commit that failed with this error may be complete in the log.
  var mayLeaveCommit: Bool {
    let failedWrite = SQLITE_IOERR | 3 << 8
    return switch kind {
    case .full, .busy: code & 0xFF == SQLITE_IOERR && code != failedWrite
    case .io: code != failedWrite
    case .readOnly, .cannotOpen, .notADatabase, .corrupt, .constraint, .other: true
    }
  }

  /// Whether a killed process has left a transaction in `PATH-journal`.
  var needsRollback: Bool { code == SQLITE_READONLY | 3 << 8 }

  /// One line: the class, SQLite's message, and the codes.
  package var description: String {
    let system = systemCode == 0 ? "" : ", \(String(cString: strerror(systemCode)))"
    return "\(summary): \(message) (SQLite \(code)\(system))"
  }

  private var summary: String {
    switch kind {
    case .full: "there is no room left"
    case .busy: "another process has locked the file"
    case .readOnly: "the file or its folder may not be written, or not be read"
    case .cannotOpen: "the file cannot be opened"
    case .notADatabase: "the file is no SQLite database"
    case .corrupt: "the file is damaged"
    case .io: "reading or writing failed"
    case .constraint: "the schema forbids it"
    case .other: "SQLite refused"
    }
  }
}
#endif
