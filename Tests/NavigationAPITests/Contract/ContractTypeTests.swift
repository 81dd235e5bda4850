import Navigation
import Testing

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
