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
