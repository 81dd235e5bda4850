import Foundation
import Navigation
import Testing

/// The members of each transition are those of its schema in the contract.
@Suite struct TransitionSchemaTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  @Test(arguments: Transition.Action.kinds) func `the members are the schema's`(_ kind: Transition.Action) throws {
    let (lister, schema) = (MemberLister(), try schema(of: kind))
    var body = kind.body
    body.members(lister)
    let names = schema["properties"]?.members.map(\.name) ?? []
    let listed = ["type"] + lister.members.map(\.name) + ["animated", "confirm"]
    // The members of an update are compared with those of the schema where the update is visited.
    #expect(lister.hasUpdate ? Set(listed).isSubset(of: names) : listed.sorted() == names.sorted())
    let required = ["type"] + lister.members.filter(\.isRequired).map(\.name)
    #expect(required.sorted() == schema["required"]?.elements.compactMap(\.string).sorted())
    for member in lister.members {
      guard let words = member.words, let property = schema["properties"]?[member.name] else { continue }
      #expect(contract.resolved(property)["enum"]?.elements.compactMap(\.string) == words, "\(member.name)")
    }
  }

  /// A stored property that `members` does not name would be lost in JSON.
  @Test(arguments: Transition.Action.kinds) func `each property is named`(_ kind: Transition.Action) {
    let lister = MemberLister()
    var body = kind.body
    body.members(lister)
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
private final class MemberLister: Members {
  private(set) var members: [(name: String, isRequired: Bool, words: [String]?)] = []
  /// Those named, of which a newcomer and an update are one each.
  private(set) var count = 0
  private(set) var hasUpdate = false

  private func list(_ name: StaticString, isRequired: Bool, words: [String]? = nil) {
    members.append(("\(name)", isRequired, words))
    count += 1
  }

  private func words<Word: MemberWord>(_ type: Word.Type) -> [String] { Word.allCases.map(\.rawValue) }

  func optional(_ name: StaticString, _ value: inout Bool?) { list(name, isRequired: false) }
  func optional(_ name: StaticString, _ value: inout ControllerID?) { list(name, isRequired: false) }
  func required(_ name: StaticString, _ value: inout ControllerID) { list(name, isRequired: true) }
  func optional<Word: MemberWord>(_ name: StaticString, _ value: inout Word?) {
    list(name, isRequired: false, words: words(Word.self))
  }
  func required<Word: MemberWord>(_ name: StaticString, _ value: inout Word) {
    list(name, isRequired: true, words: words(Word.self))
  }
  func defaulted<Word: MemberWord>(_ name: StaticString, _ value: inout Word, unless usual: Word) {
    list(name, isRequired: false, words: words(Word.self))
  }
  func flag(_ name: StaticString, _ value: inout Bool) { list(name, isRequired: false) }
  func required(_ name: StaticString, _ value: inout String) { list(name, isRequired: true) }
  func nullable(_ name: StaticString, _ value: inout String?) { list(name, isRequired: true) }
  func row(_ name: StaticString, _ value: inout String) { list(name, isRequired: true) }
  func required(_ name: StaticString, _ value: inout Double) { list(name, isRequired: true) }
  func contentOffset(_ name: StaticString, _ value: inout Double) { list(name, isRequired: true) }
  func count(_ name: StaticString, _ value: inout Int) { list(name, isRequired: false) }
  func newcomer(_ value: inout Transition.Newcomer) {
    list("screen", isRequired: false)
    list("controller", isRequired: false)
    count -= 1
  }
  func destination(_ value: inout Transition.Destination) {
    list("route", isRequired: false)
    list("params", isRequired: false)
    list("url", isRequired: false)
    count -= 2
  }
  func content(_ name: StaticString, _ value: inout Transition.Newcomer?) { list(name, isRequired: true) }
  func screen(_ name: StaticString, _ value: inout Controller) { list(name, isRequired: true) }
  func required(_ name: StaticString, _ value: inout [Transition.Member]) { list(name, isRequired: true) }
  func required(_ name: StaticString, _ value: inout [Transition.TabDescription]) { list(name, isRequired: true) }
  func required(_ name: StaticString, _ value: inout [Transition.PageDescription]) { list(name, isRequired: true) }
  func required(_ name: StaticString, _ value: inout Params) { list(name, isRequired: true) }
  func forced(_ name: StaticString, _ value: inout Transition.ForcedClass) { list(name, isRequired: false) }
  func update(_ value: inout ScreenUpdate) { (hasUpdate, count) = (true, count + 1) }
  func update(_ value: inout SplitUpdate) { (hasUpdate, count) = (true, count + 1) }
  func update(_ value: inout TopTabsUpdate) { (hasUpdate, count) = (true, count + 1) }
}
