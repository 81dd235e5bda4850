public import SessionStorage

/// Metrics of a store's commits: their number, their changes, their duration.
public final class CommitCounters: Sendable {
  /// Upper bounds of the histogram of changes per commit.
  static let changeBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024]

  // Each: the buckets, the unbounded bucket, the sum.
  private let changes = CounterTable(count: changeBounds.count + 2)
  private let durations = CounterTable(count: StoreDurations.bounds.count + 2)
  private let lost = CounterTable(count: 1)
  private let superseded = CounterTable(count: 1)

  public init() {}

  public func count(_ report: CommitReport) {
    guard report.failure == nil else { return lost.add(report.changes, at: 0) }
    if report.superseded > 0 { superseded.add(report.superseded, at: 0) }
    changes.add(at: Self.changeBounds.firstIndex { report.changes <= $0 } ?? Self.changeBounds.count)
    changes.add(report.changes, at: Self.changeBounds.count + 1)
    durations.add(at: StoreDurations.place(of: report.nanoseconds))
    durations.add(Int(report.nanoseconds), at: StoreDurations.bounds.count + 1)
  }

  func write(to text: inout MetricsText) {
    text.begin(.commitChanges)
    text.histogram(
      .commitChanges, [], bounds: Self.changeBounds.map(String.init), counts: Self.counts(changes),
      sum: String(changes[Self.changeBounds.count + 1]))
    text.begin(.commitDuration)
    text.histogram(
      .commitDuration, [], bounds: StoreDurations.bounds.map(\.seconds), counts: Self.counts(durations),
      sum: String(Double(durations[StoreDurations.bounds.count + 1]) / 1e9))
    text.only(.lostChanges, lost[0])
    text.only(.supersededChanges, superseded[0])
  }

  private static func counts(_ table: CounterTable) -> [Int] { (0..<table.count - 1).map { table[$0] } }
}

extension SharingFigures {
  func write(to text: inout MetricsText) {
    text.begin(.doubts)
    text.sample(.doubts, labels: [("result", "kept")], String(doubtsCommitted))
    text.sample(.doubts, labels: [("result", "lost")], String(doubtsLost))
    text.sample(.doubts, labels: [("result", "unknown")], String(doubtsLeft))
    text.only(.checks, checks)
    text.begin(.checkDuration)
    text.histogram(
      .checkDuration, [], bounds: StoreDurations.bounds.map(\.seconds), counts: checkDurations.counts,
      sum: String(Double(checkDurations.nanoseconds) / 1e9))
    text.begin(.hints)
    text.sample(.hints, labels: [("way", "sent")], String(hintsSent))
    text.sample(.hints, labels: [("way", "heard")], String(hintsReceived))
    text.only(.revertedSessions, revertedSessions)
    text.only(.heartbeatAge, heartbeatAge)
    text.only(.clockOffset, clockOffset)
  }
}
