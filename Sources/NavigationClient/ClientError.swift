import CCurl
import Glibc
public import Navigation

/// The reason why a call has no answer; printed, it is one line.
public enum ClientError: Error, Sendable, Equatable {
  /// Not an `http`, `https` or `unix` URL of a server; queries, fragments and user information are not allowed.
  case invalidURL(String)
  /// An argument that cannot be sent; the text names it and the allowed values.
  case invalidArgument(String)
  /// The server refused the request and gives the reason; nothing was changed.
  case problem(Problem)
  /// No process listens at the server's address. The request was not sent.
  case nothingListens(server: String, reason: String)
  /// No connection: name resolution, an unreachable host, TLS. The request was not sent.
  case unreachable(server: String, reason: String)
  /// The timeout has passed; the server may have carried the request out.
  case timedOut(server: String)
  /// The connection broke before the answer was complete; the server may have carried the request out.
  case connectionLost(server: String, reason: String)
  /// The task was cancelled; the server may have carried the request out.
  case cancelled
  /// The client was closed; the server may have carried the request out.
  case closed
  /// Not an answer of this service: another server, a proxy, or an unknown version. `status` is 0 for other than HTTP.
  case unexpectedAnswer(status: Int, detail: String)
  /// The program to launch is no server, or ended before it listened.
  case notLaunched(program: String, reason: String)

  /// The problem's code, where the server refused the request and this version knows the code.
  public var code: ProblemCode? { if case .problem(let problem) = self { problem.known } else { nil } }

  init(_ error: TransportError, server: ServerURL) {
    let server = server.description
    self =
      switch error {
      case .nothingListens(let reason): .nothingListens(server: server, reason: reason)
      case .couldNotConnect(let reason): .unreachable(server: server, reason: reason)
      case .timedOut: .timedOut(server: server)
      case .cancelled: .cancelled
      case .connectionLost(let reason): .connectionLost(server: server, reason: reason)
      case .closed: .closed
      case .responseTooLarge: .unexpectedAnswer(status: 0, detail: "larger than the client reads")
      case .other(let reason): .unexpectedAnswer(status: 0, detail: reason)
      }
  }

  /// Whether a retry may succeed.
  var mayPass: Bool {
    switch self {
    case .problem(let problem): problem.status >= 500
    case .unexpectedAnswer(let status, _): status >= 500 || status == 0
    case .nothingListens, .unreachable, .timedOut, .connectionLost: true
    case .invalidURL, .invalidArgument, .cancelled, .closed, .notLaunched: false
    }
  }
}

extension ClientError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The error as one line.
  public var description: String {
    switch self {
    case .invalidURL(let url): "\(url.debugDescription) is not the URL of a server, such as http://127.0.0.1:8080"
    case .invalidArgument(let detail): detail
    case .problem(let problem):
      "\(problem.code) (\(problem.status)): \(problem.detail)\(problem.pointer.map { " [at \($0)]" } ?? "")"
    case .nothingListens(let server, let reason): "nothing listens at \(server) (\(reason))"
    case .unreachable(let server, let reason): "no connection to \(server) (\(reason))"
    case .timedOut(let server): "no answer in time from \(server)"
    case .connectionLost(let server, let reason): "the connection to \(server) broke (\(reason))"
    case .cancelled: "the task was cancelled"
    case .closed: "the client is closed"
    case .unexpectedAnswer(let status, let detail):
      "no answer of a navigation server: \(status == 0 ? "" : "status \(status), ")\(detail)"
    case .notLaunched(let program, let reason): "\(program) was not launched (\(reason))"
    }
  }

  /// The error as one line, as Swift prints an error that ends a program.
  public var debugDescription: String { description }
}

/// The reason why a request has no response. The text in a case is libcurl's or the system's.
enum TransportError: Error, Sendable, Equatable {
  /// No process listens at the address. The request was not sent.
  case nothingListens(String)
  /// No connection: name resolution, an unreachable host, TLS. The request was not sent.
  case couldNotConnect(String)
  /// The connect or request timeout passed; the server may have carried the request out.
  case timedOut
  /// The task was cancelled; the server may have carried the request out.
  case cancelled
  /// The connection broke before the response was complete; the server may have carried the request out.
  case connectionLost(String)
  /// The response is over `TransportLimits.responseBodyBytes` or `responseHeadBytes`.
  case responseTooLarge
  /// The transport was closed before the response was complete.
  case closed
  /// Anything else libcurl reports, such as a response that is not HTTP.
  case other(String)

  /// Maps libcurl's codes by what the caller can do about them.
  ///
  /// - Parameter systemCode: the `errno` of the last connection attempt; 0 without one.
  init(_ code: CURLcode, _ text: String, systemCode: CInt) {
    switch code {
    case CURLE_COULDNT_CONNECT where systemCode == ECONNREFUSED || systemCode == ENOENT:
      self = .nothingListens(String(cString: strerror(systemCode)).lowercased())
    case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION:
      self = .couldNotConnect(text)
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: self = .connectionLost(text)
    default: self = .other(text)
    }
  }
}
