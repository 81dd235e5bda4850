#if PostgreSQL
/// An error of PostgreSQL, classified by remedy.
enum PostgreSQLError: Error, Hashable, Sendable {
  /// No connection, or an unusable server; nothing was done.
  case unreachable(Cause)
  /// The connection was lost or the reply timed out after sending: the query may have been executed.
  case doubtful(Cause)
  /// Blocked by other transactions; nothing was done, and a retry may succeed.
  case contended(Cause)
  /// The storage is full; nothing was done.
  case full(Cause)
  /// A value or a row was rejected; nothing was done.
  case refused(Cause)
  /// The database does not match this code: a table or a privilege is missing.
  case foreign(Cause)
  /// Any other error; nothing was done.
  case other(Cause)

  /// The SQLSTATE of a missing privilege.
  static let insufficientPrivilege = "42501"

  /// The code and the message of an error.
  struct Cause: Hashable, Sendable {
    /// SQLSTATE; empty for errors of libpq.
    var code = ""
    var message: String
  }

  /// Classifies an error of the server.
  init(code: String, message: String) {
    let cause = Cause(code: code, message: message)
    self =
      switch (code.prefix(2), code) {
      // A server that shuts down, or whose operator ends the connection, may have committed.
      case (_, "57P01"), (_, "57P02"), (_, "57P05"), (_, "57014"), ("08", _), ("58", _), ("XX", _): .doubtful(cause)
      case (_, "57P03"), (_, "57P04"), (_, "25006"), (_, "53300"), ("28", _), (_, "3D000"): .unreachable(cause)
      case ("40", _), (_, "55P03"), (_, "55006"): .contended(cause)
      case (_, "53100"), (_, "53400"): .full(cause)
      case ("22", _), ("23", _), ("54", _): .refused(cause)
      case ("42", _), ("3F", _): .foreign(cause)
      default: .other(cause)
      }
  }

  var cause: Cause {
    switch self {
    case .unreachable(let cause), .doubtful(let cause), .contended(let cause), .full(let cause), .refused(let cause),
      .foreign(let cause), .other(let cause):
      cause
    }
  }

  /// Whether a retry may succeed, for idempotent queries.
  var mayPass: Bool {
    switch self {
    case .unreachable, .doubtful, .contended: true
    case .full, .refused, .foreign, .other: false
    }
  }

  /// Whether the connection is unusable afterwards.
  var endsConnection: Bool {
    switch self {
    case .unreachable, .doubtful: true
    case .contended, .full, .refused, .foreign, .other: false
    }
  }
}

extension PostgreSQLError: CustomStringConvertible {
  /// One line: the class, PostgreSQL's message, and its code.
  var description: String { "\(summary): \(cause.message)" + code }

  /// The class and the code only, for clients: the message may have addresses and names.
  var outline: String { summary + code }

  private var code: String { cause.code.isEmpty ? "" : " (SQLSTATE \(cause.code))" }

  private var summary: String {
    switch self {
    case .unreachable: "PostgreSQL cannot be asked"
    case .doubtful: "PostgreSQL did not answer"
    case .contended: "others were in the way"
    case .full: "there is no room left"
    case .refused: "PostgreSQL refuses a value"
    case .foreign: "the database is not as it should be"
    case .other: "PostgreSQL refused"
    }
  }
}
#endif
