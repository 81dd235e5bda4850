import NavigationAPI

/// The sessions in memory, on a clock whose hand finds the ones that have to go for others (second chance).
///
/// What admits a session waits for the clock's lock: no turn of the hand is longer than `stride`.
struct ResidentClock: Sendable {
  private(set) var residents: [Resident] = []
  private var hand = 0
  /// Residents that the present round of `idle` has still to look at.
  private var unseen = 0
  /// When those that are not used are looked for again.
  private var nextRound = Timestamp(milliseconds: .min)

  /// Residents that one turn passes.
  private static let stride = 1_000
  /// Milliseconds between two rounds: what is not used in all of that time goes, however much room there is.
  static var idleMilliseconds: Int64 { 60_000 }

  mutating func admit(_ resident: Resident) { residents.append(resident) }

  /// What a turn for room comes to.
  enum Turn {
    case out(Resident)
    /// All that were passed had been used since the hand last came by.
    case goOn
    case empty
  }

  /// Takes out one that has not been used since the hand last came by.
  mutating func turn() -> Turn {
    for _ in 0..<Self.stride {
      guard !residents.isEmpty else { return .empty }
      switch pass() {
      case .used: hand += 1
      case .unused:
        // What takes its place has its turn the next time.
        defer { hand += 1 }
        return .out(remove())
      case .gone: _ = remove()
      }
    }
    return .goOn
  }

  /// Begins a round that looks at all, where it is time for one.
  mutating func beginRound(at now: Timestamp) {
    guard now >= nextRound else { return }
    nextRound = Timestamp(milliseconds: now.milliseconds + Self.idleMilliseconds)
    unseen = residents.count
    // Behind the hand all have been looked at, before it none.
    hand = 0
  }

  /// Takes out some that were not used since the round before; nil once all have been looked at.
  mutating func idle() -> [Resident]? {
    guard unseen > 0 else { return nil }
    var idle: [Resident] = []
    for _ in 0..<min(Self.stride, unseen) where !residents.isEmpty {
      switch pass() {
      case .used: hand += 1
      case .unused: idle.append(remove())
      case .gone: _ = remove()
      }
    }
    unseen = min(unseen - min(Self.stride, unseen), residents.count)
    return idle
  }

  private mutating func pass() -> Passing {
    if hand >= residents.count { hand = 0 }
    return residents[hand].pass()
  }

  /// The one under the hand, whose place the last one takes.
  private mutating func remove() -> Resident {
    residents.swapAt(hand, residents.count - 1)
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
