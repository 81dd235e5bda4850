import HTTPMessages

/// The media types that a request accepts (RFC 9110 §12.5.1).
enum AcceptField {
  /// Whether a response of this type may be sent: any may where the field is missing or unreadable.
  ///
  /// Parameters other than `q` are ignored, as each resource has one representation. Problems are sent in any case.
  static func accepts(_ type: StaticString, of fields: HTTPFields) -> Bool {
    guard fields.contains("accept") else { return true }
    let value = fields.onlyBytes(of: "accept") ?? Array(fields.values(of: "accept").joined(separator: ",").utf8)[...]
    // Nearly all clients send `*/*`.
    return value.elementsEqual(anything) || accepts(Array(String(describing: type).utf8), value)
  }

  private static func accepts(_ type: [UInt8], _ value: ArraySlice<UInt8>) -> Bool {
    if value.elementsEqual(type) { return true }
    var best: Int?
    var isWanted = true
    for member in value.split(separator: UInt8(ascii: ",")) {
      let parts = member.split(separator: UInt8(ascii: ";")).map(trimmed)
      guard let range = parts.first, let precision = precision(of: range, for: type), precision > best ?? -1 else {
        continue
      }
      best = precision
      isWanted = precision > 0 && !parts.dropFirst().contains(where: isZeroWeight)
    }
    return isWanted
  }

  private static let anything = Array("*/*".utf8)
  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")

  /// The precision of a range for a type: 0 no match, 1 `*/*`, 2 `text/*`, 3 the type; nil for a malformed range.
  private static func precision(of range: ArraySlice<UInt8>, for type: [UInt8]) -> Int? {
    let names = range.split(separator: slash, omittingEmptySubsequences: false)
    guard names.count == 2, !names[0].isEmpty, !names[1].isEmpty else { return nil }
    let (isAnyType, isAnySubtype) = (names[0].elementsEqual([star]), names[1].elementsEqual([star]))
    if isAnyType { return isAnySubtype ? 1 : nil }
    let wanted = isAnySubtype ? range.dropLast() : range
    guard wanted.count <= type.count, zip(wanted, type).allSatisfy({ lowercased($0) == $1 }) else { return 0 }
    if isAnySubtype { return 2 }
    return wanted.count == type.count ? 3 : 0
  }

  /// `q=0` with up to three zeros after the point.
  private static func isZeroWeight(_ parameter: ArraySlice<UInt8>) -> Bool {
    let name = parameter.prefix(2).map(lowercased)
    guard name == Array("q=".utf8) else { return false }
    let digits = parameter.dropFirst(2)
    return !digits.isEmpty && digits.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return text
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: byte
    }
  }
}
