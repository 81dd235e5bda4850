import Navigation
import Testing

/// The answers of an app's delegate: what the contract says of each value, and in which style each acts. A form, a page
/// and the manual are made of it.
@Suite struct ContractAnswerTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  static let names = ContractMemberTests.behavior(nullable: false).map(\.name)

  private static let styles: [(style: SplitStyle, layout: String)] = [
    (.classic, #""listDetail", "primary": {"id": "list", "route": "list"}, "secondary": {"route": "note"}"#),
    (.doubleColumn, #""doubleColumn", "primary": {"id": "list", "route": "list"}, "secondary": {"route": "note"}"#),
    (
      .tripleColumn,
      #""tripleColumn", "primary": {"route": "a"}, "supplementary": {"route": "b"}, "secondary": {"route": "c"}"#
    ),
  ]

  private func design(_ layout: String, _ name: String, _ value: String) throws -> Design {
    try Design(json: #"{"layout": {"name": \#(layout), "behavior": {"\#(name)": \#(value)}}}"#.utf8)
  }

  /// A value that is not the default.
  private func sample(_ answer: ContractAnswer) throws -> String {
    switch answer.values.map(\.json) {
    case []: answer.name == "collapsesOnto" ? #""primary""# : #"{"id": "other", "route": "other"}"#
    case let values: try #require(values.first { $0 != answer.initial })
    }
  }

  @Test(arguments: names)
  func `D-413: an answer acts in the styles that it names, and is refused in no other way`(_ name: String) throws {
    let answer = try contract.answer(name)
    for (style, layout) in Self.styles {
      let acts = style.uses(answer: name)
      if style != .doubleColumn { #expect(answer.styles.contains(style == .classic ? "classic" : "column") == acts) }
      let value = try sample(answer)
      do {
        _ = try design(layout, name, value)
      } catch let problem as Problem {
        #expect(problem.known == .wrongStyle && !acts, "\(style) \(problem)")
      }
    }
  }

  @Test(arguments: names)
  func `each value has a sentence, and no description repeats them`(_ name: String) throws {
    let answer = try contract.answer(name)
    let sentences = answer.values.map(\.sentence)
    #expect(Set(sentences).count == sentences.count && sentences.allSatisfy { $0.hasSuffix(".") })
    for value in answer.values where value.json.hasPrefix("\"") {
      #expect(!answer.description.contains("`\(value.json.dropFirst().dropLast())`"))
    }
  }

  /// The first word is what UIKit does without an answer.
  @Test(arguments: names)
  func `the first word is the default`(_ name: String) throws {
    let answer = try contract.answer(name)
    guard let initial = answer.initial else { return }
    let layout = Self.styles[1].layout
    if initial.hasPrefix("\"") { #expect(initial == answer.values.first?.json) }
    let opened = try [initial, "null"].map { try design(layout, name, $0).app.open().session }
    #expect(opened[0] == opened[1])
    #expect(answer.values.count == 1 || (try? sample(answer)) != initial)
  }

  @Test func `two lists of modes say the same`() {
    let tails = ["DisplayModeOrAutomatic", "DisplayModeOrProposed"].map {
      contract.schema($0)?["x-enum-descriptions"]?.elements.dropFirst().compactMap(\.string)
    }
    #expect(tails[0] == tails[1])
  }
}

/// An answer of an app's delegate as the contract has it.
struct ContractAnswer {
  var name: String
  /// Of the member, or of its type.
  var description: String
  var styles: [String]
  /// UIKit's method that asks for it; nil where the app's own code does it.
  var method: String?
  /// Whether it acts on a collapse or while collapsed alone.
  var isOfCollapse: Bool
  /// The default as JSON; nil for a controller and an id.
  var initial: String?
  /// Each value as JSON, with its sentence; none of a controller and of an id.
  var values: [(json: String, sentence: String)]
}

extension Contract {
  func answer(_ name: String) throws -> ContractAnswer {
    let member = try #require(schema("SplitBehaviorInput")?["properties"]?[name])
    let type = resolved(member["oneOf"]?[0] ?? member)
    let sentences = (member["x-enum-descriptions"] ?? type["x-enum-descriptions"])?.elements.compactMap(\.string) ?? []
    let words = type["enum"]?.elements.compactMap(\.string).map { "\"\($0)\"" }
    let initial = words?.first ?? member["default"]?.bool.map { "\($0)" }
    let values = words ?? (member["default"]?.bool == nil ? [] : ["false", "true"])
    try #require(values.count == sentences.count, "\(name)")
    let moment = member["x-moment"]?.string
    try #require(moment == nil || moment == "collapse", "\(name)")
    return ContractAnswer(
      name: name, description: (member["description"] ?? type["description"])?.string ?? "",
      styles: member["x-styles"]?.elements.compactMap(\.string) ?? [], method: member["x-uikit"]?.string,
      isOfCollapse: moment != nil, initial: initial, values: zip(values, sentences).map { ($0, $1) })
  }
}

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
    var seen: Set<String> = []
    for spoilt in bodies.flatMap(\.spoilt) {
      let text = spoilt.value.json
      guard seen.insert(text).inserted else { continue }
      let isTaken = Self.hasTheShape(text, row.type)
      if !isTaken { refused += 1 }
      let isValid = contract.checker.isValid(spoilt.value, against: schema)
      if isValid != isTaken, isValid || !Self.boundedByTheModel.contains(where: spoilt.pointer.hasSuffix) {
        disputed.append("\(spoilt.pointer): \(text)")
      }
    }
    #expect(disputed == [])
    #expect(refused > 15)
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
