/// Media types in `Content-Type` (RFC 9110 §8.3.1).
enum MediaType {
  /// What a `Content-Type` declares for a body that must be JSON.
  enum JSONClaim {
    case utf8
    /// Another character encoding (`charset`).
    case otherCharset
    case otherType
  }

  private static let json = Array("application/json".utf8)
  private static let charset = Array("charset".utf8)
  private static let utf8 = Array("utf-8".utf8)

  /// `application/json` in any letter case; of its parameters `charset` alone matters (RFC 8259 §8.1).
  static func jsonClaim(_ value: ArraySlice<UInt8>) -> JSONClaim {
    guard value.count >= json.count else { return .otherType }
    for (byte, wanted) in zip(value, json) where byte | 0x20 != wanted && byte != wanted { return .otherType }
    // Sent by nearly all clients.
    if value.count == json.count { return .utf8 }
    let rest = value.dropFirst(json.count).drop(while: isSpace)
    guard let next = rest.first else { return .utf8 }
    guard next == UInt8(ascii: ";") else { return .otherType }
    return parameters(rest).contains { matches($0.name, charset) && !matches($0.value, utf8) } ? .otherCharset : .utf8
  }

  /// The parameters of a type, values unquoted (RFC 9110 §5.6.6); a part without `=` has an empty value.
  private static func parameters(_ text: ArraySlice<UInt8>) -> [(name: [UInt8], value: [UInt8])] {
    var parameters: [(name: [UInt8], value: [UInt8])] = []
    var rest = text
    while rest.popFirst() != nil {
      let name = take(&rest) { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") }
      guard rest.first == UInt8(ascii: "=") else {
        parameters.append((name, []))
        continue
      }
      rest = rest.dropFirst().drop(while: isSpace)
      let value = rest.first == UInt8(ascii: "\"") ? takeQuoted(&rest) : take(&rest) { $0 == UInt8(ascii: ";") }
      parameters.append((name, value))
      rest = rest.drop { $0 != UInt8(ascii: ";") }
    }
    return parameters
  }

  /// The text before the first byte that `isEnd` accepts, trimmed.
  private static func take(_ rest: inout ArraySlice<UInt8>, until isEnd: (UInt8) -> Bool) -> [UInt8] {
    let text = rest.prefix { !isEnd($0) }
    rest = rest[text.endIndex...]
    return Array(Array(text.drop(while: isSpace)).reversed().drop(while: isSpace).reversed())
  }

  /// The content of a quoted string, unescaped.
  private static func takeQuoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    rest.removeFirst()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), let next = rest.popFirst() { text.append(next) } else { text.append(byte) }
    }
    return text
  }

  /// Whether both are equal ignoring ASCII case; `word` is in lower case.
  private static func matches(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    text.count == word.count
      && zip(text, word).allSatisfy {
        $0 == $1 || ((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) && $0 | 0x20 == $1)
      }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
