import Testing

/// The examples are fixtures, so they must fit their schemas.
@Suite struct ContractExampleTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  @Test func everyExampleFitsItsSchemaWithoutOtherMembers() {
    let checker = SchemaChecker(document: contract.document, undeclared: .refused)
    for example in contract.examples {
      #expect(checker.failures(of: example.value, against: example.schema) == [], "\(example.name)")
    }
    #expect(contract.examples.count > 100)
  }

  @Test func everyJSONBodyHasAnExample() {
    var bare: [String] = []
    contract.document.walk { pointer, value in
      for media in value["content"]?.members ?? [] where media.name.hasSuffix("json") {
        if media.value["examples"]?.members.isEmpty ?? true { bare.append(pointer) }
      }
    }
    #expect(bare.isEmpty)
  }

  @Test(arguments: ["RecordedTransition", "Event"])
  func everyBranchHasAnExampleOfItsOwn(component: String) {
    let branches = contract.schema(component)?["discriminator"]?["mapping"]?.members ?? []
    #expect(!branches.isEmpty)
    for branch in branches {
      let examples =
        contract.document.value(at: String(branch.value.string?.dropFirst() ?? ""))?["examples"]?.elements ?? []
      #expect(!examples.isEmpty && examples.allSatisfy { $0["type"]?.string == branch.name }, "\(branch.name)")
    }
  }

  @Test(arguments: ["Controller", "Layout", "Transition", "RecordedTransition", "Event"])
  func everyBranchDemandsTheWordThatChoosesIt(component: String) {
    let schema = contract.schema(component)
    let name = schema?["discriminator"]?["propertyName"]?.string ?? ""
    let branches = schema?["discriminator"]?["mapping"]?.members ?? []
    #expect(branches.count == schema?["oneOf"]?.elements.count)
    for branch in branches {
      let target = contract.document.value(at: String(branch.value.string?.dropFirst() ?? ""))
      #expect(target?["properties"]?[name]?["const"]?.string == branch.name, "\(branch.name)")
      #expect(target?["required"]?.elements.contains(.string(name)) == true, "\(branch.name)")
    }
  }

  @Test func everySnapshotOpensASession() {
    let snapshots = contract.examples(of: "Snapshot")
    #expect(!snapshots.isEmpty)
    for snapshot in snapshots {
      #expect(contract.checker.failures(of: snapshot.value, against: Contract.reference(to: "CreateSession")) == [])
    }
  }

  @Test func everyExampleSurvivesJSON() throws {
    for example in contract.examples {
      #expect(try ContractValue(json: example.value.json).isSame(as: example.value), "\(example.name)")
    }
  }
}
