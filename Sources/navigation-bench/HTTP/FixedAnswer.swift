/// An answer of ours with its body made up: what the reference server sends, byte for byte as long as ours.
struct FixedAnswer {
  let text: String
  let bodyBytes: Int

  /// Takes over the fields of `head` (from the status line on, without the blank line) and says how long the body is.
  init(head: String, bodyBytes: Int) {
    let lines = head.split(separator: "\r\n").filter { !$0.hasPrefix("Connection: ") }
      .map { $0.hasPrefix("Content-Length: ") ? "Content-Length: \(bodyBytes)" : String($0) }
    self.bodyBytes = bodyBytes
    text = lines.joined(separator: "\r\n") + "\r\n\r\n" + Self.body(bodyBytes)
  }

  /// A JSON text of so many bytes: a string.
  static func body(_ bytes: Int) -> String {
    bytes < 2 ? String(repeating: "0", count: bytes) : "\"" + String(repeating: "x", count: bytes - 2) + "\""
  }
}
