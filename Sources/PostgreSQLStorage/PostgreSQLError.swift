#if PostgreSQL
/// Why PostgreSQL did not do what it was asked, by what can be done about it.
enum PostgreSQLError: Error, Hashable, Sendable {
  /// There is no connection, or this server is not to be asked: nothing was done.
  case unreachable(Cause)
  /// The connection was lost, or the answer took too long, behind the question: it may have been done.
  case doubtful(Cause)
  /// Others were in the way, and nothing was done: the same may be asked again.
  case contended(Cause)
  /// There is no room left; nothing was done.
  case full(Cause)
  /// A value, or a row, is refused; nothing was done.
  case refused(Cause)
  /// What it has is not what this code knows: a table is missing, or the right to use it.
  case foreign(Cause)
  /// Something else; nothing was done.
  case other(Cause)

  /// What PostgreSQL said.
  struct Cause: Hashable, Sendable {
    /// SQLSTATE; empty where the client library says it.
    var code = ""
    var message: String
  }

  /// Sorts an error of the server's.
  init(code: String, message: String) {
    let cause = Cause(code: code, message: message)
    self =
      switch (code.prefix(2), code) {
      // A server that ends, or whose operator ends a connection, may have written already.
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
      .foreign(let cause),
      .other(let cause):
      cause
    }
  }

  /// Whether the same may succeed in a while, where it may be done twice.
  var mayPass: Bool {
    switch self {
    case .unreachable, .doubtful, .contended: true
    case .full, .refused, .foreign, .other: false
    }
  }

  /// Whether the connection is of no more use.
  var endsConnection: Bool {
    switch self {
    case .unreachable, .doubtful: true
    case .contended, .full, .refused, .foreign, .other: false
    }
  }
}

extension PostgreSQLError: CustomStringConvertible {
  /// One line: what it is, what PostgreSQL says, and its code.
  var description: String { "\(summary): \(cause.message)" + code }

  /// The same without words that may have addresses and names in them: clients are told it.
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
