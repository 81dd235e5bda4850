/// A single pass that validates a text by RFC 8259 and lists its values: a recursive descent.
struct JSONParser: ~Copyable {
  var text: JSONText
  private let maximumDepth: Int
  var position = 0
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

  var bytes: [UInt8] { text.bytes }

  /// Reads the whole text.
  consuming func read() throws(JSONError) -> JSONText {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw refusal("a byte order mark is not allowed", at: 0) }
    try readValue()
    skipWhitespace()
    guard position == bytes.count else { throw refusal("expected the end of the text after the value", at: position) }
    return text
  }

  /// The byte at the position, or 0 at the end; 0 is not allowed unescaped anywhere.
  func peek() -> UInt8 { position < text.bytes.count ? text.bytes[position] : 0 }

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
  func refusal(_ detail: String, at offset: Int) -> JSONError {
    JSONError(kind: .malformed, pointer: depth > 0 ? text.pointer(to: container) : "", offset: offset, detail: detail)
  }

  /// A refusal within a value that is not listed yet, with a pointer to the member or element being read.
  func refusalInValue(_ detail: String, at offset: Int) -> JSONError {
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
}
