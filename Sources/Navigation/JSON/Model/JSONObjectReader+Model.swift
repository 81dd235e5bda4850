extension JSONObjectReader {
  /// Whether this is an answer, which may have grown, rather than a request.
  package var isAnswer: Bool { object.unknownMembers == .skip }

  /// Whether the members are there that say how something was laid out: in a snapshot, and in answers.
  var holdsState: Bool { object.unknownMembers != .refuse }

  package mutating func id(_ name: StaticString) throws(BodyRefusal) -> ControllerID? { try optional(name)?.id() }

  mutating func requireID(_ name: StaticString) throws(BodyRefusal) -> ControllerID { try require(name).id() }

  /// A list's row, which is a string; an integer is read as the string of its digits.
  mutating func requireRow(_ name: StaticString) throws(BodyRefusal) -> String {
    let value = try require(name)
    switch value.kind {
    case .number: return String(try value.int())
    case .null, .bool, .string, .array, .object: return try value.string()
    }
  }

  package mutating func tree(_ name: StaticString) throws(BodyRefusal) -> Controller? {
    guard let value = optional(name) else { return nil }
    return try Controller(json: value)
  }
}

extension JSONValue {
  /// A controller's id: 1 to 128 bytes of `A-Z a-z 0-9 . _ : -`.
  package func id() throws(BodyRefusal) -> ControllerID {
    if let id = ControllerID(try string()) { return id }
    let bytes = Limits.idBytes
    throw refused("expected an id: \(bytes.lowerBound) to \(bytes.upperBound) bytes of A-Z a-z 0-9 . _ : -")
  }

  /// A refusal of this value by the model.
  package func refused(_ rejection: Rejection) -> BodyRefusal { .model(rejection, pointer: pointer) }
}
