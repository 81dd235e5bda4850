import NavigationModel

/// Reads the members of one object as `JSONObjectReader` does, and throws what a body throws.
package struct BodyReader {
  var members: JSONObjectReader

  /// Throws `json` where the value is no object.
  package init(_ json: JSONValue) throws(BodyRefusal) {
    do { members = try json.object() } catch { throw .json(error) }
  }

  init(members: JSONObjectReader) { self.members = members }

  /// The object itself, for refusals that concern it whole.
  package var object: JSONValue { members.object }

  /// Whether this is an answer, which may have grown, rather than a request.
  package var isAnswer: Bool { object.unknownMembers == .skip }

  /// Whether the members are there that say how something was laid out: in a snapshot, and in answers.
  package var holdsState: Bool { object.unknownMembers != .refuse }

  /// The member; nil where it is absent, as of all readers below that answer with an optional.
  package mutating func optional(_ name: StaticString) -> JSONValue? { members.value(name) }

  package mutating func require(_ name: StaticString) throws(BodyRefusal) -> JSONValue {
    if let value = members.value(name) { return value }
    throw missing(name)
  }

  package mutating func string(_ name: StaticString) throws(BodyRefusal) -> String? {
    try optional(name)?.readString()
  }

  package mutating func bool(_ name: StaticString) throws(BodyRefusal) -> Bool? { try optional(name)?.readBool() }

  package mutating func word<T: RawRepresentable & CaseIterable>(
    _ name: StaticString, _ type: T.Type
  ) throws(BodyRefusal) -> T? where T.RawValue == String {
    try optional(name)?.readWord(type)
  }

  package mutating func id(_ name: StaticString) throws(BodyRefusal) -> ControllerID? { try optional(name)?.readID() }

  package mutating func requireString(_ name: StaticString) throws(BodyRefusal) -> String {
    try require(name).readString()
  }

  package mutating func requireBool(_ name: StaticString) throws(BodyRefusal) -> Bool { try require(name).readBool() }

  package mutating func requireWord<T: RawRepresentable & CaseIterable>(
    _ name: StaticString, _ type: T.Type
  ) throws(BodyRefusal) -> T where T.RawValue == String {
    try require(name).readWord(type)
  }

  package mutating func requireID(_ name: StaticString) throws(BodyRefusal) -> ControllerID {
    try require(name).readID()
  }

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

  /// A list's row, which is a string; an integer is read as the string of its digits.
  package mutating func requireRow(_ name: StaticString) throws(BodyRefusal) -> String {
    let value = try require(name)
    switch value.kind {
    case .number: return String(try value.readInt())
    case .null, .bool, .string, .array, .object: return try value.readString()
    }
  }

  package mutating func tree(_ name: StaticString) throws(BodyRefusal) -> Controller? {
    guard let value = members.value(name) else { return nil }
    return try Controller(json: value)
  }

  /// Refuses the first member that was not asked for, unless the document skips them.
  package func finish() throws(BodyRefusal) {
    do { try members.finish() } catch { throw .json(error) }
  }

  /// The object lacks a member that it must have.
  package func missing(_ name: StaticString) -> BodyRefusal { object.refused("missing member \"\(name)\"") }
}

/// Why a body was refused, and where.
public enum BodyRefusal: Error, Equatable, Sendable {
  /// Not JSON, or JSON of another shape (status 400).
  case json(JSONError)
  /// Of the right shape, and refused by the model (422); the pointer is at the value it refused.
  case model(Rejection, pointer: String)
  /// A snapshot of a schema that this version does not know (422).
  case newerSchema(Int, pointer: String)
  /// A move through the history as a member of a batch (422).
  case notInBatch(pointer: String)
  /// A batch of so many transitions, more than the limit (422).
  case batchLimit(Int, pointer: String)

  /// RFC 6901 pointer at the refused value.
  public var pointer: String {
    switch self {
    case .json(let error): error.pointer
    case .model(_, let pointer), .newerSchema(_, let pointer), .notInBatch(let pointer), .batchLimit(_, let pointer):
      pointer
    }
  }
}
