import HTTPMessages
import Testing

@testable import HTTPServer

@Suite struct DeadlineWheelTests {
  @Test(arguments: [(1, 1), (5, 5), (127, 127), (128, 128), (1000, 1000), (0, 1)] as [(UInt32, UInt32)])
  func slotIsDueAtItsTickAndNotBefore(row: (deadline: UInt32, due: UInt32)) {
    var wheel = DeadlineWheel()
    wheel.set(3, deadline: row.deadline)
    #expect(wheel.next == min(row.due, 127))
    for tick in 1..<row.due { #expect(wheel.advance(to: tick) == []) }
    #expect(wheel.advance(to: row.due) == [3])
    #expect(wheel.advance(to: row.due + 500) == [])
  }

  @Test func laterAndEarlierDeadlinesReplaceEachOther() {
    var wheel = DeadlineWheel()
    wheel.set(0, deadline: 10)
    wheel.set(0, deadline: 20)
    #expect(wheel.advance(to: 19) == [])
    wheel.set(0, deadline: 200)
    wheel.set(0, deadline: 30)
    wheel.set(0, deadline: 25)
    #expect(wheel.advance(to: 25) == [0])
  }

  @Test func removedSlotIsNeverDue() {
    var wheel = DeadlineWheel()
    for slot in 0..<3 { wheel.set(slot, deadline: 5) }
    wheel.remove(1)
    wheel.remove(1)
    wheel.remove(99)
    #expect(Set(wheel.advance(to: 9)) == [0, 2])
  }

  /// Compares the wheel with a dictionary on the same random calls.
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func agreesWithATable(seed: UInt64) {
    var random = seed
    func next(_ bound: UInt64) -> UInt64 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (random >> 33) % bound
    }
    var wheel = DeadlineWheel()
    var table: [Int: UInt32] = [:]
    var now: UInt32 = 0
    for _ in 0..<20_000 {
      let slot = Int(next(20))
      switch next(10) {
      case 0:
        now += UInt32(next(next(20) == 0 ? 400 : 4))
        let due = Set(table.filter { $0.value <= now && now > 0 }.keys)
        #expect(Set(wheel.advance(to: now)) == due, "seed \(seed)")
        for slot in due { table[slot] = nil }
      case 1:
        wheel.remove(slot)
        table[slot] = nil
      default:
        let deadline = now + 1 + UInt32(next(300))
        wheel.set(slot, deadline: deadline)
        table[slot] = deadline
      }
      // A timer set for `next` misses none, and does not fire at every tick.
      if let first = table.values.min() { #expect((wheel.next ?? .max) <= first, "seed \(seed)") }
    }
    for slot in 0..<20 { wheel.remove(slot) }
    #expect(wheel.advance(to: now + 1) == [] && wheel.next == nil, "seed \(seed)")
  }
}

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
