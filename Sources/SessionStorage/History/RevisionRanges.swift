/// A set of revisions as ascending ranges.
///
/// As text `0-41,43`, or `-` if empty.
public struct RevisionRanges: Hashable, Sendable, CustomStringConvertible {
  /// Never adjacent.
  private(set) var ranges: [ClosedRange<Int>] = []

  public init() {}

  public var last: Int? { ranges.last?.upperBound }
  public var isEmpty: Bool { ranges.isEmpty }

  /// Adds a revision higher than all others.
  mutating func append(_ revision: Int) {
    if let run = ranges.last, run.upperBound == revision - 1 {
      ranges[ranges.count - 1] = run.lowerBound...revision
    } else {
      ranges.append(revision...revision)
    }
  }

  mutating func removeLast() {
    guard let run = ranges.popLast(), run.lowerBound < run.upperBound else { return }
    ranges.append(run.lowerBound...(run.upperBound - 1))
  }

  /// Removes all up to a revision.
  mutating func removeAll(through revision: Int) {
    guard let first = ranges.first, first.lowerBound <= revision else { return }
    let gone = ranges.prefix { $0.upperBound <= revision }.count
    ranges.removeFirst(gone)
    if let run = ranges.first, run.lowerBound <= revision { ranges[0] = (revision + 1)...run.upperBound }
  }

  func overlaps(_ other: RevisionRanges) -> Bool {
    ranges.contains { run in other.ranges.contains { $0.overlaps(run) } }
  }

  public var description: String { ranges.isEmpty ? "-" : ranges.map(Self.text).joined(separator: ",") }

  private static func text(_ run: ClosedRange<Int>) -> String {
    run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)-\(run.upperBound)"
  }

  /// Nil for text that `description` does not produce.
  init?(_ text: Substring) {
    guard text != "-" else { return }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let bounds = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard bounds.count <= 2, let first = bounds[0], let last = bounds[bounds.count - 1], 0 <= first, first <= last
      else { return nil }
      if let before = self.last, before >= first - 1 { return nil }
      ranges.append(first...last)
    }
    guard description == text else { return nil }
  }
}
