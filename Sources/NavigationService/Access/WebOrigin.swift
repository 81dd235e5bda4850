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
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "+-.".utf8.contains(byte)
      }
    }
  }
}
