import HTTPMessages

/// What media types a request takes (RFC 9110 §12.5.1).
enum AcceptField {
  /// Whether an answer of this type may be sent. Without the field, or where no part of it can be read, any may.
  ///
  /// Parameters but `q` are passed over: the service has one representation of each resource. Problems are sent in any case.
  static func takes(_ type: StaticString, of fields: HTTPFields) -> Bool {
    guard let value = fields.bytes(of: "accept"), !value.elementsEqual(anything) else { return true }
    let ranges = fields.values(of: "accept").flatMap { $0.split(separator: ",") }.compactMap(Range.init)
    guard !ranges.isEmpty else { return true }
    let type = "\(type)"
    let best = ranges.filter { $0.covers(type) }.max { $0.text.utf8.count { $0 != star } < $1.text.utf8.count { $0 != star } }
    return best?.isWanted ?? false
  }

  private static let anything = Array("*/*".utf8)
  private static let star = UInt8(ascii: "*")

  /// One media range: `text/html`, `text/*` or `*/*`, with its weight.
  private struct Range {
    let text: String
    /// False where the weight is zero.
    let isWanted: Bool

    /// Nil where it is none, such as the lone `*` that some clients send.
    init?(_ member: Substring) {
      let parts = member.split(separator: ";", omittingEmptySubsequences: false).map { part in
        part.trimmingPrefix { $0 == " " || $0 == "\t" }.lowercased()
      }
      let text = String(parts[0].prefix { $0 != " " && $0 != "\t" })
      let names = text.split(separator: "/", omittingEmptySubsequences: false)
      guard names.count == 2, !names[0].isEmpty, !names[1].isEmpty, names[0] != "*" || names[1] == "*" else { return nil }
      self.text = text
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2) ?? "1"
      isWanted = weight.wholeMatch(of: /0(?:\.0{0,3})?[ \t]*/) == nil
    }

    func covers(_ type: String) -> Bool {
      if text == "*/*" || text == type { return true }
      guard text.hasSuffix("/*") else { return false }
      return type.hasPrefix(text.dropLast())
    }
  }
}
