import Glibc
import HTTPMessages

/// A timing wheel of a shard's connections, one list per tick; postponing a deadline costs one store.
///
/// A slot is in the list of its deadline or of an earlier tick, from which `advance` moves it on.
struct DeadlineWheel {
  /// Ticks ahead with a list of their own; later deadlines wait in the last list.
  private static let size: UInt32 = 128
  private static let none: Int32 = -1

  private var heads = [Int32](repeating: none, count: Int(size))
  private var entries: [Entry] = []
  /// The last tick whose list was checked.
  private(set) var now: UInt32 = 0

  /// No deadline is due before this tick; nil where there is none.
  private(set) var next: UInt32?

  private struct Entry {
    var deadline: UInt32 = 0
    /// The tick of the list that holds the slot; undefined while it is in none.
    var tick: UInt32 = 0
    var next = none
    var previous = none
    var isListed = false
  }

  /// Sets a slot's deadline; a past tick means the next one.
  mutating func set(_ slot: Int, deadline: UInt32) {
    while entries.count <= slot { entries.append(Entry()) }
    let deadline = max(deadline, now + 1)
    entries[slot].deadline = deadline
    if entries[slot].isListed {
      guard deadline < entries[slot].tick else { return }
      unlink(slot)
    }
    link(slot)
  }

  /// Whether a slot has a deadline that has not been returned.
  func isSet(_ slot: Int) -> Bool { slot < entries.count && entries[slot].isListed }

  mutating func remove(_ slot: Int) {
    guard slot < entries.count, entries[slot].isListed else { return }
    unlink(slot)
  }

  /// Advances to `tick`; removes and returns the slots due by then.
  mutating func advance(to tick: UInt32) -> [Int] {
    var due: [Int] = []
    guard tick > now else { return due }
    // After a long pause each list is checked once.
    let lists = min(tick - now, DeadlineWheel.size)
    now = tick
    for list in (tick - lists + 1)...tick {
      var slot = heads[Int(list % DeadlineWheel.size)]
      while slot != DeadlineWheel.none {
        let index = Int(slot)
        slot = entries[index].next
        // A list may hold slots added meanwhile for a later round.
        guard entries[index].tick <= tick else { continue }
        unlink(index)
        if entries[index].deadline <= tick { due.append(index) } else { link(index) }
      }
    }
    next = (tick + 1..<tick + DeadlineWheel.size).first { heads[Int($0 % DeadlineWheel.size)] != DeadlineWheel.none }
    return due
  }

  private mutating func link(_ slot: Int) {
    let tick = min(entries[slot].deadline, now + DeadlineWheel.size - 1)
    let head = heads[Int(tick % DeadlineWheel.size)]
    entries[slot].tick = tick
    entries[slot].previous = DeadlineWheel.none
    entries[slot].next = head
    entries[slot].isListed = true
    if head != DeadlineWheel.none { entries[Int(head)].previous = Int32(slot) }
    heads[Int(tick % DeadlineWheel.size)] = Int32(slot)
    next = min(next ?? tick, tick)
  }

  private mutating func unlink(_ slot: Int) {
    let entry = entries[slot]
    if entry.previous == DeadlineWheel.none {
      heads[Int(entry.tick % DeadlineWheel.size)] = entry.next
    } else {
      entries[Int(entry.previous)].next = entry.next
    }
    if entry.next != DeadlineWheel.none { entries[Int(entry.next)].previous = entry.previous }
    entries[slot].isListed = false
  }
}

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
