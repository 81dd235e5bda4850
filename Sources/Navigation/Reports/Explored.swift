/// What a search of an app has found, as the formats tell it.
public struct Explored: Sendable {
  public let design: Design
  public private(set) var answer: ExploreAnswer
  public private(set) var limits: SearchLimits
  /// Nil without a baseline.
  package var comparison: ExploreBaseline.Comparison?

  /// What `navigation explore` prints for people.
  public func text() -> String { ExploreText.text(of: self) }

  /// The answer of a server's `POST /v1/explore`, as compact JSON in UTF-8.
  public func json() -> [UInt8] { answer.json() }

  /// Whether everything is told: each way to a finding, and each window of it.
  var reportsAll: Bool { limits.examples > 1 }

  /// As if the search had kept the shortest way to each kind of finding alone.
  package mutating func keepShortestWays() {
    for index in answer.findings.indices {
      answer.findings[index].examples = Array(answer.findings[index].examples.prefix(1))
    }
    limits.examples = 1
  }

  /// With a baseline only what that does not have.
  public var findings: [ExploreAnswer.Finding] {
    guard let comparison else { return answer.findings }
    return answer.findings.filter { comparison.new.contains(ExploreBaseline.line(of: $0)) }
  }

  /// Whether every state was seen, or all in which so many tabs hold what was opened.
  public var isComplete: Bool { answer.bound == nil || answer.tabsAtATime != nil }

  /// The words of the checks, once each.
  var checks: [String] {
    (design.checks ?? Check.plain).map(\.word).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  func windows(of finding: ExploreAnswer.Finding) -> String {
    let (shown, count) = (reportsAll ? Int.max : Self.shownWindows, finding.windows.count)
    let names = (finding.windows.prefix(shown) + (count > shown ? ["…"] : [])).joined(separator: ", ").oneLine
    return count == 1 ? "in \(names)" : "in \(count) windows: \(names)"
  }

  private static let shownWindows = 3
}

extension ExploreAnswer.Finding {
  /// What is wrong, with the number of ways to it.
  var sentence: String { message.oneLine + (count > 1 ? ", in \(count) ways" : "") }

  /// The shortest way; nil where the answer has no room for it.
  var shortestWay: String? { examples.first?.text }
}

extension ExploreAnswer.Example {
  /// The device, and the steps.
  var text: String {
    let device = environment.device?.name ?? "a free window"
    return ("\(device), \(environment.orientation.rawValue)" + way.map { " → \($0.name)" }.joined()).oneLine
  }
}

extension Design {
  /// States of a search where neither its caller nor its body names a limit.
  private static let usualStates = 50_000

  /// Its own `states`, else 50,000, 256 MiB, and of each kind of finding the shortest way.
  public var usualLimits: SearchLimits {
    SearchLimits(states: states ?? Self.usualStates, bytes: SearchLimits.usual.bytes)
  }

  /// Looks at every state that a user can reach, on the caller's thread; also with other answers of the delegate if
  /// `suggests` is set.
  ///
  /// Equal designs and limits find the same. Throws where the app's tree is invalid.
  ///
  /// - Parameter limits: nil for `usualLimits`.
  public func explore(limits: SearchLimits? = nil) throws(Problem) -> Explored {
    let limits = limits ?? usualLimits
    var exploration = try exploration(limits: limits)
    while !exploration.isOver { exploration.run(transitions: .max) }
    return explored(by: exploration, limits: limits)
  }

  /// A search of it, which the caller drives. Throws where the app's tree is invalid.
  package func exploration(limits: SearchLimits) throws(Problem) -> Exploration {
    do throws(Rejection) {
      return Exploration(try space(), variants: suggests ? variants() : [], limits: limits)
    } catch { throw app.problem(of: error) }
  }

  /// What that search has found so far.
  package func explored(by exploration: Exploration, limits: SearchLimits) -> Explored {
    Explored(design: self, answer: ExploreAnswer(exploration.report(mapping: mapped)), limits: limits)
  }
}

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
