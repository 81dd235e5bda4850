import Navigation
import Testing

/// A member as a visit or a schema has it.
struct VisitedMember: Hashable, Sendable {
  var name: String
  /// The member's JSON types, with `null` if allowed.
  var types: Set<String>
  var words: [String]?
  var range: ClosedRange<Double>?

  init(
    _ name: String, _ type: String, orNull: Bool, words: [String]? = nil, range: ClosedRange<Double>? = nil
  ) {
    self.name = name
    types = orNull ? [type, "null"] : [type]
    self.words = words
    self.range = range
  }

  /// A property; null may be one of its types, or a choice.
  init(_ name: String, _ schema: ContractValue, in contract: Contract) {
    self.name = name
    types = []
    let schema = contract.resolved(schema)
    for choice in schema["oneOf"]?.elements ?? [schema] {
      let member = VisitedMember(name, of: contract.resolved(choice), in: contract)
      types.formUnion(member.types)
      words = words ?? member.words
      range = range ?? member.range
    }
  }

  private init(_ name: String, of schema: ContractValue, in contract: Contract) {
    self.name = name
    // A choice within a choice is one of controllers.
    let type = schema["oneOf"] == nil ? schema["type"] : .string("object")
    types = Set(type?.string.map { [$0] } ?? type?.elements.compactMap(\.string) ?? [])
    words = schema["enum"]?.elements.compactMap(\.string)
    if let minimum = schema["minimum"]?.double, let maximum = schema["maximum"]?.double { range = minimum...maximum }
  }
}

/// Notes the members that are visited.
struct MemberCollector: MemberVisitor {
  /// In an update null is what a member is by default; in a tree it is left out.
  let isUpdate: Bool
  private(set) var members: [VisitedMember] = []

  init(isUpdate: Bool) { self.isUpdate = isUpdate }

  mutating func text(_ name: StaticString, _ value: inout String, _ update: inout String?) {
    members.append(VisitedMember("\(name)", "string", orNull: false))
  }

  mutating func text(_ name: StaticString, _ value: inout String?, _ update: inout String??) {
    members.append(VisitedMember("\(name)", "string", orNull: isUpdate))
  }

  mutating func flag(_ name: StaticString, unless usual: Bool, _ value: inout Bool, _ update: inout Bool?) {
    members.append(VisitedMember("\(name)", "boolean", orNull: isUpdate))
  }

  mutating func word<Word: MemberWord>(
    _ name: StaticString, unless usual: Word, _ value: inout Word, _ update: inout Word?
  ) {
    members.append(VisitedMember("\(name)", "string", orNull: isUpdate, words: Word.allCases.map(\.rawValue)))
  }

  mutating func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {
    members.append(VisitedMember("\(name)", "string", orNull: isUpdate, words: Word.allCases.map(\.rawValue)))
  }

  mutating func word<Word: MemberWord, None: NoneWord>(
    _ name: StaticString, or none: None.Type, _ value: inout Word?, _ update: inout Word??
  ) {
    members.append(
      VisitedMember("\(name)", "string", orNull: isUpdate, words: OrNone<Word, None>.allCases.map(\.rawValue)))
  }

  mutating func number(
    _ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??
  ) {
    members.append(VisitedMember("\(name)", "number", orNull: true, range: range))
  }

  mutating func size(_ name: StaticString, _ value: inout Size?, _ update: inout Size??) {
    members.append(VisitedMember("\(name)", "object", orNull: isUpdate))
  }

  mutating func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?) {
    members.append(VisitedMember("\(name)", "object", orNull: isUpdate))
  }

  mutating func id(_ name: StaticString, _ value: inout ControllerID?, _ update: inout ControllerID??) {
    members.append(VisitedMember("\(name)", "string", orNull: isUpdate))
  }

  mutating func tree(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {
    members.append(VisitedMember("\(name)", "object", orNull: isUpdate))
  }

  mutating func placeholder(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {
    tree(name, &value, &update)
  }

  mutating func state(_ name: StaticString, _ value: inout Bool) { state(name, "boolean") }
  mutating func state(_ name: StaticString, _ value: inout String?) { state(name, "string") }

  private mutating func state(_ name: StaticString, _ type: String) {
    if !isUpdate { members.append(VisitedMember("\(name)", type, orNull: false)) }
  }
}
