/// The rules of their document, which has a table for each family.
struct RuleTable: Sendable {
  /// The state of a rule in the last column.
  enum State: Sendable {
    /// Implemented, or a consequence of other rules, in the named files.
    case implemented
    /// Replaced by another behaviour, in the named files.
    case otherwise
    /// Outside the model, with the reason.
    case outside
  }

  struct Row: Sendable {
    var rule: RuleID
    /// One or two sentences; the question of a decision.
    var text: String
    /// The source of the rule; the answer of a decision, which is this project's own.
    var source: String
    var state: State
    /// The text of the last column: the reason or the files.
    var place: String

    /// The named Swift files, by the ends of their paths.
    var files: [String] { place.matches(of: /`([^`]+\.swift)`/).map { String($0.1) } }
  }

  static let path = "Sources/Navigation/Model/RULES.md"

  var rows: [Row]
  /// Lines of the tables that are no valid rows: with another number of cells, or without exactly one id.
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
  /// Parses `| CL-7 | the rule | its source | where |`; nil for other lines.
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

/// The name of a rule, as documentation, code and tests cite it: a family and a number (`CL-7`, `M9`, `D-12`).
struct RuleID: Hashable, Comparable, CustomStringConvertible {
  var family: String
  var number: Int

  var description: String { family == "M" ? "M\(number)" : "\(family)-\(number)" }

  static func < (left: RuleID, right: RuleID) -> Bool { (left.family, left.number) < (right.family, right.number) }

  /// The rules that a text cites, of any family. A range (`SYS0-12 to SYS0-14`, `SYS1-40…56`) cites all its rules.
  static func cited(in text: String) -> [RuleID] {
    // The names of some devices look like measurements.
    text.replacing(/inch \(M\d\)/, with: "").matches(of: citation).flatMap { match -> [RuleID] in
      let family = match.family == "M" ? "M" : String(match.family.dropLast())
      guard let first = Int(match.first) else { return [] }
      let last = match.last.flatMap { Int($0) } ?? first
      return (first...max(first, last)).map { RuleID(family: family, number: $0) }
    }
  }

  private static var citation: Regex<(Substring, family: Substring, first: Substring, last: Substring?)> {
    /\b(?<family>M|(?:SYS\d+|[A-Z]{2}|D)-)(?<first>\d+)\b(?:(?:…| to )(?:SYS\d-|[A-Z]{2}-|D-|M)?(?<last>\d+)\b)?/
      .wordBoundaryKind(.simple)
  }
}
