import NavigationModel

extension ScreenUpdate {
  /// The settable members of a screen, and those of other controllers; null takes an optional one away.
  init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    self.init()
    var visitor = UpdateReader(reader)
    try visit(&visitor)
    reader = visitor.reader
    isTabBarHidden = try reader.bool("isTabBarHidden")
    if let override = reader.optional("traitOverride") {
      traitOverride = .some(override.isNull ? nil : try TraitOverride(json: override))
    }
  }

  /// What is to change, and nothing else.
  func writeMembers(to writer: inout JSONWriter) {
    var update = self
    update.visit(&writer)
    writer.member("isTabBarHidden", isTabBarHidden)
    writer.nullable(traitOverride: traitOverride)
  }

  private mutating func visit<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var (screen, answers) = (Screen(route: ""), ControllerAnswers())
    try Screen.visit(&screen, &self, &visitor)
    try ControllerAnswers.visit(&answers, &self, &visitor)
  }
}
