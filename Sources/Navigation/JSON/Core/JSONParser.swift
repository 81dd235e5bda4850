/// A single pass that validates a text by RFC 8259 and lists its values: a recursive descent.
struct JSONParser: ~Copyable {
  private var text: JSONText
  private let maximumDepth: Int
  private var position = 0
  /// The innermost open container, 0 before the first, and the number of those open.
  private var container = 0
  private var depth = 0

  /// Bytes of text for each reserved node; the snapshots of this service have about 13 bytes a value.
  private static let bytesPerNode = 8

  init(_ bytes: [UInt8], maximumDepth: Int) {
    text = JSONText(bytes: bytes)
    text.nodes.reserveCapacity(bytes.count / Self.bytesPerNode + 8)
    self.maximumDepth = maximumDepth
  }

  private var bytes: [UInt8] { text.bytes }

  consuming func read() throws(JSONError) -> JSONText {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw refusal("a byte order mark is not allowed", at: 0) }
    try readValue()
    skipWhitespace()
    guard position == bytes.count else { throw refusal("expected the end of the text after the value", at: position) }
    return text
  }

  /// The byte at the position, or 0 at the end; 0 is not allowed unescaped anywhere.
  private func peek() -> UInt8 { position < text.bytes.count ? text.bytes[position] : 0 }

  private mutating func skipWhitespace() {
    while true {
      switch peek() {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      case _: return
      }
    }
  }

  private mutating func readValue() throws(JSONError) {
    skipWhitespace()
    let start = position
    switch peek() {
    case UInt8(ascii: "\""):
      position += 1
      let escaped = try scanString()
      append(.string, start + 1..<position - 1, flag: escaped)
    case UInt8(ascii: "{"): try readObject()
    case UInt8(ascii: "["): try array()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let isInteger = try scanNumber()
      append(.number, start..<position, flag: isInteger)
    case UInt8(ascii: "t"): try read("true", .bool, flag: true)
    case UInt8(ascii: "f"): try read("false", .bool, flag: false)
    case UInt8(ascii: "n"): try read("null", .null, flag: false)
    case _:
      let isAtEnd = position == bytes.count
      throw refusalInValue(isAtEnd ? "expected a value, found the end of the text" : "expected a value", at: position)
    }
  }

  private mutating func read(_ word: String, _ kind: JSONNode.Kind, flag: Bool) throws(JSONError) {
    let start = position
    guard bytes[start...].starts(with: word.utf8) else { throw refusalInValue("expected a value", at: start) }
    position += word.utf8.count
    append(kind, start..<position, flag: flag)
  }

  private mutating func array() throws(JSONError) {
    let outer = try open(.array)
    skipWhitespace()
    if peek() != UInt8(ascii: "]") {
      repeat {
        try readValue()
        text.nodes[container].count += 1
      } while try continues(until: "]")
    }
    close(outer: outer)
  }

  private mutating func readObject() throws(JSONError) {
    let outer = try open(.object)
    var hasEscapes = false
    skipWhitespace()
    if peek() != UInt8(ascii: "}") {
      repeat {
        if try readName() { hasEscapes = true }
        try readValue()
        text.nodes[container].count += 1
      } while try continues(until: "}")
    }
    if let name = text.repeatedName(of: container, hasEscapes: hasEscapes) { throw refusal(ofRepeatedName: name) }
    close(outer: outer)
  }

  /// Reads a name and the colon; returns whether the name has escapes.
  private mutating func readName() throws(JSONError) -> Bool {
    skipWhitespace()
    guard peek() == UInt8(ascii: "\"") else {
      throw refusal("expected a member name in quotation marks", at: position)
    }
    position += 1
    let start = position
    let escaped = try scanString()
    append(.name, start..<position - 1, flag: escaped)
    skipWhitespace()
    guard peek() == UInt8(ascii: ":") else {
      throw refusalInValue("expected \":\" after the member name", at: position)
    }
    position += 1
    return escaped
  }

  /// Reads a comma, after which another value follows, or stops before the bracket.
  private mutating func continues(until bracket: Unicode.Scalar) throws(JSONError) -> Bool {
    skipWhitespace()
    if peek() == UInt8(ascii: bracket) { return false }
    guard peek() == UInt8(ascii: ",") else { throw refusal("expected \",\" or \"\(bracket)\"", at: position) }
    position += 1
    return true
  }

  private mutating func append(_ kind: JSONNode.Kind, _ range: Range<Int>, flag: Bool) {
    text.nodes.append(
      JSONNode(
        start: UInt32(truncatingIfNeeded: range.lowerBound), end: UInt32(truncatingIfNeeded: range.upperBound),
        next: UInt32(truncatingIfNeeded: text.nodes.count + 1), kind: kind, flag: flag))
  }

  /// Opens a container; returns the one around it.
  private mutating func open(_ kind: JSONNode.Kind) throws(JSONError) -> Int {
    guard depth < maximumDepth else { throw refusalInValue("nested more than \(maximumDepth) deep", at: position) }
    depth += 1
    let outer = container
    container = text.nodes.count
    append(kind, position..<position, flag: false)
    text.nodes[container].next = 0
    position += 1
    return outer
  }

  private mutating func close(outer: Int) {
    position += 1
    text.nodes[container].end = UInt32(truncatingIfNeeded: position)
    text.nodes[container].next = UInt32(truncatingIfNeeded: text.nodes.count)
    container = outer
    depth -= 1
  }

  /// A refusal between values, with a pointer to the innermost open container.
  private func refusal(_ detail: String, at offset: Int) -> JSONError {
    JSONError(kind: .malformed, pointer: depth > 0 ? text.pointer(to: container) : "", offset: offset, detail: detail)
  }

  /// A refusal within a value that is not listed yet, with a pointer to the member or element being read.
  private func refusalInValue(_ detail: String, at offset: Int) -> JSONError {
    var error = refusal(detail, at: offset)
    guard depth > 0, let last = text.nodes.last else { return error }
    if last.kind == .name {
      error.pointer = text.pointer(to: text.nodes.count - 1)
    } else if text.nodes[container].kind == .array {
      error.pointer += "/\(text.nodes[container].count)"
    }
    return error
  }

  private func refusal(ofRepeatedName name: Int) -> JSONError {
    JSONError(
      kind: .malformed, pointer: text.pointer(to: name), offset: Int(text.nodes[name].start) - 1,
      detail: "repeated member \(JSONError.quoted(text.string(at: name)))")
  }

  /// Validates a string, from after its opening quotation mark to after the closing one; returns whether it has
  /// escapes, or would be written with some.
  private mutating func scanString() throws(JSONError) -> Bool {
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
  private mutating func scanNumber() throws(JSONError) -> Bool {
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
