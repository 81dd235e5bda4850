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
