import Waiting

/// What becomes of a write.
enum Pending: Sendable {
  case known(Written)
  case waits(Promise<Written>)
}

/// A report on changes that were written together.
public struct CommitReport: Hashable, Sendable {
  /// The reason of a failed write.
  public var failure: StoreError?
  /// Changes in the commit, or in the failed one.
  public var changes: Int
  /// Changes that lost to another engine's commit.
  public var superseded: Int
  /// Time from the first write to the end of the last one.
  public var nanoseconds: Int64

  public init(failure: StoreError? = nil, changes: Int, superseded: Int = 0, nanoseconds: Int64) {
    self.failure = failure
    self.changes = changes
    self.superseded = superseded
    self.nanoseconds = nanoseconds
  }
}

/// A histogram of durations.
public struct StoreDurations: Hashable, Sendable {
  /// Upper bounds, in nanoseconds and in seconds as a metric's label.
  public static let bounds: [(nanoseconds: Int64, seconds: String)] = [
    (100_000, "0.0001"), (250_000, "0.00025"), (500_000, "0.0005"), (1_000_000, "0.001"), (2_500_000, "0.0025"),
    (5_000_000, "0.005"),
    (10_000_000, "0.01"), (25_000_000, "0.025"), (50_000_000, "0.05"), (100_000_000, "0.1"), (1_000_000_000, "1"),
  ]

  /// Durations per bound, not cumulative; the last count is unbounded.
  public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  public private(set) var nanoseconds: Int64 = 0

  public init() {}

  /// The index in `counts` of a duration.
  public static func place(of nanoseconds: Int64) -> Int {
    bounds.firstIndex { nanoseconds <= $0.nanoseconds } ?? bounds.count
  }

  public mutating func add(_ nanoseconds: Int64) {
    counts[Self.place(of: nanoseconds)] += 1
    self.nanoseconds += nanoseconds
  }
}
