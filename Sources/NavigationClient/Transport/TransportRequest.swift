/// The request methods that the transport sends (RFC 9110 §9.3, RFC 5789).
public enum TransportMethod: String, Sendable, Equatable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"

  /// True where sending the request twice does what sending it once does (RFC 9110 §9.2.2).
  var isIdempotent: Bool {
    switch self {
    case .get, .head, .put, .delete, .options: true
    case .post, .patch: false
    }
  }

  /// True where a request without content still says `Content-Length: 0` (RFC 9110 §8.6).
  var anticipatesContent: Bool {
    switch self {
    case .post, .put, .patch: true
    case .get, .head, .delete, .options: false
    }
  }
}

/// One HTTP request as a value.
public struct TransportRequest: Sendable, Equatable {
  public var method: TransportMethod
  /// An absolute `http` or `https` URL, already percent-encoded; dot segments in it are sent as they are.
  public var url: String
  /// The Unix-domain socket to connect to in place of the URL's host; nil connects to that.
  public var unixSocket: String?
  /// Sent in this order. `Content-Length`, `Transfer-Encoding`, `Connection` and `Expect` are the transport's own.
  public var fields: [TransportField]
  /// The content; nil sends none.
  public var body: [UInt8]?
  /// From `send` to the last byte of the response; nil takes `TransportLimits.requestTimeout`.
  public var timeout: Duration?

  public init(
    _ method: TransportMethod, _ url: String, fields: [TransportField] = [], body: [UInt8]? = nil, timeout: Duration? = nil
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.timeout = timeout
  }
}
