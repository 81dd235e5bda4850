import NavigationAPI

/// What a clock hand passes over.
package protocol ResidentEntry: AnyObject, Sendable {
  /// Called as the hand passes.
  func pass() -> Passing
}

/// What the clock hand finds as it passes.
package enum Passing: Sendable {
  /// Used since the hand last came by; it will not be the next time unless it is used again.
  case used
  case unused
  /// Nothing in it that takes room.
  case empty
}

/// The entries in use, on a clock whose hand finds the ones that have to go for others (second chance).
package struct Residents<Entry: ResidentEntry>: Sendable {
  /// The first `capacity` lie under the hand; those behind them have just come.
  package private(set) var entries: [Entry] = []
  private var hand = 0
  private let capacity: Int
  /// When those that nobody uses are looked for again.
  private var nextRound = Timestamp(milliseconds: .min)

  /// Milliseconds between two looks: who is not used in all of that time goes, however much room there is.
  package static var idleMilliseconds: Int64 { 60_000 }

  package init(capacity: Int) { self.capacity = max(1, capacity) }

  /// Takes an entry in. Where that is one too many, `surplus` says which one goes.
  package mutating func admit(_ entry: Entry) { entries.append(entry) }

  /// Takes an entry out that has to go; nil while there is room for all. One that cannot go after all is admitted again.
  package mutating func surplus() -> Entry? {
    while entries.count > capacity {
      // Each entry's mark is taken away at most once, so that the second round ends at the latest.
      for _ in 0...(2 * capacity) {
        switch entries[hand].pass() {
        case .used: advance()
        case .unused: return takeOut()
        case .empty:
          _ = takeOut()
          if entries.count <= capacity { return nil }
        }
      }
      // All were used again meanwhile.
      return takeOut()
    }
    return nil
  }

  /// Takes out all that were not used since the last look, where it is time for one.
  package mutating func idle(at now: Timestamp) -> [Entry] {
    guard now >= nextRound else { return [] }
    nextRound = Timestamp(milliseconds: now.milliseconds + Self.idleMilliseconds)
    var (busy, idle): ([Entry], [Entry]) = ([], [])
    for entry in entries {
      switch entry.pass() {
      case .used: busy.append(entry)
      case .unused: idle.append(entry)
      case .empty: break
      }
    }
    entries = busy
    return idle
  }

  private mutating func advance() { hand = hand + 1 == capacity ? 0 : hand + 1 }

  /// The entry under the hand, whose place the last one takes.
  private mutating func takeOut() -> Entry {
    entries.swapAt(hand, entries.count - 1)
    advance()
    return entries.removeLast()
  }
}
