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
    writer.beginObject()
    body.members(&writer)
    writer.endObject()
  }
}

/// What a required member is before it is read.
extension ControllerID {
  static var missing: ControllerID { .automatic }
}

extension Controller {
  static var missing: Controller { .screen(route: "") }
}

extension Transition.Newcomer {
  static var missing: Self { .existing(.missing) }
}

/// The kinds of a body by their words, in the order of the contract.
package struct JSONKinds<Body: Sendable>: Sendable {
  package let words: [String]
  private let bodies: [Body]

  /// - Parameter bodies: one of each kind, with any members.
  package init(_ bodies: [Body], word: (Body) -> StaticString) {
    self.bodies = bodies
    words = bodies.map { word($0).description }
  }

  package subscript(word: String) -> Body? { words.firstIndex(of: word).map { bodies[$0] } }
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
