/// Reads the members of one object by name; `finish` refuses those not read.
public struct JSONObjectReader: Sendable {
  /// The object, for refusals that concern all of it.
  public let object: JSONValue

  /// The members that were read, by their positions: a bit for each of the first 64.
  private var read: UInt64 = 0
  private var furtherRead: Set<Int> = []
  private var isWholeRead = false
  /// The lengths of the names that are there, a bit for each: most members that a body may have are absent, and almost
  /// all of those by their length alone.
  private let lengths: UInt64
  /// The names that were looked up, where a refusal is to guess; else empty.
  private var lookedUp: [String] = []
  /// The first fault of a member, if there is one: an array, as it has room for one word alone.
  private var fault: [BodyRefusal] = []
  /// Where the next search begins: after the last member found, as readers and writers often use the same order.
  private var next: (member: Int, position: Int)

  init(object: JSONValue) {
    self.object = object
    next = (object.index + 1, 0)
    lengths = object.text.nameLengths(of: object.index)
  }

  /// The member; nil if it is absent or null (D-510).
  public mutating func optional(_ name: StaticString) -> JSONValue? {
    guard let member = given(name), !member.isNull else { return nil }
    return member
  }

  /// The member, which may be null; nil if it is absent.
  // Inlined: of 30 members that are looked up most are absent, and a call for each is 460 instructions of a POST.
  @inline(__always) public mutating func given(_ name: StaticString) -> JSONValue? {
    guard let index = name.withUTF8Buffer({ find($0) }) else { return nil }
    return JSONValue(storage: object.storage, index: index)
  }

  /// The member, which may be null; nil if it is absent. For names that are not literals.
  @_disfavoredOverload
  public mutating func given(_ name: String) -> JSONValue? {
    var name = name
    guard let index = name.withUTF8({ find($0) }) else { return nil }
    return JSONValue(storage: object.storage, index: index)
  }

  /// The member; throws `invalid` with the object's pointer if it is absent.
  public mutating func require(_ name: StaticString) throws(BodyRefusal) -> JSONValue {
    if let value = given(name) { return value }
    throw missing(name)
  }

  /// All members in the order of the text, each of which counts as read.
  public var members: JSONMembers {
    mutating get {
      isWholeRead = true
      return JSONMembers(object: object)
    }
  }

  var isAtFault: Bool { !fault.isEmpty }

  mutating func keep(_ refusal: BodyRefusal) { fault.append(refusal) }

  /// Throws the first fault, if there is one.
  func check() throws(BodyRefusal) { if let fault = fault.first { throw fault } }

  /// Throws the first fault, or refuses the first member that was not read, unless the document skips unknown members.
  ///
  /// - Parameter nulls: members that have no place here, but may be null.
  public func finish(nulls: [StaticString] = []) throws(BodyRefusal) {
    try check()
    guard !isWholeRead, object.storage.unknownMembers != .skip else { return }
    let count = Int(object.node.count)
    if read.nonzeroBitCount + furtherRead.count == count { return }
    for (position, name) in object.names.enumerated() where !wasRead(position) {
      let found = object.text.string(at: name)
      let isNull = JSONValue(storage: object.storage, index: name + 1).isNull
      if isNull, nulls.contains(where: { $0.description == found }) { continue }
      throw JSONValue(storage: object.storage, index: name).refused(
        "unknown member \(JSONError.quoted(found))\(question(about: found))")
    }
  }

  /// The name that may be meant, unless the object has it too.
  private func question(about found: String) -> String {
    guard var name = NearestWord.of(found, among: lookedUp) else { return "" }
    let isThere = name.withUTF8 { name in object.names.contains { object.text.isName(at: $0, name) } }
    return isThere ? "" : ". Did you mean \(name)?"
  }

  /// The index of a member's value, which counts as read. Searches all members once, from the one after the last found.
  // SAFETY: the caller holds the name for the time of the call, and it is not kept.
  private mutating func find(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
    if object.storage.guesses { lookedUp.append(String(decoding: name, as: UTF8.self)) }
    guard lengths & JSONText.lengthBit(name.count) != 0 else { return nil }
    var (member, position) = next
    let end = Int(object.node.next)
    for _ in 0..<object.node.count {
      if member >= end { (member, position) = (object.index + 1, 0) }
      let after = object.text.end(ofMember: member)
      if object.text.isName(at: member, name) {
        next = (after, position + 1)
        if position < 64 { read |= 1 << UInt64(position) } else { furtherRead.insert(position) }
        return member + 1
      }
      (member, position) = (after, position + 1)
    }
    return nil
  }

  private func wasRead(_ position: Int) -> Bool {
    position < 64 ? read & 1 << UInt64(position) != 0 : furtherRead.contains(position)
  }

  /// Nil if the member is absent or null; throws `invalid` for another kind, as all below.
  public mutating func string(_ name: StaticString) throws(BodyRefusal) -> String? { try optional(name)?.string() }

  public mutating func bool(_ name: StaticString) throws(BodyRefusal) -> Bool? { try optional(name)?.bool() }

  public mutating func int(_ name: StaticString) throws(BodyRefusal) -> Int? { try optional(name)?.int() }

  public mutating func object(_ name: StaticString) throws(BodyRefusal) -> JSONObjectReader? {
    try optional(name)?.object()
  }

  /// A word of a closed set, see `JSONValue.word`.
  public mutating func word<T: RawRepresentable & CaseIterable>(
    _ name: StaticString, _ type: T.Type
  ) throws(BodyRefusal) -> T? where T.RawValue == String {
    try optional(name)?.word(type)
  }

  public mutating func requireString(_ name: StaticString) throws(BodyRefusal) -> String { try require(name).string() }

  public mutating func requireWord<T: RawRepresentable & CaseIterable>(
    _ name: StaticString, _ type: T.Type
  ) throws(BodyRefusal) -> T where T.RawValue == String {
    try require(name).word(type)
  }

  /// The object lacks a member that it must have.
  package func missing(_ name: StaticString) -> BodyRefusal { missing("\(name)") }

  /// The object lacks all of these members, of which it must have one; a member that was not read may be misspelt.
  @_disfavoredOverload
  package func missing(_ names: String...) -> BodyRefusal {
    let list = "missing member " + names.map(JSONError.quoted).joined(separator: " or ")
    for (position, name) in object.names.enumerated() where !wasRead(position) {
      let found = object.text.string(at: name)
      guard let question = NearestWord.question(found, among: names) else { continue }
      return object.refused("\(list), unknown member \(JSONError.quoted(found)). \(question)")
    }
    return object.refused(list)
  }
}
