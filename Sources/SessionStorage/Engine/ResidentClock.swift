import NavigationAPI

/// The sessions in memory, on a clock whose hand finds the ones that have to go for others (second chance).
struct ResidentClock: Sendable {
  private(set) var residents: [Resident] = []
  private var hand = 0
  /// When those that nobody uses are looked for again.
  private var nextRound = Timestamp(milliseconds: .min)

  /// Milliseconds between two looks: what is not used in all of that time goes, however much room there is.
  static var idleMilliseconds: Int64 { 60_000 }

  mutating func admit(_ resident: Resident) { residents.append(resident) }

  /// Takes out one that has not been used since the hand last came by, or any where all have been; nil where there is none.
  mutating func takeOut() -> Resident? {
    // Each mark is taken away at most once, so that the second round ends at the latest.
    for _ in 0..<(2 * residents.count) {
      if hand >= residents.count { hand = 0 }
      switch residents[hand].pass() {
      case .used: hand += 1
      case .unused: return remove()
      case .gone:
        _ = remove()
        if residents.isEmpty { return nil }
      }
    }
    if residents.isEmpty { return nil }
    if hand >= residents.count { hand = 0 }
    return remove()
  }

  /// Takes out all that were not used since the last look, where it is time for one.
  mutating func idle(at now: Timestamp) -> [Resident] {
    guard now >= nextRound else { return [] }
    nextRound = Timestamp(milliseconds: now.milliseconds + Self.idleMilliseconds)
    var (busy, idle): ([Resident], [Resident]) = ([], [])
    for resident in residents {
      switch resident.pass() {
      case .used: busy.append(resident)
      case .unused: idle.append(resident)
      case .gone: break
      }
    }
    residents = busy
    return idle
  }

  /// The one under the hand, whose place the last one takes.
  private mutating func remove() -> Resident {
    residents.swapAt(hand, residents.count - 1)
    hand += 1
    return residents.removeLast()
  }
}

/// What the clock hand finds as it passes.
enum Passing: Sendable {
  /// Used since the hand last came by; it will not be the next time unless it is used again.
  case used
  case unused
  /// No longer in memory.
  case gone
}
