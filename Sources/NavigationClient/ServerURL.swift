/// The address of a server, before the paths of its operations: `http://host`, `https://host:port/prefix`,
/// `unix:/run/navigation.sock`.
struct ServerURL: Sendable, Hashable, CustomStringConvertible {
  /// Without a slash at its end.
  let text: String
  /// The Unix-domain socket that is connected to, whatever the text says.
  let unixSocket: String?

  /// As it was given, but for slashes at its end.
  var description: String { unixSocket.map { "unix:" + $0 } ?? text }

  /// Nil where `text` is no such address (RFC 9110 §4.2): without a host, or with user information, a query or a
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

  /// `host`, `host:port` or `[address]:port`; whether the host exists is not known before a connection.
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
