import NavigationModel

/// An app's answers, of a tree, a layout and a change alike.
extension SplitDelegateUpdate: JSONMember {
  /// What is named is set; null takes it back to its default.
  public init(json: JSONValue) throws(BodyRefusal) {
    var values = SplitDelegate()
    let answers = AnswerArchive(JSONArchive(try json.object()), form: .request)
    values.visit(beside: SplitDelegate(), answers)
    try answers.archive.finish()
    self.init(values, naming: answers.named)
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
    JSONArchive.write(to: &writer) { values.visit(beside: SplitDelegate(), AnswerArchive($0, form: form, named)) }
    writer.endObject()
  }
}

/// Reads the answers that are there and names them, where null leaves one as by default; or writes those that are named
/// or not as by default.
private final class AnswerArchive: AnswerVisitor {
  let archive: JSONArchive
  private(set) var named: Set<Member>
  private let form: WrittenForm

  init(_ archive: JSONArchive, form: WrittenForm, _ named: Set<Member> = []) {
    (self.archive, self.form, self.named) = (archive, form, named)
  }

  func word<Word: MemberWord>(_ member: Member, _ own: inout Word, _ other: Word) {
    answer(
      member, &own, isWritten: own != other, read: { (json) throws(BodyRefusal) in try json.word(Word.self) },
      write: { $1.plain($0.rawValue) })
  }

  func flag(_ member: Member, _ own: inout Bool, _ other: Bool) {
    answer(
      member, &own, isWritten: own != other, read: { (json) throws(BodyRefusal) in try json.bool() },
      write: { $1.bool($0) })
  }

  func tree(_ member: Member, _ own: inout Controller?, _ other: Controller?) {
    let (form, isPlaceholder) = (form, member == .placeholder)
    answer(
      member, &own, isWritten: own != nil,
      read: { (json) throws(BodyRefusal) in
        isPlaceholder ? try Controller(placeholder: json) : try Controller(json: json)
      },
      write: { tree, writer in
        switch tree {
        case nil: writer.null()
        case let tree? where isPlaceholder: tree.writePlaceholder(to: &writer)
        case let tree?: tree.write(to: &writer, form: form)
        }
      })
  }

  private func answer<Value>(
    _ member: Member, _ own: inout Value, isWritten: Bool, read: (JSONValue) throws(BodyRefusal) -> Value,
    write: (Value, inout JSONWriter) -> Void
  ) {
    archive.member(
      { (reader) throws(BodyRefusal) in
        guard let json = reader.optional(member.rawValue) else { return }
        named.insert(member)
        if !json.isNull { own = try read(json) }
      },
      else: {
        guard isWritten || named.contains(member) else { return }
        $0.key(member.rawValue)
        write(own, &$0)
      })
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
  /// Nothing when nil.
  mutating func tree(_ name: StaticString, _ controller: Controller?, form: WrittenForm) {
    guard let controller else { return }
    key(name)
    controller.write(to: &self, form: form)
  }
}
