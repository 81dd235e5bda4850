/// The escapes of RFC 8259 §7 within strings that have already been checked.
enum JSONEscapes {
  /// The bytes that an escape of one letter stands for; nil when the letter is none of them.
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

  /// The letter that escapes a byte behind the backslash; nil for a byte that needs `\u`.
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

  /// The first byte from `start` on that a string cannot hold as it is.
  static func firstEscaped(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = UnsafeRawPointer(text.baseAddress) else { return nil }
    var index = start
    while index &+ 8 <= text.count {
      // SAFETY: the eight bytes from `index` lie within `text`.
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let marks = marks(word)
      if marks != 0 { return index &+ marks.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < text.count {
      let byte = text[index]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { return index }
      index &+= 1
    }
    return nil
  }

  /// The highest bits of those of eight bytes that must be escaped. Only the lowest mark is reliable: a borrow can mark bytes above it.
  @inline(__always)
  static func marks(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5C)
    let low = (word &- (ones &* 0x20)) & ~word
    return (low | ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash)) & (ones &* 0x80)
  }

  static func hexadecimal(_ digit: UInt8) -> UInt32? {
    switch digit {
    case 0x30...0x39: UInt32(digit &- 0x30)
    case 0x41...0x46: UInt32(digit &- 0x37)
    case 0x61...0x66: UInt32(digit &- 0x57)
    default: nil
    }
  }

  /// Four hexadecimal digits from `offset`; nil when there are not four.
  static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt32? {
    guard offset <= bytes.count, bytes.count - offset >= 4 else { return nil }
    var unit: UInt32 = 0
    for index in offset..<offset + 4 {
      guard let digit = hexadecimal(bytes[index]) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  /// The UTF-8 of the text that `bytes`, the checked inside of a string, stands for.
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
