/// A buffer for the bytes of an SVG.
struct SVGBuffer {
  private(set) var bytes: [UInt8] = []

  init(reserving capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Adds this module's own markup.
  mutating func put(_ markup: StaticString) {
    markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Adds markup that is already text.
  mutating func put(raw markup: [UInt8]) { bytes.append(contentsOf: markup) }

  /// Adds text of any origin, for an element or for an attribute in either kind of quotation marks. Characters
  /// forbidden in XML are replaced.
  mutating func text(_ text: String) {
    let text = Array(text.utf8)
    var start = 0
    for index in text.indices {
      let entity: StaticString
      var length = 1
      switch text[index] {
      case 0x20, 0x21, 0x23...0x25, 0x28...0x3B, 0x3D, 0x3F...0xEE, 0xF0...0xFF: continue
      case 0x22: entity = "&quot;"
      case 0x26: entity = "&amp;"
      case 0x27: entity = "&#39;"
      case 0x3C: entity = "&lt;"
      case 0x3E: entity = "&gt;"
      // Line breaks and tabs would be spaces in an attribute anyway.
      case 0x09, 0x0A, 0x0D: entity = " "
      case 0xEF:
        guard Self.isNoncharacter(text, at: index) else { continue }
        entity = Self.replacement
        length = 3
      default: entity = Self.replacement
      }
      bytes.append(contentsOf: text[start..<index])
      put(entity)
      start = index + length
    }
    bytes.append(contentsOf: text[start...])
  }

  /// Adds valid JSON, for an attribute in single quotation marks. Characters forbidden in XML are escaped as in JSON.
  mutating func json(_ text: [UInt8]) {
    var start = 0
    for index in text.indices {
      let entity: StaticString
      var length = 1
      switch text[index] {
      case 0x26: entity = "&amp;"
      case 0x27: entity = "&#39;"
      case 0x3C: entity = "&lt;"
      case 0xEF where Self.isNoncharacter(text, at: index):
        entity = text[index + 2] == 0xBE ? #"\uFFFE"# : #"\uFFFF"#
        length = 3
      default: continue
      }
      bytes.append(contentsOf: text[start..<index])
      put(entity)
      start = index + length
    }
    bytes.append(contentsOf: text[start...])
  }

  private static let replacement: StaticString = "\u{FFFD}"

  /// U+FFFE and U+FFFF, which are forbidden in XML.
  private static func isNoncharacter(_ text: [UInt8], at index: Int) -> Bool {
    index + 2 < text.count && text[index + 1] == 0xBF && text[index + 2] >= 0xBE
  }

  /// Adds a number with at most one decimal: a tenth is less than a pixel of any screen.
  mutating func number(_ value: Double) {
    guard value.isFinite else { return bytes.append(0x30) }
    let tenths = Int((min(max(value, -1e12), 1e12) * 10).rounded())
    if tenths < 0 { bytes.append(0x2D) }
    digits(tenths.magnitude / 10)
    let rest = tenths.magnitude % 10
    guard rest > 0 else { return }
    bytes.append(0x2E)
    bytes.append(0x30 + UInt8(rest))
  }

  private mutating func digits(_ value: UInt) {
    if value >= 10 { digits(value / 10) }
    bytes.append(0x30 + UInt8(value % 10))
  }
}
