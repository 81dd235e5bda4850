/// The table of rules in the documentation of the model.
struct RuleTable: Sendable {
  enum State: String, Sendable, CaseIterable {
    case implemented
    case decidedOtherwise = "decided otherwise"
    case outside
    /// To be done: `RuleTableTests.open` has a list of these, so that none is forgotten.
    case open

    /// Whether tests have to show it.
    var isProven: Bool {
      switch self {
      case .implemented, .decidedOtherwise: true
      case .outside, .open: false
      }
    }
  }

  struct Row: Sendable {
    var rules: [RuleID]
    var state: State?
    var text: String
  }

  static let path = "Sources/NavigationModel/README.md"

  var rows: [Row]
  /// The whole document.
  var text: String

  init(_ text: String) {
    self.text = text
    let lines = text.split(separator: "\n")
    let header = lines.firstIndex { $0.hasPrefix("| Rules | State |") } ?? lines.endIndex
    rows = lines[header...].dropFirst(2).prefix { $0.hasPrefix("|") }.map { Row(line: $0) }
  }

  func rules(_ state: State) -> [RuleID] { rows.filter { $0.state == state }.flatMap(\.rules) }

  /// What the document has to say of the table.
  var counts: String {
    let counts = State.allCases.map { ($0, rules($0).count) }.filter { $0.0 != .open || $0.1 > 0 }
    return counts.map { "\($1) \($0.rawValue)" }.joined(separator: ", ") + ": \(counts.map(\.1).reduce(0, +)) rules"
  }
}

extension RuleTable.Row {
  /// `| SC-1…SC-3, SC-5 | implemented | … |`
  fileprivate init(line: Substring) {
    let cells = line.split(separator: "|").map { $0.trimmingPrefix(" ") }.map { String($0.reversed().trimmingPrefix(" ").reversed()) }
    rules = RuleID.cited(in: cells.first ?? "")
    state = cells.dropFirst().first.flatMap(RuleTable.State.init)
    text = cells.dropFirst(2).first ?? ""
  }
}
