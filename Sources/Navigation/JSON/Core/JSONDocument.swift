/// A JSON text (RFC 8259), validated completely in one pass; its values are read in place.
public struct JSONDocument: Sendable {
  /// What `JSONObjectReader.finish` does about members that were not read.
  public enum UnknownMembers: Sendable {
    /// For requests: an error.
    case refuse
    /// For snapshots, which have members that no other request has: an error.
    case refuseInSnapshot
    /// For answers, which may grow: ignored.
    case skip
  }

  /// Maximum nesting: 64 open brackets are accepted, 65 are not.
  public static let defaultMaximumDepth = 64
  /// Maximum bytes of a text; offsets have 32 bits.
  public static let maximumLength = Int(Int32.max)

  public let root: JSONValue

  /// Validates `bytes`; throws `malformed` with the byte offset, also for a repeated member name.
  public init(
    _ bytes: [UInt8], unknownMembers: UnknownMembers = .refuse, maximumDepth: Int = defaultMaximumDepth
  ) throws(BodyRefusal) {
    guard bytes.count <= Self.maximumLength else {
      throw .json(
        JSONError(kind: .malformed, pointer: "", offset: 0, detail: "longer than \(Self.maximumLength) bytes"))
    }
    do {
      let text = try JSONParser(bytes, maximumDepth: maximumDepth).read()
      root = JSONValue(storage: JSONStorage(text, unknownMembers), index: 0)
    } catch { throw .json(error) }
  }

  /// Validates `text`; see `init(_:unknownMembers:maximumDepth:)`.
  public init(
    _ text: String, unknownMembers: UnknownMembers = .refuse, maximumDepth: Int = defaultMaximumDepth
  ) throws(BodyRefusal) {
    try self.init(Array(text.utf8), unknownMembers: unknownMembers, maximumDepth: maximumDepth)
  }
}

/// The immutable storage shared by all values of one document.
final class JSONStorage: Sendable {
  let text: JSONText
  let unknownMembers: JSONDocument.UnknownMembers
  /// Whether the refusal of an unknown member has a guess: its reader keeps the names that are looked up.
  let guesses: Bool

  init(_ text: JSONText, _ unknownMembers: JSONDocument.UnknownMembers, guesses: Bool = false) {
    (self.text, self.unknownMembers, self.guesses) = (text, unknownMembers, guesses)
  }
}

/// A value of a text, or the name of a member.
struct JSONNode: Sendable {
  enum Kind: UInt8, Sendable {
    case null, bool, number, string, array, object
    /// A member's name; its value is the next node.
    case name
  }

  /// Offset of the first byte; for strings and names: after the opening quotation mark.
  let start: UInt32
  /// Offset after the last byte; for strings and names: of the closing quotation mark.
  var end: UInt32
  /// Index of the node after this value and its content; 0 while a container is being read.
  var next: UInt32
  /// The number of elements or members so far.
  var count: UInt32 = 0
  let kind: Kind
  /// For a bool: its value; for a number: without fraction and exponent; for strings and names: with escapes, or with
  /// characters that the writer escapes.
  let flag: Bool

  var range: Range<Int> { Int(start)..<Int(end) }
}

/// The bytes of a text and its values in the order of their starts: a container precedes its content.
struct JSONText: Sendable {
  let bytes: [UInt8]
  var nodes: [JSONNode] = []

  /// The indices of an object's names.
  func names(of object: Int) -> [Int] {
    var names: [Int] = []
    names.reserveCapacity(Int(nodes[object].count))
    var name = object + 1
    for _ in 0..<nodes[object].count {
      names.append(name)
      name = end(ofMember: name)
    }
    return names
  }

  /// The lengths of an object's names, unescaped, a bit for each; every bit where a name has escapes.
  func nameLengths(of object: Int) -> UInt64 {
    var (lengths, name): (UInt64, Int) = (0, object + 1)
    for _ in 0..<nodes[object].count {
      lengths |= nodes[name].flag ? .max : Self.lengthBit(nodes[name].range.count)
      name = end(ofMember: name)
    }
    return lengths
  }

  /// Names of 63 bytes and more share a bit.
  static func lengthBit(_ length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }

  /// The index after a member: of the object's next name, if there is one.
  func end(ofMember name: Int) -> Int { Int(nodes[name + 1].next) }

  /// The bytes of a string or name, unescaped.
  func unescaped(at index: Int) -> ArraySlice<UInt8> {
    let slice = bytes[nodes[index].range]
    // SAFETY: the buffers of this file are used within their closures, and those of names are of literals.
    return nodes[index].flag ? slice.withUnsafeBufferPointer { JSONEscapes.unescaped($0)[...] } : slice
  }

  func string(at index: Int) -> String { String(decoding: unescaped(at: index), as: UTF8.self) }

  /// Whether the name at `index` is `name` after unescaping.
  func isName(at index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let node = nodes[index]
    if node.flag { return isEscaped(name, at: index) }
    guard node.end - node.start == name.count else { return false }
    for offset in 0..<name.count where bytes[Int(node.start) + offset] != name[offset] { return false }
    return true
  }

  /// An escape has at most six bytes per byte: names of an impossible length are not unescaped at each search.
  private func isEscaped(_ name: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let length = nodes[index].range.count
    return length >= name.count && length / 6 <= name.count && unescaped(at: index).elementsEqual(name)
  }

  /// RFC 6901 pointer to a value, or to the member of a name.
  func pointer(to target: Int) -> String {
    var (pointer, container) = ("", 0)
    while container != target {
      let isObject = nodes[container].kind == .object
      var (child, position) = (container + 1, 0)
      while child != target, let end = end(ofChild: isObject ? child + 1 : child), end <= target {
        child = end
        position += 1
      }
      pointer += "/" + (isObject ? JSONPointer.token(string(at: child)) : String(position))
      container = isObject && child != target ? child + 1 : child
    }
    return pointer
  }

  /// The index after a value; nil while it is being read.
  private func end(ofChild value: Int) -> Int? { nodes[value].next == 0 ? nil : Int(nodes[value].next) }

  /// Maximum members of an object whose names are compared with each other.
  private static let comparedNames = 16

  /// The first name of an object that repeats an earlier one after unescaping.
  func repeatedName(of object: Int, hasEscapes: Bool) -> Int? {
    let count = Int(nodes[object].count)
    if hasEscapes || count > Self.comparedNames {
      var known = Set<JSONName>(minimumCapacity: count)
      return names(of: object).first { !known.insert(JSONName(bytes: unescaped(at: $0))).inserted }
    }
    var name = object + 1
    for _ in 0..<count {
      if isRepeated(name, of: object) { return name }
      name = end(ofMember: name)
    }
    return nil
  }

  private func isRepeated(_ name: Int, of object: Int) -> Bool {
    let range = nodes[name].range
    var earlier = object + 1
    while earlier < name {
      let other = nodes[earlier].range
      if other.count == range.count, bytes[other].elementsEqual(bytes[range]) { return true }
      earlier = end(ofMember: earlier)
    }
    return false
  }
}

/// A member's name, unescaped: names are equal if their bytes are, while a `String` equals one of other bytes.
struct JSONName: Hashable {
  let bytes: ArraySlice<UInt8>

  /// All bytes at once: the slice itself would be hashed byte by byte.
  func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
