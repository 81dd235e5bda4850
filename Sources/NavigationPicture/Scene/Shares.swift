/// The division of a width among adjacent parts.
enum Shares {
  /// Gives each part its need and an equal share of the rest. Where room is short the widest parts shrink, down to
  /// equal widths for all.
  static func divide(_ width: Double, by needs: [Double]) -> [Double] {
    let needed = needs.reduce(0, +)
    let rest = width - needed
    guard rest < 0 else { return needs.map { $0 + rest / Double(max(1, needs.count)) } }
    var left = max(0, width)
    var limit = 0.0
    for (index, need) in needs.sorted().enumerated() {
      limit = left / Double(needs.count - index)
      if need > limit { break }
      left -= need
    }
    return needs.map { min($0, limit) }
  }

  static func equal(_ width: Double, count: Int) -> [Double] {
    Array(repeating: width / Double(max(1, count)), count: count)
  }
}
