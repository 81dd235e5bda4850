/// How long a store took for something, each time: counted by upper bounds.
public struct StoreDurations: Hashable, Sendable {
  /// In nanoseconds, and as a label has them in seconds.
  public static let bounds: [(nanoseconds: Int64, seconds: String)] = [
    (100_000, "0.0001"), (250_000, "0.00025"), (500_000, "0.0005"), (1_000_000, "0.001"), (2_500_000, "0.0025"), (5_000_000, "0.005"),
    (10_000_000, "0.01"), (25_000_000, "0.025"), (50_000_000, "0.05"), (100_000_000, "0.1"), (1_000_000_000, "1"),
  ]

  /// Times within each bound and not within the one before; the last is without a bound.
  public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  public private(set) var nanoseconds: Int64 = 0

  public init() {}

  /// The place in `counts` of a duration.
  public static func place(of nanoseconds: Int64) -> Int { bounds.firstIndex { nanoseconds <= $0.nanoseconds } ?? bounds.count }

  public mutating func add(_ nanoseconds: Int64) {
    counts[Self.place(of: nanoseconds)] += 1
    self.nanoseconds += nanoseconds
  }
}
