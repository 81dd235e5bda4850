import Navigation

/// What a search of an app has found, as the formats tell it.
struct Explored {
  let design: Design
  let answer: ExploreAnswer
  let limits: SearchLimits
  /// Whether everything is told: each way to a finding, and each window of it.
  var tellsAll = false
  /// Nil without a baseline.
  var comparison: ExploreBaseline.Comparison?

  /// With a baseline only what that does not have.
  var findings: [ExploreAnswer.Finding] {
    guard let comparison else { return answer.findings }
    return answer.findings.filter { comparison.new.contains(ExploreBaseline.line(of: $0)) }
  }

  /// Whether every state was seen, or all in which so many tabs hold what was opened.
  var isComplete: Bool { answer.bound == nil || answer.tabsAtATime != nil }

  /// The words of the checks, once each.
  var checks: [String] {
    (design.checks ?? Check.plain).map(\.word).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The windows of a finding.
  func windows(of finding: ExploreAnswer.Finding) -> String {
    let (told, count) = (tellsAll ? Int.max : Self.toldWindows, finding.windows.count)
    let names = (finding.windows.prefix(told) + (count > told ? ["…"] : [])).joined(separator: ", ").oneLine
    return count == 1 ? "in \(names)" : "in \(count) windows: \(names)"
  }

  private static let toldWindows = 3
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

extension String {
  /// Without line breaks and other control characters, which names of an app may have.
  var oneLine: String {
    var line = String.UnicodeScalarView()
    for scalar in unicodeScalars { line.append(Self.breaksLine(scalar) ? " " : scalar) }
    return String(line)
  }

  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case _: false
    }
  }
}

/// A form in which `explore` tells what it has found.
enum ExploreFormat: String, CaseIterable {
  case text, json, junit, github, markdown

  /// - Parameters:
  ///   - file: the path of the app's file; nil for standard input.
  ///   - bytes: its content.
  func text(of explored: Explored, file: String?, bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .text: Array(ExploreText.text(of: explored).utf8)
    case .json: explored.answer.json() + [UInt8(ascii: "\n")]
    case .junit: Array(ExploreJUnit.text(of: explored).utf8)
    case .github: Array(ExploreGitHub.text(of: explored, file: file, bytes: bytes).utf8)
    case .markdown: Array(ExploreMarkdown.text(of: explored).utf8)
    }
  }
}
