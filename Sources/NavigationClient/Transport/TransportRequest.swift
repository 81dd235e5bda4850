import Navigation

/// One HTTP request as a value.
struct TransportRequest: Sendable {
  var method: Operation.Method
  /// Absolute and percent-encoded; dot segments are sent unchanged.
  var url: String
  /// The Unix-domain socket to connect to instead of the URL's host; nil connects to the host.
  var unixSocket: String?
  /// `Name: value` lines, without line breaks.
  var fields: [String]
  /// The content of a POST.
  var body: [UInt8]
  /// The time from `send` to the last byte of the response; nil takes `TransportLimits.requestTimeout`.
  var timeout: Duration?

  init(
    _ method: Operation.Method, _ url: String, unixSocket: String? = nil, fields: [String] = [], body: [UInt8] = [],
    timeout: Duration? = nil
  ) {
    self.method = method
    self.url = url
    self.unixSocket = unixSocket
    self.fields = fields
    self.body = body
    self.timeout = timeout
  }
}

/// One final HTTP response as a value, without interim (1xx) responses and trailers.
struct TransportResponse: Sendable, Equatable {
  var status: Int
  /// The fields among `fieldNames` that it has; repeated ones are joined into one list (RFC 9110 §5.3).
  var fields: [String: String] = [:]
  var body: [UInt8] = []

  /// The header fields that are read, in lower case.
  static let fieldNames = ["content-type", "etag", "idempotency-replayed", "link"]
}

/// The limits of a transport.
struct TransportLimits: Sendable {
  /// Bytes of content in one response.
  var responseBodyBytes = 64 << 20
  /// Bytes of status line and fields in one response, interim responses included.
  var responseHeadBytes = 256 << 10
  /// Unread bytes of a streamed response before the server is paused.
  var streamBufferBytes = 256 << 10
  /// Time to open a connection, TLS included.
  var connectTimeout: Duration = .seconds(10)
  /// Time of a whole request without a timeout of its own.
  var requestTimeout: Duration = .seconds(30)
  /// Open connections, in use or idle; further requests wait their turn.
  var connections = 256

  /// Whole milliseconds from 1 to 2 000 000 000; libcurl reads 0 as "never".
  static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    let bounded = min(max(seconds, 0), 1_999_999)
    return Int(max(bounded * 1000 + max(attoseconds, 0) / 1_000_000_000_000_000, 1))
  }
}
