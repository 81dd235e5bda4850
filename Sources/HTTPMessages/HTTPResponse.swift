/// A complete response; its framing is decided when it is written.
public struct HTTPResponse: Sendable {
  public var status: HTTPStatus
  /// The caller's own fields. `Content-Length`, `Connection`, `Date`, `Transfer-Encoding` and `X-Content-Type-Options`
  /// are the server's.
  public var fields: [HTTPField]
  /// The body; not sent with 204 and 304 nor to HEAD, whose `Content-Length` still counts it (RFC 9110 §9.3.2).
  public var body: [UInt8]
  /// True where the connection closes after this response.
  public var closes: Bool

  public init(_ status: HTTPStatus, fields: [HTTPField] = [], body: [UInt8] = [], closes: Bool = false) {
    self.status = status
    self.fields = fields
    self.body = body
    self.closes = closes
  }

  /// The first value of a field, its name in any case.
  public func value(of name: String) -> String? {
    let wanted = name.lowercased()
    return fields.first { String(describing: $0.name).lowercased() == wanted }?.value
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
