/// The kinds of a body by their words, in the order of the contract.
package struct JSONKinds<Body: Sendable>: Sendable {
  package let words: [String]
  private let bodies: [Body]

  /// - Parameter bodies: one of each kind, with any members.
  package init(_ bodies: [Body], members: (Body, JSONArchive) -> Body) {
    self.bodies = bodies
    words = bodies.map { body in
      let archive = JSONArchive.listing()
      _ = members(body, archive)
      return archive.word
    }
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

/// A JSON object whose `type` is the word of its kind, which names its members once.
package protocol KindedBody: ArchivedBody, Sendable {
  static var kinds: JSONKinds<Self> { get }
  /// What is read, or itself.
  func members(_ m: JSONArchive) -> Self
}

extension KindedBody {
  public init(json: JSONValue) throws(BodyRefusal) { try self.init(members: try json.object()) }

  /// - Parameter words: other words that a `type` has there.
  package init(members reader: consuming JSONObjectReader, after words: [String] = []) throws(BodyRefusal) {
    let kind = try reader.require("type").kind(Self.kinds, after: words)
    let archive = JSONArchive(reader)
    self = kind.members(archive)
    try archive.finish()
  }

  package func write(to m: JSONArchive) {
    m.beginObject()
    _ = members(m)
    m.endObject()
  }
}

/// The members of a case of an enum: each function returns the value read, or the given one if it is written or listed.
extension JSONArchive {
  /// The word of a kind, which is read before.
  package func kind(_ name: StaticString, _ word: StaticString) {
    list(word)
    member(
      { (_) throws(BodyRefusal) in },
      else: {
        $0.key(name)
        $0.plain(word)
      })
  }

  func callAsFunction<Value: JSONMember>(_ name: StaticString, _ value: Value) -> Value {
    var value = value
    required(name, &value)
    return value
  }

  func callAsFunction<Word: MemberWord>(_ name: StaticString, _ word: Word) -> Word {
    var word = word
    required(name, &word)
    return word
  }

  /// Null for none.
  func orNull<Value: JSONMember>(_ name: StaticString, _ value: Value?) -> Value? {
    var value = value
    nullable(name, &value)
    return value
  }

  /// The members of an object.
  func object<Value>(_ name: StaticString, _ members: (JSONArchive) -> Value) -> Value {
    var object: JSONArchive?
    member(
      { (reader) throws(BodyRefusal) in object = JSONArchive(try reader.require(name).object()) },
      else: {
        $0.key(name)
        $0.beginObject()
      })
    let value = members(object ?? self)
    member({ (_) throws(BodyRefusal) in try object?.finish() }, else: { $0.endObject() })
    return value
  }
}
