import Testing

/// Structural rules for the contract file.
@Suite struct ContractStructureTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  @Test func isOpenAPI() {
    #expect(contract.document["openapi"]?.string == "3.1.0")
    #expect(!contract.operations.isEmpty)
  }

  @Test func everyReferenceLeadsSomewhere() {
    var lost: [String] = []
    contract.document.walk { pointer, value in
      guard let reference = value["$ref"]?.string else { return }
      if !reference.hasPrefix("#/") || contract.document.value(at: String(reference.dropFirst())) == nil {
        lost.append(pointer)
      }
    }
    #expect(lost.isEmpty)
  }

  @Test func everyComponentIsUsed() {
    var used: Set<String> = []
    contract.document.walk { _, value in
      if let reference = value["$ref"]?.string { used.insert(reference) }
      for branch in value["discriminator"]?["mapping"]?.members ?? [] { used.insert(branch.value.string ?? "") }
    }
    // Security schemes are referred to by name.
    for requirement in contract.document["security"]?.elements ?? [] {
      for scheme in requirement.members { used.insert("#/components/securitySchemes/\(scheme.name)") }
    }
    let components = (contract.document["components"]?.members ?? []).flatMap { section in
      section.value.members.map { "#/components/\(section.name)/\($0.name)" }
    }
    #expect(components.filter { !used.contains($0) } == [])
  }

  @Test func everyOperationHasAnIdOfItsOwn() {
    let ids = contract.operations.map { $0.id ?? "\($0.method) \($0.path) has none" }
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.wholeMatch(of: /[a-z][A-Za-z]*/) != nil })
  }

  @Test func everyOperationListsItsProblems() {
    for operation in contract.operations {
      let responses = operation.value["responses"]?.members ?? []
      #expect(responses.contains { $0.name == "default" }, "\(operation.path)")
      for response in responses where !response.name.hasPrefix("2") && response.name != "304" {
        let name = response.value["$ref"]?.string ?? "no reference"
        let media = contract.resolved(response.value)["content"]?.members.map(\.name)
        let isProblem = media == ["application/problem+json"] || name.hasSuffix("/NotReady")
        #expect(name.hasPrefix("#/components/responses/") && isProblem, "\(operation.path) \(response.name)")
      }
    }
  }

  @Test func everyLinkLeadsToAnOperation() {
    let ids = Set(contract.operations.compactMap(\.id))
    var count = 0
    contract.document.walk { pointer, value in
      for link in value["links"]?.members ?? [] {
        count += 1
        #expect(ids.contains(link.value["operationId"]?.string ?? ""), "\(pointer) \(link.name)")
      }
    }
    #expect(count > 0)
  }

  @Test func everyTagIsDeclared() {
    let declared = (contract.document["tags"]?.elements ?? []).compactMap { $0["name"]?.string }
    let used = contract.operations.flatMap { $0.value["tags"]?.elements.compactMap(\.string) ?? [] }
    #expect(Set(used) == Set(declared))
  }

  @Test func everyPathParameterIsDeclared() {
    for path in contract.document["paths"]?.members ?? [] {
      let named = path.name.matches(of: /\{([A-Za-z]+)\}/).map { String($0.1) }
      let lists = [path.value] + path.value.members.map(\.value)
      let declared = lists.flatMap { $0["parameters"]?.elements ?? [] }.map(contract.resolved)
      #expect(
        Set(named) == Set(declared.filter { $0["in"]?.string == "path" }.compactMap { $0["name"]?.string }),
        "\(path.name)")
    }
  }

  @Test func onlyKnownKeywordsAreUsed() {
    var foreign: Set<String> = []
    for schema in contract.document["components"]?["schemas"]?.members ?? [] {
      collectForeign(in: schema.value, into: &foreign)
    }
    contract.document.walk { _, value in
      if let schema = value["schema"], schema["$ref"] != nil || schema["type"] != nil {
        collectForeign(in: schema, into: &foreign)
      }
    }
    #expect(foreign.isEmpty)
  }

  /// Schemas without a type, or with a wrong one, in generated clients: a choice beside members, an ambiguous choice, a
  /// nested choice, and words without a type. Conditions are not types, and are excluded.
  @Test func everySchemaIsAType() {
    var shapeless: [String] = []
    for schema in contract.document["components"]?["schemas"]?.members ?? [] {
      collectShapeless(in: schema.value, named: schema.name, into: &shapeless)
    }
    #expect(shapeless == [])
  }

  private func collectShapeless(in schema: ContractValue, named name: String, into shapeless: inout [String]) {
    let hasMembers = schema["properties"] != nil || schema["type"] != nil
    if schema["anyOf"] != nil || (schema["oneOf"] != nil && hasMembers) { shapeless.append("\(name): a choice") }
    // A choice between a schema and null is that schema.
    let choices = schema["oneOf"]?.elements.filter { $0["type"]?.string != "null" } ?? []
    let isNested = choices.count > 1 && choices.contains { contract.resolved($0)["oneOf"] != nil }
    if isNested { shapeless.append("\(name): a choice of one") }
    if schema["enum"] != nil || schema["const"] != nil, schema["type"] == nil { shapeless.append("\(name): words") }
    let conditions = ["not", "if", "then", "else"].compactMap { schema[$0] }
    for inner in Self.subschemas(of: schema) where !conditions.contains(inner) {
      collectShapeless(in: inner, named: name, into: &shapeless)
    }
  }

  @Test func requestBodiesAreClosed() {
    var open: [String] = []
    for operation in contract.operations {
      for media in operation.value["requestBody"]?["content"]?.members ?? [] {
        if let schema = media.value["schema"] {
          collectOpen(in: schema, named: operation.id ?? "", seen: [], into: &open)
        }
      }
    }
    #expect(Set(open) == ["Params"])
  }

  private func collectForeign(in schema: ContractValue, into foreign: inout Set<String>) {
    for keyword in schema.members {
      if !SchemaChecker.annotations.contains(keyword.name), !SchemaChecker.assertions.contains(keyword.name) {
        foreign.insert(keyword.name)
      }
    }
    for inner in Self.subschemas(of: schema) { collectForeign(in: inner, into: &foreign) }
  }

  /// Collects objects that accept undeclared members.
  private func collectOpen(in schema: ContractValue, named name: String, seen: Set<String>, into open: inout [String]) {
    if let reference = schema["$ref"]?.string {
      let target = reference.split(separator: "/").last.map(String.init) ?? ""
      guard !seen.contains(target) else { return }
      collectOpen(in: contract.resolved(schema), named: target, seen: seen.union([target]), into: &open)
      return
    }
    if schema["type"]?.string == "object",
      schema["additionalProperties"] == nil || schema["additionalProperties"] == .bool(true)
    {
      open.append(name)
    }
    for inner in Self.subschemas(of: schema) { collectOpen(in: inner, named: name, seen: seen, into: &open) }
  }

  private static func subschemas(of schema: ContractValue) -> [ContractValue] {
    let names = ["items", "additionalProperties", "propertyNames", "not", "if", "then", "else"]
    let single = names.compactMap { schema[$0] }.filter { $0.bool == nil }
    let listed = ["oneOf", "anyOf", "allOf"].flatMap { schema[$0]?.elements ?? [] }
    return single + listed + (schema["properties"]?.members.map(\.value) ?? [])
  }
}
