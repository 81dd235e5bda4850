import Navigation

/// A value of the contract file or of a JSON text, with members in order.
indirect enum ContractValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([ContractValue])
  case object([Member])

  struct Member: Equatable, Sendable {
    var name: String
    var value: ContractValue
  }

  /// The first member with a name; nil if there is none, or the value is no object.
  subscript(name: String) -> ContractValue? {
    if case .object(let members) = self { members.first { $0.name == name }?.value } else { nil }
  }

  subscript(index: Int) -> ContractValue? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }

  var members: [Member] { if case .object(let members) = self { members } else { [] } }
  var elements: [ContractValue] { if case .array(let elements) = self { elements } else { [] } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  var integer: Int? { if case .integer(let value) = self { value } else { nil } }

  /// The value of either kind of number.
  var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The value's kind as a word of a schema's `type`.
  var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// Equality of JSON values: the order of members and the notation of numbers do not matter.
  func isSame(as other: ContractValue) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { member in other[member.name].map { member.value.isSame(as: $0) } ?? false }
    case (.integer, .number), (.number, .integer): double == other.double
    default: self == other
    }
  }

  /// Visits the value and all values in it, with their JSON Pointers.
  func walk(at pointer: String = "", _ visit: (_ pointer: String, _ value: ContractValue) -> Void) {
    visit(pointer, self)
    for member in members { member.value.walk(at: pointer + "/" + JSONPointer.token(member.name), visit) }
    for (index, element) in elements.enumerated() { element.walk(at: "\(pointer)/\(index)", visit) }
  }

  /// The value at an RFC 6901 pointer.
  func value(at pointer: String) -> ContractValue? {
    guard let tokens = JSONPointer.tokens(pointer) else { return nil }
    return tokens.reduce(Optional(self)) { value, token in
      value?[token] ?? Int(token).flatMap { value?[$0] }
    }
  }
}

extension ContractValue {
  /// The value of a JSON document.
  init(_ json: JSONValue) throws {
    switch json.kind {
    case .null: self = .null
    case .bool: self = .bool(try json.bool())
    case .number:
      if let value = try? json.int() { self = .integer(value) } else { self = .number(try json.double()) }
    case .string: self = .string(try json.string())
    case .array: self = .array(try json.elements.map { try ContractValue($0) })
    case .object:
      var reader = try json.object()
      self = .object(try reader.members.map { Member(name: $0.name, value: try ContractValue($0.value)) })
    }
  }

  /// The value of a JSON text.
  init(json text: String) throws { try self.init(JSONDocument(text).root) }

  /// The value as a JSON text.
  var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let flag): writer.bool(flag)
    case .integer(let value): writer.int(value)
    case .number(let value): writer.double(value)
    case .string(let text): writer.string(text)
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
}
