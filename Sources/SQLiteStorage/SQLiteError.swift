#if SQLite
import CSQLite
import Glibc

/// An error of SQLite, classified by remedy.
package enum SQLiteError: Error, Hashable, Sendable {
  /// The disk, the quota or the maximum file size is exhausted.
  case full(Cause)
  /// Another process held the lock until the timeout.
  case busy(Cause)
  /// The file, its folder or the connection is not writable, or the file may not be opened.
  case readOnly(Cause)
  /// The file does not exist, or cannot be created.
  case cannotOpen(Cause)
  /// Not an SQLite file.
  case notADatabase(Cause)
  /// A damaged SQLite file.
  case corrupt(Cause)
  /// The system failed to read, write or sync.
  case io(Cause)
  /// A constraint of the schema is violated.
  case constraint(Cause)
  /// Out of memory, or an invalid statement.
  case other(Cause)

  /// The codes and the message of an error.
  package struct Cause: Hashable, Sendable {
    /// SQLite's extended result code.
    package var code: Int32
    /// The system's `errno`, for `io` and files that cannot be opened; otherwise 0.
    package var systemCode: Int32
    /// SQLite's message.
    package var message: String
  }

  /// Classifies a result code; `systemCode` is the value of `sqlite3_system_errno`.
  package init(code: Int32, systemCode: Int32, message: String) {
    let cause = Cause(code: code, systemCode: Self.hasSystemCode(code) ? systemCode : 0, message: message)
    self =
      switch code & 0xFF {
      case SQLITE_FULL: .full(cause)
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy(cause)
      case SQLITE_READONLY, SQLITE_PERM: .readOnly(cause)
      case SQLITE_CANTOPEN: Self.failure(to: Self.cannotOpen, cause)
      case SQLITE_NOTADB: .notADatabase(cause)
      case SQLITE_CORRUPT: .corrupt(cause)
      case SQLITE_IOERR: Self.failure(to: Self.io, cause)
      case SQLITE_CONSTRAINT: .constraint(cause)
      default: .other(cause)
      }
  }

  /// Whether `errno` belongs to the error: after a short read it stems from an earlier failure.
  private static func hasSystemCode(_ code: Int32) -> Bool {
    let shortRead = SQLITE_IOERR | 2 << 8
    return code & 0xFF == SQLITE_CANTOPEN || code & 0xFF == SQLITE_IOERR && code != shortRead
  }

  /// Classifies a failure by the system's code, if SQLite's own code is generic.
  private static func failure(to otherwise: (Cause) -> SQLiteError, _ cause: Cause) -> SQLiteError {
    switch cause.systemCode {
    case ENOSPC, EDQUOT, EFBIG: .full(cause)
    case EACCES, EPERM, EROFS: .readOnly(cause)
    default: otherwise(cause)
    }
  }

  /// Whether a commit that failed with this error may be complete in the log.
  var mayLeaveCommit: Bool {
    let failedWrite = SQLITE_IOERR | 3 << 8
    return switch self {
    case .full, .busy: cause.code & 0xFF == SQLITE_IOERR && cause.code != failedWrite
    case .io: cause.code != failedWrite
    case .readOnly, .cannotOpen, .notADatabase, .corrupt, .constraint, .other: true
    }
  }

  /// Whether a killed process has left a transaction in `PATH-journal`.
  var needsRollback: Bool { cause.code == SQLITE_READONLY | 3 << 8 }

  package var cause: Cause {
    switch self {
    case .full(let cause), .busy(let cause), .readOnly(let cause), .cannotOpen(let cause), .notADatabase(let cause),
      .corrupt(let cause), .io(let cause), .constraint(let cause), .other(let cause):
      cause
    }
  }
}

extension SQLiteError: CustomStringConvertible {
  /// One line: the class, SQLite's message, and the codes.
  package var description: String {
    let system = cause.systemCode == 0 ? "" : ", \(String(cString: strerror(cause.systemCode)))"
    return "\(summary): \(cause.message) (SQLite \(cause.code)\(system))"
  }

  private var summary: String {
    switch self {
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
