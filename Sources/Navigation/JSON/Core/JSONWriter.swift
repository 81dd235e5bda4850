/// Writes compact JSON, commas included, to a reusable buffer.
public struct JSONWriter: ~Copyable, @unchecked Sendable {
  // SAFETY: the writer alone owns the memory from `start` to `end`: it cannot be copied, and frees the memory in
  // `deinit`. `start <= next <= end` always holds, and all bytes before `next` are initialised; a writing method first
  // calls `reserve`.
  var start: UnsafeMutablePointer<UInt8>
  /// The position of the next byte.
  var next: UnsafeMutablePointer<UInt8>
  var end: UnsafeMutablePointer<UInt8>
  /// Commas to write before the next value or member: 1 after another one, else 0.
  var commas = 0

  /// Minimum bytes of a buffer.
  private static let minimumCapacity = 256

  /// An empty writer with room for `capacity` bytes.
  public init(reserving capacity: Int = 0) {
    let capacity = max(capacity, Self.minimumCapacity)
    start = .allocate(capacity: capacity)
    next = start
    end = start + capacity
  }

  deinit { start.deallocate() }

  /// Bytes written since the start or the last `removeAll`.
  public var count: Int { next - start }

  /// A copy of the bytes written so far.
  public var bytes: [UInt8] {
    // SAFETY: `count` bytes are written from `start` on.
    [UInt8](UnsafeBufferPointer(start: start, count: count))
  }

  package var text: String {
    // SAFETY: `count` bytes are written from `start` on.
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Empties the buffer, but retains its memory.
  public mutating func removeAll() {
    next = start
    commas = 0
  }

  /// Opens an object. Each begin needs its end, which the writer does not check.
  public mutating func beginObject() { begin(0x7B) }
  public mutating func endObject() { end(0x7D) }
  public mutating func beginArray() { begin(0x5B) }
  public mutating func endArray() { end(0x5D) }

  /// Writes an object with the members that `members` writes.
  @inline(__always) package mutating func object(_ members: (inout JSONWriter) -> Void) {
    beginObject()
    members(&self)
    endObject()
  }

  /// Writes a member that is an array, with the elements that `elements` writes.
  @inline(__always) package mutating func array(_ name: StaticString, _ elements: (inout JSONWriter) -> Void) {
    key(name)
    beginArray()
    elements(&self)
    endArray()
  }

  /// Writes the name of the next member, a literal that needs no escapes.
  public mutating func key(_ name: StaticString) {
    reserve(name.utf8CodeUnitCount &+ 4)
    next = Self.putName(name, at: separated())
    commas = 0
  }

  /// Writes the name of the next member with its escapes.
  @_disfavoredOverload
  public mutating func key(_ name: String) {
    string(name)
    colon()
  }

  /// Writes a string. Escapes only `"`, `\`, control characters and those that change the direction of text (U+061C,
  /// U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069).
  public mutating func string(_ text: String) { text.lendUTF8 { quoted($0) } }

  public mutating func bool(_ value: Bool) {
    reserve(6)
    next = Self.put(value, at: separated())
    commas = 1
  }

  public mutating func null() {
    let null: StaticString = "null"
    null.withUTF8Buffer { token($0) }
  }

  /// Writes a string that needs no escapes, such as an id or a word.
  package mutating func plain(_ text: String) { text.lendUTF8 { plain($0) } }

  /// Writes a literal that needs no escapes.
  package mutating func plain(_ text: StaticString) { text.withUTF8Buffer { plain($0) } }

  /// Writes a string that needs no escapes, as `String.init(unsafeUninitializedCapacity:initializingUTF8With:)` makes one.
  mutating func plain(capacity: Int, initializingUTF8With put: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    reserve(capacity &+ 3)
    // SAFETY: there is room for `capacity` bytes between the quotation marks, and `put` initialises as many as it says.
    let first = Self.put(0x22, at: separated())
    next = Self.put(0x22, at: first + put(UnsafeMutableBufferPointer(start: first, count: capacity)))
    commas = 1
  }

  /// Writes a value that is already compact JSON, such as `JSONValue.compactText`, without validation.
  public mutating func raw(_ json: String) { json.lendUTF8 { token($0) } }

  public mutating func raw(_ json: [UInt8]) {
    json.withUnsafeBufferPointer { token($0) }
  }

  package mutating func raw(_ json: ArraySlice<UInt8>) {
    json.withUnsafeBufferPointer { token($0) }
  }

  mutating func begin(_ bracket: UInt8) {
    reserve(2)
    next = Self.put(bracket, at: separated())
    commas = 0
  }

  mutating func end(_ bracket: UInt8) {
    reserve(1)
    next = Self.put(bracket, at: next)
    commas = 1
  }

  // SAFETY: no other pointer to the writer's memory exists, so its owner may use it on any thread.

  public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
    key(name)
    value.write(to: &self)
  }

  /// Writes nothing for nil.
  public mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
    if let value { member(name, value) }
  }

  /// Writes null for nil.
  package mutating func nullable(_ name: StaticString, _ value: (some JSONWritable)?) {
    key(name)
    if let value { value.write(to: &self) } else { null() }
  }

  package mutating func array(_ name: StaticString, _ elements: [some JSONWritable]) {
    key(name)
    array(elements)
  }

  package mutating func array(_ elements: [some JSONWritable]) {
    beginArray()
    // SAFETY: the buffer is read within the closure.
    elements.withUnsafeBufferPointer { write($0) }
    endArray()
  }

  private mutating func write<Element: JSONWritable & ~Copyable>(_ elements: UnsafeBufferPointer<Element>) {
    for index in elements.indices { elements[index].write(to: &self) }
  }

  /// Writes decimal digits, after a minus for a negative number.
  public mutating func int(_ value: Int) {
    reserve(21)
    next = Self.digits(UInt64(value.magnitude), at: sign(value < 0))
    commas = 1
  }

  /// Writes the shortest text that reads back as `value`: whole numbers without a fraction, -0 as 0, null if not
  /// finite.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    if value.magnitude < 0x1p53 {
      let whole = Int(value)
      if Double(whole) == value { return int(whole) }
    }
    if thousandths(value) { return }
    var text = value.description
    text.withUTF8 { utf8 in
      let isWhole = utf8.count > 2 && utf8[utf8.count - 1] == 0x30 && utf8[utf8.count - 2] == 0x2E
      token(UnsafeBufferPointer(rebasing: utf8[..<(isWhole ? utf8.count - 2 : utf8.count)]))
    }
  }

  /// Writes a whole number of thousandths, as nearly all of this service's numbers are; returns false for any other.
  ///
  /// Two different decimals of at most 15 digits are never the same double, so the one that reads back as `value` is
  /// the shortest.
  private mutating func thousandths(_ value: Double) -> Bool {
    let scaled = value.magnitude * 1000 + 0.5
    guard scaled < 1e15 else { return false }
    let thousandths = UInt64(scaled)
    guard Double(thousandths) / 1000 == value.magnitude else { return false }
    reserve(21)
    var target = Self.put(0x2E, at: Self.digits(thousandths / 1000, at: sign(value < 0)))
    var rest = thousandths % 1000
    while rest > 0 {
      target = Self.put(0x30 &+ UInt8(truncatingIfNeeded: rest / 100), at: target)
      rest = rest % 100 * 10
    }
    next = target
    commas = 1
    return true
  }

  /// Writes the pending comma and, for a negative number, the minus; returns the position after them.
  private func sign(_ isNegative: Bool) -> UnsafeMutablePointer<UInt8> {
    let target = separated()
    return isNegative ? Self.put(0x2D, at: target) : target
  }

  /// Writes the decimal digits, last one first, within the 20 reserved bytes; returns the position after them.
  private static func digits(_ value: UInt64, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    var length = 1
    var power: UInt64 = 10
    while length < 20, value >= power {
      length &+= 1
      power = length < 20 ? power &* 10 : .max
    }
    var rest = value
    var index = length
    // SAFETY: `length` is at most 20, and `index` is below it.
    while index > 0 {
      index &-= 1
      target[index] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return target + length
  }
}

extension String {
  /// Lends the bytes to a function; `withUTF8` alone would retain the text each time.
  @inline(__always) fileprivate func lendUTF8(_ use: (UnsafeBufferPointer<UInt8>) -> Void) {
    if utf8.withContiguousStorageIfAvailable(use) != nil { return }
    // A text that a Mac's Foundation made may lie in another form.
    var text = self
    text.withUTF8(use)
  }
}

/// A type written as one JSON value.
///
/// Non-copyable types conform too, so the elements of an array are written in place. A copy of each would retain and
/// release all texts in it.
public protocol JSONWritable: ~Copyable {
  borrowing func write(to writer: inout JSONWriter)
}

/// A type read from one JSON value, and written as one.
public protocol JSONMember: JSONWritable {
  init(json: JSONValue) throws(BodyRefusal)
}

extension String: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) { self = try json.string() }
  @inline(__always) public func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Int: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) { self = try json.int() }
  @inline(__always) public func write(to writer: inout JSONWriter) { writer.int(self) }
}

extension Double: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) { self = try json.double() }
  @inline(__always) public func write(to writer: inout JSONWriter) { writer.double(self) }
}

extension Bool: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) { self = try json.bool() }
  @inline(__always) public func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.array(self) }
}

extension Array: JSONMember where Element: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) { self = try json.array(Element.init(json:)) }
}
