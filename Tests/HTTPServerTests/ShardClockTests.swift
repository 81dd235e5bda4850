import HTTPMessages
import Testing

@testable import HTTPServer

@Suite struct ShardClockTests {
  /// A jump of the wall clock by an hour, by years or to before its epoch changes only the date.
  @Test func jumpsOfTheWallClockMoveTheDateAlone() {
    var clock = ShardClock(shortest: 2_000)
    clock.update(milliseconds: 5000, second: 784_111_777)
    let (tick, due) = (clock.tick, clock.tick(at: 15_000))
    for second in [784_115_377, 784_108_177, 4_102_444_800, 0, -5] {
      clock.update(milliseconds: 5000, second: second)
      #expect(clock.date.second == second)
      #expect(clock.date.second == second)
      #expect(clock.tick == tick && clock.tick(at: 15_000) == due)
    }
  }

  /// A deadline is never due before its time, and due at most one tick after it.
  @Test(arguments: [0, 1, 40, 499, 500, 501, 2_000, 10_000, 30_000, 60_000], [0, 1, 250, 499, 500, 123_456])
  func deadlineIsNeverEarlyAndAtMostATickLate(limit: Int, now: Int) {
    var clock = ShardClock(shortest: 2_000)
    clock.update(milliseconds: now, second: 0)
    let due = clock.tick(at: now + limit)
    clock.update(milliseconds: now + limit - 1, second: 0)
    if limit > 0 { #expect(clock.tick < due) }
    clock.update(milliseconds: now + limit + clock.tickMilliseconds, second: 0)
    #expect(clock.tick >= due)
  }

  /// The tick of a deadline is the same when computed again later, before and after the deadline.
  @Test(arguments: [0, 1, 60, 2_000], [0, 1, 5_003]) func deadlineIsIndependentOfThePresent(limit: Int, start: Int) {
    var clock = ShardClock(shortest: 2_000)
    clock.update(milliseconds: start, second: 0)
    let due = clock.tick(at: start + limit)
    for passed in [1, limit - 1, limit, limit + 1, limit + 499, limit + 500, limit + 86_400_000] {
      clock.update(milliseconds: start + max(passed, 0), second: 0)
      #expect(clock.tick(at: start + limit) == due, "after \(passed)")
    }
  }

  @Test func hugeLimitMeansNever() {
    var clock = ShardClock(shortest: 2_000)
    clock.update(milliseconds: 0, second: 0)
    let due = clock.tick(at: .max)
    clock.update(milliseconds: 20 * 86_400_000, second: 0)
    #expect(clock.tick < due)
  }

  @Test(arguments: [(40, 10), (400, 100), (8_000, 500), (0, 10)])
  func tickFollowsTheShortestTime(row: (shortest: Int, tick: Int)) {
    var limits = HTTPServerLimits()
    (limits.headMilliseconds, limits.lingerMilliseconds) = (row.shortest, 100_000)
    #expect(ShardClock(shortest: limits.shortestMilliseconds).tickMilliseconds == row.tick)
  }
}
