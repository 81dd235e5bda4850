import WireText

/// A request with a valid head. Its body has been read, unless `HTTPCall.body()` has to wait for it.
public struct HTTPRequest: Sendable {
  public var method: HTTPMethod { line.method }
  /// The header fields; trailer fields are never among them (RFC 9110 §6.5.1).
  public let fields: HTTPFields
  /// The body without its transfer coding.
  public internal(set) var body: [UInt8]
  /// The source, as given by the connection's owner.
  public var peer = PeerAddress.local
  let line: RequestLine

  /// The path as received, beginning with `/`; empty for the target `*`.
  public var path: ArraySlice<UInt8> {
    let path = fields.bytes[line.target.path.range]
    // An absolute target may have an empty path, which means "/" (RFC 9112 §3.2.1).
    return path.isEmpty && line.target.form == .absolute ? [ASCII.slash] : path
  }

  /// True where the path holds a percent-escape.
  public var isPathEscaped: Bool { line.target.isEscaped }

  /// The bytes after the first `?`, as received; nil without one.
  public var queryBytes: ArraySlice<UInt8>? {
    line.target.query.map { fields.bytes[$0.range] }
  }

  /// The target as received, such as `/v1/sessions?limit=2`.
  public var target: String {
    String(decoding: fields.bytes[line.target.whole.range], as: UTF8.self)
  }

  /// True for the target `*`, which means the server as a whole (RFC 9112 §3.2.4).
  public var isAsterisk: Bool { line.target.form == .asterisk }

  /// The authority of an absolute target, else the value of `Host` (RFC 9112 §3.3); nil only in HTTP/1.0.
  public var authority: String? { authorityBytes.map { String(decoding: $0, as: UTF8.self) } }

  public var authorityBytes: ArraySlice<UInt8>? {
    line.target.authority.map { fields.bytes[$0.range] } ?? fields.bytes(of: "host")
  }

  /// The parts between the slashes, percent-decoded after splitting (RFC 3986 §2.4).
  ///
  /// `/` has none, `/a/b` has two, `/a/` has `a` and an empty one; `..` is an ordinary name.
  public var pathSegments: [String] {
    var rest = path.dropFirst()
    var segments: [String] = []
    guard !rest.isEmpty else { return segments }
    while let end = rest.firstIndex(of: ASCII.slash) {
      segments.append(decoded(rest[rest.startIndex..<end]))
      rest = rest[(end + 1)...]
    }
    segments.append(decoded(rest))
    return segments
  }

  private func decoded(_ segment: ArraySlice<UInt8>) -> String {
    // The parser admits only escapes that decode to UTF-8.
    let plain = line.target.isEscaped ? PercentEncoding.decoded(segment) : nil
    return String(decoding: plain.map { $0[...] } ?? segment, as: UTF8.self)
  }
}

extension HTTPRequest {
  /// A request as the parser would produce it, for callers without a connection.
  ///
  /// Adds `Host: localhost` and `Content-Length` where `fields` lacks them. Throws what the parser refuses.
  public init(
    _ method: HTTPMethod, _ target: String, fields: [(name: String, value: String)] = [], body: [UInt8] = []
  ) throws(HTTPRefusal) {
    var text = "\(method.rawValue) \(target) HTTP/1.1\r\n"
    let names = fields.map { $0.name.lowercased() }
    if !names.contains("host") { text += "Host: localhost\r\n" }
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    if !body.isEmpty, !names.contains("content-length") { text += "Content-Length: \(body.count)\r\n" }
    text += "\r\n"
    let bytes = Array(text.utf8)
    var parser = HeadParser()
    guard try parser.advance(over: bytes.span, limits: HTTPLimits()), parser.position == bytes.count,
      let line = parser.line
    else { throw .malformedRequest(.incompleteRequest) }
    _ = try parser.framing.length(version: line.version, limits: HTTPLimits())
    self.line = line
    self.fields = HTTPFields(bytes.span, readBy: parser)
    self.body = body
  }
}

/// The source address of a connection, without its port.
public enum PeerAddress: Hashable, Sendable {
  /// This machine, over a Unix-domain socket or without a socket.
  case local
  case ipv4(UInt32)
  case ipv6(high: UInt64, low: UInt64)
}

/// The methods that reach a handler; any other word is refused with 501 (RFC 9110 §9.1).
public enum HTTPMethod: String, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"

  /// A method word longer than this is refused before its line is complete.
  static let longestWord = 32

  /// The method that these bytes name; methods are case-sensitive (RFC 9110 §9.1).
  init?(_ bytes: Span<UInt8>, in range: ByteRange) {
    switch range.count {
    case 3 where bytes.equalsExactly("GET", in: range): self = .get
    case 3 where bytes.equalsExactly("PUT", in: range): self = .put
    case 4 where bytes.equalsExactly("POST", in: range): self = .post
    case 4 where bytes.equalsExactly("HEAD", in: range): self = .head
    case 5 where bytes.equalsExactly("PATCH", in: range): self = .patch
    case 6 where bytes.equalsExactly("DELETE", in: range): self = .delete
    case 7 where bytes.equalsExactly("OPTIONS", in: range): self = .options
    default: return nil
    }
  }
}
