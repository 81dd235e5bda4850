/// The elements of an array, in order.
public struct JSONElements: Sequence, Sendable {
  let array: JSONValue

  /// The number of elements, from the tape.
  public var count: Int { Int(array.entry.count) }
  /// Whether the array is empty.
  public var isEmpty: Bool { count == 0 }
  /// The exact count, so that an array is allocated at its final size.
  public var underestimatedCount: Int { count }

  public func makeIterator() -> Iterator {
    Iterator(storage: array.storage, index: array.index + 1, end: Int(array.entry.next))
  }

  /// Walks the tape; copies nothing.
  public struct Iterator: IteratorProtocol {
    let storage: JSONStorage
    var index: Int
    let end: Int

    public mutating func next() -> JSONValue? {
      guard index < end else { return nil }
      defer { index = Int(storage.tape[index].next) }
      return JSONValue(storage: storage, index: index)
    }
  }
}

/// The members of an object in the order of the text, for objects whose names the caller chooses.
public struct JSONMembers: Sequence, Sendable {
  let object: JSONValue

  /// The number of members, from the tape.
  public var count: Int { Int(object.entry.count) }
  /// Whether the object is empty.
  public var isEmpty: Bool { count == 0 }
  /// The exact count, so that an array is allocated at its final size.
  public var underestimatedCount: Int { count }

  public func makeIterator() -> Iterator {
    Iterator(storage: object.storage, index: object.index + 1, end: Int(object.entry.next))
  }

  /// Walks the tape; copies nothing.
  public struct Iterator: IteratorProtocol {
    let storage: JSONStorage
    var index: Int
    let end: Int

    public mutating func next() -> (name: String, value: JSONValue)? {
      guard index < end else { return nil }
      defer { index = storage.tape.end(ofMember: index) }
      let name = storage.withBytes { storage.tape.text(of: index, in: $0) }
      return (name, JSONValue(storage: storage, index: index + 1))
    }
  }
}
