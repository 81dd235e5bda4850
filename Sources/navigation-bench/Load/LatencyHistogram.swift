import Glibc

/// Counts of latencies in buckets no wider than 1/64 of their value, from 1 ns to about 18 minutes.
struct LatencyHistogram: Equatable {
  private static let subBits = 6
  private static let bucketCount = (40 - subBits + 1) << subBits

  private var counts = [UInt64](repeating: 0, count: bucketCount)
  private(set) var total: UInt64 = 0
  private(set) var maximum: UInt64 = 0

  /// Latencies beyond the last bucket count in it; `maximum` is exact.
  mutating func record(nanoseconds: UInt64) {
    counts[min(Self.bucket(nanoseconds), Self.bucketCount - 1)] += 1
    total += 1
    maximum = max(maximum, nanoseconds)
  }

  /// The upper bound in nanoseconds of the bucket that `share` (0...1) of all latencies do not exceed; 0 without any.
  func quantile(_ share: Double) -> UInt64 {
    let wanted = max(1, UInt64((Double(total) * min(max(share, 0), 1)).rounded(.up)))
    var seen: UInt64 = 0
    for (index, count) in counts.enumerated() {
      seen += count
      if seen >= wanted { return min(Self.upperBound(index), maximum) }
    }
    return 0
  }

  func microseconds(_ share: Double) -> Double { Double(quantile(share)) / 1e3 }

  /// One bucket per value in 0..<64, then 64 buckets per power of two.
  private static func bucket(_ value: UInt64) -> Int {
    let shift = max(0, UInt64.bitWidth - value.leadingZeroBitCount - subBits - 1)
    return (shift << subBits) + Int(truncatingIfNeeded: value >> UInt64(shift))
  }

  private static func upperBound(_ bucket: Int) -> UInt64 {
    let shift = max(0, (bucket >> subBits) - 1)
    return (UInt64(bucket - (shift << subBits) + 1) << UInt64(shift)) - 1
  }
}

/// The clock for durations.
enum MonotonicClock {
  /// Nanoseconds since a moment before the process began.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Milliseconds since `start`.
  static func milliseconds(since start: UInt64) -> Double { Double(now() - start) / 1e6 }
}
