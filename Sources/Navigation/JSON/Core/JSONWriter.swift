/// Writes compact JSON, commas included, to a reusable buffer.
public struct JSONWriter: ~Copyable {
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

  /// The bytes written so far as text.
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
  /// Closes the innermost object.
  public mutating func endObject() { end(0x7D) }
  /// Opens an array; see `beginObject`.
  public mutating func beginArray() { begin(0x5B) }
  /// Closes the innermost array.
  public mutating func endArray() { end(0x5D) }

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

  /// `true` or `false`.
  public mutating func bool(_ value: Bool) {
    reserve(6)
    next = Self.put(value, at: separated())
    commas = 1
  }

  /// The literal `null`.
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

  /// Writes a value that is already compact JSON, without validation.
  public mutating func raw(_ json: [UInt8]) {
    json.withUnsafeBufferPointer { token($0) }
  }

  /// Writes a value that is already compact JSON, without validation.
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

// SAFETY: no other pointer to the writer's memory exists, so its owner may use it on any thread.
extension JSONWriter: @unchecked Sendable {}
