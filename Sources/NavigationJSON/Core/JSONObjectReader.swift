/// Reads the members of one object by name; `finish` refuses those not read.
public struct JSONObjectReader: Sendable {
  /// The object, for refusals that concern all of it.
  public let object: JSONValue

  /// One bit per member that was read, in the order of the text: the first 64, then the others.
  private var read: UInt64 = 0
  private var furtherRead: [UInt64] = []
  private var isWholeRead = false
  /// Where the next search begins: after the last member found, as readers and writers often use the same order.
  private var nextName: Int
  private var nextOrdinal = 0
  /// The traces of all names, see `JSONNameKey.trace`: most members that a reader asks for are absent, and their bit
  /// shows that.
  @usableFromInline let traces: UInt64

  init(object: JSONValue) {
    self.object = object
    nextName = object.index + 1
    traces = object.storage.tape.traces(of: object.index)
  }

  /// The member; nil if it is absent.
  @inlinable
  @inline(__always)
  public mutating func value(_ name: StaticString) -> JSONValue? {
    guard let index = index(of: name) else { return nil }
    return JSONValue(storage: object.storage, index: index)
  }

  /// The member; nil if it is absent. For names that are not literals.
  @_disfavoredOverload
  public mutating func value(_ name: String) -> JSONValue? {
    var name = name
    return name.withUTF8 { name in
      guard let start = name.baseAddress, let index = find(JSONNameKey(name), start) else { return nil }
      return JSONValue(storage: object.storage, index: index)
    }
  }

  /// The tape index of the member; nil if it is absent.
  @inlinable
  @inline(__always)
  mutating func index(of name: StaticString) -> Int? {
    let key = JSONNameKey(name)
    return traces & key.trace == 0 ? nil : find(key, name.utf8Start)
  }

  /// The member; throws `invalid` with the object's pointer if it is absent.
  public mutating func require(_ name: StaticString) throws(JSONError) -> JSONValue {
    if let value = value(name) { return value }
    throw object.refusal("missing member \"\(name)\"")
  }

  /// The member; throws `invalid` with the object's pointer if it is absent.
  @_disfavoredOverload
  public mutating func require(_ name: String) throws(JSONError) -> JSONValue {
    if let value = value(name) { return value }
    throw object.refusal("missing member \(JSONError.quoted(name))")
  }

  /// All members in the order of the text, each of which counts as read.
  public var members: JSONMembers {
    mutating get {
      isWholeRead = true
      return JSONMembers(object: object)
    }
  }

  /// Refuses the first member that was not read, unless the document skips unknown members.
  public func finish() throws(JSONError) {
    guard !isWholeRead, object.storage.unknownMembers != .skip else { return }
    let count = Int(object.entry.count)
    if count <= 64 && read.nonzeroBitCount == count { return }
    var name = object.index + 1
    for ordinal in 0..<count {
      guard wasRead(ordinal) else {
        let member = JSONValue(storage: object.storage, index: name)
        let text = object.storage.withBytes { object.storage.tape.text(of: name, in: $0) }
        throw member.refusal("unknown member \(JSONError.quoted(text))")
      }
      name = object.storage.tape.end(ofMember: name)
    }
  }

  /// - Parameter text: the bytes of the name.
  @usableFromInline
  mutating func find(_ key: JSONNameKey, _ text: UnsafePointer<UInt8>) -> Int? {
    let (name, ordinal) = (nextName, nextOrdinal)
    guard ordinal < 64, let end = object.storage.tape.endOfMember(name, of: object.index, named: key) else {
      return search(key, text)
    }
    read |= 1 &<< UInt64(truncatingIfNeeded: ordinal)
    nextName = end
    nextOrdinal = ordinal &+ 1
    return name &+ 1
  }

  @inline(never)
  private mutating func search(_ key: JSONNameKey, _ text: UnsafePointer<UInt8>) -> Int? {
    let (object, start, startOrdinal) = (object.index, nextName, nextOrdinal)
    // SAFETY: `self.object` retains the storage during the search. A second reference would be retained and released at
    // every search.
    let storage = Unmanaged.passUnretained(self.object.storage)
    let found = storage._withUnsafeGuaranteedRef { storage in
      storage.withBytes { bytes in
        Self.find(key, text, from: start, startOrdinal, in: object, on: storage.tape, in: bytes)
      }
    }
    guard let found else { return nil }
    note(found.ordinal)
    nextName = found.end
    nextOrdinal = found.ordinal + 1
    return found.name + 1
  }

  /// Searches all members once, cyclically from `start`; returns the name, its position in the object and the entry
  /// after the member.
  @inline(__always)
  private static func find(
    _ key: JSONNameKey, _ text: UnsafePointer<UInt8>, from start: Int, _ startOrdinal: Int, in object: Int,
    on tape: borrowing JSONTape, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (name: Int, ordinal: Int, end: Int)? {
    let end = Int(tape[object].next)
    var (name, ordinal) = (start, startOrdinal)
    for _ in 0..<tape[object].count {
      if name >= end { (name, ordinal) = (object + 1, 0) }
      let next = tape.end(ofMember: name)
      if tape.isName(name, key, text, in: bytes) { return (name, ordinal, next) }
      name = next
      ordinal += 1
    }
    return nil
  }

  @inline(__always)
  private mutating func note(_ ordinal: Int) {
    if ordinal < 64 { read |= 1 << UInt64(ordinal) } else { noteFurther(ordinal) }
  }

  @inline(never)
  private mutating func noteFurther(_ ordinal: Int) {
    if furtherRead.isEmpty { furtherRead = Array(repeating: 0, count: Int(object.entry.count) / 64) }
    furtherRead[ordinal / 64 - 1] |= 1 << UInt64(ordinal % 64)
  }

  private func wasRead(_ ordinal: Int) -> Bool {
    guard ordinal >= 64 else { return read & 1 << UInt64(ordinal) != 0 }
    return !furtherRead.isEmpty && furtherRead[ordinal / 64 - 1] & 1 << UInt64(ordinal % 64) != 0
  }
}
