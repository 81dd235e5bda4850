extension JSONValue {
  /// Whether both values are equal: members in any order, strings after unescaping, numbers as written.
  public func isSame(as other: JSONValue) -> Bool {
    if hasSameBytes(as: other) { return true }
    switch (kind, other.kind) {
    case (.string, .string):
      return withText(at: index) { text in other.isText(other.index, text) }
    case (.array, .array):
      guard entry.count == other.entry.count else { return false }
      return zip(JSONElements(array: self), JSONElements(array: other)).allSatisfy { $0.isSame(as: $1) }
    case (.object, .object):
      guard entry.count == other.entry.count else { return false }
      let lookup = JSONMemberLookup(other)
      return names.allSatisfy { name in
        guard let value = lookup.value(ofName: name, of: self) else { return false }
        return JSONValue(storage: storage, index: name + 1).isSame(as: value)
      }
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _):
      return false
    }
  }

  func hasSameBytes(as other: JSONValue) -> Bool {
    let (left, right) = (entry, other.entry)
    guard left.kind == right.kind, left.end - left.start == right.end - right.start else { return false }
    return storage.withBytes { one in
      other.storage.withBytes { two in
        one[Int(left.start)..<Int(left.end)].elementsEqual(two[Int(right.start)..<Int(right.end)])
      }
    }
  }

  /// The tape indices of an object's names.
  var names: some Sequence<Int> {
    let storage = storage
    return sequence(first: index + 1) { storage.tape.end(ofMember: $0) }.prefix(Int(entry.count))
  }

  /// The text of a string or name of this document.
  func text(at index: Int) -> String {
    storage.withBytes { storage.tape.text(of: index, in: $0) }
  }

  func isText(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    storage.withBytes { storage.tape.isText(index, text, in: $0) }
  }

  /// The unescaped bytes of a string or name of this document.
  func withText<Answer>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Answer) -> Answer {
    let entry = storage.tape[index]
    return storage.withBytes { bytes in
      let slice = UnsafeBufferPointer(rebasing: bytes[Int(entry.start)..<Int(entry.end)])
      return entry.flag ? JSONEscapes.unescaped(slice).withUnsafeBufferPointer(body) : body(slice)
    }
  }
}

/// Finds members of one object by the names of another, with a table for many members.
struct JSONMemberLookup {
  private let object: JSONValue
  private let table: JSONNameTable?

  init(_ object: JSONValue) {
    self.object = object
    table =
      object.entry.count <= JSONNameTable.linearLimit
      ? nil : object.storage.withBytes { JSONNameTable(of: object.index, on: object.storage.tape, in: $0) }
  }

  /// The member named as the entry `name` of `other`'s document.
  func value(ofName name: Int, of other: JSONValue) -> JSONValue? {
    let found = other.withText(at: name) { text -> Int? in
      guard let table else { return object.names.first { object.isText($0, text) } }
      return object.storage.withBytes { table.name(text, on: object.storage.tape, in: $0) }
    }
    return found.map { JSONValue(storage: object.storage, index: $0 + 1) }
  }
}
