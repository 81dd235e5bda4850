/// The stylesheet in a standalone picture.
enum EmbeddedSheet {
  static let bytes = Array(withLiterals(String(decoding: SessionPicture.sheet, as: UTF8.self)).utf8)

  /// Adds the light colour before each `var(…)`: viewers without custom properties would draw everything black.
  static func withLiterals(_ sheet: String) -> String {
    var literals: [Substring: Substring] = [:]
    var written = ""
    for piece in sheet.split(separator: ";", omittingEmptySubsequences: false) {
      let start = piece.lastIndex { $0 == "{" || $0 == "}" }.map(piece.index(after:)) ?? piece.startIndex
      let parts = piece[start...].split(separator: ":", maxSplits: 1)
      if !written.isEmpty { written += ";" }
      written += piece[..<start]
      if parts.count == 2 {
        let (name, value) = (parts[0].drop(while: \.isWhitespace), parts[1].drop(while: \.isWhitespace))
        if name.hasPrefix("--"), literals[name] == nil { literals[name] = value }
        if value.hasPrefix("var("), let literal = literals[value.dropFirst(4).dropLast()] {
          written += " \(name): \(literal);"
        }
      }
      written += piece[start...]
    }
    return written
  }
}
