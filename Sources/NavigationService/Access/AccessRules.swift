import HTTPMessages

/// The requests that the service accepts, by host name and by origin.
struct AccessRules: Sendable {
  private let allowedHosts: Set<String>
  private let corsOrigins: Set<String>
  /// With keys any host name is accepted: a page under another name has no key.
  private let hasKeys: Bool

  init(allowedHosts: [HostName], corsOrigins: [WebOrigin], hasKeys: Bool) {
    self.hasKeys = hasKeys
    self.allowedHosts = Set(allowedHosts.map(\.text))
    self.corsOrigins = Set(corsOrigins.map(\.text))
  }

  /// Whether a request may use this host name. A page under another name that resolves to this server must not (DNS
  /// rebinding).
  func allows(authority bytes: ArraySlice<UInt8>?) -> Bool {
    if hasKeys { return true }
    guard let bytes else { return false }
    if Self.isUsual(bytes.span, "127.0.0.1") || Self.isUsual(bytes.span, "localhost") { return true }
    let authority = String(decoding: bytes, as: UTF8.self)
    let host = Self.host(of: authority)
    if Self.isLoopback(host) { return true }
    guard !allowedHosts.isEmpty else { return false }
    return allowedHosts.contains(host.lowercased()) || allowedHosts.contains(authority.lowercased())
  }

  /// A fast check for the hosts of most clients: an address of this host, with or without a port.
  private static func isUsual(_ authority: Span<UInt8>, _ host: StaticString) -> Bool {
    host.withUTF8Buffer { host in
      guard authority.count >= host.count else { return false }
      for index in host.indices where authority[index] != host[index] { return false }
      return authority.count == host.count || authority[host.count] == UInt8(ascii: ":")
    }
  }

  /// The authority without its port.
  private static func host(of authority: String) -> Substring {
    if authority.utf8.first == UInt8(ascii: "[") {
      guard let end = authority.utf8.firstIndex(of: UInt8(ascii: "]")) else { return authority[...] }
      return authority[...end]
    }
    return authority.utf8.firstIndex(of: UInt8(ascii: ":")).map { authority[..<$0] } ?? authority[...]
  }

  private static func isLoopback(_ host: Substring) -> Bool {
    if host == "127.0.0.1" || host == "localhost" || host == "[::1]" { return true }
    if host.utf8.first == UInt8(ascii: "1") { return isLoopbackAddress(host) }
    return host.utf8.count == 9 && host.lowercased() == "localhost"
  }

  /// An address in 127.0.0.0/8 of four numbers; a name that only begins so is none.
  private static func isLoopbackAddress(_ host: Substring) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in UInt8(part).map(String.init) == String(part) }
  }

  /// The origin of a request: nil without one, empty where ambiguous, which no client's is (RFC 6454 §7.2).
  static func origin(of request: HTTPRequest) -> String? {
    guard request.fields.contains("origin") else { return nil }
    return request.fields.onlyBytes(of: "origin").map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Whether a page of this origin, compared byte for byte, may send methods that change something. `authority` is the
  /// server's own name in the request.
  func mayWrite(origin: String, authority: String?) -> Bool {
    if corsOrigins.contains(origin) { return true }
    guard let authority = authority?.lowercased() else { return false }
    return origin == "http://" + authority || origin == "https://" + authority
  }

  private static let sentFields =
    "Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id, traceparent"

  /// Adds the CORS fields that let a page of an allowed origin read the response (WHATWG Fetch §3.2). With allowed
  /// origins responses vary by origin.
  func decorate(_ response: inout HTTPResponse, for request: HTTPRequest) {
    guard !corsOrigins.isEmpty else { return }
    response.fields.append(HTTPField("Vary", "Origin"))
    guard let origin = Self.origin(of: request), corsOrigins.contains(origin) else { return }
    response.fields.append(HTTPField("Access-Control-Allow-Origin", origin))
    response.fields.append(
      HTTPField(
        "Access-Control-Expose-Headers",
        "ETag, Location, Link, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"))
    guard request.method == .options, request.fields.contains("access-control-request-method") else { return }
    response.fields.append(HTTPField("Access-Control-Allow-Methods", "GET, HEAD, POST, DELETE"))
    response.fields.append(
      HTTPField("Access-Control-Allow-Headers", hasKeys ? "Authorization, " + Self.sentFields : Self.sentFields))
    response.fields.append(HTTPField("Access-Control-Max-Age", "600"))
  }
}

/// A host name as in URLs, with a port or for any: `nav.example`, `nav.example:8443`, `[fe80::1]`.
public struct HostName: Hashable, Sendable {
  /// In lower case.
  public let text: String

  /// Nil for an invalid one: empty, with a scheme, a path, user information, escapes, or a port out of range.
  public init?(_ text: String) {
    guard let text = Self.lowercased(text), let end = Self.endOfHost(text.utf8[...]), Self.isPort(text.utf8[end...])
    else { return nil }
    self.text = text
  }

  /// ASCII only, so that no other letter is lowercased to an ASCII one.
  private static func lowercased(_ text: String) -> String? {
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? text.lowercased() : nil
  }

  private static func endOfHost(_ text: Substring.UTF8View) -> String.Index? {
    if text.first == UInt8(ascii: "[") {
      guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let digits = text[..<end].dropFirst()
      return digits.count > 1 && digits.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
        ? text.index(after: end) : nil
    }
    let host = text.prefix { $0 != UInt8(ascii: ":") }
    let isName = host.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789-._".utf8.contains)
    return isName && !host.isEmpty ? host.endIndex : nil
  }

  /// Whether the text is empty, or a colon and 1 to 65535 without leading zeros.
  private static func isPort(_ text: Substring.UTF8View) -> Bool {
    guard let colon = text.first else { return true }
    let digits = Substring(text.dropFirst())
    return colon == UInt8(ascii: ":") && UInt16(digits).map { $0 > 0 && String($0) == digits } ?? false
  }
}

/// The origin of web pages as browsers write it (RFC 6454 §6.2): `https://app.example`, `http://localhost:5173`.
public struct WebOrigin: Hashable, Sendable {
  public let text: String

  /// Nil for a text that no browser sends: `*`, `null`, with capitals, a path, or the scheme's default port.
  public init?(_ text: String) {
    guard let colon = text.firstRange(of: "://") else { return nil }
    let (scheme, host) = (text[..<colon.lowerBound], String(text[colon.upperBound...]))
    guard Self.isScheme(scheme), HostName(host)?.text == host else { return nil }
    guard !(scheme == "http" && host.hasSuffix(":80")), !(scheme == "https" && host.hasSuffix(":443")) else {
      return nil
    }
    self.text = text
  }

  /// RFC 3986 §3.1, in lower case.
  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
    return text.utf8.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789+-.".utf8.contains)
  }
}
