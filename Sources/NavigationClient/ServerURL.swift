import FoundationEssentials

/// The base URL of a server: `http://host`, `https://host:port/prefix`, `unix:/run/navigation.sock`.
struct ServerURL: Sendable, Hashable, CustomStringConvertible {
  /// The base URL without a final slash.
  let text: String
  /// The Unix-domain socket to connect to, in place of the text's host and port.
  let unixSocket: String?

  /// The URL as given, without final slashes.
  var description: String { unixSocket.map { "unix:" + $0 } ?? text }

  /// Nil where `text` is not such a URL (RFC 9110 §4.2): without a host, or with user information, a query or a
  /// fragment.
  init?(_ text: String) {
    if text.hasPrefix("unix:") {
      let path = text.dropFirst("unix:".count)
      guard path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
      self.text = "http://localhost"
      unixSocket = String(path)
      return
    }
    let authority = text.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" }
    guard let parts = URLComponents(string: text, encodingInvalidCharacters: false), let host = parts.host,
      ["http", "https"].contains(parts.scheme?.lowercased()), parts.user == nil, parts.query == nil,
      parts.fragment == nil, parts.port.map({ (1...65_535).contains($0) }) ?? true
    else { return nil }
    // Which RFC 3986 allows and no server has; only a connection shows whether another host exists.
    guard !["", "[]"].contains(host), !host.contains(","), !authority.hasSuffix(":") else { return nil }
    var text = Substring(text)
    while text.hasSuffix("/") { text = text.dropLast() }
    self.text = String(text)
    unixSocket = nil
  }
}
