/// A value of a document: a cursor that retains the document and copies nothing.
public struct JSONValue: Sendable {
  /// The kinds of JSON value.
  public enum Kind: Sendable {
    case null, bool, number, string, array, object
  }

  @usableFromInline let storage: JSONStorage
  @usableFromInline let index: Int

  @usableFromInline
  init(storage: JSONStorage, index: Int) {
    self.storage = storage
    self.index = index
  }

  var entry: JSONTape.Entry { storage.tape[index] }

  /// The kind of the value.
  public var kind: Kind {
    switch entry.kind {
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

  /// The same value on a new tape with another policy for unknown members.
  public func reading(_ unknownMembers: JSONDocument.UnknownMembers) throws(JSONError) -> JSONValue {
    JSONValue(storage: try storage.copy(unknownMembers), index: index)
  }

  /// Whether its nesting, its own brackets included, is deeper than `limit`.
  public func isDeeper(than limit: Int) -> Bool {
    // Each open bracket has a closing one.
    guard Int(entry.end - entry.start) > 2 * limit else { return false }
    var ends: [UInt32] = []
    for position in index..<Int(entry.next) {
      while let end = ends.last, position >= end { ends.removeLast() }
      switch storage.tape[position].kind {
      case .object, .array: ends.append(storage.tape[position].next)
      case .null, .bool, .number, .string, .name: continue
      }
      if ends.count > limit { return true }
    }
    return false
  }

  /// Whether it is the literal `null`.
  public var isNull: Bool { entry.kind == .null }

  /// Throws `invalid` for any other kind, as do all readers below.
  public func string() throws(JSONError) -> String {
    try storage.string(at: index)
  }

  /// Throws `invalid` unless the value is `true` or `false`.
  public func bool() throws(JSONError) -> Bool {
    try storage.bool(at: index)
  }

  /// The elements of an array, in order.
  public var elements: JSONElements {
    get throws(JSONError) {
      guard entry.kind == .array else { throw mismatch("an array") }
      return JSONElements(array: self)
    }
  }

  /// A reader of the members, which records the ones read.
  public func object() throws(JSONError) -> JSONObjectReader {
    guard entry.kind == .object else { throw mismatch("an object") }
    return JSONObjectReader(object: self)
  }

  /// A word of a closed set; the detail of a refusal lists the set.
  @inlinable
  public func word<T: RawRepresentable & CaseIterable>(_: T.Type) throws(JSONError) -> T where T.RawValue == String {
    try storage.word(at: index, T.self)
  }

  /// RFC 6901 pointer at this value.
  public var pointer: String {
    storage.withBytes { storage.tape.pointer(to: index, in: $0) }
  }

  /// An `invalid` error at this value, for the rules of a codec.
  public func refusal(_ detail: String) -> JSONError {
    let isText = entry.kind == .string || entry.kind == .name
    return JSONError(kind: .invalid, pointer: pointer, offset: Int(entry.start) - (isText ? 1 : 0), detail: detail)
  }

  /// An `invalid` error for a word outside its set, with the nearest word of the set.
  public func refusal(ofWord text: String, allowed: [String]) -> JSONError {
    let list = allowed.map { "\"\($0)\"" }.joined(separator: ", ")
    let question = NearestWord.question(text, among: allowed).map { ". " + $0 } ?? ""
    return refusal("expected one of \(list), found \(JSONError.quoted(text))" + question)
  }

  @inline(never)
  func mismatch(_ expected: String) -> JSONError {
    refusal("expected \(expected), found \(kindName)")
  }
}

/// Readers of a value without a cursor, which would retain the document again.
extension JSONStorage {
  @usableFromInline
  func string(at index: Int) throws(JSONError) -> String {
    guard tape[index].kind == .string else { throw JSONValue(storage: self, index: index).mismatch("a string") }
    return withBytes { tape.text(of: index, in: $0) }
  }

  @usableFromInline
  func bool(at index: Int) throws(JSONError) -> Bool {
    let entry = tape[index]
    guard entry.kind == .bool else { throw JSONValue(storage: self, index: index).mismatch("a boolean") }
    return entry.flag
  }

  @inlinable
  func word<T: RawRepresentable & CaseIterable>(at index: Int, _: T.Type) throws(JSONError) -> T
  where T.RawValue == String {
    let text = try string(at: index)
    if let word = T(rawValue: text) { return word }
    throw JSONValue(storage: self, index: index).refusal(ofWord: text, allowed: T.allCases.map(\.rawValue))
  }
}
