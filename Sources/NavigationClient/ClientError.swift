public import NavigationAPI

/// Why a call has no answer.
public enum ClientError: Error, Sendable, Equatable {
  /// Not an `http`, `https` or `unix` URL of a server: a query, a fragment or user information is none of it.
  case invalidURL(String)
  /// The service refused the request and says why; nothing was changed.
  case problem(Problem, status: Int)
  /// There is no whole answer; whether the request was carried out, the transport's error says.
  case transport(TransportError)
  /// What came is no answer of this service: another server, a proxy, or a version that this one cannot read.
  case unexpectedAnswer(status: Int, detail: String)

  /// The problem's code, where the service refused the request and this version knows the code.
  public var code: ProblemCode? {
    switch self {
    case .problem(let problem, _): problem.known
    case .invalidURL, .transport, .unexpectedAnswer: nil
    }
  }
}
