import Navigation

/// A mutable value, to which a patch is applied.
indirect enum JSONTree {
  /// A value without content, as compact text.
  case leaf(String)
  case array([JSONTree])
  case object([Member])

  struct Member {
    let name: String
    var value: JSONTree
  }

  init(_ value: JSONValue) throws(BodyRefusal) {
    switch value.kind {
    case .null, .bool, .number, .string: self = .leaf(value.compactText())
    case .array: self = .array(try value.array(JSONTree.init))
    case .object:
      var (reader, members) = (try value.object(), [Member]())
      for (name, value) in reader.members { members.append(Member(name: name, value: try JSONTree(value))) }
      self = .object(members)
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .leaf(let text): writer.raw(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(member.name)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  private enum Edit {
    case add(JSONTree)
    case remove
    case replace(JSONTree)
  }

  mutating func apply(_ step: JSONPatchOperation) throws(BodyRefusal) {
    let place: String
    let edit: Edit
    switch step {
    case .add(let pointer, let value): (place, edit) = (pointer, .add(try JSONTree(value)))
    case .remove(let pointer): (place, edit) = (pointer, .remove)
    case .replace(let pointer, let value): (place, edit) = (pointer, .replace(try JSONTree(value)))
    }
    guard let tokens = JSONPointer.tokens(place), self.edit(tokens[...], edit) else {
      let detail = "the patch names a place that does not exist"
      throw .json(JSONError(kind: .invalid, pointer: place, offset: 0, detail: detail))
    }
  }

  /// Applies the edit; returns false and changes nothing if the place does not exist.
  private mutating func edit(_ tokens: ArraySlice<String>, _ edit: Edit) -> Bool {
    guard let token = tokens.first else {
      switch edit {
      case .add(let value), .replace(let value): self = value
      case .remove: return false
      }
      return true
    }
    switch self {
    case .leaf:
      return false
    case .array(var elements):
      self = .leaf("null")  // The elements must have one owner while they change, or they would be copied.
      defer { self = .array(elements) }
      return Self.edit(&elements, at: token, then: tokens.dropFirst(), edit)
    case .object(var members):
      self = .leaf("null")
      defer { self = .object(members) }
      return Self.edit(&members, at: token, then: tokens.dropFirst(), edit)
    }
  }

  private static func edit(
    _ elements: inout [JSONTree], at token: String, then rest: ArraySlice<String>, _ edit: Edit
  ) -> Bool {
    let isLast = rest.isEmpty
    guard let index = position(token, count: elements.count) else { return false }
    if isLast, case .add(let value) = edit {
      elements.insert(value, at: index)
      return true
    }
    guard index < elements.count else { return false }
    if isLast, case .remove = edit {
      elements.remove(at: index)
      return true
    }
    return elements[index].edit(rest, edit)
  }

  private static func edit(
    _ members: inout [Member], at token: String, then rest: ArraySlice<String>, _ edit: Edit
  ) -> Bool {
    let isLast = rest.isEmpty
    // Bytes are compared, because `String ==` treats canonically equivalent names as equal.
    let index = members.firstIndex { $0.name.utf8.elementsEqual(token.utf8) }
    if isLast, index == nil, case .add(let value) = edit {
      members.append(Member(name: token, value: value))
      return true
    }
    guard let index else { return false }
    if isLast, case .remove = edit {
      members.remove(at: index)
      return true
    }
    return members[index].value.edit(rest, edit)
  }

  /// An index up to `count`, or `-` for `count` (RFC 6901 §4).
  private static func position(_ token: String, count: Int) -> Int? {
    if token == "-" { return count }
    let isIndex = token.utf8.allSatisfy { $0 &- 0x30 < 10 } && (token == "0" || token.utf8.first != 0x30)
    guard isIndex, let index = Int(token), index <= count else { return nil }
    return index
  }
}
