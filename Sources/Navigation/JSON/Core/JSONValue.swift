/// A value of a document, which it retains; copies nothing.
public struct JSONValue: Sendable {
  public enum Kind: Sendable {
    case null, bool, number, string, array, object
  }

  let storage: JSONStorage
  let index: Int

  var text: JSONText { storage.text }
  var node: JSONNode { storage.text.nodes[index] }

  public var kind: Kind {
    switch node.kind {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string, .name: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The kind with its article, as used in details: `a string`, `an object`, `null`.
  public var kindName: String {
    switch kind {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The policy for members that a reader of its objects does not read.
  public var unknownMembers: JSONDocument.UnknownMembers { storage.unknownMembers }

  /// The same value with another policy for unknown members.
  public func reading(_ unknownMembers: JSONDocument.UnknownMembers) -> JSONValue {
    JSONValue(storage: JSONStorage(text, unknownMembers, guesses: storage.guesses), index: index)
  }

  /// The same value; a refusal of an unknown member has a guess.
  var guessing: JSONValue {
    JSONValue(storage: JSONStorage(text, unknownMembers, guesses: true), index: index)
  }

  /// Whether its nesting, its own brackets included, is deeper than `limit`.
  public func isDeeper(than limit: Int) -> Bool {
    // Each open bracket has a closing one.
    guard length > 2 * limit else { return false }
    var ends: [UInt32] = []
    for position in index..<Int(node.next) {
      while let end = ends.last, position >= end { ends.removeLast() }
      switch text.nodes[position].kind {
      case .object, .array: ends.append(text.nodes[position].next)
      case .null, .bool, .number, .string, .name: continue
      }
      if ends.count > limit { return true }
    }
    return false
  }

  public var isNull: Bool { node.kind == .null }

  /// Throws `invalid` for any other kind, as do all readers below.
  public func string() throws(BodyRefusal) -> String {
    guard node.kind == .string else { throw mismatch("a string") }
    return text.string(at: index)
  }

  /// Throws `invalid` unless the value is `true` or `false`.
  public func bool() throws(BodyRefusal) -> Bool {
    guard node.kind == .bool else { throw mismatch("a boolean") }
    return node.flag
  }

  /// The elements of an array as values of a type, in order.
  package func array<T>(_ element: (JSONValue) throws(BodyRefusal) -> T) throws(BodyRefusal) -> [T] {
    let elements = try elements
    var array: [T] = []
    array.reserveCapacity(elements.count)
    for value in elements { array.append(try element(value)) }
    return array
  }

  public var elements: JSONElements {
    get throws(BodyRefusal) {
      guard node.kind == .array else { throw mismatch("an array") }
      return JSONElements(array: self)
    }
  }

  /// A reader of the members, which records the ones read.
  public func object() throws(BodyRefusal) -> JSONObjectReader {
    guard node.kind == .object else { throw mismatch("an object") }
    return JSONObjectReader(object: self)
  }

  /// A word of a closed set; the detail of a refusal lists the set.
  public func word<T: RawRepresentable & CaseIterable>(_: T.Type) throws(BodyRefusal) -> T where T.RawValue == String {
    let text = try string()
    if let word = T(rawValue: text) { return word }
    throw refused(word: text, allowed: T.allCases.map(\.rawValue))
  }

  /// RFC 6901 pointer at this value.
  public var pointer: String { text.pointer(to: index) }

  /// The line of the text in which it begins, from 1.
  package var line: Int { 1 + text.bytes.prefix(Int(node.start)).count { $0 == UInt8(ascii: "\n") } }

  /// Bytes of the value in its document.
  var length: Int { node.range.count }

  public func refused(_ detail: String) -> BodyRefusal {
    let isText = node.kind == .string || node.kind == .name
    let offset = Int(node.start) - (isText ? 1 : 0)
    return .json(JSONError(kind: .invalid, pointer: pointer, offset: offset, detail: detail))
  }

  /// A refusal of a word outside its set: first the nearest word, then all.
  func refused(word text: String, allowed: [String]) -> BodyRefusal {
    let list = allowed.map { "\"\($0)\"" }.joined(separator: ", ")
    let start = NearestWord.question(text, among: allowed).map { "\($0) Expected" } ?? "expected"
    return refused("\(start) one of \(list), found \(JSONError.quoted(text))")
  }

  private func mismatch(_ expected: String) -> BodyRefusal {
    refused("expected \(expected), found \(kindName)")
  }

  /// Maximum bytes of a number read as a double; 17 digits distinguish all doubles.
  private static let doubleTextLimit = 1024

  /// A 64-bit integer, which may be written as `2.0` or `20e-1` (JSON Schema 2020-12, 4.2.3).
  public func int() throws(BodyRefusal) -> Int {
    guard node.kind == .number else { throw mismatch("an integer") }
    let number = text.bytes[node.range]
    guard let digits = node.flag ? number : Self.wholeDigits(number) else {
      throw refused("expected an integer, found a number with a fraction")
    }
    guard let value = Self.integer(digits) else { throw refused("the integer does not fit in 64 bits") }
    return value
  }

  /// An integer within `range`; the detail of a refusal has the range.
  public func int(in range: ClosedRange<Int>) throws(BodyRefusal) -> Int {
    let value = try int()
    guard range.contains(value) else {
      throw refused("expected an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  package func int(atLeast minimum: Int) throws(BodyRefusal) -> Int {
    let value = try int()
    guard value >= minimum else { throw refused("expected an integer of at least \(minimum)") }
    return value
  }

  /// The nearest double; refuses a number outside the range of doubles.
  public func double() throws(BodyRefusal) -> Double {
    guard node.kind == .number else { throw mismatch("a number") }
    if let quick = Self.exactDouble(text.bytes[node.range]) { return quick }
    guard length <= Self.doubleTextLimit else {
      throw refused("the number is longer than \(Self.doubleTextLimit) bytes")
    }
    guard let value = Double(numberText), value.isFinite else { throw refused("the number is out of range") }
    return value
  }

  /// The number as written; empty for other kinds.
  private var numberText: String {
    node.kind == .number ? String(decoding: text.bytes[node.range], as: UTF8.self) : ""
  }

  /// An integer that was written with a fraction or an exponent as digits alone; nil if it is none.
  private static func wholeDigits(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let parts = text.split(maxSplits: 1) { $0 == 0x65 || $0 == 0x45 }
    var digits = parts[0].filter { $0 != 0x2E }
    guard digits.contains(where: { (0x31...0x39).contains($0) }) else { return [0x30] }
    var power = 0
    if parts.count == 2 {
      power = Int(Int32(String(decoding: parts[1], as: UTF8.self)) ?? (parts[1].first == 0x2D ? .min : .max))
    }
    if let point = parts[0].firstIndex(of: 0x2E) { power -= parts[0].endIndex - point - 1 }
    while power < 0, digits.last == 0x30 {
      digits.removeLast()
      power += 1
    }
    // More than 20 digits do not fit in 64 bits.
    return power < 0 ? nil : digits[...] + repeatElement(0x30, count: min(power, 20))
  }

  /// The value of validated digits after an optional minus; nil beyond 64 bits.
  private static func integer(_ text: ArraySlice<UInt8>) -> Int? {
    let isNegative = text.first == 0x2D
    var value = 0
    for byte in text.dropFirst(isNegative ? 1 : 0) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let digit = Int(byte &- 0x30)
      let (sum, carry) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflow || carry { return nil }
      value = sum
    }
    return value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  ]

  /// A number of at most 15 digits without exponent: its digits and the power of ten are exact doubles, so their
  /// quotient is the nearest double.
  private static func exactDouble(_ text: ArraySlice<UInt8>) -> Double? {
    guard text.count <= 17 else { return nil }
    let isNegative = text.first == 0x2D
    var digits = 0
    var count = 0
    var point: Int?
    for byte in text.dropFirst(isNegative ? 1 : 0) {
      if byte == 0x2E {
        point = count
      } else {
        guard byte &- 0x30 < 10, count < 15 else { return nil }
        digits = digits &* 10 &+ Int(byte &- 0x30)
        count += 1
      }
    }
    let magnitude = point.map { Double(digits) / powersOfTen[count - $0] } ?? Double(digits)
    return isNegative ? -magnitude : magnitude
  }

  /// The value serialised without whitespace, with the fewest escapes; numbers as written.
  public func compactText() -> String {
    switch (node.kind, node.flag) {
    case (.null, _), (.bool, _), (.number, _): return String(decoding: text.bytes[node.range], as: UTF8.self)
    case (.string, false):
      // With the quotation marks around it.
      return String(decoding: text.bytes[Int(node.start) - 1...Int(node.end)], as: UTF8.self)
    case (.string, true), (.name, _), (.array, _), (.object, _): break
    }
    var writer = JSONWriter(reserving: length + 2)
    writer.value(self)
    return writer.text
  }
}

public struct JSONElements: Sequence, Sendable {
  let array: JSONValue

  public var count: Int { Int(array.node.count) }
  public var isEmpty: Bool { count == 0 }
  /// The exact count, so that an array is allocated at its final size.
  public var underestimatedCount: Int { count }

  public func makeIterator() -> Iterator {
    Iterator(storage: array.storage, index: array.index + 1, end: Int(array.node.next))
  }

  public struct Iterator: IteratorProtocol {
    let storage: JSONStorage
    var index: Int
    let end: Int

    public mutating func next() -> JSONValue? {
      guard index < end else { return nil }
      defer { index = Int(storage.text.nodes[index].next) }
      return JSONValue(storage: storage, index: index)
    }
  }
}

/// The members of an object in the order of the text, for objects whose names the caller chooses.
public struct JSONMembers: Sequence, Sendable {
  let object: JSONValue

  public var count: Int { Int(object.node.count) }
  public var isEmpty: Bool { count == 0 }
  /// The exact count, so that an array is allocated at its final size.
  public var underestimatedCount: Int { count }

  public func makeIterator() -> Iterator {
    Iterator(storage: object.storage, index: object.index + 1, end: Int(object.node.next))
  }

  public struct Iterator: IteratorProtocol {
    let storage: JSONStorage
    var index: Int
    let end: Int

    public mutating func next() -> (name: String, value: JSONValue)? {
      guard index < end else { return nil }
      defer { index = storage.text.end(ofMember: index) }
      return (storage.text.string(at: index), JSONValue(storage: storage, index: index + 1))
    }
  }
}

extension JSONWriter {
  /// Writes a value of a document compactly; see `JSONValue.compactText`.
  public mutating func value(_ value: JSONValue) {
    let text = value.text
    switch value.kind {
    case .null, .bool, .number: raw(text.bytes[value.node.range])
    case .string: string(of: text, value.index)
    case .array:
      beginArray()
      for element in JSONElements(array: value) { self.value(element) }
      endArray()
    case .object:
      beginObject()
      for name in value.names {
        string(of: text, name)
        colon()
        self.value(JSONValue(storage: value.storage, index: name + 1))
      }
      endObject()
    }
  }

  private mutating func string(of text: JSONText, _ index: Int) {
    if text.nodes[index].flag { return string(text.string(at: index)) }
    // SAFETY: the buffer is copied within the closure.
    text.bytes[text.nodes[index].range].withUnsafeBufferPointer { plain($0) }
  }
}
