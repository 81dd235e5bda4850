/// A JSON object that names each member once.
package protocol MemberBody: JSONMember {
  /// Each member as by default, and a required one as it may be.
  static var empty: Self { get }
  mutating func members(_ m: inout some Members)
}

extension MemberBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    self = Self.empty
    var reader = try json.object()
    members(&reader)
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    var body = self
    writer.object { body.members(&$0) }
  }
}

/// What a required member is before it is read.
extension Controller {
  static var empty: Controller { .screen(route: "") }
}

extension Transition.Newcomer {
  static var empty: Self { .existing(.automatic) }
}

/// The kinds of a body by their words, in the order of the contract.
package struct JSONKinds<Body: Sendable>: Sendable {
  package let words: [String]
  private let bodies: [String: Body]

  /// - Parameter bodies: one of each kind, with any members.
  package init<Word: CustomStringConvertible>(_ bodies: [Body], word: (Body) -> Word) {
    words = bodies.map { word($0).description }
    self.bodies = Dictionary(uniqueKeysWithValues: zip(words, bodies))
  }

  package subscript(word: String) -> Body? { bodies[word] }
}

extension JSONValue {
  /// One of these kinds, with any members. A refusal lists `words` before theirs.
  func kind<Body>(_ kinds: JSONKinds<Body>, after words: [String] = []) throws(BodyRefusal) -> Body {
    let text = try string()
    if let body = kinds[text] { return body }
    throw refused(word: text, allowed: words + kinds.words)
  }
}

/// A JSON object whose `type` is the word of its kind, which names its other members once.
package protocol KindedBody: JSONMember, Sendable {
  static var kinds: JSONKinds<Self> { get }
  var type: StaticString { get }
  /// What is read, or itself.
  func members(_ m: inout some Members) -> Self
}

extension KindedBody {
  public init(json: JSONValue) throws(BodyRefusal) { try self.init(members: try json.object()) }

  /// - Parameter words: other words that a `type` has there.
  package init(members reader: consuming JSONObjectReader, after words: [String] = []) throws(BodyRefusal) {
    let kind = try reader.require("type").kind(Self.kinds, after: words)
    self = kind.members(&reader)
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.plain(type)
    _ = members(&writer)
    writer.endObject()
  }
}

/// The members of a case of an enum: each function returns the value read, or the given one if it is written or listed.
extension Archive where Self: ~Copyable {
  mutating func callAsFunction<Value: JSONMember>(_ name: StaticString, _ value: Value) -> Value {
    var value = value
    required(name, &value)
    return value
  }

  mutating func callAsFunction<Word: MemberWord>(_ name: StaticString, _ word: Word) -> Word {
    var word = word
    required(name, &word)
    return word
  }

  /// Absent for none.
  mutating func unlessNil<Word: MemberWord>(_ name: StaticString, _ word: Word?) -> Word? {
    var word = word
    optional(name, &word)
    return word
  }

  /// Null for none.
  mutating func orNull<Value: JSONMember>(_ name: StaticString, _ value: Value?) -> Value? {
    var value = value
    nullable(name, &value)
    return value
  }

  /// The kind that a word decides, with any members; itself if it is written or listed.
  mutating func kind<Body>(_ name: StaticString, of kinds: JSONKinds<Body>, _ body: Body) -> Body {
    var kind = body
    member({ (reader) throws(BodyRefusal) in kind = try reader.require(name).kind(kinds) }, else: { _ in })
    return kind
  }
}

/// The members of a delegate call.
extension Archive where Self: ~Copyable {
  /// The controller whose delegate it is, and the method's full name.
  mutating func call(_ callee: ControllerID, _ method: StaticString) -> ControllerID {
    let callee = self("controller", callee)
    member(
      { (_) throws(BodyRefusal) in },
      else: {
        $0.key("method")
        $0.plain(method)
      })
    return callee
  }

  /// The only member of `arguments`.
  mutating func argument<Value: JSONMember>(_ name: StaticString, _ value: Value) -> Value {
    object("arguments") { $0(name, value) }
  }

  mutating func argument<Word: MemberWord>(_ name: StaticString, _ word: Word) -> Word {
    object("arguments") { $0(name, word) }
  }

  mutating func arguments<First: JSONMember, Second: JSONMember>(
    _ first: (name: StaticString, value: First), _ second: (name: StaticString, value: Second)
  ) -> (First, Second) {
    object("arguments") { ($0(first.name, first.value), $0(second.name, second.value)) }
  }

  mutating func arguments<Word: MemberWord>(
    _ first: (name: StaticString, word: Word), _ second: (name: StaticString, word: Word)
  ) -> (Word, Word) {
    object("arguments") { ($0(first.name, first.word), $0(second.name, second.word)) }
  }
}
