/// A set of revisions as ascending ranges.
///
/// As text `0-41,43`, or `-` if empty.
public struct RevisionRanges: Hashable, Sendable, CustomStringConvertible {
  /// The highest range; apart, so that a copy that only grows needs no array of its own.
  private var run: ClosedRange<Int>?
  /// Those below it, never adjacent.
  private var lower: [ClosedRange<Int>] = []

  private var ranges: [ClosedRange<Int>] { lower + (run.map { [$0] } ?? []) }

  public init() {}

  public var last: Int? { run?.upperBound }
  public var isEmpty: Bool { run == nil }

  /// Adds a revision higher than all others.
  mutating func append(_ revision: Int) {
    guard let run else { return self.run = revision...revision }
    if run.upperBound == revision - 1 { return self.run = run.lowerBound...revision }
    lower.append(run)
    self.run = revision...revision
  }

  mutating func removeLast() {
    guard let run else { return }
    self.run = run.lowerBound < run.upperBound ? run.lowerBound...(run.upperBound - 1) : lower.popLast()
  }

  /// Removes all up to a revision.
  mutating func removeAll(through revision: Int) {
    guard let lowest = lower.first ?? run, lowest.lowerBound <= revision else { return }
    lower.removeFirst(lower.prefix { $0.upperBound <= revision }.count)
    if let first = lower.first {
      if first.lowerBound <= revision { lower[0] = (revision + 1)...first.upperBound }
    } else if let run, run.lowerBound <= revision {
      self.run = run.upperBound > revision ? (revision + 1)...run.upperBound : nil
    }
  }

  func overlaps(_ other: RevisionRanges) -> Bool {
    ranges.contains { run in other.ranges.contains { $0.overlaps(run) } }
  }

  public var description: String { isEmpty ? "-" : ranges.map(Self.text).joined(separator: ",") }

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
      if let run { lower.append(run) }
      run = first...last
    }
    guard description == text else { return nil }
  }
}
