extension Params: JSONMember {
  /// Brackets that may be open at once within them, so that a tree of any depth leaves room for them in its snapshot.
  package static let maximumDepth = JSONDocument.defaultMaximumDepth

  /// Any object; values are kept as they are written, without whitespace.
  public init(json: JSONValue) throws(BodyRefusal) {
    if json.isDeeper(than: Self.maximumDepth) { throw json.refused("nested more than \(Self.maximumDepth) deep") }
    var reader = try json.object()
    let members = reader.members
    self.init()
    self.members.reserveCapacity(members.count)
    for (name, value) in members { self.members.append(Member(name: name, json: value.compactText())) }
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for member in members {
      writer.key(member.name)
      writer.raw(member.json)
    }
    writer.endObject()
  }
}

extension ScreenUpdate: MemberUpdate {
  /// The settable members of a screen, and those of other controllers; null takes an optional one away.
  package mutating func members(_ m: inout some Members) {
    var (screen, answers) = (Screen(route: ""), ControllerAnswers())
    m.ofUpdate {
      Screen.visit(&screen, &self, &$0)
      ControllerAnswers.visit(&answers, &self, &$0)
    }
    m.settable("traitOverride", &traitOverride)
  }
}
