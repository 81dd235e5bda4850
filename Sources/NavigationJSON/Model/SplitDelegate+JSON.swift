import NavigationModel

/// An app's answers, of a tree, a layout and a change alike.
extension SplitDelegateUpdate: JSONMember {
  /// What is named is set; null takes it back to its default.
  public init(json: JSONValue) throws(BodyRefusal) {
    var values = SplitDelegate()
    var visitor = AnswerReader(reader: try json.object())
    try SplitDelegate.visit(&values, SplitDelegate(), &visitor)
    try visitor.reader.finish()
    self.init(values, naming: visitor.named)
  }

  /// What is to change, and nothing else; a word that goes back to its default as that word.
  public func write(to writer: inout JSONWriter) { values.write(to: &writer, form: .request, naming: members) }
}

extension SplitDelegate {
  public init(json: JSONValue) throws(BodyRefusal) { self = try SplitDelegateUpdate(json: json).values }

  /// Writes the answers that differ from the defaults, and the named ones.
  public func write(to writer: inout JSONWriter, form: WrittenForm, naming named: Set<SplitDelegateUpdate.Member> = [])
  {
    var values = self
    writer.beginObject()
    var answers = AnswerWriter(writer, form, named)
    SplitDelegate.visit(&values, SplitDelegate(), &answers)
    writer = answers.finish()
    writer.endObject()
  }
}

/// Writes the answers that are named or not as by default.
private struct AnswerWriter: AnswerVisitor, ~Copyable {
  private var writer: JSONWriter
  private let form: WrittenForm
  private let named: Set<Member>

  init(_ writer: consuming JSONWriter, _ form: WrittenForm, _ named: Set<Member>) {
    self.writer = writer
    (self.form, self.named) = (form, named)
  }

  consuming func finish() -> JSONWriter { writer }

  mutating func word<Word: MemberWord>(_ name: StaticString, _ member: Member, _ own: inout Word, _ usual: Word) {
    if own != usual || named.contains(member) { writer.word(name, own) }
  }

  mutating func flag(_ name: StaticString, _ member: Member, _ own: inout Bool, _ usual: Bool) {
    if own != usual || named.contains(member) { writer.member(name, own) }
  }

  mutating func tree(
    _ name: StaticString, _ member: Member, _ own: inout Controller?, _ usual: Controller?
  ) {
    guard member == .placeholder, let placeholder = own else {
      return writer.tree(name, own, form: form, orNull: named.contains(member))
    }
    writer.key(name)
    placeholder.writePlaceholder(to: &writer)
  }
}

/// Reads the answers that are there and names them; null leaves one as by default.
private struct AnswerReader: AnswerVisitor, ~Copyable {
  var reader: JSONObjectReader
  var named: Set<Member> = []

  mutating func word<Word: MemberWord>(
    _ name: StaticString, _ member: Member, _ own: inout Word, _ usual: Word
  ) throws(BodyRefusal) {
    if let json = namedValue(name, member) { own = try json.word(Word.self) }
  }

  mutating func flag(_ name: StaticString, _ member: Member, _ own: inout Bool, _ usual: Bool) throws(BodyRefusal) {
    if let json = namedValue(name, member) { own = try json.bool() }
  }

  mutating func tree(
    _ name: StaticString, _ member: Member, _ own: inout Controller?, _ usual: Controller?
  ) throws(BodyRefusal) {
    guard let json = namedValue(name, member) else { return }
    own = if case .placeholder = member { try Controller(placeholder: json) } else { try Controller(json: json) }
  }

  private mutating func namedValue(_ name: StaticString, _ member: Member) -> JSONValue? {
    guard let value = reader.optional(name) else { return nil }
    named.insert(member)
    return value.isNull ? nil : value
  }
}

extension JSONObjectReader {
  /// A member of `behavior`, to refuse it.
  mutating func answer(_ name: StaticString) throws(BodyRefusal) -> JSONValue {
    var members = try require("behavior").object()
    return try members.require(name)
  }
}

extension JSONWriter {
  /// When nil, nothing or null.
  mutating func tree(_ name: StaticString, _ controller: Controller?, form: WrittenForm, orNull: Bool = false) {
    guard let controller else {
      if orNull {
        key(name)
        null()
      }
      return
    }
    key(name)
    controller.write(to: &self, form: form)
  }
}
