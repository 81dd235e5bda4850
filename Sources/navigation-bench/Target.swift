/// What the server is to reach, and what it has reached in this run.
struct Target: Equatable {
  var name: String
  var goal: String
  var measured: String
  var isMet: Bool

  /// A value that must not exceed `limit`, in words with its unit.
  static func atMost(_ limit: Double, _ unit: String, _ name: String, _ value: Double, digits: Int = 0) -> Target {
    Target(
      name: name, goal: "≤ \(limit.text(digits: digits))\(unit)", measured: "\(value.text(digits: digits))\(unit)", isMet: value <= limit)
  }

  /// A value that must not fall below `limit`.
  static func atLeast(_ limit: Double, _ unit: String, _ name: String, _ value: Double, digits: Int = 0) -> Target {
    Target(
      name: name, goal: "≥ \(limit.text(digits: digits))\(unit)", measured: "\(value.text(digits: digits))\(unit)", isMet: value >= limit)
  }

  static func table(_ targets: [Target]) -> String {
    var table = TextTable(columns: ["Target", "wanted", "measured", "met"])
    for target in targets { table.append([target.name, target.goal, target.measured, target.isMet ? "yes" : "no"]) }
    return table.text
  }
}
