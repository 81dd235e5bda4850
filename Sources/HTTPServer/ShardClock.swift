import Glibc
import HTTPMessages

/// A shard's time, read once per batch of events: the date for responses, and ticks for deadlines.
struct ShardClock {
  /// Milliseconds of one tick: a deadline is at most that late, never early.
  let tickMilliseconds: Int
  private let start = ShardClock.monotonicMilliseconds()
  private(set) var milliseconds = -1
  private(set) var date = HTTPDate(second: 0)

  /// A tick is a quarter of the shortest deadline, between 10 and 500 ms.
  init(shortest milliseconds: Int) {
    tickMilliseconds = min(max(milliseconds / 4, 10), 500)
    update()
  }

  mutating func update() {
    let milliseconds = ShardClock.monotonicMilliseconds() - start
    // The system advances both clocks at the same tick.
    guard milliseconds != self.milliseconds else { return }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    update(milliseconds: milliseconds, second: time.tv_sec)
  }

  /// Deadlines follow the monotonic clock, at `milliseconds` since the start; only the date follows the settable clock.
  mutating func update(milliseconds: Int, second: Int) {
    self.milliseconds = milliseconds
    if second != date.second { date = HTTPDate(second: second) }
  }

  /// The current tick.
  var tick: UInt32 { UInt32(truncatingIfNeeded: milliseconds / tickMilliseconds) }

  /// The first tick that begins at or after `time`.
  func tick(at time: Int) -> UInt32 {
    // A deadline in years means never.
    let time = min(max(time, 0), milliseconds + Int(Int32.max))
    return UInt32(truncatingIfNeeded: (time + tickMilliseconds - 1) / tickMilliseconds)
  }

  /// Milliseconds from now until a tick has begun by this clock, which is up to 4 ms late.
  func milliseconds(until tick: UInt32) -> Int { max(Int(tick) * tickMilliseconds - milliseconds, 0) + 4 }

  private static func monotonicMilliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
