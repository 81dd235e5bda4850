/// A value of a document, which it retains; copies nothing.
public struct JSONValue: Sendable {
  /// The kinds of JSON value.
  public enum Kind: Sendable {
    case null, bool, number, string, array, object
  }

  let storage: JSONStorage
  let index: Int

  var text: JSONText { storage.text }
  var node: JSONNode { storage.text.nodes[index] }

  /// The kind of the value.
  public var kind: Kind {
    switch node.kind {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string, .name: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The kind with its article, as used in details: `a string`, `an object`, `null`.
  public var kindName: String {
    switch kind {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The policy for members that a reader of its objects does not read.
  public var unknownMembers: JSONDocument.UnknownMembers { storage.unknownMembers }

  /// The same value with another policy for unknown members.
  public func reading(_ unknownMembers: JSONDocument.UnknownMembers) -> JSONValue {
    JSONValue(storage: JSONStorage(text, unknownMembers, guesses: storage.guesses), index: index)
  }

  /// The same value; a refusal of an unknown member has a guess.
  var guessing: JSONValue {
    JSONValue(storage: JSONStorage(text, unknownMembers, guesses: true), index: index)
  }

  /// Whether its nesting, its own brackets included, is deeper than `limit`.
  public func isDeeper(than limit: Int) -> Bool {
    // Each open bracket has a closing one.
    guard length > 2 * limit else { return false }
    var ends: [UInt32] = []
    for position in index..<Int(node.next) {
      while let end = ends.last, position >= end { ends.removeLast() }
      switch text.nodes[position].kind {
      case .object, .array: ends.append(text.nodes[position].next)
      case .null, .bool, .number, .string, .name: continue
      }
      if ends.count > limit { return true }
    }
    return false
  }

  /// Whether it is the literal `null`.
  public var isNull: Bool { node.kind == .null }

  /// Throws `invalid` for any other kind, as do all readers below.
  public func string() throws(BodyRefusal) -> String {
    guard node.kind == .string else { throw mismatch("a string") }
    return text.string(at: index)
  }

  /// Throws `invalid` unless the value is `true` or `false`.
  public func bool() throws(BodyRefusal) -> Bool {
    guard node.kind == .bool else { throw mismatch("a boolean") }
    return node.flag
  }

  /// The elements of an array as values of a type, in order.
  package func array<T>(_ element: (JSONValue) throws(BodyRefusal) -> T) throws(BodyRefusal) -> [T] {
    let elements = try elements
    var array: [T] = []
    array.reserveCapacity(elements.count)
    for value in elements { array.append(try element(value)) }
    return array
  }

  /// The elements of an array, in order.
  public var elements: JSONElements {
    get throws(BodyRefusal) {
      guard node.kind == .array else { throw mismatch("an array") }
      return JSONElements(array: self)
    }
  }

  /// A reader of the members, which records the ones read.
  public func object() throws(BodyRefusal) -> JSONObjectReader {
    guard node.kind == .object else { throw mismatch("an object") }
    return JSONObjectReader(object: self)
  }

  /// A word of a closed set; the detail of a refusal lists the set.
  public func word<T: RawRepresentable & CaseIterable>(_: T.Type) throws(BodyRefusal) -> T where T.RawValue == String {
    let text = try string()
    if let word = T(rawValue: text) { return word }
    throw refused(word: text, allowed: T.allCases.map(\.rawValue))
  }

  /// RFC 6901 pointer at this value.
  public var pointer: String { text.pointer(to: index) }

  /// The line of the text in which it begins, from 1.
  package var line: Int { 1 + text.bytes.prefix(Int(node.start)).count { $0 == UInt8(ascii: "\n") } }

  /// Bytes of the value in its document.
  var length: Int { node.range.count }

  /// A refusal of this value's shape.
  public func refused(_ detail: String) -> BodyRefusal {
    let isText = node.kind == .string || node.kind == .name
    let offset = Int(node.start) - (isText ? 1 : 0)
    return .json(JSONError(kind: .invalid, pointer: pointer, offset: offset, detail: detail))
  }

  /// A refusal of a word outside its set: first the nearest word, then all.
  func refused(word text: String, allowed: [String]) -> BodyRefusal {
    let list = allowed.map { "\"\($0)\"" }.joined(separator: ", ")
    let start = NearestWord.question(text, among: allowed).map { "\($0) Expected" } ?? "expected"
    return refused("\(start) one of \(list), found \(JSONError.quoted(text))")
  }

  func mismatch(_ expected: String) -> BodyRefusal {
    refused("expected \(expected), found \(kindName)")
  }
}
