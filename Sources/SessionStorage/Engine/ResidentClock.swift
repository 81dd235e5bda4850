import Navigation

/// The resident sessions on a second-chance clock, which selects the ones to evict.
///
/// Admission waits for the clock's lock, so no turn of the hand passes more than `stride` residents.
struct ResidentClock: Sendable {
  private(set) var residents: [Resident] = []
  private var hand = 0
  /// Residents left to pass in the present round of `idle`.
  private var unseen = 0
  /// The time of the next round for idle residents.
  private var nextRound = Timestamp(milliseconds: .min)

  /// Residents passed in one turn.
  private static let stride = 1_000
  /// Milliseconds between two rounds: a session unused for all that time is evicted, even if there is room.
  static var idleMilliseconds: Int64 { 60_000 }

  mutating func admit(_ resident: Resident) { residents.append(resident) }

  /// The outcome of a turn.
  enum Turn {
    case out(Resident)
    /// All residents that were passed had been used.
    case proceed
    case empty
  }

  /// Removes one resident that was not used since the hand last passed.
  mutating func turn() -> Turn {
    for _ in 0..<Self.stride {
      guard !residents.isEmpty else { return .empty }
      switch takeUse() {
      case .used: hand += 1
      case .unused:
        // The resident swapped in is passed in the next round.
        defer { hand += 1 }
        return .out(remove())
      case .gone: _ = remove()
      }
    }
    return .proceed
  }

  /// Begins a round for idle residents if it is due.
  mutating func beginRound(at now: Timestamp) {
    guard now >= nextRound else { return }
    nextRound = Timestamp(milliseconds: now.milliseconds + Self.idleMilliseconds)
    unseen = residents.count
    // Those behind the hand have been passed, those ahead of it have not.
    hand = 0
  }

  /// Removes some residents unused since the round before; nil at the end of the round.
  mutating func idle() -> [Resident]? {
    guard unseen > 0 else { return nil }
    var idle: [Resident] = []
    for _ in 0..<min(Self.stride, unseen) where !residents.isEmpty {
      switch takeUse() {
      case .used: hand += 1
      case .unused: idle.append(remove())
      case .gone: _ = remove()
      }
    }
    unseen = min(unseen - min(Self.stride, unseen), residents.count)
    return idle
  }

  private mutating func takeUse() -> Resident.Use {
    if hand >= residents.count { hand = 0 }
    return residents[hand].takeUse()
  }

  /// Removes the resident under the hand; the last one takes its place.
  private mutating func remove() -> Resident {
    residents.swapAt(hand, residents.count - 1)
    return residents.removeLast()
  }
}
