/// Why a request has no response. The text in a case is libcurl's, for logs.
public enum TransportError: Error, Sendable, Equatable {
  /// No connection: name resolution, refusal, unreachable host, TLS. The server has seen nothing of the request.
  case couldNotConnect(String)
  /// The connect or request timeout passed; the server may have carried the request out.
  case timedOut
  /// The task was cancelled; the server may have carried the request out.
  case cancelled
  /// The connection broke before the response was whole; the server may have carried the request out.
  case connectionLost(String)
  /// The response is over `TransportLimits.responseBodyBytes` or `responseHeadBytes`.
  case responseTooLarge
  /// Not an absolute `http` or `https` URL.
  case invalidURL
  /// A part of the request that cannot be sent; nothing was.
  case invalidRequest(String)
  /// The transport was closed before the response was whole.
  case closed
  /// Anything else libcurl reports, such as a response that is not HTTP.
  case other(String)
}
