import NavigationAPI
import NavigationJSON
import NavigationModel
import Testing

/// The members of each transition are those of its schema in the contract.
@Suite struct TransitionSchemaTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  @Test(arguments: Transition.Action.examples) func `the members are the schema's`(_ example: Transition.Action) throws
  {
    let members = try Self.members(of: example)
    let schema = try #require(contract.schema(members.type.prefix(1).uppercased() + members.type.dropFirst()))
    let names = schema["properties"]?.members.map(\.name) ?? []
    let visited = ["type"] + members.all.map(\.name) + ["animated", "confirm"]
    // The members of an update are compared with those of the schema where the update is visited.
    #expect(members.hasUpdate ? Set(visited).isSubset(of: names) : visited.sorted() == names.sorted())
    let required = ["type"] + members.all.filter(\.isRequired).map(\.name)
    #expect(required.sorted() == schema["required"]?.elements.compactMap(\.string).sorted())
    for member in members.all {
      guard let words = member.words, let property = schema["properties"]?[member.name] else { continue }
      #expect(contract.resolved(property)["enum"]?.elements.compactMap(\.string) == words, "\(member.name)")
    }
  }

  @Test(arguments: Transition.Action.examples) func `the example fits, and is read back`(_ example: Transition.Action)
    throws
  {
    let body = TransitionRequest.transition(Transition(example)).json()
    let value = try ContractValue(JSONDocument(body).root)
    #expect(contract.checker.failures(of: value, against: Contract.reference(to: "TransitionRequest")).isEmpty)
    #expect(try TransitionRequest(request: body) == .transition(Transition(example)))
  }

  @Test func `each type is there once`() throws {
    let types = try Transition.Action.examples.map { try Self.members(of: $0).type }
    #expect(Set(types).count == types.count)
  }

  /// The compiler demands a line of `open` for each case, but no example.
  @Test func `each case has an example, and a place in the manual`() throws {
    let text = try Contract.text("Sources/NavigationModel/Transitions/Transition+Action.swift")
    let cases = text.matches(of: /\n    case (\w+)\(Box</).map { String($0.1) }
    let types = try Transition.Action.examples.map { try Self.members(of: $0).type }
    #expect(Set(cases).subtracting(types) == [])
    let manual = try Contract.text("Sources/NavigationAPI/README.md")
    #expect(cases.filter { !manual.contains("`\($0)`") } == [])
  }

  private static func members(of example: Transition.Action) throws -> MemberList {
    var (opener, nothing): (MemberOpener, Void) = (MemberOpener(), ())
    return example.open(&opener, &nothing)
  }
}

/// What the visit of a transition names.
private struct MemberList {
  struct Member {
    var name: String
    var isRequired: Bool
    var words: [String]?
  }

  var type: String
  var all: [Member] = []
  var hasUpdate = false
}

private struct MemberOpener: TransitionOpener {
  func open<Body: TransitionBody>(
    _ box: Transition.Box<Body>, _ action: @escaping @Sendable (Transition.Box<Body>) -> Transition.Action,
    _ target: inout Void
  ) -> MemberList {
    var visitor = MemberLister(box.body)
    _ = Body.visit(&visitor)
    return visitor.list
  }
}

private struct MemberLister<Body: TransitionBody>: TransitionVisitor {
  private let body: Body
  var list = MemberList(type: Body.type)

  init(_ body: Body) { self.body = body }

  private mutating func note<Value>(
    _ name: StaticString, isRequired: Bool, words: [String]? = nil, _ value: (Body) -> Value
  ) -> Value {
    list.all.append(MemberList.Member(name: "\(name)", isRequired: isRequired, words: words))
    return value(body)
  }

  private func words<Word: MemberWord>(_ type: Word.Type) -> [String] { Word.allCases.map(\.rawValue) }

  mutating func id(_ name: StaticString, _ value: (Body) -> ControllerID?) -> ControllerID? {
    note(name, isRequired: false, value)
  }
  mutating func requireID(_ name: StaticString, _ value: (Body) -> ControllerID) -> ControllerID {
    note(name, isRequired: true, value)
  }
  mutating func word<Word: MemberWord>(_ name: StaticString, _ value: (Body) -> Word?) -> Word? {
    note(name, isRequired: false, words: words(Word.self), value)
  }
  mutating func requireWord<Word: MemberWord>(_ name: StaticString, _ value: (Body) -> Word) -> Word {
    note(name, isRequired: true, words: words(Word.self), value)
  }
  mutating func word<Word: MemberWord>(_ name: StaticString, unless usual: Word, _ value: (Body) -> Word) -> Word {
    note(name, isRequired: false, words: words(Word.self), value)
  }
  mutating func automatic<Word: MemberWord>(_ name: StaticString, _ value: (Body) -> Word?) -> Word? {
    note(name, isRequired: true, words: ["automatic"] + words(Word.self), value)
  }
  mutating func flag(_ name: StaticString, _ value: (Body) -> Bool) -> Bool { note(name, isRequired: false, value) }
  mutating func requireText(_ name: StaticString, _ value: (Body) -> String) -> String {
    note(name, isRequired: true, value)
  }
  mutating func nullableText(_ name: StaticString, _ value: (Body) -> String?) -> String? {
    note(name, isRequired: true, value)
  }
  mutating func row(_ name: StaticString, _ value: (Body) -> String) -> String { note(name, isRequired: true, value) }
  mutating func number(_ name: StaticString, _ value: (Body) -> Double) -> Double {
    note(name, isRequired: true, value)
  }
  mutating func contentOffset(_ name: StaticString, _ value: (Body) -> Double) -> Double {
    note(name, isRequired: true, value)
  }
  mutating func count(_ name: StaticString, _ value: (Body) -> Int) -> Int { note(name, isRequired: false, value) }
  mutating func newcomer(_ value: (Body) -> Transition.Newcomer) -> Transition.Newcomer {
    _ = note("screen", isRequired: false, value)
    return note("controller", isRequired: false, value)
  }
  mutating func content(_ name: StaticString, _ value: (Body) -> Transition.Newcomer?) -> Transition.Newcomer? {
    note(name, isRequired: true, value)
  }
  mutating func screen(_ name: StaticString, _ value: (Body) -> Controller) -> Controller {
    note(name, isRequired: true, value)
  }
  mutating func children(_ name: StaticString, _ value: (Body) -> [Transition.Member]) -> [Transition.Member] {
    note(name, isRequired: true, value)
  }
  mutating func tabs(
    _ name: StaticString, _ value: (Body) -> [Transition.TabDescription]
  ) -> [Transition.TabDescription] { note(name, isRequired: true, value) }
  mutating func pages(
    _ name: StaticString, _ value: (Body) -> [Transition.PageDescription]
  ) -> [Transition.PageDescription] { note(name, isRequired: true, value) }
  mutating func params(_ name: StaticString, _ value: (Body) -> Params) -> Params {
    note(name, isRequired: true, value)
  }
  mutating func forced(_ name: StaticString, _ value: (Body) -> Transition.ForcedClass) -> Transition.ForcedClass {
    note(name, isRequired: false, value)
  }

  mutating func update(_ value: (Body) -> ScreenUpdate) -> ScreenUpdate { update(of: value) }
  mutating func update(_ value: (Body) -> SplitUpdate) -> SplitUpdate { update(of: value) }
  mutating func update(_ value: (Body) -> TopTabsUpdate) -> TopTabsUpdate { update(of: value) }

  private mutating func update<Value>(of value: (Body) -> Value) -> Value {
    list.hasUpdate = true
    return value(body)
  }
}
