/// What a search has found as JUnit's XML: a test case for each check and route.
enum ExploreJUnit {
  private struct Case {
    var check: String
    var name: String
    /// Why it fails, and how to see it; nil where it passes.
    var failure: (message: String, text: String)?
  }

  static func text(of explored: Explored) -> String {
    let cases = cases(of: explored)
    let counts = #"tests="\#(cases.count)" failures="\#(cases.count { $0.failure != nil })""#
    let lines =
      [
        #"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites \(counts)>",
        #"  <testsuite name="explore" \#(counts)>"#,
      ] + cases.flatMap(element) + ["  </testsuite>", "</testsuites>"]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func cases(of explored: Explored) -> [Case] {
    let findings = explored.findings
    let checks = explored.checks
    let routes = explored.answer.routes.map(\.route)
    var names = routes + findings.map(\.name).filter { !routes.contains($0) }
    names = names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    var cases = checks.flatMap { check in
      names.map { name in
        let found = findings.filter { $0.check == check && $0.name == name }
        return Case(check: check, name: name, failure: found.isEmpty ? nil : failure(found, in: explored))
      }
    }
    if !explored.isComplete {
      let notes = ExploreText.notes(of: explored)
      cases.append(
        Case(check: "explore", name: "bound", failure: (notes.first ?? "", notes.joined(separator: "\n"))))
    }
    return cases
      + (explored.comparison?.differences ?? []).map { Case(check: "baseline", name: $0, failure: ($0, "")) }
  }

  private static func failure(
    _ findings: [ExploreAnswer.Finding], in explored: Explored
  ) -> (message: String, text: String) {
    let texts = findings.map { finding in
      (["\(finding.sentence), \(explored.windows(of: finding))"] + finding.examples.map(\.text)).joined(separator: "\n")
    }
    return (findings.map(\.message).joined(separator: "; "), texts.joined(separator: "\n"))
  }

  private static func element(of test: Case) -> [String] {
    let attributes = #"classname="\#(escaped(test.check))" name="\#(escaped(test.name))""#
    guard let failure = test.failure else { return ["    <testcase \(attributes)/>"] }
    return [
      "    <testcase \(attributes)>",
      #"      <failure message="\#(escaped(failure.message))">\#(escaped(failure.text))</failure>"#, "    </testcase>",
    ]
  }

  /// Text and attributes (XML 1.0, 2.4); control characters, which XML has no form for, become spaces.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).oneLine }.joined(separator: "\n")
      .escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }
}

extension ExploreAnswer.Finding {
  /// The name of its route.
  fileprivate var name: String { route ?? "(an empty display)" }
}
