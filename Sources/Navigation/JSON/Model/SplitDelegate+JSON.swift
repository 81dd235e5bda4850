/// An app's answers, of a tree, a layout and a change alike.
extension SplitDelegateUpdate: JSONMember {
  /// What is named is set; null takes it back to its default.
  public init(json: JSONValue) throws(BodyRefusal) {
    self.init()
    var reader = try json.object()
    members(&reader)
    try reader.finish()
  }

  /// What is to change, and nothing else; a word that goes back to its default as that word.
  public func write(to writer: inout JSONWriter) {
    var update = self
    writer.beginObject()
    update.members(&writer)
    writer.endObject()
  }

  private mutating func members(_ m: inout some Members) {
    var answers = SplitDelegate()
    m.ofUpdate { SplitDelegate.visit(&answers, &self, &$0) }
  }
}

extension SplitDelegate {
  public init(json: JSONValue) throws(BodyRefusal) {
    self.init()
    apply(try SplitDelegateUpdate(json: json))
  }

  /// Writes the answers that differ from the defaults.
  public func write(to writer: inout JSONWriter, form: WrittenForm) {
    var (answers, update) = (self, SplitDelegateUpdate())
    writer.beginObject()
    writer.with(form) { Self.visit(&answers, &update, &$0) }
    writer.endObject()
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

  /// Nothing when nil.
  mutating func placeholder(_ name: StaticString, _ controller: Controller?) {
    guard let controller else { return }
    key(name)
    controller.writePlaceholder(to: &self)
  }
}
