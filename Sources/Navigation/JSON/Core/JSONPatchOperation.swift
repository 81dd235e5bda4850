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
    writer.beginObject()
    switch self {
    case .add(let pointer, let value): Self.write(.add, pointer, value, to: &writer)
    case .remove(let pointer): Self.write(.remove, pointer, nil, to: &writer)
    case .replace(let pointer, let value): Self.write(.replace, pointer, value, to: &writer)
    }
    writer.endObject()
  }

  private static func write(_ word: Word, _ pointer: String, _ value: JSONValue?, to writer: inout JSONWriter) {
    writer.member("op", word.rawValue)
    writer.member("path", pointer)
    guard let value else { return }
    writer.key("value")
    writer.value(value)
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
