/// Appends compact JSON to one buffer, which can be used again and again; commas come by themselves.
public struct JSONWriter: ~Copyable {
  // SAFETY: the writer alone owns the memory from `start` to `end`: it cannot be copied, and frees the memory when it goes.
  // `start <= next <= end` always holds, and all before `next` is written; who writes calls `reserve` for it first.
  var start: UnsafeMutablePointer<UInt8>
  /// Where the next byte goes.
  var next: UnsafeMutablePointer<UInt8>
  var end: UnsafeMutablePointer<UInt8>
  /// Commas due before a value or member written now: one where it stands behind another one, else none.
  var commas = 0

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
    let count = count
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      // SAFETY: the buffer has room for `count` bytes, and as many are written from `start` on.
      if let target = buffer.baseAddress { target.initialize(from: start, count: count) }
      initialized = count
    }
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
  public mutating func beginObject() { begin(0x7B) }
  /// Closes the innermost object.
  public mutating func endObject() { end(0x7D) }
  /// See `beginObject`.
  public mutating func beginArray() { begin(0x5B) }
  /// Closes the innermost array.
  public mutating func endArray() { end(0x5D) }

  /// The name of the next member; a literal that needs no escapes.
  public mutating func key(_ name: StaticString) {
    name.withUTF8Buffer { plain($0, isName: true) }
  }

  /// The name of the next member, escaped where it must be.
  @_disfavoredOverload
  public mutating func key(_ name: String) {
    string(name)
    colon()
  }

  /// Escapes `"`, `\`, control characters and those that turn the direction of text (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to
  /// U+2069), and nothing else.
  public mutating func string(_ text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { quoted($0) }
    if isWritten == nil { quoted(Array(text.utf8)) }
  }

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

  /// A value that is compact JSON already, such as `JSONValue.compactText`; it is not checked.
  public mutating func raw(_ json: String) {
    let isWritten: Void? = json.utf8.withContiguousStorageIfAvailable { token($0) }
    if isWritten == nil { raw(Array(json.utf8)) }
  }

  /// A value that is compact JSON already; it is not checked.
  public mutating func raw(_ json: [UInt8]) {
    json.withUnsafeBufferPointer { token($0) }
  }

  private mutating func quoted(_ text: [UInt8]) {
    text.withUnsafeBufferPointer { quoted($0) }
  }

  @inline(__always)
  private mutating func begin(_ bracket: UInt8) {
    reserve(2)
    next = Self.put(bracket, at: separated())
    commas = 0
  }

  @inline(__always)
  private mutating func end(_ bracket: UInt8) {
    reserve(1)
    next = Self.put(bracket, at: next)
    commas = 1
  }
}

// SAFETY: nothing but the writer points to its memory, so that whoever holds the writer may use it on any thread.
extension JSONWriter: @unchecked Sendable {}
