#if SQLite
import CSQLite
import Glibc

/// Why SQLite refused, by what can be done about it.
package enum SQLiteError: Error, Hashable, Sendable {
  /// The disk, the quota or the largest size of the file is used up.
  case full(Cause)
  /// Another process holds the lock, and held it for as long as was waited.
  case busy(Cause)
  /// The file, its folder or the connection may not be written, or the file may not be opened at all.
  case readOnly(Cause)
  /// There is no file, or none can be made there.
  case cannotOpen(Cause)
  /// The file is something else than SQLite's.
  case notADatabase(Cause)
  /// The file is SQLite's, and damaged.
  case corrupt(Cause)
  /// The system failed to read, write or sync.
  case io(Cause)
  /// The schema forbids it.
  case constraint(Cause)
  /// Memory is short, or the statement is wrong.
  case other(Cause)

  /// What SQLite and the system said.
  package struct Cause: Hashable, Sendable {
    /// SQLite's extended result code.
    package var code: Int32
    /// The system's `errno`, for `io` and what cannot be opened; else 0.
    package var systemCode: Int32
    /// SQLite's own words.
    package var message: String
  }

  /// Sorts a result code; `systemCode` is what `sqlite3_system_errno` says.
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

  /// A read that ends early fails without the system's doing: its `errno` is of an older failure.
  private static func hasSystemCode(_ code: Int32) -> Bool {
    let shortRead = SQLITE_IOERR | 2 << 8
    return code & 0xFF == SQLITE_CANTOPEN || code & 0xFF == SQLITE_IOERR && code != shortRead
  }

  /// What the system's code makes of a failure whose own code does not tell.
  private static func failure(to otherwise: (Cause) -> SQLiteError, _ cause: Cause) -> SQLiteError {
    switch cause.systemCode {
    case ENOSPC, EDQUOT, EFBIG: .full(cause)
    case EACCES, EPERM, EROFS: .readOnly(cause)
    default: otherwise(cause)
    }
  }

  /// Whether a commit that ended with this may have been written to its end.
  var mayLeaveCommit: Bool {
    let failedWrite = SQLITE_IOERR | 3 << 8
    return switch self {
    case .full, .busy: cause.code & 0xFF == SQLITE_IOERR && cause.code != failedWrite
    case .io: cause.code != failedWrite
    case .readOnly, .cannotOpen, .notADatabase, .corrupt, .constraint, .other: true
    }
  }

  package var cause: Cause {
    switch self {
    case .full(let cause), .busy(let cause), .readOnly(let cause), .cannotOpen(let cause), .notADatabase(let cause),
      .corrupt(let cause),
      .io(let cause), .constraint(let cause), .other(let cause):
      cause
    }
  }
}

extension SQLiteError: CustomStringConvertible {
  /// One line: what it is, what SQLite says, and the codes.
  package var description: String {
    let system = cause.systemCode == 0 ? "" : ", \(String(cString: strerror(cause.systemCode)))"
    return "\(summary): \(cause.message) (SQLite \(cause.code)\(system))"
  }

  private var summary: String {
    switch self {
    case .full: "there is no room left"
    case .busy: "somebody else has locked the file"
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
