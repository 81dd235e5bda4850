import WireText

/// The escapes of RFC 8259 §7.
enum JSONEscapes {
  /// The byte of a one-letter escape; nil for an unknown letter.
  static func byte(for letter: UInt8) -> UInt8? {
    switch letter {
    case 0x22, 0x5C, 0x2F: letter
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: nil
    }
  }

  /// The letter that escapes a byte after the backslash; nil for a byte that needs `\u`.
  static func letter(for byte: UInt8) -> UInt8? {
    switch byte {
    case 0x22, 0x5C: byte
    case 0x08: 0x62
    case 0x0C: 0x66
    case 0x0A: 0x6E
    case 0x0D: 0x72
    case 0x09: 0x74
    default: nil
    }
  }

  /// The first character at or after `start` that must be escaped: its place, and its length of one to three bytes.
  static func firstEscaped(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> (place: Int, length: Int)? {
    var index = firstMarked(in: text, from: start)
    while index < text.count {
      let length = escapedLength(in: text, at: index)
      if length > 0 { return (index, length) }
      index = firstMarked(in: text, from: index &+ 1)
    }
    return nil
  }

  /// The first byte at or after `start` that needs a closer check, or the end of `text`.
  static func firstMarked(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    guard let base = UnsafeRawPointer(text.baseAddress) else { return index }
    while index &+ 8 <= text.count {
      // SAFETY: the eight bytes from `index` lie within `text`.
      let marks = marks(UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      if marks != 0 { return index &+ marks.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < text.count, !isMarked(text[index]) { index &+= 1 }
    return index
  }

  /// The highest bit of each of eight bytes that needs a closer check: bytes to be escaped, DEL, and non-ASCII bytes.
  /// Only the lowest mark is reliable: a borrow or a carry can mark bytes above it.
  static func marks(_ word: UInt64) -> UInt64 {
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5C)
    return (word | (word &+ ones) | (word &- (ones &* 0x20)) | (quote &- ones) | (slash &- ones)) & (ones &* 0x80)
  }

  /// Whether one byte needs a closer check; see `marks`.
  static func isMarked(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5C || byte >= 0x7F }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// The length in bytes of the character at `index` if it must be escaped, else 0.
  ///
  /// RFC 8259 requires escapes for `"`, `\` and characters below U+0020. The other control characters, U+007F to
  /// U+009F, and those that change the direction of text would affect a terminal that shows an answer.
  static func escapedLength(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let left = text.count &- index
    switch text[index] {
    case ..<0x20, 0x22, 0x5C, 0x7F: return 1
    case 0xC2: return left > 1 && (0x80...0x9F).contains(text[index &+ 1]) ? 2 : 0
    case 0xD8: return left > 1 && text[index &+ 1] == 0x9C ? 2 : 0
    case 0xE2:
      guard left > 2 else { return 0 }
      switch (text[index &+ 1], text[index &+ 2]) {
      case (0x80, 0x8E...0x8F), (0x80, 0xAA...0xAE), (0x81, 0xA6...0xA9): return 3
      case _: return 0
      }
    case _: return 0
    }
  }

  /// The value of four hexadecimal digits at `offset`; nil if there are fewer.
  static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt32? {
    guard offset <= bytes.count, bytes.count - offset >= 4 else { return nil }
    var unit: UInt32 = 0
    for index in offset..<offset + 4 {
      guard let digit = bytes[index].hexadecimalValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// The unescaped UTF-8 of `bytes`, the validated content of a string.
  static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x5C, index + 1 < bytes.count else {
        text.append(byte)
        index += 1
        continue
      }
      if let plain = self.byte(for: bytes[index + 1]) {
        text.append(plain)
        index += 2
        continue
      }
      var scalar = codeUnit(bytes, at: index + 2) ?? 0xFFFD
      index += 6
      if (0xD800...0xDBFF).contains(scalar), let low = codeUnit(bytes, at: index + 2), (0xDC00...0xDFFF).contains(low) {
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
        index += 6
      }
      append(scalar, to: &text)
    }
    return text
  }

  private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
    text.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
  }
}
