extension JSONValue {
  /// Whether both values are equal: members in any order, strings after unescaping, numbers as written.
  public func isSame(as other: JSONValue) -> Bool {
    if hasSameBytes(as: other) { return true }
    switch (kind, other.kind) {
    case (.string, .string): return text.unescaped(at: index) == other.text.unescaped(at: other.index)
    case (.array, .array):
      guard node.count == other.node.count else { return false }
      return zip(JSONElements(array: self), JSONElements(array: other)).allSatisfy { $0.isSame(as: $1) }
    case (.object, .object):
      guard node.count == other.node.count else { return false }
      let lookup = JSONMemberLookup(other)
      return names.allSatisfy { name in
        guard let value = lookup.value(ofName: name, of: self) else { return false }
        return JSONValue(storage: storage, index: name + 1).isSame(as: value)
      }
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): return false
    }
  }

  func hasSameBytes(as other: JSONValue) -> Bool {
    node.kind == other.node.kind && text.bytes[node.range] == other.text.bytes[other.node.range]
  }

  /// The indices of an object's names.
  var names: [Int] { text.names(of: index) }
}

/// Finds members of one object by the names of another.
struct JSONMemberLookup {
  private let object: JSONValue
  private let names: [JSONName: Int]

  init(_ object: JSONValue) {
    self.object = object
    names = Dictionary(uniqueKeysWithValues: object.names.map { (JSONName(bytes: object.text.unescaped(at: $0)), $0) })
  }

  /// The member named as the node `name` of `other`'s text.
  func value(ofName name: Int, of other: JSONValue) -> JSONValue? {
    names[JSONName(bytes: other.text.unescaped(at: name))].map { JSONValue(storage: object.storage, index: $0 + 1) }
  }
}
