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

/// The part of a text that a picture measures and shows.
enum TextHead {
  /// Maximum bytes. The widest line has room for fewer, but for characters without a width, and one character may have
  /// any number of those.
  static let byteLimit = 4_096

  /// The text, or its first scalars with an ellipsis.
  static func of(_ text: String) -> String {
    guard text.utf8.count > byteLimit else { return text }
    var bytes = text.utf8.prefix(byteLimit)
    // A scalar's further bytes are 10xxxxxx.
    while bytes.endIndex > bytes.startIndex, text.utf8[bytes.endIndex] & 0xC0 == 0x80 { bytes.removeLast() }
    return String(Substring(bytes)) + "…"
  }
}

/// The caption's lines below the window, and the bounds of the whole picture that follow from them.
struct CaptionLines: Sendable {
  let lines: [String]
  let bounds: Frame
  private let first: Double
  private let step: Double

  /// The font size, in units.
  static let fontSize = 14.0
  /// The minimum room for a line, in units.
  private static let room = 300.0

  init(_ scene: Scene) {
    let (unit, window) = (scene.unit, scene.window)
    let room = max(window.width, Self.room * unit)
    let width = room / (Self.fontSize * unit)
    lines = scene.captionLines(cut: { TextWidth.cut($0, to: width) }, fits: { TextWidth.estimate($0) <= width })
    let middle = Frame(x: window.midX - room / 2, y: window.y, width: room, height: window.height)
    let all = (scene.outside + scene.cardFrames()).reduce(middle) { $0.union($1) }
    let margin = unit * 14
    first = window.maxY + unit * 24
    step = unit * 19
    let bottom = max(first + step * Double(max(0, lines.count - 1)) + unit * 10, all.maxY)
    bounds = Frame(
      x: all.x - margin, y: window.y - margin, width: all.width + margin * 2, height: bottom - window.y + margin)
  }

  func baseline(_ index: Int) -> Double { first + step * Double(index) }
}
