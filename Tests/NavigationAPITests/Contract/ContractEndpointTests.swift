import Navigation
import Testing

/// The paths, parameters and problems of the contract are those of the code.
@Suite struct ContractEndpointTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  @Test func operationsAreTheCodes() {
    let written = contract.operations.map { "\($0.id ?? "?") \($0.method.uppercased()) \($0.path)" }
    let coded = Operation.allCases.map { "\($0.name) \($0.method.rawValue) \($0.template)" }
    #expect(Set(written) == Set(coded))
    #expect(written.count == coded.count)
  }

  @Test(arguments: Operation.allCases)
  func operationsHaveABodyIfTheyArePosts(operation: Operation) {
    let written = contract.operations.first { $0.id == operation.name }
    #expect((written?.value["requestBody"] != nil) == (operation.method == .post))
  }

  @Test(arguments: Operation.allCases)
  func operationsRequireAKeyAsInTheCode(operation: Operation) {
    let written = contract.operations.first { $0.id == operation.name }
    #expect((written?.value["security"] == nil) == operation.needsKey)
    #expect((written?.value["responses"]?["401"] != nil) == operation.needsKey)
    #expect((written?.value["responses"]?["429"] == nil) == operation.isHealth)
  }

  @Test(arguments: Operation.allCases)
  func answersAreOfTheCodesTypes(operation: Operation) {
    let responses = contract.operations.first { $0.id == operation.name }?.value["responses"]?.members ?? []
    let types = responses.filter { $0.name.hasPrefix("2") }.flatMap { $0.value["content"]?.members.map(\.name) ?? [] }
    #expect(types.count == Set(types).count && Set(types) == Self.types(of: operation))
  }

  /// The media types of an operation's answers; if there are several, those of its enumeration.
  private static func types(of operation: Operation) -> Set<String> {
    if let type = operation.mediaType { return ["\(type)"] }
    return switch operation {
    case .getPicture, .drawPicture: Set(PictureQuery.Format.allCases.map { "\($0.mediaType)" })
    case .getInspectorFile: Set(InspectorFile.allCases.map { "\($0.mediaType)" })
    case _: []
    }
  }

  @Test func problemsAreTheCodes() {
    #expect(contract.words(of: "ProblemCode") == ProblemCode.allCases.map(\.rawValue))
  }

  @Test func everyResponseHasTheStatusOfItsCodes() {
    for response in contract.document["components"]?["responses"]?.members ?? [] {
      guard let schema = problemSchema(of: response), schema["allOf"] != nil else { continue }
      let properties = schema["allOf"]?[1]?["properties"]
      let words = properties?["code"]?["enum"]?.elements.compactMap(\.string) ?? []
      let statuses = Set(words.map { ProblemCode(rawValue: $0)?.status })
      #expect(
        statuses.count == 1 && properties?["status"]?["enum"]?.elements.map(\.integer) == Array(statuses),
        "\(response.name)")
    }
  }

  /// Each response has its own problem schema, which names the generated type; only `AnyProblem` has `Problem`.
  @Test func everyResponseHasAProblemOfItsName() {
    for response in contract.document["components"]?["responses"]?.members ?? [] {
      let schema = response.value["content"]?["application/problem+json"]?["schema"]
      let name = response.name == "AnyProblem" ? "Problem" : response.name + "Problem"
      #expect(schema == nil || schema == Contract.reference(to: name), "\(response.name)")
    }
  }

  private func problemSchema(of response: ContractValue.Member) -> ContractValue? {
    response.value["content"]?["application/problem+json"]?["schema"].map(contract.resolved)
  }

  @Test func everyProblemHasAResponse() {
    var named: Set<String> = []
    for response in contract.document["components"]?["responses"]?.members ?? [] {
      let codes = problemSchema(of: response)?["allOf"]?[1]?["properties"]?["code"]?["enum"]?.elements
      named.formUnion(codes?.compactMap(\.string) ?? [])
      for word in (response.value["description"]?.string ?? "").matches(of: /`([a-z-]+)`/) {
        named.insert(String(word.1))
      }
    }
    #expect(ProblemCode.allCases.map(\.rawValue).filter { !named.contains($0) } == [])
  }

  @Test func problemExamplesSpeakAsTheServerDoes() {
    let examples = contract.bodyExamples.map(\.value).filter { $0["requestId"] != nil }
    #expect(!examples.isEmpty)
    for example in examples {
      let code = ProblemCode(rawValue: example["code"]?.string ?? "")
      #expect(code?.status == example["status"]?.integer, "\(example.brief)")
      #expect(code?.title == example["title"]?.string, "\(example.brief)")
      #expect(code?.type == example["type"]?.string, "\(example.brief)")
    }
  }

  @Test func parametersAreTheCodes() {
    let limit = schema(ofParameter: "Limit")
    #expect(limit?["minimum"]?.integer == SessionListQuery.limitRange.lowerBound)
    #expect(limit?["maximum"]?.integer == SessionListQuery.limitRange.upperBound)
    #expect(limit?["default"]?.integer == SessionListQuery.defaultLimit)
    let records = schema(ofParameter: "TransitionLimit")
    #expect(records?["minimum"]?.integer == TransitionListQuery.limitRange.lowerBound)
    #expect(records?["maximum"]?.integer == TransitionListQuery.limitRange.upperBound)
    #expect(records?["default"]?.integer == TransitionListQuery.defaultLimit)
    let after = schema(ofParameter: "AfterRevision")
    #expect(after?["minimum"]?.integer == TransitionListQuery.revisionRange.lowerBound)
    #expect(after?["maximum"]?.integer == TransitionListQuery.revisionRange.upperBound)
    let at = schema(ofParameter: "AtRevision")
    #expect(at?["minimum"]?.integer == TransitionListQuery.revisionRange.lowerBound)
    #expect(at?["maximum"]?.integer == TransitionListQuery.revisionRange.upperBound)
    let wait = schema(ofParameter: "Wait")
    #expect(wait?["minimum"]?.integer == SessionQuery.waitRange.lowerBound)
    #expect(wait?["maximum"]?.integer == SessionQuery.waitRange.upperBound)
    let words = schema(ofParameter: "Include")?["items"]?["enum"]?.elements.compactMap(\.string)
    #expect(words == TransitionQuery.Inclusion.allCases.map(\.rawValue))
    let format = schema(ofParameter: "PictureFormat")
    #expect(format?["enum"]?.elements.compactMap(\.string) == PictureQuery.Format.allCases.map(\.rawValue))
    #expect(format?["default"]?.string == PictureQuery().format.rawValue)
    let style = schema(ofParameter: "PictureStyle")
    #expect(style?["enum"]?.elements.compactMap(\.string) == PictureQuery.Style.allCases.map(\.rawValue))
    #expect(style?["default"]?.string == PictureQuery().style.rawValue)
    let scale = schema(ofParameter: "PictureScale")
    #expect(scale?["minimum"]?.double == PictureQuery.scaleRange.lowerBound)
    #expect(scale?["maximum"]?.double == PictureQuery.scaleRange.upperBound)
    #expect(scale?["default"]?.double == PictureQuery().scale)
    let label = Labels.nameBytes.upperBound + 1 + Labels.maximumValueBytes
    #expect(schema(ofParameter: "Label")?["maxLength"]?.integer == label)
    #expect(schema(ofParameter: "Label")?["pattern"]?.string == "^[^:]{1,\(Labels.nameBytes.upperBound)}:")
    #expect(schema(ofParameter: "IdempotencyKey")?["minLength"]?.integer == IdempotencyKey.lengths.lowerBound)
    #expect(schema(ofParameter: "IdempotencyKey")?["maxLength"]?.integer == IdempotencyKey.lengths.upperBound)
    // Another text is replaced, so that none is invalid.
    #expect(schema(ofParameter: "RequestId")?.members.map(\.name) == ["type"])
  }

  private func schema(ofParameter name: String) -> ContractValue? {
    contract.document["components"]?["parameters"]?[name]?["schema"]
  }
}
