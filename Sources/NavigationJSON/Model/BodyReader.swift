import NavigationModel

/// Reads the members of one object as `JSONObjectReader` does, and throws what a body throws.
package struct BodyReader {
  private var members: JSONObjectReader

  /// Throws `json` where the value is no object.
  package init(_ json: JSONValue) throws(BodyRefusal) {
    do { members = try json.object() } catch { throw .json(error) }
  }

  /// The object itself, for refusals that concern it whole.
  package var object: JSONValue { members.object }

  /// Whether this is an answer, which may have grown, rather than a request.
  package var isAnswer: Bool { members.object.unknownMembers == .skip }

  /// Whether the members are there that say how something was laid out: in a snapshot, and in answers.
  package var holdsState: Bool { members.object.unknownMembers != .refuse }

  /// The member; nil where it is absent, as of all readers below that answer with an optional.
  package mutating func optional(_ name: StaticString) -> JSONValue? { members.value(name) }

  package mutating func require(_ name: StaticString) throws(BodyRefusal) -> JSONValue {
    if let value = members.value(name) { return value }
    throw missing(name)
  }

  package mutating func string(_ name: StaticString) throws(BodyRefusal) -> String? {
    guard let value = members.value(name) else { return nil }
    return try value.readString()
  }

  package mutating func bool(_ name: StaticString) throws(BodyRefusal) -> Bool? {
    guard let value = members.value(name) else { return nil }
    return try value.readBool()
  }

  package mutating func word<T: RawRepresentable & CaseIterable>(
    _ name: StaticString, _ type: T.Type
  ) throws(BodyRefusal) -> T? where T.RawValue == String {
    guard let value = members.value(name) else { return nil }
    return try value.readWord(type)
  }

  package mutating func id(_ name: StaticString) throws(BodyRefusal) -> ControllerID? {
    guard let value = members.value(name) else { return nil }
    return try value.readID()
  }

  package mutating func requireID(_ name: StaticString) throws(BodyRefusal) -> ControllerID { try require(name).readID() }

  /// A member that must be there, with null for none.
  package mutating func requireNullableID(_ name: StaticString) throws(BodyRefusal) -> ControllerID? {
    let value = try require(name)
    return value.isNull ? nil : try value.readID()
  }

  /// A member that must be there, with null for none.
  package mutating func requireNullableString(_ name: StaticString) throws(BodyRefusal) -> String? {
    let value = try require(name)
    return value.isNull ? nil : try value.readString()
  }

  package mutating func tree(_ name: StaticString) throws(BodyRefusal) -> Controller? {
    guard let value = members.value(name) else { return nil }
    return try Controller(json: value)
  }

  /// Refuses the first member that nobody asked for, unless the document skips them.
  package func finish() throws(BodyRefusal) {
    do { try members.finish() } catch { throw .json(error) }
  }

  /// The object lacks a member that it must have.
  package func missing(_ name: StaticString) -> BodyRefusal { object.refused("missing member \"\(name)\"") }
}
