/// Differences of two values as RFC 6902 patches.
public enum JSONPatch {
  /// The steps that, in order, change `old`, found at `pointer`, to `new`.
  ///
  /// Members change one by one, arrays without their common ends; a value is replaced where its steps would be longer.
  /// Numbers written differently count as different.
  public static func difference(from old: JSONValue, to new: JSONValue, at pointer: String = "") -> [JSONPatchOperation]
  {
    if old.hasSameBytes(as: new) { return [] }
    let steps: [JSONPatchOperation]
    switch (old.kind, new.kind) {
    case (.object, .object): steps = objects(from: old, to: new, at: pointer)
    case (.array, .array): steps = arrays(from: old, to: new, at: pointer)
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _):
      return old.isSame(as: new) ? [] : [.replace(pointer: pointer, value: new)]
    }
    let whole = JSONPatchOperation.replace(pointer: pointer, value: new)
    return steps.reduce(0) { $0 + $1.length } > whole.length ? [whole] : steps
  }

  private static func objects(from old: JSONValue, to new: JSONValue, at pointer: String) -> [JSONPatchOperation] {
    var steps: [JSONPatchOperation] = []
    let later = JSONMemberLookup(new)
    for name in old.names {
      let path = pointer + "/" + JSONPointer.token(old.text.string(at: name))
      if let value = later.value(ofName: name, of: old) {
        steps += difference(from: JSONValue(storage: old.storage, index: name + 1), to: value, at: path)
      } else {
        steps.append(.remove(pointer: path))
      }
    }
    let earlier = JSONMemberLookup(old)
    for name in new.names where earlier.value(ofName: name, of: new) == nil {
      let value = JSONValue(storage: new.storage, index: name + 1)
      steps.append(.add(pointer: pointer + "/" + JSONPointer.token(new.text.string(at: name)), value: value))
    }
    return steps
  }

  private static func arrays(from old: JSONValue, to new: JSONValue, at pointer: String) -> [JSONPatchOperation] {
    var left = ArraySlice(JSONElements(array: old))
    var right = ArraySlice(JSONElements(array: new))
    while let first = left.first, let other = right.first, first.isSame(as: other) {
      left = left.dropFirst()
      right = right.dropFirst()
    }
    while let last = left.last, let other = right.last, last.isSame(as: other) {
      left = left.dropLast()
      right = right.dropLast()
    }
    var steps: [JSONPatchOperation] = []
    for (index, pair) in zip(left.indices, zip(left, right)) {
      steps += difference(from: pair.0, to: pair.1, at: "\(pointer)/\(index)")
    }
    for index in left.indices.dropFirst(right.count).reversed() {
      steps.append(.remove(pointer: "\(pointer)/\(index)"))
    }
    for index in right.indices.dropFirst(left.count) {
      steps.append(.add(pointer: "\(pointer)/\(index)", value: right[index]))
    }
    return steps
  }
}

/// One operation of an RFC 6902 patch, of the three kinds that this service sends.
public enum JSONPatchOperation: JSONMember, Sendable {
  case add(pointer: String, value: JSONValue)
  case remove(pointer: String)
  case replace(pointer: String, value: JSONValue)

  private enum Word: String, CaseIterable {
    case add, remove, replace
  }

  /// Reads `{"op", "path", "value"}`; refuses `move`, `copy` and `test`, which the service never sends.
  public init(json value: JSONValue) throws(BodyRefusal) {
    var reader = try value.object()
    let word = try reader.require("op").word(Word.self)
    let path = try reader.require("path")
    let pointer = try path.string()
    guard JSONPointer.tokens(pointer) != nil else { throw path.refused("expected a JSON Pointer") }
    switch word {
    case .add: self = .add(pointer: pointer, value: try reader.require("value"))
    case .remove: self = .remove(pointer: pointer)
    case .replace: self = .replace(pointer: pointer, value: try reader.require("value"))
    }
    try reader.finish()
  }

  /// Appends `{"op", "path", "value"}`.
  public func write(to writer: inout JSONWriter) {
    let (word, pointer, value): (Word, String, JSONValue?) =
      switch self {
      case .add(let pointer, let value): (.add, pointer, value)
      case .remove(let pointer): (.remove, pointer, nil)
      case .replace(let pointer, let value): (.replace, pointer, value)
      }
    writer.beginObject()
    writer.member("op", word.rawValue)
    writer.member("path", pointer)
    if let value {
      writer.key("value")
      writer.value(value)
    }
    writer.endObject()
  }

  /// Approximate bytes of the written step, without escapes.
  var length: Int {
    switch self {
    case .add(let pointer, let value): 30 + pointer.utf8.count + value.length
    case .remove(let pointer): 24 + pointer.utf8.count
    case .replace(let pointer, let value): 34 + pointer.utf8.count + value.length
    }
  }
}

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

  fileprivate func hasSameBytes(as other: JSONValue) -> Bool {
    node.kind == other.node.kind && text.bytes[node.range] == other.text.bytes[other.node.range]
  }

  var names: [Int] { text.names(of: index) }
}

/// Finds members of one object by the names of another.
private struct JSONMemberLookup {
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
