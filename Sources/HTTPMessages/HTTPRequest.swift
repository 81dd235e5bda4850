/// A request: its head is valid, and its body has been read, unless `ConnectionMachine.Action.head` tells of it.
public struct HTTPRequest: Sendable {
  public var method: HTTPMethod { line.method }
  /// The header fields; trailer fields are never among them (RFC 9110 §6.5.1).
  public let fields: HTTPFields
  /// The body without its transfer coding.
  public internal(set) var body: [UInt8]
  /// Where it comes from, as the owner of the connection says.
  public var peer = PeerAddress.local
  let line: RequestLine

  /// The path as it came, beginning with `/`; empty for the target `*`.
  public var path: ArraySlice<UInt8> {
    let path = fields.bytes[line.target.path.range]
    // An absolute target may have an empty path, which means "/" (RFC 9112 §3.2.1).
    return path.isEmpty && line.target.form == .absolute ? [ASCII.slash] : path
  }

  /// True where the path holds a percent-escape.
  public var isPathEscaped: Bool { line.target.isEscaped }

  /// What follows the first `?` as it came; nil without one.
  public var queryBytes: ArraySlice<UInt8>? {
    line.target.query.map { fields.bytes[$0.range] }
  }

  /// The target as it came, such as `/v1/sessions?limit=2`.
  public var target: String {
    String(decoding: fields.bytes[line.target.whole.range], as: UTF8.self)
  }

  /// True for the target `*`, which asks about the server as a whole (RFC 9112 §3.2.4).
  public var isAsterisk: Bool { line.target.form == .asterisk }

  /// The authority of an absolute target, else the value of `Host` (RFC 9112 §3.3); nil only in HTTP/1.0.
  public var authority: String? { authorityBytes.map { String(decoding: $0, as: UTF8.self) } }

  /// The same as it came.
  public var authorityBytes: ArraySlice<UInt8>? {
    line.target.authority.map { fields.bytes[$0.range] } ?? fields.bytes(of: "host")
  }

  /// The parts between the slashes, percent-decoded after splitting (RFC 3986 §2.4).
  ///
  /// `/` has none, `/a/b` has two, `/a/` has `a` and an empty one; `..` is a name like any other.
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
    // The parser let no other escapes through than those that decode to UTF-8.
    line.target.isEscaped
      ? String(decoding: PercentEncoding.decoded(segment), as: UTF8.self) : String(decoding: segment, as: UTF8.self)
  }
}

extension HTTPRequest {
  /// A request as the parser would make it from the wire, for callers without one.
  ///
  /// `Host: localhost` and `Content-Length` are added where `fields` lacks them. Throws what the parser refuses.
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
    else {
      throw .malformedRequest(.incompleteRequest)
    }
    _ = try parser.framing.length(version: line.version, limits: HTTPLimits())
    self.line = line
    self.fields = HTTPFields(bytes.span, readBy: parser)
    self.body = body
  }
}

/// Where a connection comes from, without its port.
public enum PeerAddress: Hashable, Sendable {
  /// The machine itself, by a Unix-domain socket, or nowhere.
  case local
  case ipv4(UInt32)
  case ipv6(high: UInt64, low: UInt64)
}
