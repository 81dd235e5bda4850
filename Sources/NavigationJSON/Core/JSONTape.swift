/// The values of a text in the order of their starts: a container precedes its content, a member's name its value.
struct JSONTape: ~Copyable, Sendable {
  enum Kind: UInt8, Sendable {
    case null, bool, number, string, array, object
    /// A member's name; its value is the next entry.
    case name
  }

  struct Entry: Sendable {
    /// Offset of the first byte; for strings and names: after the opening quotation mark.
    var start: UInt32
    /// Offset after the last byte; for strings and names: of the closing quotation mark.
    var end: UInt32
    /// Index of the entry after this value and its content; for a name: the low half of its key's word.
    var next: UInt32
    /// The number of elements or members, else 0; for a name: the high half of its key's word.
    var count: UInt32
    /// Index of the container's entry; `none` for the root.
    var parent: UInt32
    var kind: Kind
    /// For a bool: its value; for a number: without fraction and exponent; for strings and names: with escapes.
    var flag: Bool

    /// The key of a name without escapes.
    var key: JSONNameKey { JSONNameKey(length: Int(end &- start), word: UInt64(next) | UInt64(count) << 32) }

    /// Saves the parser's state of an open container, in fields not yet in use, while a nested one is read.
    mutating func leave(_ count: UInt32, _ traces: UInt64, _ mayRepeat: Bool) {
      self.count = count
      (end, next) = (UInt32(truncatingIfNeeded: traces), UInt32(truncatingIfNeeded: traces >> 32))
      flag = mayRepeat
    }

    /// The state that `leave` saved.
    var left: (count: UInt32, traces: UInt64, mayRepeat: Bool) { (count, UInt64(end) | UInt64(next) << 32, flag) }

    /// Closes the container; returns its parent.
    mutating func close(at end: Int, next: Int, _ count: UInt32) -> UInt32 {
      self.end = UInt32(truncatingIfNeeded: end)
      self.next = UInt32(truncatingIfNeeded: next)
      self.count = count
      flag = false
      return parent
    }
  }

  /// The parent of the root.
  static let none = UInt32.max

  private var entries: [Entry] = []

  init(reserving capacity: Int) { entries.reserveCapacity(capacity) }

  var count: Int { entries.count }
  var last: Entry? { entries.last }

  subscript(_ index: Int) -> Entry {
    get { entries[index] }
    _modify { yield &entries[index] }
  }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// The index after a member: of the object's next name, if there is one.
  func end(ofMember name: Int) -> Int { Int(entries[name + 1].next) }

  /// RFC 6901 pointer to a value, or to the member of a name, built from the parents.
  func pointer(to index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    var tokens: [String] = []
    var child = index
    while true {
      let entry = entries[child]
      if entry.kind == .name { tokens.append(token(ofName: child, in: bytes)) }
      guard entry.parent != Self.none else { break }
      let parent = Int(entry.parent)
      if entry.kind != .name {
        let isMember = entries[parent].kind == .object
        tokens.append(isMember ? token(ofName: child - 1, in: bytes) : String(position(of: child, in: parent)))
      }
      child = parent
    }
    return tokens.reversed().reduce(into: "") { $0 += "/" + $1 }
  }

  private func token(ofName index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    JSONPointer.token(text(of: index, in: bytes))
  }

  private func position(of child: Int, in array: Int) -> Int {
    var position = 0
    var element = array + 1
    while element < child {
      element = Int(entries[element].next)
      position += 1
    }
    return position
  }

  /// The text of a string or name, unescaped.
  func text(of index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    let entry = entries[index]
    let slice = UnsafeBufferPointer(rebasing: bytes[Int(entry.start)..<Int(entry.end)])
    return entry.flag
      ? String(decoding: JSONEscapes.unescaped(slice), as: UTF8.self) : String(decoding: slice, as: UTF8.self)
  }

  /// The index after a member with a short name; nil if the name differs or may differ, or after the last member.
  func endOfMember(_ name: Int, of object: Int, named key: JSONNameKey) -> Int? {
    guard key.length <= JSONNameKey.exactLength, name < Int(entries[object].next) else { return nil }
    let entry = entries[name]
    guard !entry.flag, entry.key.word == key.word, entry.key.length == key.length else { return nil }
    return Int(entries[name &+ 1].next)
  }

  /// Whether the name at `index` is `text` after unescaping; `key` is the key of `text`.
  func isName(_ index: Int, _ key: JSONNameKey, _ text: UnsafePointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>)
    -> Bool
  {
    let entry = entries[index]
    guard entry.key.word == key.word || entry.flag else { return false }
    if key.length <= JSONNameKey.exactLength, !entry.flag { return entry.key.length == key.length }
    return isText(index, UnsafeBufferPointer(start: text, count: key.length), in: bytes)
  }

  /// Whether the string or name at `index` is `text` after unescaping.
  func isText(_ index: Int, _ text: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let entry = entries[index]
    let length = Int(entry.end &- entry.start)
    guard entry.flag else {
      return bytes[Int(entry.start)..<Int(entry.end)].elementsEqual(text)
    }
    // An escape has at most six bytes per byte: names of an impossible length are not unescaped at each search.
    guard length >= text.count, length / 6 <= text.count else { return false }
    return JSONEscapes.unescaped(UnsafeBufferPointer(rebasing: bytes[Int(entry.start)..<Int(entry.end)])).elementsEqual(
      text)
  }

  /// The traces of all names of the object at `index`; all bits if a name has escapes.
  func traces(of index: Int) -> UInt64 {
    var traces: UInt64 = 0
    var name = index + 1
    for _ in 0..<entries[index].count {
      let entry = entries[name]
      if entry.flag { return .max }
      traces |= entry.key.trace
      name = end(ofMember: name)
    }
    return traces
  }
}
