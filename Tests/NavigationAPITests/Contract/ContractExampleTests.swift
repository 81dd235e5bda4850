import Foundation
import Navigation
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

/// `openapi.json`, which a server sends beside `openapi.yaml`.
///
/// With `NAVIGATION_RECORD_CONTRACT` the test rewrites the file and fails.
@Suite struct ContractJSONTests {
  private static let path = "Sources/COpenAPI/openapi.json"
  private static let isRecording = ProcessInfo.processInfo.environment["NAVIGATION_RECORD_CONTRACT"] != nil

  @Test func theFileIsTheContractAsJSON() throws {
    let json = try Contract.shared.get().document.json + "\n"
    if Self.isRecording { try json.write(to: Contract.file(Self.path), atomically: true, encoding: .utf8) }
    let isSame = try Contract.text(Self.path) == json
    #expect(isSame && !Self.isRecording, "NAVIGATION_RECORD_CONTRACT=1 writes it anew")
  }
}

/// The words and limits that the readers add to the model's.
@Suite struct ContractTypeTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  @Test func transitionsAreTheReaders() {
    let words = Transition.kinds.words
    #expect(contract.branches(of: "Transition") == words)
    #expect(contract.branches(of: "RecordedTransition") == words + ["undo", "redo", "revert"])
  }

  /// Some generators have no type for nested choices, so each choice lists all branches.
  @Test func choicesAreTheSame() {
    let transitions = contract.schema("Transition")?["oneOf"]?.elements ?? []
    let recorded = contract.schema("RecordedTransition")?["oneOf"]?.elements ?? []
    let controllers = contract.schema("ControllerInput")?["oneOf"]?.elements ?? []
    let newcomers = [Contract.reference(to: "ControllerId")] + controllers
    #expect(
      contract.schema("TransitionRequest")?["oneOf"]?.elements == recorded + [
        Contract.reference(to: "TransitionBatch")
      ])
    #expect(recorded == transitions + ["Undo", "Redo", "Revert"].map(Contract.reference(to:)))
    #expect(contract.schema("Newcomer")?["oneOf"]?.elements == newcomers)
    #expect(contract.schema("Member")?["oneOf"]?.elements == newcomers)
    let content = contract.schema("SetColumn")?["properties"]?["controller"]?["oneOf"]?.elements
    #expect(content?.dropLast() == newcomers[...] && content?.last?["type"]?.string == "null")
  }

  @Test func eventsAreTheReaders() {
    #expect(contract.branches(of: "Event") == Event.kinds.words)
  }

  /// A word that is written and is no kind would be skipped by the reader.
  @Test func eventsAreReadAsTheyAreWritten() throws {
    let text = try ["Event", "DelegateCall"].map { try Contract.text("Sources/Navigation/Model/Session/\($0).swift") }
    #expect(text[0].matches(of: /case \.\w+: "(\w+)"/).map { String($0.1) } == Event.kinds.words)
    #expect(text[1].matches(of: /case \.\w+: "([^"]+)"/).map { String($0.1) } == DelegateCall.kinds.words)
  }

  @Test func delegateMethodsAreTheReaders() {
    let method = contract.schema("DelegateCallEvent")?["properties"]?["method"]
    #expect(method?["enum"]?.elements.compactMap(\.string) == DelegateCall.kinds.words)
  }

  @Test func healthIsTheReaders() {
    #expect(contract.words(of: "HealthStatus") == Health.allCases.map(\.rawValue))
  }

  @Test func `503 has the codes that are answered so`() {
    let codes = contract.schema("UnavailableProblem")?["allOf"]?.elements.last?["properties"]?["code"]?["enum"]
    let known = ProblemCode.allCases.filter { $0.status == 503 }
    #expect(Set(codes?.elements.compactMap(\.string) ?? []) == Set(known.map(\.rawValue)))
  }

  @Test func limitsAreTheReaders() {
    let creation = contract.schema("CreateSession")?["properties"]
    #expect(creation?["timeToLive"]?["minimum"]?.integer == CreateSession.timesToLive.lowerBound)
    #expect(creation?["timeToLive"]?["maximum"]?.integer == CreateSession.timesToLive.upperBound)
    #expect(creation?["timeToLive"]?["default"]?.integer == CreateSession.defaultTimeToLive)
    #expect(contract.schema("ClientLabel")?["minLength"]?.integer == CreateSession.clientBytes.lowerBound)
    #expect(contract.schema("ClientLabel")?["maxLength"]?.integer == CreateSession.clientBytes.upperBound)
    #expect(contract.schema("Labels")?["maxProperties"]?.integer == Labels.maximumCount)
    #expect(contract.schema("Labels")?["propertyNames"]?["maxLength"]?.integer == Labels.nameBytes.upperBound)
    #expect(contract.schema("Labels")?["additionalProperties"]?["maxLength"]?.integer == Labels.maximumValueBytes)
    #expect(contract.schema("ScreenRoutes")?["maxProperties"]?.integer == Limits.routes)
    #expect(contract.schema("ScreenRoute")?["properties"]?["paths"]?["maxItems"]?.integer == Limits.routePaths)
    #expect(contract.schema("LinkPrefixes")?["maxItems"]?.integer == Limits.linkPrefixes)
    #expect(contract.schema("LinkPrefixes")?["items"]?["maxLength"]?.integer == Limits.linkPrefixBytes)
    #expect(contract.schema("Snapshot")?["properties"]?["schema"]?["enum"]?.elements.last?.integer == Snapshot.schema)
    #expect(contract.schema("Open")?["properties"]?["url"]?["maxLength"]?.integer == Limits.urlBytes)
  }
}
