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
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let scheme = Self.scheme(of: text) else { return nil }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    guard Self.isAuthority(authority), !rest.contains(where: { "?#\\".contains($0) }) else { return nil }
    var text = Substring(text)
    while text.hasSuffix("/") { text = text.dropLast() }
    self.text = String(text)
    unixSocket = nil
  }

  private static func scheme(of text: String) -> String? {
    ["http://", "https://"].first { text.prefix($0.count).lowercased() == $0 }
  }

  /// `host`, `host:port` or `[address]:port`; only a connection shows whether the host exists.
  private static func isAuthority(_ text: Substring) -> Bool {
    guard !text.contains(where: { "@,".contains($0) }) else { return false }
    var port = text
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]"), text[..<end].count > 2 else { return false }
      port = text[text.index(after: end)...]
    } else {
      port = text.drop { $0 != ":" }
      guard port.startIndex > text.startIndex else { return false }
    }
    guard port.hasPrefix(":") else { return port.isEmpty }
    let digits = port.dropFirst()
    return digits.allSatisfy { $0 >= "0" && $0 <= "9" } && UInt16(digits).map { $0 > 0 } ?? false
  }
}
