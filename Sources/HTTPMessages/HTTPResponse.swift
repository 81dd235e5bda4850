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

  /// The first value of a field, its name in any case.
  public func value(of name: String) -> String? {
    let wanted = name.lowercased()
    return fields.first { String(describing: $0.name).lowercased() == wanted }?.value
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
