import NavigationModel

extension SplitUpdate {
  /// The settable members of a split view but its columns, each of which may be absent.
  package init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    self.init()
    var preferences = SplitPreferences()
    var visitor = UpdateReader(reader)
    try SplitPreferences.visit(&preferences, &self, &visitor)
    reader = visitor.reader
    delegateFrom = try reader.word("behaviorFrom", SplitArrangement.self)
    delegate = try reader.optional("behavior").map(SplitDelegateUpdate.init(json:))
    if let override = reader.optional("traitOverride") {
      traitOverride = .some(override.isNull ? nil : try TraitOverride(json: override))
    }
  }

  /// What is to change, and nothing else.
  package func writeMembers(to writer: inout JSONWriter) {
    var (preferences, update) = (SplitPreferences(), self)
    SplitPreferences.visit(&preferences, &update, &writer)
    writer.word("behaviorFrom", delegateFrom)
    if let delegate {
      writer.key("behavior")
      delegate.write(to: &writer)
    }
    writer.nullable(traitOverride: traitOverride)
  }
}
