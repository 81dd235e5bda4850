/// A Markdown table with aligned columns.
struct TextTable {
  private var lines: [[String]]

  init(columns: [String]) { lines = [columns] }

  mutating func append(_ cells: [String]) { lines.append(cells) }

  var text: String {
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return ([lines[0], widths.map { String(repeating: "-", count: $0) }] + lines.dropFirst()).map { cells in
      let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return "| " + padded.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
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
