/// Pairs of text for finding a session, in the order given.
public struct Labels: Hashable, Sendable {
  /// Maximum pairs of a session.
  public static let maximumCount = 16
  /// Bytes of a name, which has no colon.
  public static let nameBytes = 1...64
  /// Maximum bytes of a value.
  public static let maximumValueBytes = 256

  public struct Label: Hashable, Sendable {
    public var name: String
    public var value: String
  }

  public private(set) var pairs: [Label]

  public init() { pairs = [] }

  public var isEmpty: Bool { pairs.isEmpty }

  public subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// Sets a label; returns false and changes nothing if a limit is exceeded.
  public mutating func set(_ name: String, to value: String) -> Bool {
    guard Self.isName(name), Self.isValue(value) else { return false }
    if let index = pairs.firstIndex(where: { $0.name == name }) {
      pairs[index].value = value
      return true
    }
    guard pairs.count < Self.maximumCount else { return false }
    pairs.append(Label(name: name, value: value))
    return true
  }

  static func isName(_ text: String) -> Bool {
    nameBytes.contains(text.utf8.count) && !text.utf8.contains(UInt8(ascii: ":"))
  }

  static func isValue(_ text: String) -> Bool { text.utf8.count <= maximumValueBytes }

  /// The rules for people.
  static let nameRule = "a label's name has \(nameBytes.lowerBound) to \(nameBytes.upperBound) bytes and no colon"
  static let valueRule = "a label's value has at most \(maximumValueBytes) bytes"
}

extension Labels: JSONBody {
  /// Reads an object of strings.
  public init(json: JSONValue) throws(BodyRefusal) {
    self.init()
    var reader = try json.object()
    let members = reader.members
    guard members.count <= Self.maximumCount else { throw json.refused("expected at most \(Self.maximumCount) labels") }
    for (name, json) in members {
      let value = try json.string()
      guard Self.isName(name) else { throw json.refused(Self.nameRule) }
      guard set(name, to: value) else { throw json.refused(Self.valueRule) }
    }
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for pair in pairs {
      writer.key(pair.name)
      writer.string(pair.value)
    }
    writer.endObject()
  }
}
