#if SQLite
import CSQLite
import Glibc

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
#endif
