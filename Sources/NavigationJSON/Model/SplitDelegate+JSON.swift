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

  /// Writes the answers that differ from the defaults, and the named ones. By hand, since every record has them: a
  /// visitor took 6 % longer for a snapshot. A test compares it with the visit.
  public func write(to writer: inout JSONWriter, form: WrittenForm, naming named: Set<SplitDelegateUpdate.Member> = [])
  {
    writer.beginObject()
    if onShowDetail != .system || named.contains(.onShowDetail) { writer.word("onShowDetail", onShowDetail) }
    if onShow != .system || named.contains(.onShow) { writer.word("onShow", onShow) }
    if onCollapse != .system || named.contains(.onCollapse) { writer.word("onCollapse", onCollapse) }
    if onSeparate != .system || named.contains(.onSeparate) { writer.word("onSeparate", onSeparate) }
    if onTabSwitch != .keepDetail || named.contains(.onTabSwitch) { writer.word("onTabSwitch", onTabSwitch) }
    writer.tree("primaryForCollapsing", primaryForCollapsing, form: form, orNull: named.contains(.primaryForCollapsing))
    writer.tree("primaryForExpanding", primaryForExpanding, form: form, orNull: named.contains(.primaryForExpanding))
    writer.tree(
      "secondaryForSeparating", secondaryForSeparating, form: form, orNull: named.contains(.secondaryForSeparating))
    if let placeholder {
      writer.key("placeholder")
      placeholder.writePlaceholder(to: &writer)
    } else if named.contains(.placeholder) {
      writer.key("placeholder")
      writer.null()
    }
    if !allowsReturnToPlaceholder || named.contains(.allowsReturnToPlaceholder) {
      writer.member("allowsReturnToPlaceholder", allowsReturnToPlaceholder)
    }
    if topColumnForCollapsing != .proposed || named.contains(.topColumnForCollapsing) {
      writer.word("topColumnForCollapsing", topColumnForCollapsing)
    }
    if onDetailPopped != .keep || named.contains(.onDetailPopped) { writer.word("onDetailPopped", onDetailPopped) }
    if displayModeForExpanding != nil || named.contains(.displayModeForExpanding) {
      writer.word("displayModeForExpanding", displayModeForExpanding[Proposed.self])
    }
    if targetDisplayModeForAction != nil || named.contains(.targetDisplayModeForAction) {
      writer.word("targetDisplayModeForAction", OrAutomatic(targetDisplayModeForAction))
    }
    if flattenOnCollapse || named.contains(.flattenOnCollapse) { writer.member("flattenOnCollapse", flattenOnCollapse) }
    if supportedInterfaceOrientations != .system || named.contains(.supportedInterfaceOrientations) {
      writer.word("supportedInterfaceOrientations", supportedInterfaceOrientations)
    }
    writer.endObject()
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
