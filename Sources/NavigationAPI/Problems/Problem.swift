/// A problem as RFC 9457 has it: what went wrong, and where.
public struct Problem: Error, Hashable, Sendable {
  /// The code; one that this version does not know is kept as it came.
  public let code: String
  public let title: String
  public let status: Int
  /// What is particular to this occurrence: one or two English sentences.
  public var detail: String
  /// The request's `X-Request-Id`.
  public var requestId: String?
  /// RFC 6901 pointer into the request's body.
  public var pointer: String?
  /// The query parameter in question.
  public var parameter: String?
  /// The header field in question.
  public var header: String?
  /// The controller in question.
  public var controller: String?
  /// What holds the controller whose id is taken.
  public var container: String?
  /// How the session has that controller; one that this version does not know is kept as it came.
  public var kept: String?
  /// The session's current revision.
  public var revision: Int?
  /// The member of a batch that was refused, from 0.
  public var index: Int?

  public init(_ code: ProblemCode, _ detail: String) {
    let meaning = code.meaning
    self.init(code: code.rawValue, title: meaning.title, status: meaning.status, detail: detail)
  }

  init(code: String, title: String, status: Int, detail: String) {
    self.code = code
    self.title = title
    self.status = status
    self.detail = detail
  }

  /// The code, where this version knows it.
  public var known: ProblemCode? { ProblemCode(rawValue: code) }

  /// The media type of a problem (RFC 9457 §6.1).
  public static let mediaType: StaticString = "application/problem+json"
}

extension Problem {
  /// Names the parameter at fault.
  public static func invalidParameter(_ name: String, _ detail: String) -> Problem {
    var problem = Problem(.invalidParameter, detail)
    problem.parameter = name
    return problem
  }

  /// Names the header field that says what the server does not read.
  public static func unsupportedMediaType(_ name: String, _ detail: String) -> Problem {
    var problem = Problem(.unsupportedMediaType, detail)
    problem.header = name
    return problem
  }

  /// Names the header field at fault.
  public static func invalidHeader(_ name: String, _ detail: String) -> Problem {
    var problem = Problem(.invalidHeader, detail)
    problem.header = name
    return problem
  }
}
