import Navigation

/// What a search has found, for people and for a baseline.
enum ExploreText {
  static func text(of answer: ExploreAnswer) -> String {
    var lines = ["\(answer.states) states, \(answer.tried) transitions"]
    if let bound = answer.bound { lines.append("Not every state was seen: the limit of \(bound.rawValue) ended it.") }
    lines += [""] + table(of: answer)
    for check in Set(answer.findings.map(\.check)).sorted() {
      lines += ["", "\(check):"]
      for finding in answer.findings where finding.check == check { lines += entry(finding) }
    }
    if answer.findings.isEmpty { lines += ["", "Nothing found."] }
    if !answer.known.isEmpty {
      let known = answer.known.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
      lines += ["", "Round trips that UIKit itself ends elsewhere: \(known)."]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func table(of answer: ExploreAnswer) -> [String] {
    let classes = SizeClass.allCases.filter { sizeClass in answer.routes.contains { $0.counts[sizeClass] != nil } }
    let rows =
      [["route"] + classes.map(\.rawValue)]
      + answer.routes.map { route in
        [route.route] + classes.map { route.counts[$0].map { "\($0.states) states, \($0.taps) taps" } ?? "-" }
      }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        .trimmingSuffix(" ")
    }
  }

  /// What it is, where, and the shortest way to it.
  private static func entry(_ finding: ExploreAnswer.Finding) -> [String] {
    let number = finding.windows.count
    let windows = (number > 1 ? "in \(number) windows: " : "in ") + finding.windows.joined(separator: ", ")
    let ways = finding.count > 1 ? ", in \(finding.count) ways" : ""
    return ["  \(finding.message)\(ways), \(windows)"]
      + finding.examples.map { example in
        let device = example.environment.device?.name ?? "a free window"
        return "    \(device), \(example.environment.orientation.rawValue)"
          + example.way.map { " → \($0.name)" }.joined()
      }
  }

  /// A line for each route and size class with its taps, and for each finding.
  static func baseline(of answer: ExploreAnswer) -> [String] {
    let routes = answer.routes.flatMap { route in
      SizeClass.allCases.compactMap { sizeClass in
        route.counts[sizeClass].map { "route \(route.route) \(sizeClass.rawValue) \($0.taps)" }
      }
    }
    var findings: [String] = []
    for finding in answer.findings {
      let line = "\(finding.check) \(finding.route ?? "-") \(finding.sizeClass.rawValue): \(finding.message)"
      if !findings.contains(line) { findings.append(line) }
    }
    return routes.sorted() + findings.sorted()
  }
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> String {
    var text = self
    while text.last == character { text.removeLast() }
    return text
  }
}
