import Navigation
import Testing

/// D-510: null in a request, for each member of each object that the contract's requests have.
@Suite struct ContractNullTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  /// A member of an object in a body.
  private struct Place {
    var body: ContractValue
    var pointer: String
    var name: String
    var isRequired: Bool
    var takesNull: Bool

    /// What an update changes where it is there, and a screen cannot be without.
    var isOfUpdate: Bool { body["type"]?.string == "updateScreen" && pointer.isEmpty && name == "route" }
    /// The body with null for the member.
    var nulled: ContractValue { body.replacing(name, at: pointer, with: .null) }
    var without: ContractValue { body.replacing(name, at: pointer, with: nil) }
  }

  @Test(arguments: ContractBodyTests.requests)
  func `D-510: null is as absent, and no value of what is required`(row: ContractBodyTests.Row) {
    var wrong: [String] = []
    var count = 0
    for place in places(in: row) where !place.takesNull && !place.isOfUpdate {
      let isSame = Self.read(place.nulled, row.type) == Self.read(place.without, row.type)
      let isRefused = Self.read(place.nulled, row.type) == nil
      count += 1
      if place.isRequired ? !isRefused : !isSame { wrong.append("\(place.pointer)/\(place.name): \(place.body.brief)") }
    }
    #expect(wrong == [])
    #expect(count > 0)
  }

  /// Where a null of its own is declared, it is taken wherever the member may stand.
  @Test(arguments: ContractBodyTests.requests)
  func `D-510: a null that is declared is taken`(row: ContractBodyTests.Row) {
    let refused = places(in: row).filter { place in
      place.takesNull && Self.read(place.without, row.type) != nil && Self.read(place.nulled, row.type) == nil
    }
    #expect(refused.map { "\($0.pointer)/\($0.name): \($0.body.brief)" } == [])
  }

  /// Otherwise a row would be missing.
  @Test func `each object of a request is in an example`() {
    var seen: Set<String> = []
    var reachable: Set<String> = []
    for row in ContractBodyTests.requests {
      let schema = Contract.reference(to: row.component)
      for body in bodies(of: row) { walk(body, schema) { _, _, name in seen.insert(name) } }
      reach(row.component, &reachable)
    }
    #expect(reachable.subtracting(seen).sorted() == [])
  }

  /// What a body is to its reader; nil where it is refused.
  private static func read(_ body: ContractValue, _ type: any JSONBody.Type) -> [UInt8]? {
    (try? type.init(request: Array(body.json.utf8)))?.json()
  }

  private func bodies(of row: ContractBodyTests.Row) -> [ContractValue] {
    contract.examples(of: row.component).map(\.value)
      + (row.component == "TransitionRequest" ? contract.branchExamples(of: "RecordedTransition") : [])
      + Self.further.filter { $0.component == row.component }.compactMap { try? ContractValue(json: $0.json) }
  }

  /// What no example of the contract has.
  private static let further: [(component: String, json: String)] = [
    (
      component: "CreateSession",
      json: #"""
      {"root": {"kind": "tabBar", "id": "t", "sidebar": {"isHidden": true}, "tabs": [
        {"id": "g", "managed": {"id": "s"}, "child": {"id": "l", "route": "l", "preferredContentSize": {"width": 9, "height": 9}},
         "tabs": [{"id": "a", "child": {"id": "pa", "route": "a", "traitOverride": {"horizontalSizeClass": "compact"}}},
                  {"id": "b", "child": {"id": "pb", "route": "b", "traitOverride": {"compactBelowHeight": 5}}}]},
        {"child": {"kind": "split", "id": "x", "style": "doubleColumn", "traitOverride": {"asWindow": true},
                   "byWidth": [{"above": 0, "preferredDisplayMode": "secondaryOnly"}]}}]},
       "routes": {"a": {"path": "/a", "default": {"route": "d", "params": {}}}, "d": {"opens": "detail"},
                  "b": {"opens": {"compact": "push", "regular": "present"}, "requires": ["in"]}, "in": {"opens": "present"}},
       "conditions": {"in": {"holds": false, "otherwise": "in"}}}
      """#
    ),
    (
      "CreateSession",
      #"""
      {"schema": 1, "root": {"kind": "stack", "id": "s", "children": [{"id": "in", "route": "in"}]},
       "routes": {"b": {"path": "/b", "opens": "push", "requires": ["in"]}, "in": {"opens": "push"}},
       "conditions": {"in": {"holds": false, "otherwise": "in"}},
       "parked": {"route": "b", "params": {}, "at": "in", "waitsFor": "in"}}
      """#
    ),
    ("ResolveRequest", #"{"environment": {}, "tabBar": {"mode": "tabSidebar", "sidebar": {"layout": "tile"}}}"#),
  ]

  @Test func `the further bodies are requests`() throws {
    for (component, json) in Self.further {
      let failures = contract.checker.failures(
        of: try ContractValue(json: json), against: Contract.reference(to: component))
      #expect(failures == [])
      let row = try #require(ContractBodyTests.requests.first { $0.component == component })
      #expect(throws: Never.self) { try row.type.init(request: Array(json.utf8)) }
    }
  }

  private func places(in row: ContractBodyTests.Row) -> [Place] {
    bodies(of: row).flatMap { body in
      var places: [Place] = []
      walk(body, Contract.reference(to: row.component)) { pointer, schema, _ in
        let required = schema["required"]?.elements.compactMap(\.string) ?? []
        for property in schema["properties"]?.members ?? [] {
          places.append(
            Place(
              body: body, pointer: pointer, name: property.name, isRequired: required.contains(property.name),
              takesNull: contract.checker.isValid(.null, against: property.value)))
        }
      }
      return places
    }
  }

  /// Visits each object that has named members, with its schema.
  private func walk(
    _ value: ContractValue, _ schema: ContractValue, at pointer: String = "", of name: String = "",
    _ visit: (_ pointer: String, _ schema: ContractValue, _ name: String) -> Void
  ) {
    let name = schema["$ref"]?.string.map { String($0.split(separator: "/").last ?? "") } ?? name
    let schema = contract.resolved(schema)
    let choices = (schema["oneOf"]?.elements ?? []) + (schema["anyOf"]?.elements ?? [])
    if let choice = choices.first(where: { contract.checker.isValid(value, against: $0) }) {
      walk(value, choice, at: pointer, of: name, visit)
    }
    for part in schema["allOf"]?.elements ?? [] { walk(value, part, at: pointer, of: name, visit) }
    if case .object = value, schema["properties"] != nil { visit(pointer, schema, name) }
    for member in value.members {
      guard let inner = schema["properties"]?[member.name] ?? schema["additionalProperties"], inner.bool == nil else {
        continue
      }
      walk(member.value, inner, at: pointer + "/" + member.name, of: name + "." + member.name, visit)
    }
    guard let items = schema["items"] else { return }
    for (index, element) in value.elements.enumerated() {
      walk(element, items, at: "\(pointer)/\(index)", of: name + "[]", visit)
    }
  }

  /// The components with named members that a component has within it.
  private func reach(_ name: String, _ reachable: inout Set<String>) {
    guard let schema = contract.schema(name) else { return }
    if schema["properties"] != nil, !reachable.insert(name).inserted { return }
    schema.walk { pointer, value in
      guard !pointer.contains("/mapping/"), let inner = value["$ref"]?.string else { return }
      reach(String(inner.split(separator: "/").last ?? ""), &reachable)
    }
  }
}

extension ContractValue {
  /// The value with a member of the object at a pointer replaced, or removed.
  fileprivate func replacing(_ name: String, at pointer: String, with value: ContractValue?) -> ContractValue {
    guard let token = pointer.split(separator: "/").first.map(String.init) else {
      let others = members.filter { $0.name != name }
      return .object(others + (value.map { [Member(name: name, value: $0)] } ?? []))
    }
    let rest = String(pointer.dropFirst(token.count + 1))
    switch self {
    case .object(let members):
      return .object(
        members.map {
          $0.name == token ? Member(name: token, value: $0.value.replacing(name, at: rest, with: value)) : $0
        })
    case .array(let elements):
      return .array(
        elements.enumerated().map { "\($0)" == token ? $1.replacing(name, at: rest, with: value) : $1 })
    case .null, .bool, .integer, .number, .string: return self
    }
  }
}
