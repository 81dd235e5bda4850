import Foundation
import Navigation
import Testing

/// The members of each transition are those of its schema in the contract.
@Suite struct TransitionSchemaTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  @Test(arguments: Transition.Action.kinds) func `the members are the schema's`(_ kind: Transition.Action) throws {
    let schema = try schema(of: kind)
    var lister = MemberLister()
    var body = kind.body
    body.members(&lister)
    let names = schema["properties"]?.members.map(\.name) ?? []
    let listed = ["type"] + lister.members.map(\.name) + ["animated", "confirm"]
    // The members of an update are compared with those of the schema where the update is visited.
    #expect(lister.hasUpdate ? Set(listed).isSubset(of: names) : listed.sorted() == names.sorted())
    let required = ["type"] + lister.members.filter(\.isRequired).map(\.name)
    #expect(required.sorted() == schema["required"]?.elements.compactMap(\.string).sorted())
    for member in lister.members {
      guard let words = member.words, let property = schema["properties"]?[member.name] else { continue }
      #expect(VisitedMember(member.name, property, in: contract).words == words, "\(member.name)")
    }
  }

  /// A stored property that `members` does not name would be lost in JSON.
  @Test(arguments: Transition.Action.kinds) func `each property is named`(_ kind: Transition.Action) {
    var lister = MemberLister()
    var body = kind.body
    body.members(&lister)
    let size = Mirror(reflecting: body).children.filter { $0.value is Size }.count
    #expect(Mirror(reflecting: body).children.count + size == lister.count)
  }

  @Test(arguments: Transition.Action.kinds) func `the examples are read, and written again`(
    _ kind: Transition.Action
  ) throws {
    for example in try schema(of: kind)["examples"]?.elements ?? [] {
      let body = try TransitionRequest(request: Array(example.json.utf8))
      let value = try ContractValue(JSONDocument(body.json()).root)
      #expect(contract.checker.failures(of: value, against: Contract.reference(to: "TransitionRequest")).isEmpty)
      #expect(try TransitionRequest(request: body.json()) == body)
    }
  }

  @Test func `each transition is a kind, once, and has a place in the manual`() throws {
    let types = Transition.Action.kinds.map(\.type)
    #expect(Set(types).count == types.count)
    let folder = "Sources/Navigation/Model/Transitions/"
    let files = FileManager.default.enumerator(atPath: Contract.file(folder).path)?.compactMap { $0 as? String } ?? []
    let structs = try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
      try Contract.text(folder + file).matches(of: /static let type = "(\w+)"/).map { String($0.1) }
    }
    #expect(Set(structs) == Set(types))
    let manual = try Contract.text("Sources/Navigation/API/README.md")
    #expect(types.filter { !manual.contains("`\($0)`") } == [])
  }

  private func schema(of kind: Transition.Action) throws -> ContractValue {
    try #require(contract.schema(kind.type.prefix(1).uppercased() + kind.type.dropFirst()))
  }
}

/// Lists the members that a transition names.
private struct MemberLister: Archive {
  private(set) var members: [(name: String, isRequired: Bool, words: [String]?)] = []
  /// Those named, of which a newcomer, a presentation and an update are one each.
  private(set) var count = 0
  private(set) var hasUpdate = false

  private mutating func list(_ name: StaticString, isRequired: Bool, words: [String]? = nil) {
    members.append(("\(name)", isRequired, words))
    count += 1
  }

  private func words<Word: MemberWord>(_ type: Word.Type) -> [String] { Word.allCases.map(\.rawValue) }

  // What is not listed by a function below is counted by none, and its property is missed.
  mutating func member(
    _ read: (inout JSONObjectReader) throws(BodyRefusal) -> Void, else write: (inout JSONWriter) -> Void
  ) {}
  mutating func member(
    _ name: StaticString, ifGiven read: (JSONValue) throws(BodyRefusal) -> Void,
    else write: (inout JSONWriter) -> Void
  ) {
    list(name, isRequired: false)
  }

  mutating func required<Value: JSONMember>(_ name: StaticString, _ value: inout Value) { list(name, isRequired: true) }
  mutating func nullable<Value: JSONMember>(_ name: StaticString, _ value: inout Value?) {
    list(name, isRequired: true)
  }
  mutating func settable<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, or usual: Word) {
    list(name, isRequired: false, words: words(Word.self))
  }
  mutating func optional<Word: MemberWord>(_ name: StaticString, _ value: inout Word?) {
    list(name, isRequired: false, words: words(Word.self))
  }
  mutating func required<Word: MemberWord>(_ name: StaticString, _ value: inout Word) {
    list(name, isRequired: true, words: words(Word.self))
  }
  mutating func defaulted<Word: MemberWord>(_ name: StaticString, _ value: inout Word, unless usual: Word) {
    list(name, isRequired: false, words: words(Word.self))
  }
  mutating func row(_ name: StaticString, _ value: inout String) { list(name, isRequired: true) }
  mutating func contentOffset(_ name: StaticString, _ value: inout Double) { list(name, isRequired: true) }
  mutating func newcomer(_ value: inout Transition.Newcomer) {
    list("screen", isRequired: false)
    list("controller", isRequired: false)
    count -= 1
  }
  mutating func presentation(_ value: inout Presentation) {
    list("style", isRequired: false, words: PresentationStyle.allCases.map(\.rawValue))
    list("adaptation", isRequired: false, words: PresentationAdaptation.allCases.map(\.rawValue))
    let sheet: [StaticString] = ["detents", "selectedDetent", "largestUndimmedDetent", "edgeAttached", "source"]
    for name in sheet { list(name, isRequired: false) }
    count -= 6
  }
  mutating func root(_ value: inout Transition.Root) {
    list("controller", isRequired: false)
    list("layout", isRequired: false)
    count -= 1
  }
  mutating func destination(_ value: inout Transition.Destination) {
    list("route", isRequired: false)
    list("params", isRequired: false)
    list("url", isRequired: false)
    count -= 2
  }
  mutating func screen(_ name: StaticString, _ value: inout Controller) { list(name, isRequired: true) }
  mutating func update(_ value: inout some MemberUpdate) { (hasUpdate, count) = (true, count + 1) }
}
