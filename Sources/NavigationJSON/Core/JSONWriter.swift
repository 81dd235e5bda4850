/// Appends compact JSON to one buffer, which can be used again and again; commas come by themselves.
public struct JSONWriter: ~Copyable {
  // SAFETY: the writer alone owns the memory from `start` to `end`: it cannot be copied, and frees the memory when it
  // goes. `start <= next <= end` always holds, and all before `next` is written; a writing method calls `reserve` for
  // it first.
  var start: UnsafeMutablePointer<UInt8>
  /// Where the next byte goes.
  @usableFromInline var next: UnsafeMutablePointer<UInt8>
  @usableFromInline var end: UnsafeMutablePointer<UInt8>
  /// Commas due before a value or member written now: one where it stands behind another one, else none.
  @usableFromInline var commas = 0

  /// Bytes that the smallest buffer has.
  private static let minimumCapacity = 256

  /// An empty writer with memory for `capacity` bytes.
  public init(reserving capacity: Int = 0) {
    let capacity = max(capacity, Self.minimumCapacity)
    start = .allocate(capacity: capacity)
    next = start
    end = start + capacity
  }

  deinit { start.deallocate() }

  /// Bytes written since the start or the last `removeAll`.
  public var count: Int { next - start }

  /// A copy of what has been written, which later writing does not change.
  public var bytes: [UInt8] {
    // SAFETY: `count` bytes are written from `start` on.
    [UInt8](UnsafeBufferPointer(start: start, count: count))
  }

  /// What has been written, as text.
  package var text: String {
    // SAFETY: `count` bytes are written from `start` on.
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Empties the buffer and keeps its memory.
  public mutating func removeAll() {
    next = start
    commas = 0
  }

  /// Every begin needs its end; the writer does not check it.
  @inlinable
  public mutating func beginObject() { begin(0x7B) }
  /// Closes the innermost object.
  @inlinable
  public mutating func endObject() { end(0x7D) }
  /// See `beginObject`.
  @inlinable
  public mutating func beginArray() { begin(0x5B) }
  /// Closes the innermost array.
  @inlinable
  public mutating func endArray() { end(0x5D) }

  /// The name of the next member; a literal that needs no escapes.
  @inlinable
  @inline(__always)
  public mutating func key(_ name: StaticString) {
    reserve(name.utf8CodeUnitCount &+ 4)
    next = Self.putName(name, at: separated())
    commas = 0
  }

  /// The name of the next member, escaped where it must be.
  @_disfavoredOverload
  public mutating func key(_ name: String) {
    string(name)
    colon()
  }

  /// Escapes `"`, `\`, control characters and those that turn the direction of text (U+061C, U+200E, U+200F, U+202A to
  /// U+202E, U+2066 to U+2069), and nothing else.
  public mutating func string(_ text: String) {
    if !putQuoted(text, stopsAtEscapes: true) { slowly(text) }
  }

  /// `true` or `false`.
  @inlinable
  @inline(__always)
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

  /// A string whose text needs no escapes, such as an id or a word.
  @usableFromInline
  package mutating func plain(_ text: String) {
    if !putQuoted(text, stopsAtEscapes: false) { slowly(text) }
  }

  /// A value that is compact JSON already, such as `JSONValue.compactText`; it is not checked.
  public mutating func raw(_ json: String) {
    let isWritten: Void? = json.utf8.withContiguousStorageIfAvailable { token($0) }
    if isWritten == nil { raw(Array(json.utf8)) }
  }

  /// A value that is compact JSON already; it is not checked.
  public mutating func raw(_ json: [UInt8]) {
    json.withUnsafeBufferPointer { token($0) }
  }

  /// The same of a part of an array.
  package mutating func raw(_ json: ArraySlice<UInt8>) {
    json.withUnsafeBufferPointer { token($0) }
  }

  @inlinable
  @inline(__always)
  mutating func begin(_ bracket: UInt8) {
    reserve(2)
    next = Self.put(bracket, at: separated())
    commas = 0
  }

  @inlinable
  @inline(__always)
  mutating func end(_ bracket: UInt8) {
    reserve(1)
    next = Self.put(bracket, at: next)
    commas = 1
  }
}

// SAFETY: nothing but the writer points to its memory, so that its holder may use it on any thread.
extension JSONWriter: @unchecked Sendable {}
