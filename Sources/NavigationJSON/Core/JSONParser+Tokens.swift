extension JSONParser {
  /// Validates a string, from after its opening quotation mark to after the closing one; returns whether it has
  /// escapes, or would be written with some.
  @inline(__always)
  mutating func scanString() throws(JSONError) -> Bool {
    let end = JSONEscapes.firstMarked(in: bytes, from: position)
    guard end < bytes.count, bytes[end] == 0x22 else { return try scanString(from: end) }
    position = end &+ 1
    return false
  }

  /// Validates the rest of a string from `start` on.
  @inline(never)
  private mutating func scanString(from start: Int) throws(JSONError) -> Bool {
    var index = start
    var escaped = false
    while true {
      index = JSONEscapes.firstMarked(in: bytes, from: index)
      guard index < bytes.count else { throw refusalInValue("a string does not end", at: index) }
      let byte = bytes[index]
      if byte == 0x22 {
        position = index &+ 1
        return escaped
      } else if byte == 0x5C {
        escaped = true
        index = try scanEscape(at: index)
      } else if byte < 0x20 {
        throw refusalInValue("a control character in a string must be escaped", at: index)
      } else if byte == 0x7F {
        escaped = true
        index = index &+ 1
      } else {
        guard let next = endOfScalar(at: index) else { throw refusalInValue("invalid UTF-8", at: index) }
        if JSONEscapes.escapedLength(in: bytes, at: index) > 0 { escaped = true }
        index = next
      }
    }
  }

  /// Validates one escape, or the two of a surrogate pair, from the backslash on; returns the index after it.
  private func scanEscape(at start: Int) throws(JSONError) -> Int {
    guard start + 1 < bytes.count else { throw refusalInValue("a string does not end", at: bytes.count) }
    let letter = bytes[start + 1]
    if JSONEscapes.byte(for: letter) != nil { return start + 2 }
    guard letter == 0x75 else { throw refusalInValue("unknown escape in a string", at: start) }
    guard let unit = JSONEscapes.codeUnit(bytes, at: start + 2) else {
      throw refusalInValue("\"\\u\" needs four hexadecimal digits", at: start)
    }
    guard (0xD800...0xDFFF).contains(unit) else { return start + 6 }
    let follows = start + 7 < bytes.count && bytes[start + 6] == 0x5C && bytes[start + 7] == 0x75
    guard unit < 0xDC00, follows, let low = JSONEscapes.codeUnit(bytes, at: start + 8), (0xDC00...0xDFFF).contains(low)
    else { throw refusalInValue("a lone surrogate in a string", at: start) }
    return start + 12
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
    if peek() == 0x2D { position &+= 1 }
    if peek() == 0x30 {
      position &+= 1
      if isDigit(peek()) { throw refusalInValue("a number must not begin with a zero", at: start) }
    } else {
      try scanDigits()
    }
    var isInteger = true
    if peek() == 0x2E {
      isInteger = false
      position &+= 1
      try scanDigits()
    }
    if peek() | 0x20 == 0x65 {
      isInteger = false
      position &+= 1
      if peek() == 0x2B || peek() == 0x2D { position &+= 1 }
      try scanDigits()
    }
    return isInteger
  }

  private mutating func scanDigits() throws(JSONError) {
    guard isDigit(peek()) else { throw refusalInValue("expected a digit", at: position) }
    while isDigit(peek()) { position &+= 1 }
  }

  @inline(__always)
  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  mutating func scanLiteral(_ literal: StaticString) throws(JSONError) {
    let length = literal.utf8CodeUnitCount
    let matches = literal.withUTF8Buffer { bytes[position...].prefix(length).elementsEqual($0) }
    guard matches else { throw refusalInValue("expected a value", at: position) }
    position &+= length
  }

  /// A refusal between values, with a pointer to the innermost open container.
  func refusal(_ detail: String, at offset: Int) -> JSONError {
    let pointer = container == JSONTape.none ? "" : tape.pointer(to: Int(container), in: bytes)
    return JSONError(kind: .malformed, pointer: pointer, offset: offset, detail: detail)
  }

  /// A refusal within a value that is not on the tape yet, with a pointer to the member or element being read.
  @inline(never)
  func refusalInValue(_ detail: String, at offset: Int) -> JSONError {
    var error = refusal(detail, at: offset)
    guard container != JSONTape.none, let last = tape.last else { return error }
    if last.kind == .name {
      error.pointer = tape.pointer(to: tape.count - 1, in: bytes)
    } else if tape[Int(container)].kind == .array {
      error.pointer += "/\(count)"
    }
    return error
  }
}
