/// What a search has found as lines that only a change of the app changes: without counts of states, ways and ids.
package struct ExploreBaseline {
  /// What a run has, beside an accepted baseline.
  package struct Comparison: Equatable, Sendable {
    /// Lines that only the run has.
    var new: [String]
    /// Findings that both have.
    var accepted: Int
    /// Lines that only the baseline has.
    var mended: [String]

    package var isSame: Bool { new.isEmpty && mended.isEmpty }
    /// The new lines that are no findings: routes, and a bound.
    package var changes: [String]
  }

  let lines: [String]
  /// Those of them that are findings.
  private let findings: [String]

  /// A line for a bound that left states unseen, each route and size class with its taps, and each finding.
  package init(of explored: Explored) {
    let answer = explored.answer
    let routes = answer.routes.flatMap { route in
      SizeClass.allCases.compactMap { sizeClass in
        route.counts[sizeClass].map { "route \(route.route) \(sizeClass.rawValue) \($0.taps)".oneLine }
      }
    }
    findings = Set(answer.findings.map(Self.line)).sorted()
    lines = Self.bound(of: explored) + routes.sorted() + findings
  }

  static func line(of finding: ExploreAnswer.Finding) -> String {
    "\(finding.check) \(finding.route ?? "-") \(finding.sizeClass.rawValue): \(finding.message)".oneLine
  }

  private static func bound(of explored: Explored) -> [String] {
    guard !explored.isComplete, let bound = explored.answer.bound else { return [] }
    switch bound {
    case .states: return ["bound \(explored.limits.states) states"]
    case .bytes: return ["bound \(explored.limits.bytes) bytes"]
    case .time: return ["bound time"]
    }
  }

  /// Whether a line is that of a bound.
  package static func isBound(_ line: String) -> Bool { line.hasPrefix("bound ") }

  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// - Parameter accepted: the text of a baseline.
  package func comparison(with accepted: String) -> Comparison {
    let accepted = accepted.split(whereSeparator: \.isNewline).map(String.init)
    let (known, own) = (Set(accepted), Set(lines))
    let new = lines.filter { !known.contains($0) }
    return Comparison(
      new: new, accepted: findings.count(where: known.contains), mended: accepted.filter { !own.contains($0) },
      changes: new.filter { !findings.contains($0) })
  }
}

extension ExploreBaseline.Comparison {
  /// What differs beside the findings.
  var differences: [String] { changes.map { "new: \($0)" } + mended.map { "mended: \($0)" } }

  /// How it is told beside what is new.
  var sentences: [String] { changes.map { "new: \($0)" } + ["\(accepted) accepted"] + mended.map { "mended: \($0)" } }
}
