/// A goal for the server, and its value in this run.
struct Target: Equatable {
  var name: String
  var goal: String
  var measured: String
  var isMet: Bool

  /// A value that must not exceed `limit`, as text with its unit.
  static func atMost(_ limit: Double, _ unit: String, _ name: String, _ value: Double, digits: Int = 0) -> Target {
    Target(
      name: name, goal: "≤ \(limit.text(digits: digits))\(unit)", measured: "\(value.text(digits: digits))\(unit)",
      isMet: value <= limit)
  }

  /// A value that must not fall below `limit`.
  static func atLeast(_ limit: Double, _ unit: String, _ name: String, _ value: Double, digits: Int = 0) -> Target {
    Target(
      name: name, goal: "≥ \(limit.text(digits: digits))\(unit)", measured: "\(value.text(digits: digits))\(unit)",
      isMet: value >= limit)
  }

  static func table(_ targets: [Target]) -> String {
    var table = TextTable(columns: ["Target", "wanted", "measured", "met"])
    for target in targets { table.append([target.name, target.goal, target.measured, target.isMet ? "yes" : "no"]) }
    return table.text
  }
}

extension [Double] {
  /// The middle value, or the mean of the two middle ones; 0 without any.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}

extension Int {
  /// With commas between thousands.
  var grouped: String { Double(self).text() }
}

extension Double {
  /// As text with this many decimals, and commas between thousands.
  func text(digits: Int = 0) -> String {
    guard isFinite, magnitude < 1e15 else { return "-" }
    let scale = (0..<digits).reduce(1) { power, _ in power * 10 }
    let whole = Int((self * Double(scale)).rounded())
    let units = String(whole.magnitude / UInt(scale))
    let grouped = units.enumerated().map { ($0 > 0 && (units.count - $0).isMultiple(of: 3) ? "," : "") + String($1) }
      .joined()
    let fraction = String(whole.magnitude % UInt(scale))
    return (whole < 0 ? "-" : "") + grouped
      + (digits == 0 ? "" : "." + String(repeating: "0", count: digits - fraction.count) + fraction)
  }
}

/// A Markdown table with aligned columns: the first to the left, the others to the right.
struct TextTable {
  private var lines: [[String]]

  init(columns: [String]) { lines = [columns] }

  mutating func append(_ cells: [String]) { lines.append(cells) }

  var text: String {
    let widths = lines[0].indices.map { column in lines.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    let rule = widths.enumerated().map {
      $0 == 0 ? String(repeating: "-", count: $1) : String(repeating: "-", count: $1 - 1) + ":"
    }
    return ([lines[0], rule] + lines.dropFirst()).map { cells in
      let padded = widths.indices.map { column in
        let cell = column < cells.count ? cells[column] : ""
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }
}
