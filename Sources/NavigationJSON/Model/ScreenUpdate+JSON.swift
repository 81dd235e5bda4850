import NavigationModel

extension ScreenUpdate {
  /// The settable members of a screen; null takes an optional one away.
  init(members reader: inout BodyReader) throws(BodyRefusal) {
    self.init()
    var visitor = UpdateReader(reader)
    try visit(&visitor)
    reader = visitor.reader
  }

  /// What is to change, and nothing else.
  func writeMembers(to writer: inout JSONWriter) {
    var update = self
    update.visit(&writer)
  }

  private mutating func visit<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var (screen, dismissal) = (Screen(route: ""), UserDismissal())
    try Screen.visit(&screen, &self, &visitor)
    try UserDismissal.visit(&dismissal, &self, &visitor)
  }
}
