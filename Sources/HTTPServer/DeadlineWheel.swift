/// The deadlines of a shard's connections in a ring of lists, one per tick; a later deadline costs one store.
///
/// A slot stands in the list of its deadline or of an earlier tick, from where `advance` moves it on.
struct DeadlineWheel {
  /// Ticks ahead that have a list of their own; farther ones wait in the last.
  private static let size: UInt32 = 128
  private static let none: Int32 = -1

  private var heads = [Int32](repeating: none, count: Int(size))
  private var entries: [Entry] = []
  /// The last tick whose list has been looked at.
  private(set) var now: UInt32 = 0

  private struct Entry {
    var deadline: UInt32 = 0
    /// The tick in whose list the slot stands; meaningless where it stands in none.
    var tick: UInt32 = 0
    var next = none
    var previous = none
    var isListed = false
  }

  /// Sets when a slot is due; a tick that is over means the next one.
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

  /// Forgets a slot.
  mutating func remove(_ slot: Int) {
    guard slot < entries.count, entries[slot].isListed else { return }
    unlink(slot)
  }

  /// Goes on to `tick` and returns the slots that were due by then, which are forgotten.
  mutating func advance(to tick: UInt32) -> [Int] {
    var due: [Int] = []
    guard tick > now else { return due }
    // After a long pause each list is looked at once.
    let lists = min(tick - now, DeadlineWheel.size)
    now = tick
    for list in (tick - lists + 1)...tick {
      var slot = heads[Int(list % DeadlineWheel.size)]
      while slot != DeadlineWheel.none {
        let index = Int(slot)
        slot = entries[index].next
        // A list may hold slots that came in since for a later round.
        guard entries[index].tick <= tick else { continue }
        unlink(index)
        if entries[index].deadline <= tick { due.append(index) } else { link(index) }
      }
    }
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
