extension [Double] {
  /// The middle value, or the mean of the two in the middle; 0 without any.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}

extension Double {
  /// As text with this many digits behind the point.
  func text(digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { power, _ in power * 10 }
    let whole = Int((self * Double(scale)).rounded())
    guard digits > 0 else { return String(whole) }
    let fraction = String(whole.magnitude % UInt(scale))
    let sign = whole < 0 ? "-" : ""
    return "\(sign)\(whole.magnitude / UInt(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}

/// Lines of cells in columns as wide as they need: the first to the left, the others to the right.
struct TextTable {
  private var lines: [[String]]

  init(columns: [String]) { lines = [columns] }

  mutating func append(_ cells: [String]) { lines.append(cells) }

  var text: String {
    let widths = lines[0].indices.map { column in lines.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return lines.map { cells in
      zip(cells, widths).enumerated().map { index, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return index == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
