/// The elements of an array, in order.
public struct JSONElements: Sequence, Sendable {
  let array: JSONValue

  /// The number of elements.
  public var count: Int { Int(array.node.count) }
  /// Whether the array is empty.
  public var isEmpty: Bool { count == 0 }
  /// The exact count, so that an array is allocated at its final size.
  public var underestimatedCount: Int { count }

  public func makeIterator() -> Iterator {
    Iterator(storage: array.storage, index: array.index + 1, end: Int(array.node.next))
  }

  /// Copies nothing.
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

  /// The number of members.
  public var count: Int { Int(object.node.count) }
  /// Whether the object is empty.
  public var isEmpty: Bool { count == 0 }
  /// The exact count, so that an array is allocated at its final size.
  public var underestimatedCount: Int { count }

  public func makeIterator() -> Iterator {
    Iterator(storage: object.storage, index: object.index + 1, end: Int(object.node.next))
  }

  /// Copies nothing.
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
