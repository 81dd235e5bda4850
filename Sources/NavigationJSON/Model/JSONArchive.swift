import NavigationModel

/// Reads or writes the members of one object.
///
/// It keeps the first fault, after which nothing more is read, and `finish` throws it.
final class JSONArchive: Members {
  /// Nil: writes.
  private var reader: JSONObjectReader?
  private var fault: BodyRefusal?
  @exclusivity(unchecked) private var writer = JSONWriter()

  /// Reads the members of an object.
  init(_ reader: JSONObjectReader) { self.reader = reader }

  private init() {}

  /// Throws the first fault, or refuses a member that was not read.
  func finish() throws(BodyRefusal) {
    if let fault { throw fault }
    try reader?.finish()
  }

  /// Writes the members that the body names.
  static func write(to writer: inout JSONWriter, _ body: (JSONArchive) -> Void) {
    let members = JSONArchive()
    swap(&members.writer, &writer)
    body(members)
    swap(&members.writer, &writer)
  }

  /// Reads, or else writes.
  private func member(
    _ read: (inout JSONObjectReader) throws(BodyRefusal) -> Void, else write: (inout JSONWriter) -> Void
  ) {
    guard reader != nil else { return write(&writer) }
    guard fault == nil, var members = reader.take() else { return }
    do throws(BodyRefusal) { try read(&members) } catch { fault = error }
    reader = members
  }

  func optional(_ name: StaticString, _ value: inout Bool?) {
    member({ (reader) throws(BodyRefusal) in value = try reader.bool(name) }, else: { $0.member(name, value) })
  }

  func optional(_ name: StaticString, _ value: inout ControllerID?) {
    member({ (reader) throws(BodyRefusal) in value = try reader.id(name) }, else: { $0.member(name, value) })
  }

  func required(_ name: StaticString, _ value: inout ControllerID) {
    member({ (reader) throws(BodyRefusal) in value = try reader.requireID(name) }, else: { $0.member(name, value) })
  }

  func optional<Word: MemberWord>(_ name: StaticString, _ value: inout Word?) {
    member({ (reader) throws(BodyRefusal) in value = try reader.word(name, Word.self) }, else: { $0.word(name, value) })
  }

  func required<Word: MemberWord>(_ name: StaticString, _ value: inout Word) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.requireWord(name, Word.self) },
      else: { $0.word(name, value) })
  }

  func defaulted<Word: MemberWord>(_ name: StaticString, _ value: inout Word, unless usual: Word) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.word(name, Word.self) ?? usual },
      else: { $0.word(name, value, unless: usual) })
  }

  func flag(_ name: StaticString, _ value: inout Bool) {
    member({ (reader) throws(BodyRefusal) in value = try reader.bool(name) ?? false }, else: { $0.flag(name, value) })
  }

  func required(_ name: StaticString, _ value: inout String) {
    member({ (reader) throws(BodyRefusal) in value = try reader.requireString(name) }, else: { $0.member(name, value) })
  }

  func nullable(_ name: StaticString, _ value: inout String?) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.requireNullableString(name) },
      else: { $0.nullable(name, value) })
  }

  func row(_ name: StaticString, _ value: inout String) {
    member({ (reader) throws(BodyRefusal) in value = try reader.requireRow(name) }, else: { $0.member(name, value) })
  }

  func required(_ name: StaticString, _ value: inout Double) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.require(name).double() }, else: { $0.member(name, value) })
  }

  func contentOffset(_ name: StaticString, _ value: inout Double) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.require(name).readContentOffset() },
      else: { $0.member(name, value) })
  }

  func count(_ name: StaticString, _ value: inout Int) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.optional(name)?.int(atLeast: 1) ?? 1 },
      else: { if value != 1 { $0.member(name, value) } })
  }

  func newcomer(_ value: inout Transition.Newcomer) {
    member(
      { (reader) throws(BodyRefusal) in value = try Transition.Newcomer(members: &reader) },
      else: { value.writeMember(to: &$0) })
  }

  func content(_ name: StaticString, _ value: inout Transition.Newcomer?) {
    member(
      { (reader) throws(BodyRefusal) in
        let json = try reader.require(name)
        value = json.isNull ? nil : try Transition.Newcomer(controller: json)
      },
      else: { writer in
        switch value {
        case nil: writer.nullable(name, nil as String?)
        case .existing(let id): writer.member(name, id)
        case .new(let controller): writer.tree(name, controller, form: .request)
        }
      })
  }

  func screen(_ name: StaticString, _ value: inout Controller) {
    member(
      { (reader) throws(BodyRefusal) in value = try Controller(screen: try reader.require(name)) },
      else: { Transition.Newcomer.new(value).writeMember(to: &$0) })
  }

  func required(_ name: StaticString, _ value: inout [Transition.Member]) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.require(name).array(Transition.Member.init(json:)) },
      else: { $0.array(name, value) })
  }

  func required(_ name: StaticString, _ value: inout [Transition.TabDescription]) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.require(name).array(Transition.TabDescription.init(json:)) },
      else: { $0.array(name, value) })
  }

  func required(_ name: StaticString, _ value: inout [Transition.PageDescription]) {
    member(
      { (reader) throws(BodyRefusal) in value = try reader.require(name).array(Transition.PageDescription.init(json:))
      }, else: { $0.array(name, value) })
  }

  func required(_ name: StaticString, _ value: inout Params) {
    member(
      { (reader) throws(BodyRefusal) in value = try Params(json: try reader.require(name)) },
      else: { writer in
        writer.key(name)
        value.write(to: &writer)
      })
  }

  func forced(_ name: StaticString, _ value: inout Transition.ForcedClass) {
    member(
      { (reader) throws(BodyRefusal) in
        if let json = reader.optional(name) { value = json.isNull ? .lifted : .forced(try json.word(SizeClass.self)) }
      },
      else: { writer in
        switch value {
        case .unchanged: break
        case .lifted: writer.nullable(name, nil as String?)
        case .forced(let sizeClass): writer.word(name, sizeClass)
        }
      })
  }

  func update(_ value: inout ScreenUpdate) {
    member(
      { (reader) throws(BodyRefusal) in value = try ScreenUpdate(members: &reader) },
      else: { value.writeMembers(to: &$0) })
  }

  func update(_ value: inout SplitUpdate) {
    member(
      { (reader) throws(BodyRefusal) in value = try SplitUpdate(members: &reader) },
      else: { value.writeMembers(to: &$0) })
  }

  func update(_ value: inout TopTabsUpdate) {
    member(
      { (reader) throws(BodyRefusal) in value = try TopTabsUpdate(members: &reader) },
      else: { value.writeMembers(to: &$0) })
  }
}
