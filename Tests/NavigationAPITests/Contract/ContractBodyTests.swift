import Navigation
import Testing

/// The server's readers and writers agree with the bodies in the contract.
@Suite struct ContractBodyTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  /// A component with its type.
  struct Row: CustomTestStringConvertible {
    var component: String
    var type: any JSONBody.Type

    init(_ component: String, _ type: any JSONBody.Type) {
      self.component = component
      self.type = type
    }

    var testDescription: String { component }
  }

  static let requests = [
    Row("CreateSession", CreateSession.self),
    Row("PictureRequest", PictureRequest.self),
    Row("TransitionRequest", TransitionRequest.self),
    Row("ForkSession", ForkSession.self),
    Row("ResolveRequest", ResolveRequest.self),
    Row("ExploreRequest", Design.self),
    Row("WayRequest", WayRequest.self),
  ]

  static let answers = [
    Row("CreationRecord", TransitionRecord.self),
    Row("TransitionRecord", TransitionRecord.self),
    Row("SessionView", SessionView.self),
    Row("SessionList", SessionList.self),
    Row("TransitionList", TransitionList.self),
    Row("Snapshot", Snapshot.self),
    Row("MoveList", MoveList.self),
    Row("WayAnswer", Way.self),
    Row("ExploreAnswer", ExploreAnswer.self),
    Row("DeviceList", DeviceList.self),
    Row("ResolveAnswer", ResolveAnswer.self),
    Row("Health", Health.self),
  ]

  @Test func everyJSONBodyHasAReader() {
    let read = Set((Self.requests + Self.answers).map(\.component))
    let bodies = contract.bodyExamples.compactMap {
      $0.schema["$ref"]?.string?.split(separator: "/").last.map(String.init)
    }
    #expect(Set(bodies).subtracting(read).allSatisfy { $0.hasSuffix("Problem") })
    #expect(read.subtracting(bodies).isEmpty)
  }

  @Test(arguments: requests)
  func everyRequestIsRead(row: Row) {
    let examples = contract.examples(of: row.component)
    #expect(!examples.isEmpty)
    for example in examples {
      #expect(throws: Never.self, "\(example.name)") { try row.type.init(request: Array(example.value.json.utf8)) }
    }
  }

  /// A member skipped by the reader would be missing in the written text.
  @Test(arguments: answers)
  func everyAnswerIsWrittenAsItWasRead(row: Row) throws {
    let examples = contract.examples(of: row.component)
    #expect(!examples.isEmpty)
    for example in examples {
      let body = try row.type.init(answer: Array(example.value.json.utf8))
      let written = try ContractValue(json: String(decoding: body.json(), as: UTF8.self))
      #expect(written.isSame(as: example.value), "\(example.name): \(written.json)")
    }
  }

  @Test func everyTransitionIsWrittenAsItWasRead() throws {
    for example in contract.branchExamples(of: "RecordedTransition") {
      let written = try TransitionRequest(request: Array(example.json.utf8)).json()
      #expect(try ContractValue(json: String(decoding: written, as: UTF8.self)).isSame(as: example), "\(example.brief)")
    }
  }

  @Test func everyEventIsWrittenAsItWasRead() throws {
    for example in contract.branchExamples(of: "Event") {
      let written = try ReceivedEvent(request: Array(example.json.utf8)).json()
      #expect(try ContractValue(json: String(decoding: written, as: UTF8.self)).isSame(as: example), "\(example.brief)")
    }
  }

  @Test func everyEnvironmentIsRead() throws {
    for example in contract.examples(of: "EnvironmentInput") {
      let json = try JSONDocument(example.value.json).root
      #expect(throws: Never.self, "\(example.value.brief)") { try Environment(json: json) }
    }
  }

  @Test func theWholeCatalogueFits() throws {
    let catalogue = try ContractValue(json: String(decoding: DeviceList.catalogue.json(), as: UTF8.self))
    let checker = SchemaChecker(document: contract.document, undeclared: .refused)
    #expect(checker.failures(of: catalogue, against: Contract.reference(to: "DeviceList")) == [])
    for device in contract.examples(of: "DeviceList").flatMap({ $0.value["devices"]?.elements ?? [] }) {
      #expect(catalogue["devices"]?.elements.contains { $0.isSame(as: device) } == true, "\(device.brief)")
    }
  }
}
