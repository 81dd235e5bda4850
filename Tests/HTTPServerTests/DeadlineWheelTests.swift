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
