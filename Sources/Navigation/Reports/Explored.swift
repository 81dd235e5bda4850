/// What a search of an app has found, as the formats tell it.
public struct Explored: Sendable {
  public let design: Design
  public private(set) var answer: ExploreAnswer
  public private(set) var limits: SearchLimits
  /// Nil without a baseline.
  package var comparison: ExploreBaseline.Comparison?

  init(design: Design, answer: ExploreAnswer, limits: SearchLimits) {
    (self.design, self.answer, self.limits) = (design, answer, limits)
  }

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

  /// The windows of a finding.
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
