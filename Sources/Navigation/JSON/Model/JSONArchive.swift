/// Reads or writes the members of one object.
///
/// It keeps the first fault, after which nothing more is read, and `finish` throws it.
package final class JSONArchive {
  /// One of the two is there. No use of either is within another.
  @exclusivity(unchecked) private var reader: JSONObjectReader?
  @exclusivity(unchecked) private var writer: JSONWriter?
  private var isWriting = false
  private var fault: BodyRefusal?
  private var isRefused = false
  /// Whether a screen says if it is a placeholder: not where its place does.
  var saysPlaceholder = true
  /// How trees are written.
  var form = WrittenForm.request
  /// While listed: the first word of a kind.
  private(set) var word = ""

  /// Reads the members of an object.
  package init(_ reader: JSONObjectReader) { self.reader = reader }

  private init(_ writer: consuming JSONWriter) {
    self.writer = consume writer
    isWriting = true
  }

  private init() {}

  /// Lists the members of a body: nothing is read or written.
  static func listing() -> JSONArchive { JSONArchive() }

  /// Throws the first fault, or refuses a member that was not read.
  package func finish() throws(BodyRefusal) {
    if let fault { throw fault }
    try reader?.finish()
  }

  /// Reads the members that the body names, of an object that has others.
  package static func read(_ reader: inout JSONObjectReader, _ body: (JSONArchive) -> Void) throws(BodyRefusal) {
    let archive = JSONArchive(reader)
    body(archive)
    if let fault = archive.fault { throw fault }
    reader = archive.reader.take() ?? reader
  }

  /// Writes the members that the body names.
  package static func write(to writer: inout JSONWriter, _ body: (JSONArchive) -> Void) {
    let archive = JSONArchive(writer)
    body(archive)
    if let written = archive.writer.take() { writer = written } else { writer = JSONWriter() }
  }

  /// Reads, or else writes.
  package func member(
    _ read: (inout JSONObjectReader) throws(BodyRefusal) -> Void, else write: (inout JSONWriter) -> Void
  ) {
    if isWriting {
      writer?.append(write)
    } else if !isRefused, var reader = reader.take() {
      do throws(BodyRefusal) { try read(&reader) } catch { (fault, isRefused) = (error, true) }
      self.reader = reader
    }
  }

  /// Reads a member that may be absent, or else writes.
  package func member(
    _ name: StaticString, ifPresent read: (JSONValue) throws(BodyRefusal) -> Void,
    else write: (inout JSONWriter) -> Void
  ) {
    if isWriting {
      writer?.append(write)
    } else if !isRefused, let json = reader?.optional(name) {
      do throws(BodyRefusal) { try read(json) } catch { (fault, isRefused) = (error, true) }
    }
  }

  /// Notes a kind's word, if the members are listed and it is the first.
  func list(_ word: StaticString) {
    if !isWriting, reader == nil, self.word.isEmpty { self.word = word.description }
  }

  /// Writes an object.
  package func object(_ members: () -> Void) {
    beginObject()
    members()
    endObject()
  }

  package func beginObject() { writer?.beginObject() }
  package func endObject() { writer?.endObject() }

  package func raw(_ json: String) { writer?.raw(json) }

  package func optional<Value: JSONMember>(_ name: StaticString, _ value: inout Value?) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try Value(json: json) },
      else: { $0.member(name, value) })
  }

  package func required<Value: JSONMember>(_ name: StaticString, _ value: inout Value) {
    member(
      { (reader) throws(BodyRefusal) in value = try Value(json: try reader.require(name)) },
      else: { $0.member(name, value) })
  }

  /// A second name of a member; an answer of an earlier version has none.
  package func repeated<Value: JSONMember>(_ name: StaticString, _ value: Value) {
    member({ (reader) throws(BodyRefusal) in _ = reader.optional(name) }, else: { $0.member(name, value) })
  }

  package func required(_ name: StaticString, _ value: inout Bool) {
    member({ (reader) throws(BodyRefusal) in value = try reader.requireBool(name) }, else: { $0.member(name, value) })
  }

  /// Null for none.
  package func nullable<Value: JSONMember>(_ name: StaticString, _ value: inout Value?) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.require(name).orNull() }, else: { $0.nullable(name, value) })
  }

  /// Of an update: unchanged where it is absent, taken away by null.
  package func settable<Value: JSONMember>(_ name: StaticString, _ value: inout Value??) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = .some(try json.orNull()) },
      else: { if let value { $0.nullable(name, value) } })
  }

  /// Empty where it is absent.
  package func list<Element: JSONMember>(_ name: StaticString, _ value: inout [Element]) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try json.array(Element.init(json:)) },
      else: { if !value.isEmpty { $0.array(name, value) } })
  }

  package func optional<Word: MemberWord>(_ name: StaticString, _ value: inout Word?) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try json.word(Word.self) },
      else: { if let value { $0.word(name, value) } })
  }

  package func required<Word: MemberWord>(_ name: StaticString, _ value: inout Word) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.requireWord(name, Word.self) },
      else: { $0.word(name, value) })
  }

  package func defaulted<Word: MemberWord>(_ name: StaticString, _ value: inout Word, unless initial: Word) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try json.word(Word.self) },
      else: { if value != initial { $0.word(name, value) } })
  }

  package func flag(_ name: StaticString, _ value: inout Bool) { flag(name, &value, unless: false) }

  package func flag(_ name: StaticString, _ value: inout Bool, unless initial: Bool) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try json.bool() },
      else: { if value != initial { $0.member(name, value) } })
  }

  package func integer(_ name: StaticString, _ value: inout Int, in range: ClosedRange<Int>) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.require(name).int(in: range) },
      else: { $0.member(name, value) })
  }

  package func integer(_ name: StaticString, _ value: inout Int, atLeast least: Int) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.require(name).int(atLeast: least) },
      else: { $0.member(name, value) })
  }
}

extension JSONWriter {
  fileprivate mutating func append(_ write: (inout JSONWriter) -> Void) { write(&self) }
}

extension JSONValue {
  func orNull<Value: JSONMember>() throws(BodyRefusal) -> Value? { isNull ? nil : try Value(json: self) }
}

/// A body that an archive writes.
package protocol ArchivedBody: JSONMember {
  func write(to m: JSONArchive)
  /// Writes an array with one archive. A requirement, so that each type has code of its own for it.
  static func write(_ bodies: [Self], to writer: inout JSONWriter)
}

extension ArchivedBody {
  package static func write(_ bodies: [Self], to writer: inout JSONWriter) {
    writer.beginArray()
    // A span lends its elements, where a loop over the array would copy each.
    JSONArchive.write(to: &writer) { m in
      let bodies = bodies.span
      for index in bodies.indices { bodies[index].write(to: m) }
    }
    writer.endArray()
  }

  public func write(to writer: inout JSONWriter) { JSONArchive.write(to: &writer) { write(to: $0) } }
}

/// A JSON object that names each member once.
package protocol MemberBody: ArchivedBody {
  /// Each member as by default, and a required one as it may be.
  static var blank: Self { get }
  mutating func members(_ m: JSONArchive)
}

extension MemberBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    self = Self.blank
    let archive = JSONArchive(try json.object())
    members(archive)
    try archive.finish()
  }

  package func write(to m: JSONArchive) {
    var body = self
    m.beginObject()
    body.members(m)
    m.endObject()
  }
}
