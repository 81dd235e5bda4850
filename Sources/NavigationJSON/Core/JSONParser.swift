/// A single pass that validates a text by RFC 8259 and puts its values on a tape.
struct JSONParser: ~Copyable {
  // SAFETY: `bytes` is valid while the parser lives, because `JSONDocument.init` creates, runs and destroys it within
  // `withUnsafeBufferPointer`.
  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  var tape: JSONTape
  var position = 0
  var container = JSONTape.none
  var depth = 0
  /// Values read so far in the innermost open container.
  var count: UInt32 = 0
  /// The traces of the container's names, and whether one of them may be repeated.
  var traces: UInt64 = 0
  var mayRepeat = false

  /// Bytes of text per reserved tape entry; the snapshots of this service have about 13 bytes a value.
  static let bytesPerEntry = 8

  init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    tape = JSONTape(reserving: bytes.count / Self.bytesPerEntry + 8)
  }

  /// Reads the whole text.
  consuming func read() throws(JSONError) -> JSONTape {
    if bytes.first == 0xEF, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw refusal("a byte order mark is not allowed", at: 0)
    }
    while true {
      // A value begins here, perhaps with others in it; then open containers may end.
      if try readValue() { continue }
      while true {
        guard container != JSONTape.none else {
          try readEnd()
          return tape
        }
        if try readSeparator() { break }
      }
    }
  }

  /// The byte at the position, or 0 at the end; 0 is not allowed unescaped anywhere.
  @inline(__always)
  func peek() -> UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  @inline(__always)
  mutating func skipWhitespace() {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position &+= 1
    }
  }

  /// Reads a value; returns whether it is an opened container in which a value follows.
  @inline(__always)
  private mutating func readValue() throws(JSONError) -> Bool {
    skipWhitespace()
    let start = position
    switch peek() {
    case 0x22:
      position &+= 1
      let escaped = try scanString()
      append(.string, from: start + 1, to: position - 1, flag: escaped)
    case 0x7B:
      try open(.object)
      skipWhitespace()
      guard peek() == 0x7D else {
        try readName()
        return true
      }
      close()
    case 0x5B:
      try open(.array)
      skipWhitespace()
      guard peek() == 0x5D else { return true }
      close()
    case let byte: try readNumberOrWord(byte)
    }
    return false
  }

  private mutating func readNumberOrWord(_ byte: UInt8) throws(JSONError) {
    let start = position
    switch byte {
    case 0x2D, 0x30...0x39:
      let isInteger = try scanNumber()
      append(.number, from: start, to: position, flag: isInteger)
    case 0x74:
      try scanLiteral("true")
      append(.bool, from: start, to: position, flag: true)
    case 0x66:
      try scanLiteral("false")
      append(.bool, from: start, to: position, flag: false)
    case 0x6E:
      try scanLiteral("null")
      append(.null, from: start, to: position, flag: false)
    default:
      throw refusalInValue(
        start < bytes.count ? "expected a value" : "expected a value, found the end of the text", at: start)
    }
  }

  @inline(__always)
  private mutating func readName() throws(JSONError) {
    guard peek() == 0x22 else { throw refusal("expected a member name in quotation marks", at: position) }
    position &+= 1
    if let key = JSONNameKey(beginning: bytes, at: position) {
      appendName(key, from: position, flag: false)
      position &+= key.length &+ 1
    } else {
      try readLongName()
    }
    skipWhitespace()
    guard peek() == 0x3A else { throw refusalInValue("expected \":\" after the member name", at: position) }
    position &+= 1
  }

  private mutating func readLongName() throws(JSONError) {
    let start = position
    let escaped = try scanString()
    appendName(JSONNameKey(UnsafeBufferPointer(rebasing: bytes[start..<position - 1])), from: start, flag: escaped)
  }

  /// Reads the separator or bracket after a value in a container; returns whether another value follows.
  @inline(__always)
  private mutating func readSeparator() throws(JSONError) -> Bool {
    skipWhitespace()
    let isObject = tape[Int(container)].kind == .object
    switch peek() {
    case 0x2C:
      position &+= 1
      if isObject {
        skipWhitespace()
        try readName()
      }
      return true
    case 0x7D where isObject:
      if mayRepeat { try refuseRepeatedNames() }
      close()
    case 0x5D where !isObject: close()
    default: throw refusal(isObject ? "expected \",\" or \"}\"" : "expected \",\" or \"]\"", at: position)
    }
    return false
  }

  private mutating func readEnd() throws(JSONError) {
    skipWhitespace()
    guard position == bytes.count else { throw refusal("expected the end of the text after the value", at: position) }
  }

  /// Appends a value to the tape.
  @inline(__always)
  private mutating func append(_ kind: JSONTape.Kind, from start: Int, to end: Int, flag: Bool) {
    let index = tape.count
    tape.append(
      JSONTape.Entry(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: index &+ 1), count: 0, parent: container, kind: kind, flag: flag))
    count &+= 1
  }

  /// Appends a name to the tape.
  @inline(__always)
  private mutating func appendName(_ key: JSONNameKey, from start: Int, flag: Bool) {
    if traces & key.trace != 0 || flag { mayRepeat = true }
    traces |= key.trace
    tape.append(
      JSONTape.Entry(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: start &+ key.length),
        next: UInt32(truncatingIfNeeded: key.word), count: UInt32(truncatingIfNeeded: key.word >> 32),
        parent: container, kind: .name, flag: flag))
  }

  @inline(__always)
  private mutating func open(_ kind: JSONTape.Kind) throws(JSONError) {
    guard depth < maximumDepth else { throw refusalInValue("nested more than \(maximumDepth) deep", at: position) }
    depth += 1
    let index = UInt32(truncatingIfNeeded: tape.count)
    if container != JSONTape.none { tape[Int(container)].leave(count, traces, mayRepeat) }
    tape.append(
      JSONTape.Entry(
        start: UInt32(truncatingIfNeeded: position), end: 0, next: 0, count: 0, parent: container, kind: kind,
        flag: false))
    container = index
    count = 0
    traces = 0
    mayRepeat = false
    position &+= 1
  }

  @inline(__always)
  private mutating func close() {
    position &+= 1
    depth -= 1
    container = tape[Int(container)].close(at: position, next: tape.count, count)
    if container == JSONTape.none { return }
    (count, traces, mayRepeat) = tape[Int(container)].left
    count &+= 1
  }

  private func refuseRepeatedNames() throws(JSONError) {
    guard let repeated = JSONNameTable.repeatedName(of: Int(container), count: Int(count), on: tape, in: bytes) else {
      return
    }
    throw JSONError(
      kind: .malformed, pointer: tape.pointer(to: repeated, in: bytes), offset: Int(tape[repeated].start) - 1,
      detail: "repeated member \(JSONError.quoted(tape.text(of: repeated, in: bytes)))")
  }
}
