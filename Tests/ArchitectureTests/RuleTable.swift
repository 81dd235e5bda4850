/// The rules as their document has them: a table for each family.
struct RuleTable: Sendable {
  /// What the last column says of a rule.
  enum State: Sendable {
    /// The files that do it, or show that it follows.
    case implemented
    /// What takes its place, and the files that do that.
    case otherwise
    /// Why the model does not have it.
    case outside
  }

  struct Row: Sendable {
    var rule: RuleID
    /// One sentence or two; of a decision, its question and what is done.
    var text: String
    /// Where it is known from; decisions are this project's own, and their column is what is done.
    var source: String
    var state: State
    /// The reason or the files, as it stands there.
    var place: String

    /// The Swift files that it names, by the ends of their paths.
    var files: [String] { place.matches(of: /`([^`]+\.swift)`/).map { String($0.1) } }
  }

  static let path = "Sources/NavigationModel/RULES.md"

  var rows: [Row]
  /// Lines of such tables that are no rows: of another number of cells, or without an id of their own.
  var misread: [String]
  /// The whole document.
  var text: String

  init(_ text: String) {
    self.text = text
    (rows, misread) = ([], [])
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("| Id |") { isInside = true } else if !line.hasPrefix("|") { isInside = false }
      guard isInside, !line.hasPrefix("| Id |"), !line.hasPrefix("|---") else { continue }
      if let row = Row(line: line) { rows.append(row) } else { misread.append(String(line)) }
    }
  }
}

extension RuleTable.Row {
  /// `| CL-7 | the rule | its source | where |`; nil for anything else.
  fileprivate init?(line: Substring) {
    let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
      String($0.trimming(" "))
    }
    guard cells.count == 4, let rule = RuleID.cited(in: cells[0]).first, rule.description == cells[0] else {
      return nil
    }
    let place = cells[3]
    let state: RuleTable.State =
      place.hasPrefix("otherwise: ") ? .otherwise : place.hasPrefix("outside: ") ? .outside : .implemented
    self.init(rule: rule, text: cells[1], source: cells[2], state: state, place: place)
  }
}

extension Substring {
  fileprivate func trimming(_ character: Character) -> Substring {
    let start = drop { $0 == character }
    return start.lastIndex { $0 != character }.map { start[...$0] } ?? ""
  }
}
