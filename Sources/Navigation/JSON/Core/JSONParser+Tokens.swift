extension JSONParser {
  /// Validates a string, from after its opening quotation mark to after the closing one; returns whether it has
  /// escapes, or would be written with some.
  mutating func scanString() throws(JSONError) -> Bool {
    var index = position
    var escaped = false
    while true {
      // SAFETY: here and below the buffer is used within the closure.
      index = bytes.withUnsafeBufferPointer { JSONEscapes.firstMarked(in: $0, from: index) }
      guard index < bytes.count else { throw refusalInValue("a string does not end", at: index) }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        position = index + 1
        return escaped
      case UInt8(ascii: "\\"):
        escaped = true
        index = try scanEscape(at: index)
      case ..<0x20: throw refusalInValue("a control character in a string must be escaped", at: index)
      case 0x7F:
        escaped = true
        index += 1
      case _:
        guard let next = endOfScalar(at: index) else { throw refusalInValue("invalid UTF-8", at: index) }
        if bytes.withUnsafeBufferPointer({ JSONEscapes.escapedLength(in: $0, at: index) }) > 0 { escaped = true }
        index = next
      }
    }
  }

  /// Validates one escape, or the two of a surrogate pair, from the backslash on; returns the index after it.
  private func scanEscape(at start: Int) throws(JSONError) -> Int {
    guard start + 1 < bytes.count else { throw refusalInValue("a string does not end", at: bytes.count) }
    let letter = bytes[start + 1]
    if JSONEscapes.byte(for: letter) != nil { return start + 2 }
    guard letter == UInt8(ascii: "u") else { throw refusalInValue("unknown escape in a string", at: start) }
    guard let unit = codeUnit(at: start + 2) else {
      throw refusalInValue("\"\\u\" needs four hexadecimal digits", at: start)
    }
    guard (0xD800...0xDFFF).contains(unit) else { return start + 6 }
    guard unit < 0xDC00, bytes[(start + 6)...].starts(with: "\\u".utf8), let low = codeUnit(at: start + 8),
      (0xDC00...0xDFFF).contains(low)
    else { throw refusalInValue("a lone surrogate in a string", at: start) }
    return start + 12
  }

  private func codeUnit(at offset: Int) -> UInt32? {
    bytes.withUnsafeBufferPointer { JSONEscapes.codeUnit($0, at: offset) }
  }

  /// The index after one well-formed sequence of two to four bytes (Unicode 16, table 3-7); nil if malformed.
  private func endOfScalar(at index: Int) -> Int? {
    let second: ClosedRange<UInt8>
    let length: Int
    switch bytes[index] {
    case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
    case 0xE0: (second, length) = (0xA0...0xBF, 3)
    case 0xED: (second, length) = (0x80...0x9F, 3)
    case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
    case 0xF0: (second, length) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
    case 0xF4: (second, length) = (0x80...0x8F, 4)
    default: return nil
    }
    guard bytes.count - index >= length, second.contains(bytes[index + 1]) else { return nil }
    for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return nil }
    return index + length
  }

  /// Validates a number (RFC 8259 §6); returns whether it has neither fraction nor exponent.
  mutating func scanNumber() throws(JSONError) -> Bool {
    let start = position
    if peek() == UInt8(ascii: "-") { position &+= 1 }
    if peek() == UInt8(ascii: "0") {
      position &+= 1
      if isDigit(peek()) { throw refusalInValue("a number must not begin with a zero", at: start) }
    } else {
      try scanDigits()
    }
    var isInteger = true
    if peek() == UInt8(ascii: ".") {
      isInteger = false
      position &+= 1
      try scanDigits()
    }
    if peek() | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position &+= 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position &+= 1 }
      try scanDigits()
    }
    return isInteger
  }

  private mutating func scanDigits() throws(JSONError) {
    guard isDigit(peek()) else { throw refusalInValue("expected a digit", at: position) }
    while isDigit(peek()) { position &+= 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
