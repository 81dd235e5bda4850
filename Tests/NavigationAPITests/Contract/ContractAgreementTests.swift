import Navigation
import Testing

/// Variants of valid values with one change each: the contract and the readers must agree whether each is valid
/// (status 400 or not).
@Suite struct ContractAgreementTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  @Test(arguments: ContractBodyTests.requests)
  func theContractAndTheReaderAgree(row: ContractBodyTests.Row) {
    let schema = Contract.reference(to: row.component)
    var bodies = contract.examples(of: row.component).map(\.value)
    if row.component == "TransitionRequest" { bodies += contract.branchExamples(of: "RecordedTransition") }
    var refused = 0
    var disputed: [String] = []
    for spoilt in bodies.flatMap(\.spoilt) {
      let text = spoilt.value.json
      let isTaken = Self.hasTheShape(text, row.type)
      if !isTaken { refused += 1 }
      let isValid = contract.checker.isValid(spoilt.value, against: schema)
      if isValid != isTaken, isValid || !Self.boundedByTheModel.contains(where: spoilt.pointer.hasSuffix) {
        disputed.append("\(spoilt.pointer): \(text)")
      }
    }
    #expect(disputed == [])
    #expect(refused > 20)
  }

  /// Bounds of the contract that are 422 on the server: of lists that may not be empty, and of a window's sides.
  private static let boundedByTheModel = ["/tabs", "/pages", "/children", "/width", "/height"]

  /// Whether the reader accepts the text, or leaves its refusal to the model (422).
  private static func hasTheShape(_ text: String, _ type: any JSONBody.Type) -> Bool {
    do {
      _ = try type.init(request: Array(text.utf8))
      return true
    } catch {
      switch error {
      case .json: return false
      case .model, .unknownSchema, .notInBatch, .batchLimit, .routes: return true
      }
    }
  }
}

extension ContractValue {
  /// Replacements of values; null is that of `ContractNullTests`.
  private static let strangers: [ContractValue] = [
    .bool(true), .integer(0), .integer(-1), .number(1.5), .string(""), .string("x"), .string("no id!"),
    .array([]), .object([]),
  ]

  /// Variants of the value with one change: a value replaced, a member removed, or a member added.
  var spoilt: [(pointer: String, value: ContractValue)] {
    var variants = Self.strangers.map { (pointer: "", value: $0) }
    switch self {
    case .object(let members):
      variants.append(("", .object(members + [Member(name: "stranger", value: .integer(1))])))
      for (index, member) in members.enumerated() {
        var fewer = members
        fewer.remove(at: index)
        variants.append(("/" + member.name, .object(fewer)))
        for variant in member.value.spoilt {
          var changed = members
          changed[index].value = variant.value
          variants.append(("/" + member.name + variant.pointer, .object(changed)))
        }
      }
    case .array(let elements):
      for index in elements.indices {
        for variant in elements[index].spoilt {
          var changed = elements
          changed[index] = variant.value
          variants.append(("/\(index)" + variant.pointer, .array(changed)))
        }
      }
    case .null, .bool, .integer, .number, .string: break
    }
    return variants
  }
}
