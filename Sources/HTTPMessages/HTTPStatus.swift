/// The final statuses that a response can have (RFC 9110 §15, RFC 6585, RFC 4918).
public enum HTTPStatus: Int, Sendable, CaseIterable {
  case ok = 200
  case created = 201
  case noContent = 204
  case notModified = 304
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case notAcceptable = 406
  case requestTimeout = 408
  case gone = 410
  case preconditionFailed = 412
  case contentTooLarge = 413
  case uriTooLong = 414
  case unsupportedMediaType = 415
  case expectationFailed = 417
  case misdirectedRequest = 421
  case unprocessableContent = 422
  case tooManyRequests = 429
  case requestHeaderFieldsTooLarge = 431
  case internalServerError = 500
  case notImplemented = 501
  case serviceUnavailable = 503
  case httpVersionNotSupported = 505
  case insufficientStorage = 507

  /// The whole status line, always with the server's own version, HTTP/1.1 (RFC 9112 §2.3).
  public var line: StaticString {
    switch self {
    case .ok: "HTTP/1.1 200 OK\r\n"
    case .created: "HTTP/1.1 201 Created\r\n"
    case .noContent: "HTTP/1.1 204 No Content\r\n"
    case .notModified: "HTTP/1.1 304 Not Modified\r\n"
    case .badRequest: "HTTP/1.1 400 Bad Request\r\n"
    case .unauthorized: "HTTP/1.1 401 Unauthorized\r\n"
    case .forbidden: "HTTP/1.1 403 Forbidden\r\n"
    case .notFound: "HTTP/1.1 404 Not Found\r\n"
    case .methodNotAllowed: "HTTP/1.1 405 Method Not Allowed\r\n"
    case .notAcceptable: "HTTP/1.1 406 Not Acceptable\r\n"
    case .requestTimeout: "HTTP/1.1 408 Request Timeout\r\n"
    case .gone: "HTTP/1.1 410 Gone\r\n"
    case .preconditionFailed: "HTTP/1.1 412 Precondition Failed\r\n"
    case .contentTooLarge: "HTTP/1.1 413 Content Too Large\r\n"
    case .uriTooLong: "HTTP/1.1 414 URI Too Long\r\n"
    case .unsupportedMediaType: "HTTP/1.1 415 Unsupported Media Type\r\n"
    case .expectationFailed: "HTTP/1.1 417 Expectation Failed\r\n"
    case .misdirectedRequest: "HTTP/1.1 421 Misdirected Request\r\n"
    case .unprocessableContent: "HTTP/1.1 422 Unprocessable Content\r\n"
    case .tooManyRequests: "HTTP/1.1 429 Too Many Requests\r\n"
    case .requestHeaderFieldsTooLarge: "HTTP/1.1 431 Request Header Fields Too Large\r\n"
    case .internalServerError: "HTTP/1.1 500 Internal Server Error\r\n"
    case .notImplemented: "HTTP/1.1 501 Not Implemented\r\n"
    case .serviceUnavailable: "HTTP/1.1 503 Service Unavailable\r\n"
    case .httpVersionNotSupported: "HTTP/1.1 505 HTTP Version Not Supported\r\n"
    case .insufficientStorage: "HTTP/1.1 507 Insufficient Storage\r\n"
    }
  }

  /// False for 204 and 304, whose responses end after their head (RFC 9112 §6.3).
  public var allowsBody: Bool {
    self != .noContent && self != .notModified
  }
}
