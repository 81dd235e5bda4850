import Foundation
import Navigation
import Testing

/// The manual's table of the delegate's answers is that of the contract. With `NAVIGATION_RECORD_FACTS` it is written
/// into the manual, and the test fails.
@Suite struct AnswerManualTests {
  private static let path = "Sources/Navigation/API/README.md"

  private static func rows(of answer: ContractAnswer) -> [String] {
    let style = answer.styles.count > 1 ? "" : ", \(answer.styles.joined())"
    let values = answer.values.map { ("`\($0.json.filter { $0 != "\"" })`", $0.sentence) }
    return (values.isEmpty ? [("", answer.description)] : values).enumerated().map { index, value in
      let cells = [index == 0 ? "`\(answer.name)`\(style)" : "", value.0, value.1]
      return "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined() + "\n"
    }
  }

  @Test func `the manual has each answer as the contract says it`() throws {
    let contract = try Contract.shared.get()
    let rows = try ContractAnswerTests.names.flatMap { try Self.rows(of: contract.answer($0)) }
    let table = "\n| Answer | Value | What it means |\n|---|---|---|\n" + rows.joined()
    let manual = try Contract.text(Self.path)
    var parts = manual.components(separatedBy: "<!-- delegate -->")
    try #require(parts.count == 2)
    var rest = parts[1].components(separatedBy: "<!-- /delegate -->")
    try #require(rest.count == 2)
    rest[0] = table
    parts[1] = rest.joined(separator: "<!-- /delegate -->")
    let told = parts.joined(separator: "<!-- delegate -->")
    #expect(told == manual)
    guard ProcessInfo.processInfo.environment["NAVIGATION_RECORD_FACTS"] != nil else { return }
    try told.write(to: Contract.file(Self.path), atomically: true, encoding: .utf8)
  }
}
