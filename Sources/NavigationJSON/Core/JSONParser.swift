/// One pass over a text that checks all of RFC 8259 and lays its values out on a tape.
struct JSONParser: ~Copyable {
  // SAFETY: `bytes` is valid while the parser lives, because `JSONDocument.init` makes, runs and drops it within `withUnsafeBufferPointer`.
  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  var tape: JSONTape
  var position = 0
  var container = JSONTape.none
  var depth = 0
  /// Values read so far in the innermost open container.
  var count: UInt32 = 0

  enum Step {
    case value, firstElement, firstName, name, separator, end
  }

  /// Bytes of text for which one tape entry is reserved ahead; the snapshots of this service have about 13 bytes a value.
  static let bytesPerEntry = 8

  init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    tape = JSONTape(reserving: bytes.count / Self.bytesPerEntry + 8)
  }

  /// Reads the whole text.
  consuming func read() throws(JSONError) -> JSONTape {
    try run()
    return tape
  }

  private mutating func run() throws(JSONError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw refusal("a byte order mark is not allowed", at: 0) }
    var step = Step.value
    while true {
      skipWhitespace()
      switch step {
      case .value:
        step = try readValue()
      case .firstElement:
        step = peek() == 0x5D ? close() : try readValue()
      case .firstName:
        if peek() == 0x7D {
          step = close()
        } else {
          try readName()
          step = .value
        }
      case .name:
        try readName()
        step = .value
      case .separator:
        step = try readSeparator()
      case .end:
        guard position == bytes.count else { throw refusal("expected the end of the text after the value", at: position) }
        return
      }
    }
  }

  /// The byte at the position; 0, which is nowhere allowed unescaped, at the end.
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

  private mutating func readValue() throws(JSONError) -> Step {
    let start = position
    switch peek() {
    case 0x22:
      position &+= 1
      let escaped = try scanString()
      append(.string, from: start + 1, to: position - 1, flag: escaped)
    case 0x7B:
      return try open(.object)
    case 0x5B:
      return try open(.array)
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
      throw refusalInValue(start < bytes.count ? "expected a value" : "expected a value, found the end of the text", at: start)
    }
    return container == JSONTape.none ? .end : .separator
  }

  private mutating func readName() throws(JSONError) {
    let start = position
    guard peek() == 0x22 else { throw refusal("expected a member name in quotation marks", at: start) }
    position &+= 1
    let escaped = try scanString()
    append(.name, from: start + 1, to: position - 1, flag: escaped)
    skipWhitespace()
    guard peek() == 0x3A else { throw refusalInValue("expected \":\" after the member name", at: position) }
    position &+= 1
  }

  private mutating func readSeparator() throws(JSONError) -> Step {
    let isObject = tape[Int(container)].kind == .object
    switch peek() {
    case 0x2C:
      position &+= 1
      return isObject ? .name : .value
    case 0x7D where isObject:
      try refuseRepeatedNames()
      return close()
    case 0x5D where !isObject:
      return close()
    default:
      throw refusal(isObject ? "expected \",\" or \"}\"" : "expected \",\" or \"]\"", at: position)
    }
  }

  /// Puts a value or name on the tape.
  @inline(__always)
  private mutating func append(_ kind: JSONTape.Kind, from start: Int, to end: Int, flag: Bool) {
    let index = tape.count
    tape.append(
      JSONTape.Entry(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: index &+ 1), parent: container, count: 0, kind: kind, flag: flag))
    if kind != .name { count &+= 1 }
  }

  private mutating func open(_ kind: JSONTape.Kind) throws(JSONError) -> Step {
    guard depth < maximumDepth else { throw refusalInValue("nested more than \(maximumDepth) deep", at: position) }
    depth += 1
    let index = UInt32(truncatingIfNeeded: tape.count)
    if container != JSONTape.none { tape[Int(container)].count = count }
    tape.append(
      JSONTape.Entry(
        start: UInt32(truncatingIfNeeded: position), end: 0, next: 0, parent: container, count: 0, kind: kind, flag: false))
    container = index
    count = 0
    position &+= 1
    return kind == .object ? .firstName : .firstElement
  }

  private mutating func close() -> Step {
    position &+= 1
    depth -= 1
    let index = Int(container)
    tape[index].end = UInt32(truncatingIfNeeded: position)
    tape[index].next = UInt32(truncatingIfNeeded: tape.count)
    tape[index].count = count
    container = tape[index].parent
    if container == JSONTape.none { return .end }
    count = tape[Int(container)].count &+ 1
    return .separator
  }

  private func refuseRepeatedNames() throws(JSONError) {
    guard let repeated = JSONNameTable.repeatedName(of: Int(container), count: Int(count), on: tape, in: bytes) else { return }
    throw JSONError(
      kind: .malformed, pointer: tape.pointer(to: repeated, in: bytes), offset: Int(tape[repeated].start) - 1,
      detail: "repeated member \(JSONError.quoted(tape.text(of: repeated, in: bytes)))")
  }
}
