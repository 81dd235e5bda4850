import Navigation
import Testing

/// What the contract of version 1.0 refuses is marked as new (`hasNewWords`): a server of that version would drop it.
@Suite struct NewWordTests {
  let released: Contract

  init() throws { released = try Contract.released.get() }

  @Test(arguments: Transition.Action.kinds) func `a transition`(_ kind: Transition.Action) throws {
    #expect(released.branches(of: "Transition").contains(kind.type) || kind.body.hasNewWords)
    let schema = try Contract.shared.get().schema(kind.type.prefix(1).uppercased() + kind.type.dropFirst())
    for example in schema?["examples"]?.elements ?? [] { try expectMark(of: example.json) }
  }

  @Test(arguments: ContractMemberTests.screen(nullable: true)) func `a settable member`(_ member: VisitedMember) throws
  {
    for value in member.values {
      try expectMark(of: #"{"type":"updateScreen","controller":"a","\#(member.name)":\#(value)}"#)
    }
  }

  @Test(arguments: ContractMemberTests.screen(nullable: false)) func `a screen's member`(_ member: VisitedMember) throws
  {
    for value in member.values { try expectMark(ofTree: Self.screen(member.name, value)) }
  }

  @Test(arguments: ContractMemberTests.behavior(nullable: true)) func `an answer`(_ member: VisitedMember) throws {
    for value in member.values {
      let behavior = #""behavior":{"\#(member.name)":\#(value)}"#
      try expectMark(of: #"{"type":"setSplit",\#(behavior)}"#)
      try expectMark(
        ofTree: #"{"kind":"split","id":"s","primary":{"kind":"screen","id":"p","route":"r"},\#(behavior)}"#)
    }
  }

  private static func screen(_ name: String, _ value: String) -> String {
    #"{"kind":"screen","id":"a",\#(name == "route" ? "" : #""route":"r","#)"\#(name)":\#(value)}"#
  }

  private func expectMark(of transition: String) throws {
    let transition = try Transition(json: JSONDocument(transition).root)
    var writer = JSONWriter()
    transition.write(to: &writer)
    #expect(try isKnown(writer.bytes, as: "Transition") || transition.action.body.hasNewWords, "\(transition)")
  }

  private func expectMark(ofTree tree: String) throws {
    let tree = try Controller(json: JSONDocument(tree).root)
    var writer = JSONWriter()
    tree.write(to: &writer, form: .request)
    #expect(try isKnown(writer.bytes, as: "ControllerInput") || tree.hasNewWords, "\(tree)")
  }

  private func isKnown(_ json: [UInt8], as schema: String) throws -> Bool {
    let value = try ContractValue(JSONDocument(json).root)
    return released.checker.isValid(value, against: Contract.reference(to: schema))
  }
}

extension VisitedMember {
  /// Some of its values, as JSON.
  fileprivate var values: [String] {
    let null = types.contains("null") ? ["null"] : []
    if let words { return null + words.map { "\"\($0)\"" } }
    if types.contains("boolean") { return null + ["true", "false"] }
    if types.contains("string") { return null + ["\"1\""] }
    return null + [name == "placeholder" ? #"{"id":"c","route":"r"}"# : #"{"kind":"screen","id":"c","route":"r"}"#]
  }
}
