import Foundation
import Navigation
import Testing

/// The manual's table of the delegate's answers is made of the contract. With `NAVIGATION_RECORD_FACTS` it is written
/// into the manual, and the test fails.
@Suite struct AnswerManualTests {
  private static let path = "Sources/Navigation/API/README.md"
  private static let mark = "<!-- delegate -->"

  /// Where a sentence of the contract belongs: it may begin by saying so.
  private static let beginnings: [(text: String, collapse: Bool, other: Bool)] = [
    ("Expanded and collapsed, ", true, true), ("Collapsed, ", true, false), ("Expanded, ", false, true),
  ]

  /// What a sentence, or several, say of a collapse, and what of an expansion or any other time.
  static func moments(of text: String, isOfCollapse: Bool) -> (collapse: String, other: String) {
    var (collapse, other): ([String], [String]) = ([], [])
    // A full stop within a sentence is followed by no capital.
    for match in text.matches(of: /\S.*?\.(?=\s+[A-Z`]|\s*$)/) {
      let sentence = String(match.0)
      // A method alone is in a column of its own.
      if sentence.wholeMatch(of: /`[^`]+`\.?/) != nil { continue }
      let beginning = beginnings.first { sentence.hasPrefix($0.text) }
      let rest = sentence.dropFirst(beginning?.text.count ?? 0)
      let said = rest.prefix(1).uppercased() + rest.dropFirst()
      if beginning?.collapse ?? isOfCollapse { collapse.append(said) }
      if beginning?.other ?? !isOfCollapse { other.append(beginning?.collapse == true ? "The same." : said) }
    }
    return (collapse.joined(separator: " "), other.joined(separator: " "))
  }

  @Test(
    arguments: [
      ("Collapsed, it is `a`. Expanded, b, e.g. c.", false, "It is `a`.", "B, e.g. c."), ("A. B.", true, "A. B.", ""),
      ("`m(_:)`. A.", false, "", "A."), ("Expanded and collapsed, a.", false, "A.", "The same."),
    ])
  func `a sentence goes where it says`(text: String, isOfCollapse: Bool, collapse: String, other: String) {
    let moments = Self.moments(of: text, isOfCollapse: isOfCollapse)
    #expect(moments.collapse == collapse && moments.other == other)
  }

  /// The values of an answer, UIKit's own first.
  private static func values(of answer: ContractAnswer) -> [(word: String, sentence: String)] {
    let values = answer.values.isEmpty ? [("", answer.description)] : answer.values
    let own = values.filter { $0.0 == answer.initial } + values.filter { $0.0 != answer.initial }
    return own.map { ($0.0.filter { $0 != "\"" }, $0.1) }
  }

  /// Rows of the table, and the values of which an answer before had the same sentences.
  private static func rows(of answer: ContractAnswer, after told: inout [String: String]) -> [[String]] {
    let values = Self.values(of: answer)
    let tail = values.dropFirst().map { "\($0.word) \($0.sentence)" }.joined(separator: "\n")
    let isTold = values.count > 3 && told[tail] != nil
    var rows = (isTold ? [values[0]] : values).map { value in
      let moments = Self.moments(of: value.sentence, isOfCollapse: answer.isOfCollapse)
      return ["", "", value.word.isEmpty ? "" : "`\(value.word)`", moments.collapse, moments.other, ""]
    }
    if isTold, let first = told[tail] {
      rows.append(["", "", values.dropFirst().map { "`\($0.word)`" }.joined(separator: ", "), "", "As `\(first)`.", ""])
    }
    told[tail] = answer.name
    rows[0][0] = "`\(answer.name)`"
    rows[0][1] = answer.styles.count > 1 ? "both" : answer.styles.joined()
    rows[0][5] = answer.method.map { "`\($0)`" } ?? ""
    return rows
  }

  private static func table(_ answers: [ContractAnswer]) -> String {
    var told: [String: String] = [:]
    let head = [
      "Member", "Style", "Value", "Collapsing, collapsed", "Expanding, expanded, otherwise", "UIKit's method",
    ]
    var lines = ([head] + answers.flatMap { rows(of: $0, after: &told) }).map { cells in
      "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined() + "\n"
    }
    lines.insert("|" + String(repeating: "---|", count: head.count) + "\n", at: 1)
    return lines.joined()
  }

  @Test func `the manual has each answer as the contract says it`() throws {
    let contract = try Contract.shared.get()
    let manual = try Contract.text(Self.path)
    var parts = manual.components(separatedBy: Self.mark)
    try #require(parts.count == 2)
    var rest = parts[1].components(separatedBy: "<!-- /delegate -->")
    try #require(rest.count == 2)
    rest[0] = try "\n" + Self.table(ContractAnswerTests.names.map(contract.answer))
    parts[1] = rest.joined(separator: "<!-- /delegate -->")
    let told = parts.joined(separator: Self.mark)
    #expect(told == manual)
    guard ProcessInfo.processInfo.environment["NAVIGATION_RECORD_FACTS"] != nil else { return }
    try told.write(to: Contract.file(Self.path), atomically: true, encoding: .utf8)
  }

  /// Every question to the delegate of a split view is some answer's, and no answer names another method.
  @Test func `the methods are the questions to a split view's delegate`() throws {
    let contract = try Contract.shared.get()
    let questions = DelegateCall.kinds.words.filter {
      $0.contains(/^(split|primary)ViewController|^targetDisplayMode/) && !$0.contains(/[wW]ill|[dD]id/)
    }
    #expect(try Set(ContractAnswerTests.names.compactMap { try contract.answer($0).method }) == Set(questions))
  }
}
