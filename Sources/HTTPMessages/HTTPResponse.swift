import WireText

/// A complete response; its framing is decided when it is written.
public struct HTTPResponse: Sendable {
  public var status: HTTPStatus
  /// The caller's own fields. `Content-Length`, `Connection`, `Date`, `Transfer-Encoding` and `X-Content-Type-Options`
  /// are the server's.
  public var fields: [HTTPField]
  /// The body; not sent with 204 and 304 nor to HEAD, whose `Content-Length` still counts it (RFC 9110 §9.3.2).
  public var body: [UInt8]
  /// What follows the body; nil where that is the whole.
  public var stream: HTTPStream?
  /// True where the connection closes after this response.
  public var closes: Bool

  public init(
    _ status: HTTPStatus, fields: [HTTPField] = [], body: [UInt8] = [], stream: HTTPStream? = nil, closes: Bool = false
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.stream = stream
    self.closes = closes
  }

  /// Appends the response to `output` as the only one of its connection.
  public func writeAlone(to output: inout HTTPOutput, date: HTTPDate) {
    write(to: &output, date: date, exchange: HTTPExchange(keepsAlive: false))
  }

  /// Appends the response to `output` (RFC 9112 §4, §6).
  func write(to output: inout HTTPOutput, date: HTTPDate, exchange: HTTPExchange) {
    writeFields(to: &output, date: date, exchange: exchange)
    // RFC 9110 §8.6: 204 has no Content-Length; 304 omits it, as it would have to be that of the 200.
    guard status.allowsBody else { return output.append("\r\n") }
    output.append("Content-Length: ")
    output.append(decimal: body.count)
    output.append("\r\n\r\n")
    if !exchange.isHead { output.append(body: body) }
  }

  /// Appends the head of a response of unknown length: chunked for HTTP/1.1 (RFC 9112 §7.1), until the connection
  /// closes for HTTP/1.0 (§6.3).
  func writeStreamHead(to output: inout HTTPOutput, date: HTTPDate, exchange: HTTPExchange) {
    writeFields(to: &output, date: date, exchange: exchange)
    // An HTTP/1.0 client knows no coding, and the answer to HEAD has no content to code (RFC 9112 §6.1).
    if !exchange.isHTTP10, !exchange.isHead { output.append("Transfer-Encoding: chunked\r\n") }
    output.append("\r\n")
  }

  /// Appends the head without the fields that delimit the body.
  private func writeFields(to output: inout HTTPOutput, date: HTTPDate, exchange: HTTPExchange) {
    output.append(status.line)
    output.append(date.line)
    let lines = fields.span
    for index in lines.indices {
      output.append(lines[index].name)
      output.append(": ")
      output.append(fieldValue: lines[index].value)
      output.append("\r\n")
    }
    output.append("X-Content-Type-Options: nosniff\r\n")
    if !exchange.keepsAlive {
      output.append("Connection: close\r\n")
    } else if exchange.isHTTP10 {
      output.append("Connection: keep-alive\r\n")
    }
  }
}

/// The rest of a body, of unknown length, written in pieces. HEAD gets none.
public final class HTTPStream: Sendable {
  /// What is sent after the heartbeat interval without output.
  let heartbeat: [UInt8]
  /// Writes the pieces. It has a task of its own: a sleeping task keeps the memory of its deepest call.
  public let write: @Sendable (HTTPCall) async -> HTTPCall.End

  public init(heartbeat: [UInt8], write: @escaping @Sendable (HTTPCall) async -> HTTPCall.End) {
    (self.heartbeat, self.write) = (heartbeat, write)
  }
}

/// A field of a response. Its name is a literal, so only its value can hold a client's data.
public struct HTTPField: Sendable {
  public var name: StaticString
  /// Control characters are written as spaces: no value can begin a new line (RFC 9110 §5.5).
  public var value: String

  public init(_ name: StaticString, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The properties of an exchange that decide a response's framing.
struct HTTPExchange: Sendable {
  /// HEAD gets the head alone.
  var isHead = false
  /// HTTP/1.0 needs `Connection: keep-alive` for a connection that stays open (RFC 9112 §9.3).
  var isHTTP10 = false
  /// True where the client lets the connection outlive the exchange.
  var keepsAlive = true
}

extension HTTPOutput {
  /// Appends a piece of a body of unknown length; an empty one appends nothing.
  mutating func append(piece bytes: [UInt8], exchange: HTTPExchange) {
    // An empty chunk would be the last one.
    guard !bytes.isEmpty else { return }
    guard !exchange.isHTTP10 else { return append(body: bytes) }
    append(hexadecimal: bytes.count)
    append("\r\n")
    append(body: bytes)
    append("\r\n")
  }

  private mutating func append(hexadecimal number: Int) {
    var shift = max(Int.bitWidth - number.leadingZeroBitCount - 1, 0) / 4 * 4
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: number >> shift & 15)
      append(digit < 10 ? ASCII.zero + digit : UInt8(ascii: "a") + digit - 10)
      shift -= 4
    }
  }
}

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

/// One second as a `Date` field line, made once and sent with every response of that second (RFC 9110 §6.6.1).
public struct HTTPDate: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let second: Int
  /// `Date: Sun, 06 Nov 1994 08:49:37 GMT` with its line end (IMF-fixdate, RFC 9110 §5.6.7).
  let line: [UInt8]

  /// The date of a second since 1970-01-01T00:00:00Z, clamped to 0 and to the end of the year 9999.
  public init(second: Int) {
    self.second = second
    line = HTTPDate.line(second: min(max(second, 0), 253_402_300_799))
  }

  private static let weekdays: [StaticString] = ["Thu, ", "Fri, ", "Sat, ", "Sun, ", "Mon, ", "Tue, ", "Wed, "]
  private static let months: [StaticString] = [
    " Jan ", " Feb ", " Mar ", " Apr ", " May ", " Jun ", " Jul ", " Aug ", " Sep ", " Oct ", " Nov ", " Dec ",
  ]

  private static func line(second: Int) -> [UInt8] {
    let days = second / 86_400
    let time = second % 86_400
    let date = CivilDate(daysSince1970: days)
    var line: [UInt8] = []
    line.reserveCapacity(37)
    line.append("Date: ")
    line.append(weekdays[days % 7])
    line.appendTwoDigits(date.day)
    line.append(months[date.month - 1])
    line.appendTwoDigits(date.year / 100)
    line.appendTwoDigits(date.year % 100)
    line.append(" ")
    line.appendTwoDigits(time / 3600)
    line.append(":")
    line.appendTwoDigits(time / 60 % 60)
    line.append(":")
    line.appendTwoDigits(time % 60)
    line.append(" GMT\r\n")
    return line
  }
}

extension [UInt8] {
  fileprivate mutating func appendTwoDigits(_ number: Int) {
    append(ASCII.zero &+ UInt8(truncatingIfNeeded: number / 10 % 10))
    append(ASCII.zero &+ UInt8(truncatingIfNeeded: number % 10))
  }
}
