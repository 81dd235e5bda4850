/// The name of a rule, as documentation and tests cite it: a family and a number (`CL-7`, `M9`).
struct RuleID: Hashable, Comparable, CustomStringConvertible {
  var family: String
  var number: Int

  /// The families with the numbers of their rules.
  static let families: [(name: String, numbers: ClosedRange<Int>)] = [
    ("M", 0...14), ("SC", 1...13), ("CL", 1...28), ("CO", 1...27), ("DM", 1...22), ("CW", 1...11), ("SH", 1...14), ("NV", 1...26),
    ("TB", 1...13), ("LS", 1...6), ("PR", 1...10), ("TR", 1...6), ("RS", 1...7), ("SYS0", 1...35), ("SYS1", 1...56), ("SYS2", 1...8),
    ("SYS3", 1...6), ("SYS4", 1...26), ("WN", 1...10),
  ]

  static let all: [RuleID] = families.flatMap { family in family.numbers.map { RuleID(family: family.name, number: $0) } }

  var exists: Bool { Self.families.contains { $0.name == family && $0.numbers.contains(number) } }

  var description: String { family == "M" ? "M\(number)" : "\(family)-\(number)" }

  static func < (left: RuleID, right: RuleID) -> Bool { (left.family, left.number) < (right.family, right.number) }

  /// The rules that a text names, those of a run (`SYS0-12 to SYS0-14`, `SYS1-40…56`) one by one.
  static func cited(in text: String) -> [RuleID] {
    // Some models of devices are called like measurements.
    text.replacing(/inch \(M\d\)/, with: "").matches(of: citation).flatMap { match -> [RuleID] in
      let family = match.family == "M" ? "M" : String(match.family.dropLast())
      guard let first = Int(match.first) else { return [] }
      let last = match.last.flatMap { Int($0) } ?? first
      return (first...max(first, last)).map { RuleID(family: family, number: $0) }
    }
  }

  private static var citation: Regex<(Substring, family: Substring, first: Substring, last: Substring?)> {
    /\b(?<family>M|(?:SYS\d+|SC|CL|CO|DM|CW|SH|NV|TB|LS|PR|TR|RS|WN)-)(?<first>\d+)\b(?:(?:…| to )(?:SYS\d-|[A-Z]{2}-|M)?(?<last>\d+)\b)?/
      .wordBoundaryKind(.simple)
  }
}
