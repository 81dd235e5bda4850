/// An archive of the members of one body, which names them one after another: a reader, a writer or a lister.
///
/// What a member is in JSON stands once, in the default of its function, for reader and writer alike. A reader reads into
/// initial values and keeps the first fault, after which it reads nothing more. A writer leaves out what is absent or as
/// by default.
package protocol Archive: MemberVisitor, ~Copyable {
  /// Reads, or else writes.
  mutating func member(
    _ read: (inout JSONObjectReader) throws(BodyRefusal) -> Void, else write: (inout JSONWriter) -> Void)
  /// Reads a member that may be absent, and null where it is, or else writes.
  mutating func member(
    _ name: StaticString, ifGiven read: (JSONValue) throws(BodyRefusal) -> Void,
    else write: (inout JSONWriter) -> Void)
  /// A required object with these members.
  mutating func object<Value>(_ name: StaticString, _ members: (inout Self) -> Value) -> Value

  mutating func required<Value: JSONMember>(_ name: StaticString, _ value: inout Value)
  /// Required; null for none.
  mutating func nullable<Value: JSONMember>(_ name: StaticString, _ value: inout Value?)

  mutating func optional<Word: MemberWord>(_ name: StaticString, _ value: inout Word?)
  mutating func required<Word: MemberWord>(_ name: StaticString, _ value: inout Word)
  mutating func defaulted<Word: MemberWord>(_ name: StaticString, _ value: inout Word, unless initial: Word)
  /// Of an update: unchanged where it is absent, as by default where it is null (D-510).
  mutating func settable<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, or initial: Word)

  /// Points within `Limits.contentOffset`.
  mutating func contentOffset(_ name: StaticString, _ value: inout Double)
  /// The row of a list: a text, or an integer for the text of its digits.
  mutating func row(_ name: StaticString, _ value: inout String)

  /// Either `url`, or `route` with `params`.
  mutating func destination(_ value: inout Transition.Destination)
  /// Exactly one of `screen`, a new screen, and `controller`, an id or a new tree.
  mutating func newcomer(_ value: inout Transition.Newcomer)
  /// `style` and `adaptation`.
  mutating func presentation(_ value: inout Presentation)
  /// Exactly one of `controller`, a new tree or an id, and `layout`.
  mutating func root(_ value: inout Transition.Root)
  /// A new screen.
  mutating func screen(_ name: StaticString, _ value: inout Controller)
  /// The members of an update, all of which are optional.
  mutating func update(_ value: inout some MemberUpdate)

  /// How trees are written.
  var form: WrittenForm { get }
  /// Whether a screen says if it is a placeholder: not where its place does.
  var marksPlaceholder: Bool { get }
}

package typealias Members = Archive & ~Copyable

/// A kind of transition in JSON. Requirements, so that each kind has code of its own although it is passed as `any`.
package protocol ArchivedTransition {
  /// One of this kind with the members of the object, all of them.
  func read(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> Transition
  func writeMembers(to writer: inout JSONWriter)
}

extension Archive where Self: ~Copyable {
  /// Reads a member that may be absent, which null is, too, or else writes.
  package mutating func member(
    _ name: StaticString, ifPresent read: (JSONValue) throws(BodyRefusal) -> Void,
    else write: (inout JSONWriter) -> Void
  ) {
    member(name, ifGiven: { (json) throws(BodyRefusal) in if !json.isNull { try read(json) } }, else: write)
  }

  package mutating func object<Value>(_ name: StaticString, _ members: (inout Self) -> Value) -> Value {
    members(&self)
  }

  package var form: WrittenForm { .request }
  package var marksPlaceholder: Bool { true }

  package mutating func optional<Value: JSONMember>(_ name: StaticString, _ value: inout Value?) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try Value(json: json) },
      else: { $0.member(name, value) })
  }

  package mutating func required<Value: JSONMember>(_ name: StaticString, _ value: inout Value) {
    member(
      { (reader) throws(BodyRefusal) in value = try Value(json: try reader.require(name)) },
      else: { $0.member(name, value) })
  }

  package mutating func nullable<Value: JSONMember>(_ name: StaticString, _ value: inout Value?) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.require(name).orNull() }, else: { $0.nullable(name, value) })
  }

  /// Of an update: unchanged where it is absent, taken away by null.
  package mutating func settable<Value: JSONMember>(_ name: StaticString, _ value: inout Value??) {
    member(
      name, ifGiven: { (json) throws(BodyRefusal) in value = .some(try json.orNull()) },
      else: { if let value { $0.nullable(name, value) } })
  }

  /// Empty where it is absent.
  package mutating func list<Element: JSONMember>(_ name: StaticString, _ value: inout [Element]) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try json.array(Element.init(json:)) },
      else: { if !value.isEmpty { $0.array(name, value) } })
  }

  package mutating func optional<Word: MemberWord>(_ name: StaticString, _ value: inout Word?) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try json.word(Word.self) },
      else: { if let value { $0.word(name, value) } })
  }

  package mutating func required<Word: MemberWord>(_ name: StaticString, _ value: inout Word) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.requireWord(name, Word.self) },
      else: { $0.word(name, value) })
  }

  package mutating func defaulted<Word: MemberWord>(_ name: StaticString, _ value: inout Word, unless initial: Word) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try json.word(Word.self) },
      else: { if value != initial { $0.word(name, value) } })
  }

  package mutating func settable<Word: MemberWord>(_ name: StaticString, _ value: inout Word??) {
    member(
      name, ifGiven: { (json) throws(BodyRefusal) in value = .some(json.isNull ? nil : try json.word(Word.self)) },
      else: { if let value { $0.nullable(name, value?.rawValue) } })
  }

  package mutating func settable<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, or initial: Word) {
    member(
      name, ifGiven: { (json) throws(BodyRefusal) in value = json.isNull ? initial : try json.word(Word.self) },
      else: { if let value { $0.word(name, value) } })
  }

  package mutating func settable(_ name: StaticString, _ value: inout Bool?, or initial: Bool) {
    member(
      name, ifGiven: { (json) throws(BodyRefusal) in value = json.isNull ? initial : try json.bool() },
      else: { if let value { $0.member(name, value) } })
  }

  /// False where it is absent.
  package mutating func flag(_ name: StaticString, _ value: inout Bool) { flag(name, &value, unless: false) }

  package mutating func flag(_ name: StaticString, _ value: inout Bool, unless initial: Bool) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try json.bool() },
      else: { if value != initial { $0.member(name, value) } })
  }

  package mutating func integer(_ name: StaticString, _ value: inout Int, in range: ClosedRange<Int>) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.require(name).int(in: range) },
      else: { $0.member(name, value) })
  }

  package mutating func integer(_ name: StaticString, _ value: inout Int, atLeast least: Int) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.require(name).int(atLeast: least) },
      else: { $0.member(name, value) })
  }

  /// An integer from 1 on; 1 where it is absent.
  package mutating func count(_ name: StaticString, _ value: inout Int) {
    member(
      name, ifPresent: { (json) throws(BodyRefusal) in value = try json.int(atLeast: 1) },
      else: { if value != 1 { $0.member(name, value) } })
  }

  package mutating func contentOffset(_ name: StaticString, _ value: inout Double) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.require(name).readContentOffset() },
      else: { $0.member(name, value) })
  }

  package mutating func row(_ name: StaticString, _ value: inout String) {
    member({ (reader) throws(BodyRefusal) in value = try reader.requireRow(name) }, else: { $0.member(name, value) })
  }

  package mutating func destination(_ value: inout Transition.Destination) {
    member(
      { (reader) throws(BodyRefusal) in value = try Transition.Destination(members: &reader) },
      else: { value.writeMembers(to: &$0) })
  }

  package mutating func newcomer(_ value: inout Transition.Newcomer) {
    member(
      { (reader) throws(BodyRefusal) in value = try Transition.Newcomer(members: &reader) },
      else: { value.writeMember(to: &$0) })
  }

  /// At most one of `stack` and `from`.
  package mutating func stack(_ stack: inout ControllerID?, from sender: inout ControllerID?) {
    optional("stack", &stack)
    optional("from", &sender)
    refuse(stack != nil && sender != nil, "expected only one of \"stack\" and \"from\"")
  }

  /// `again` of a presentation, which takes no place on a stack.
  package mutating func againPresented(_ value: inout Transition.Again) {
    defaulted("again", &value, unless: .another)
    guard value == .replace else { return }
    member(
      { (reader) throws(BodyRefusal) in
        throw try reader.require("again").refused(word: "replace", allowed: ["another", "return"])
      }, else: { _ in })
  }

  /// Refuses members that cannot stand beside each other.
  ///
  /// - Parameter name: the member to blame; nil: the object.
  package mutating func refuse(_ isWrong: Bool, at name: StaticString? = nil, _ reason: String) {
    guard isWrong else { return }
    member(
      { (reader) throws(BodyRefusal) in
        throw (name.flatMap { reader.optional($0) } ?? reader.object).refused(reason)
      }, else: { _ in })
  }

  package mutating func presentation(_ value: inout Presentation) {
    member(
      { (reader) throws(BodyRefusal) in value = try Presentation(members: &reader) },
      else: { value.writeMembers(to: &$0) })
  }

  package mutating func root(_ value: inout Transition.Root) {
    member(
      { (reader) throws(BodyRefusal) in value = try Transition.Root(members: &reader) },
      else: { value.writeMember(to: &$0) })
  }

  package mutating func screen(_ name: StaticString, _ value: inout Controller) {
    member(
      { (reader) throws(BodyRefusal) in value = try Controller(screen: try reader.require(name)) },
      else: { Transition.Newcomer.new(value).writeMember(to: &$0) })
  }

  /// A size class; null lifts it.
  package mutating func forced(_ name: StaticString, _ value: inout Transition.ForcedClass) {
    var forced: SizeClass?? =
      switch value {
      case .unchanged: nil
      case .lifted: .some(nil)
      case .forced(let sizeClass): sizeClass
      }
    settable(name, &forced)
    value = forced.map { $0.map { .forced($0) } ?? .lifted } ?? .unchanged
  }

  package mutating func update(_ value: inout some MemberUpdate) { value.members(&self) }
}

extension JSONWriter: Archive {
  package mutating func member(
    _ read: (inout JSONObjectReader) throws(BodyRefusal) -> Void, else write: (inout JSONWriter) -> Void
  ) {
    write(&self)
  }

  package mutating func member(
    _ name: StaticString, ifGiven read: (JSONValue) throws(BodyRefusal) -> Void,
    else write: (inout JSONWriter) -> Void
  ) {
    write(&self)
  }

  @inline(__always)
  package mutating func object<Value>(_ name: StaticString, _ members: (inout JSONWriter) -> Value) -> Value {
    key(name)
    beginObject()
    defer { endObject() }
    return members(&self)
  }
}

extension JSONObjectReader: Archive {
  package mutating func member(
    _ read: (inout JSONObjectReader) throws(BodyRefusal) -> Void, else write: (inout JSONWriter) -> Void
  ) {
    guard !isAtFault else { return }
    do throws(BodyRefusal) { try read(&self) } catch { keep(error) }
  }

  package mutating func member(
    _ name: StaticString, ifGiven read: (JSONValue) throws(BodyRefusal) -> Void,
    else write: (inout JSONWriter) -> Void
  ) {
    guard !isAtFault, let json = given(name) else { return }
    do throws(BodyRefusal) { try read(json) } catch { keep(error) }
  }

  package mutating func object<Value>(_ name: StaticString, _ members: (inout JSONObjectReader) -> Value) -> Value {
    if isAtFault { return members(&self) }
    do throws(BodyRefusal) {
      var object = try require(name).object()
      let value = members(&object)
      try object.finish()
      return value
    } catch {
      keep(error)
      return members(&self)
    }
  }
}

extension JSONValue {
  func orNull<Value: JSONMember>() throws(BodyRefusal) -> Value? { isNull ? nil : try Value(json: self) }
}
