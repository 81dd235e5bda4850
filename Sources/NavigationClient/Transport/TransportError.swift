import CCurl
import Glibc

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
