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
