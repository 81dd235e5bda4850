import NavigationAPI

/// One HTTP request as a value.
struct TransportRequest: Sendable {
  var method: Operation.Method
  /// Absolute and percent-encoded; dot segments in it are sent as they are.
  var url: String
  /// The Unix-domain socket to connect to in place of the URL's host; nil connects to that.
  var unixSocket: String?
  /// `Name: value`, with no line break in it.
  var fields: [String]
  /// The content of a POST.
  var body: [UInt8]
  /// From `send` to the last byte of the response; nil takes `TransportLimits.requestTimeout`.
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

/// One final HTTP response as a value; interim (1xx) responses and trailers are no part of it.
struct TransportResponse: Sendable, Equatable {
  var status: Int
  /// Those of `fieldNames` that it has; one that comes more than once is one list (RFC 9110 §5.3).
  var fields: [String: String] = [:]
  var body: [UInt8] = []

  /// The header fields that are read, in small letters.
  static let fieldNames = ["content-type", "etag", "idempotency-replayed", "link"]
}
