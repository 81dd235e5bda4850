/// Estimated widths of text in the widest of the usual sans-serif fonts, as no font can be measured.
enum TextWidth {
  /// The factor for bold text.
  static let bold = 1.12

  /// The width in multiples of the font size.
  static func estimate(_ text: String) -> Double {
    var width = 0.0
    for scalar in TextHead.of(text).unicodeScalars { width += estimate(scalar) }
    return width
  }

  /// The text, or as much of it as fits with an ellipsis.
  static func cut(_ text: String, to room: Double) -> String {
    let text = TextHead.of(text)
    // No character is wider than this, and each has at least one byte.
    if Double(text.utf8.count) * widest <= room { return text }
    if fits(text, in: room) { return text }
    var left = room - ellipsisWidth
    var end = text.startIndex
    while end < text.endIndex {
      let character = text[end]
      left -= character.unicodeScalars.reduce(0) { $0 + estimate($1) }
      if left < 0 { break }
      end = text.index(after: end)
    }
    while end > text.startIndex, text[text.index(before: end)] == " " { end = text.index(before: end) }
    return end == text.startIndex ? (room < ellipsisWidth ? "" : ellipsis) : text[..<end] + ellipsis
  }

  /// Whether the text fits; stops at the first character beyond the room.
  private static func fits(_ text: String, in room: Double) -> Bool {
    var left = room
    for scalar in text.unicodeScalars {
      left -= estimate(scalar)
      if left < 0 { return false }
    }
    return true
  }

  private static let ellipsis = "…"
  private static let ellipsisWidth = 0.9
  private static let widest = 1.25

  private static func estimate(_ scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    case 0..<0x80: ascii[Int(scalar.value)]
    case 0x300...0x36F, 0x200B...0x200F, 0x20D0...0x20FF, 0xFE00...0xFE0F: 0
    case 0x2014, 0x2026: 1
    // Hangul, Chinese and Japanese characters fill squares, emoji a little more.
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xA000...0xA4CF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFF60: 1.02
    case 0x1F000...0x1FFFF: 1.25
    default: 0.6
    }
  }

  private static let ascii: [Double] = (0..<0x80).map { (code: UInt8) in
    switch Character(Unicode.Scalar(code)) {
    case "i", "j", "l", "I", "'", "|": 0.29
    case " ", "f", ".", ",", ":", ";", "!", "/", "\\", "(", ")", "[", "]", "-", "`": 0.36
    case "t", "r", "\"", "*", "J": 0.42
    case "c", "s", "z": 0.55
    case "k", "v", "x", "y", "F", "L": 0.59
    case "A"..."C", "E", "K", "P", "R"..."T", "V", "X"..."Z": 0.69
    case "D", "G", "H", "N", "U": 0.76
    case "O", "Q", "&", "w", "+", "<", "=", ">", "~", "#", "^": 0.83
    case "m", "M", "W", "@", "%": 0.99
    default: 0.635
    }
  }
}
