/// A hash table of the names of one object, for objects with too many members for pairwise comparison.
struct JSONNameTable {
  /// Maximum members at which names are compared pairwise.
  static let linearLimit = 16

  /// Tape indices of names, or `empty`; the size is a power of two, at least twice the number of names.
  private var slots: [UInt32]
  private static let empty = UInt32.max

  /// An empty table with room for `count` names.
  private init(count: Int) {
    var size = 8
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: Self.empty, count: size)
  }

  /// A table of the names of the object at `object`.
  init(of object: Int, on tape: borrowing JSONTape, in bytes: UnsafeBufferPointer<UInt8>) {
    let count = Int(tape[object].count)
    self.init(count: count)
    var name = object + 1
    for _ in 0..<count {
      _ = insert(name, on: tape, in: bytes)
      name = tape.end(ofMember: name)
    }
  }

  /// The first of the `count` names of the last object on the tape that repeats an earlier one after unescaping.
  static func repeatedName(
    of object: Int, count: Int, on tape: borrowing JSONTape, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    if count <= linearLimit, let answer = comparedRepeatedName(of: object, on: tape, in: bytes) { return answer.name }
    var table = JSONNameTable(count: count)
    var name = object + 1
    for _ in 0..<count {
      guard table.insert(name, on: tape, in: bytes) else { return name }
      name = tape.end(ofMember: name)
    }
    return nil
  }

  /// Compares each name with the earlier ones of the same trace; nil if a name has escapes, which the table unescapes
  /// only once.
  private static func comparedRepeatedName(
    of object: Int, on tape: borrowing JSONTape, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (name: Int?, Void)? {
    var traces: UInt64 = 0
    var name = object + 1
    while name < tape.count {
      let entry = tape[name]
      if entry.flag { return nil }
      let trace = entry.key.trace
      if traces & trace != 0, isRepeated(name, of: object, on: tape, in: bytes) { return (name, ()) }
      traces |= trace
      name = tape.end(ofMember: name)
    }
    return (nil, ())
  }

  /// Whether an earlier member has this name; no name up to it has escapes.
  private static func isRepeated(
    _ name: Int, of object: Int, on tape: borrowing JSONTape, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let entry = tape[name]
    let text = UnsafeBufferPointer(rebasing: bytes[Int(entry.start)..<Int(entry.end)])
    guard let start = text.baseAddress else { return false }
    var earlier = object + 1
    while earlier < name {
      if tape.isName(earlier, entry.key, start, in: bytes) { return true }
      earlier = tape.end(ofMember: earlier)
    }
    return false
  }

  /// Inserts a name; false if it is already in the table.
  private mutating func insert(_ name: Int, on tape: borrowing JSONTape, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let entry = tape[name]
    let slice = UnsafeBufferPointer(rebasing: bytes[Int(entry.start)..<Int(entry.end)])
    guard entry.flag else { return place(name, text: slice, on: tape, in: bytes) }
    let text = JSONEscapes.unescaped(slice)
    return text.withUnsafeBufferPointer { place(name, text: $0, on: tape, in: bytes) }
  }

  private mutating func place(
    _ name: Int, text: UnsafeBufferPointer<UInt8>, on tape: borrowing JSONTape, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let slot = slot(of: text, on: tape, in: bytes)
    guard slots[slot] == Self.empty else { return false }
    slots[slot] = UInt32(truncatingIfNeeded: name)
    return true
  }

  /// The tape index of the name `text`.
  func name(_ text: UnsafeBufferPointer<UInt8>, on tape: borrowing JSONTape, in bytes: UnsafeBufferPointer<UInt8>)
    -> Int?
  {
    let name = slots[slot(of: text, on: tape, in: bytes)]
    return name == Self.empty ? nil : Int(name)
  }

  /// The slot of `text`, or the free slot for it. `Hasher` is seeded per process, so colliding names cannot be chosen.
  private func slot(
    of text: UnsafeBufferPointer<UInt8>, on tape: borrowing JSONTape, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    let mask = slots.count - 1
    var slot = hasher.finalize() & mask
    while slots[slot] != Self.empty, !tape.isText(Int(slots[slot]), text, in: bytes) { slot = (slot + 1) & mask }
    return slot
  }
}
