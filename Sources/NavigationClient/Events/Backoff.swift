/// How long to wait before the next connection: not at all after one that told something, then twice as long each time.
struct Backoff {
  /// Milliseconds; the server says so in its stream.
  var base = 1_000
  private var failures = 0
  private static let maximum = 30_000

  mutating func reset() { failures = 0 }

  /// Between half of the time and all of it, so that those who were cut off together do not come back together.
  mutating func next() -> Duration {
    defer { failures += 1 }
    guard failures > 0 else { return .zero }
    let longest = min(min(base, Self.maximum) << min(failures - 1, 16), Self.maximum)
    return .milliseconds(Int.random(in: longest / 2...longest))
  }
}
