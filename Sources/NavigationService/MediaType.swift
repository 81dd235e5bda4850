import HTTPMessages

/// Media types in `Content-Type` (RFC 9110 §8.3.1) and in `Accept` (§12.5.1).
enum MediaType {
  /// What a `Content-Type` declares for a body that must be JSON.
  enum JSONClaim {
    case utf8
    /// Another character encoding (`charset`).
    case otherCharset
    case otherType
  }

  private static let json = Array("application/json".utf8)
  private static let anything = Array("*/*".utf8)

  /// `application/json` in any letter case; of its parameters `charset` alone matters (RFC 8259 §8.1).
  static func jsonClaim(_ value: ArraySlice<UInt8>) -> JSONClaim {
    guard value.count >= json.count else { return .otherType }
    for (byte, wanted) in zip(value, json) where byte | 0x20 != wanted && byte != wanted { return .otherType }
    // Sent by nearly all clients.
    if value.count == json.count { return .utf8 }
    let rest = value.dropFirst(json.count).drop(while: isSpace)
    guard let next = rest.first else { return .utf8 }
    guard next == UInt8(ascii: ";") else { return .otherType }
    let charset = Array("charset".utf8)
    let isOther = parameters(rest).contains { $0.name == charset && $0.value != Array("utf-8".utf8) }
    return isOther ? .otherCharset : .utf8
  }

  /// The parameters of a type in lower case, values unquoted (RFC 9110 §5.6.6); a part without `=` has an empty value.
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
    return trimmed(text).map(lowercased)
  }

  /// The content of a quoted string, unescaped.
  private static func takeQuoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    rest.removeFirst()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), let next = rest.popFirst() { text.append(next) } else { text.append(byte) }
    }
    return text.map(lowercased)
  }

  /// Whether a response of this type may be sent: any may where the field is missing or unreadable.
  ///
  /// Parameters other than `q` are ignored, as each resource has one representation. Problems are sent in any case.
  static func isAccepted(_ type: StaticString, by fields: HTTPFields) -> Bool {
    guard fields.contains("accept") else { return true }
    let value = fields.onlyBytes(of: "accept") ?? Array(fields.values(of: "accept").joined(separator: ",").utf8)[...]
    // Nearly all clients send `*/*`.
    return value.elementsEqual(anything) || isAccepted(Array(String(describing: type).utf8), by: value)
  }

  private static func isAccepted(_ type: [UInt8], by value: ArraySlice<UInt8>) -> Bool {
    if value.elementsEqual(type) { return true }
    var best: Int?
    var isWanted = true
    for member in value.split(separator: UInt8(ascii: ",")) {
      let parts = member.split(separator: UInt8(ascii: ";")).map { trimmed($0).map(lowercased) }
      guard let range = parts.first, let precision = precision(of: range, for: type), precision > best ?? -1 else {
        continue
      }
      best = precision
      isWanted = precision > 0 && !parts.dropFirst().contains(where: isZeroWeight)
    }
    return isWanted
  }

  /// The precision of a range for a type: 0 no match, 1 `*/*`, 2 `text/*`, 3 the type; nil for a malformed range.
  private static func precision(of range: [UInt8], for type: [UInt8]) -> Int? {
    let names = range.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard names.count == 2, !names[0].isEmpty, !names[1].isEmpty else { return nil }
    let (isAnyType, isAnySubtype) = (names[0] == [UInt8(ascii: "*")], names[1] == [UInt8(ascii: "*")])
    if isAnyType { return isAnySubtype ? 1 : nil }
    if isAnySubtype { return type.starts(with: range.dropLast()) ? 2 : 0 }
    return range == type ? 3 : 0
  }

  /// `q=0` with up to three zeros after the point.
  private static func isZeroWeight(_ parameter: [UInt8]) -> Bool {
    let digits = parameter.dropFirst(2)
    return parameter.starts(with: "q=".utf8) && !digits.isEmpty
      && digits.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
