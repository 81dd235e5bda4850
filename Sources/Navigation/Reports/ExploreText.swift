/// What a search has found, for people.
enum ExploreText {
  static func text(of explored: Explored) -> String {
    var lines = [summary(of: explored)] + notes(of: explored)
    if explored.comparison == nil { lines += [""] + table(of: explored.answer) }
    for check in Set(explored.findings.map(\.check)).sorted() {
      lines += ["", "\(check):"]
      for finding in explored.findings where finding.check == check { lines += entry(finding, in: explored) }
    }
    if let comparison = explored.comparison {
      lines += [""] + comparison.sentences
    } else if explored.findings.isEmpty, !explored.answer.withoutRoutes {
      lines += ["", nothing(in: explored)]
    }
    return (lines + reasons(of: explored) + suggestions(of: explored)).map { $0 + "\n" }.joined()
  }

  static func nothing(in explored: Explored) -> String {
    explored.isComplete ? "Nothing found." : "Nothing found so far."
  }

  private static let largestLimit = Design.stateCounts.upperBound

  static func summary(of explored: Explored) -> String {
    "\(explored.answer.states) states, \(explored.answer.tried) transitions"
  }

  /// What the search has not seen or tried, and what it has not counted as a finding.
  static func notes(of explored: Explored) -> [String] {
    let answer = explored.answer
    var notes = bound(of: explored)
    if answer.withoutRoutes { notes.append("no routes: only the containers were tried") }
    if answer.repeats > 0 {
      notes.append("openings were not tried from \(answer.repeats) states that show a screen twice in one stack")
    }
    if answer.behindSidebar > 0 {
      notes.append(
        "behind the sidebar, whose button brings it back: a screen after \(answer.behindSidebar) changes of the window")
    }
    return notes
  }

  private static func bound(of explored: Explored) -> [String] {
    let answer = explored.answer
    guard let bound = answer.bound else { return [] }
    let limit =
      switch bound {
      case .states: "the limit of \(explored.limits.states) states"
      case .bytes: "the limit of \(explored.limits.bytes) bytes"
      case .time: "the time of a search"
      }
    let seen =
      switch answer.tabsAtATime {
      case nil: "Not every state was seen: \(limit) ended it."
      case 1?: "Every state was seen in which one tab at a time holds opened screens; \(limit) ended the others."
      case let tabs?:
        "Every state was seen in which up to \(tabs) tabs hold opened screens; \(limit) ended the others."
      }
    let grown = answer.grown.map { grown in
      ["\(grown.controller) grew the most, to \(grown.screens) screens:".oneLine, "  " + grown.example.text]
    }
    return [seen] + (grown ?? [])
      + ["To cut the search: fewer environments or offers. Its limit is states, or --states, up to \(largestLimit)."]
  }

  private static func table(of answer: ExploreAnswer) -> [String] {
    let classes = SizeClass.allCases.filter { sizeClass in answer.routes.contains { $0.counts[sizeClass] != nil } }
    let hasLocked = answer.routes.contains { $0.locked > 0 }
    let rows =
      [["route"] + classes.map(\.rawValue) + (hasLocked ? ["locked"] : [])]
      + answer.routes.map { route in
        [route.route.oneLine] + classes.map { route.counts[$0].map { "\($0.states) states, \($0.taps) taps" } ?? "-" }
          + (hasLocked ? [route.locked > 0 ? "\(route.locked) states" : "-"] : [])
      }
    return columns(rows)
  }

  private static func columns(_ rows: [[String]], separator: String = "  ") -> [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: separator)
        .trimmingSuffix(" ")
    }
  }

  /// What it is and where, and the shortest way to it, or all.
  private static func entry(_ finding: ExploreAnswer.Finding, in explored: Explored) -> [String] {
    var ways = finding.examples.prefix(explored.reportsAll ? .max : 1).map(\.text)
    if ways.isEmpty {
      ways = ["the answer has no room for its way"]
    } else if explored.reportsAll, ways.count < finding.count {
      ways.append("and \(finding.count - ways.count) more, for which the answer has no room")
    }
    return ["  \(finding.sentence), \(explored.windows(of: finding))"] + ways.map { "    " + $0 }
  }

  /// The rules of UIKit by which round trips show other screens.
  private static func reasons(of explored: Explored) -> [String] {
    guard !explored.answer.known.isEmpty else { return [] }
    return ["", "Round trips that UIKit itself ends elsewhere:"]
      + explored.answer.known.map { known in
        "  \(known.name) \(known.count)" + (KnownRule(rawValue: known.name).map { ": \($0.sentence)" } ?? "")
      }
  }

  /// Other answers of the delegate, the best first.
  private static func suggestions(of explored: Explored) -> [String] {
    guard explored.design.suggests, !explored.answer.findings.isEmpty else { return [] }
    let suggestions = explored.answer.suggestions
    guard !suggestions.isEmpty else { return ["", "No other answer of the delegate mends it."] }
    let rows = suggestions.map { suggestion in
      [
        suggestion.answers.map { suggestion.name(of: $0) }.joined(separator: ", "),
        suggestion.kinds.map { suggestion.change(of: $0) }.joined(separator: ", "), suggestion.words,
      ]
    }
    return ["", "Other answers of the delegate:"] + columns(rows, separator: "    ").map { "  " + $0 }
  }
}

extension Suggestion {
  fileprivate func name(of answer: Answer) -> String {
    let word =
      switch answer.value {
      case .word(let word): word
      case .flag(let flag): "\(flag)"
      }
    return ((split.map { "\($0)." } ?? "") + "\(answer.name): \(word)").oneLine
  }

  /// A search that has found more is over: its numbers are the least.
  fileprivate func change(of kinds: Kinds) -> String {
    "\(kinds.check) \(kinds.before) -> \(kinds.after)" + (verdict == .more ? " or more" : "")
  }

  fileprivate var words: String {
    switch verdict {
    case .mendsAll:
      known.isEmpty ? "mends all" : "mends all but what UIKit does itself: \(known.joined(separator: ", "))"
    case .mendsSome, .mendsNothing, .more: ""
    case .notSeenToTheEnd: "not seen to the end"
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> String {
    var text = self
    while text.last == character { text.removeLast() }
    return text
  }

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

  /// Replaces each of these by its text, also where a combining mark follows it.
  package func escaping(_ scalars: [Unicode.Scalar: String]) -> String {
    unicodeScalars.map { scalars[$0] ?? String($0) }.joined()
  }
}
