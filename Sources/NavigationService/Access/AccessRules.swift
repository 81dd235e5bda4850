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
    if Self.isUsual(bytes.span) { return true }
    let authority = String(decoding: bytes, as: UTF8.self)
    let host = Self.host(of: authority)
    if Self.isLoopback(host) { return true }
    guard !allowedHosts.isEmpty else { return false }
    return allowedHosts.contains(host.lowercased()) || allowedHosts.contains(authority.lowercased())
  }

  /// A fast check for the hosts of most clients: an address of this host, with or without a port.
  private static func isUsual(_ authority: Span<UInt8>) -> Bool {
    isUsual(authority, "127.0.0.1") || isUsual(authority, "localhost")
  }

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

  /// Whether any other origin is allowed, so that responses vary by origin.
  var knowsOrigins: Bool { !corsOrigins.isEmpty }

  /// Whether pages of this origin may read responses (CORS).
  func mayRead(origin: String) -> Bool { corsOrigins.contains(origin) }
}

extension AccessRules {
  private static let sentFields =
    "Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id, traceparent"

  /// Adds the CORS fields that let a page of an allowed origin read the response (WHATWG Fetch §3.2).
  func decorate(_ response: inout HTTPResponse, for request: HTTPRequest) {
    guard knowsOrigins else { return }
    response.fields.append(HTTPField("Vary", "Origin"))
    guard let origin = Self.origin(of: request), mayRead(origin: origin) else { return }
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
