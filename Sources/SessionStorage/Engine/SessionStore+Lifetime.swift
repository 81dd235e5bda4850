public import Navigation
import Synchronization

/// Expiry and eviction of sessions.
extension SessionStore {
  /// Sessions checked in one sweep.
  private static let sweepLimit = 10_000

  /// Deletes expired sessions and returns their ids; evicts those unused for a minute or two.
  ///
  /// Blocks on the backend, so no request calls it.
  public func removeExpired(at now: Timestamp) -> [SessionID] {
    clock.withLock { $0.beginRound(at: now) }
    while let idle = clock.withLock({ $0.idle() }) {
      // In memory only those that are gone leave.
      for resident in idle where durable == nil || !evict(resident) { clock.withLock { $0.admit(resident) } }
    }
    makeRoom()
    // What cannot be read or written now is left to the next sweep.
    guard let due = try? backend.due(at: now, limit: Self.sweepLimit) else { return [] }
    let removed = Mutex<[SessionID]>([])
    for line in due {
      if line.expiresAt > now {
        postpone(line)
      } else {
        expire(line.head.id, at: now) { removed.withLock { $0.append(line.head.id) } }
      }
    }
    // Waits for the deletions, so that `count` excludes them.
    durable?.finishWriting()
    // Other engines create and delete sessions, too.
    if let durable, isShared, let contents = try? durable.backend.contents() {
      population.withLock { $0.replace(with: contents.sessions) }
    }
    return removed.withLock { $0 }
  }

  private func postpone(_ line: SessionLine) {
    let write = Write.postpone(line.head.id, number: line.number, due: line.expiresAt)
    _ = self.write(write, of: line.head.id) { _, _ in }
  }

  /// Begins to delete a session if it has expired. One that is being changed is left to the next sweep.
  private func expire(_ id: SessionID, at now: Timestamp, _ action: @escaping @Sendable () -> Void) {
    while let resident = try? load(id) {
      switch resident.takeTurnIfExpired(at: now) {
      case .taken(let version):
        _ = delete(resident, version: version, publish: action)
        return
      case .refused: return
      case .evicted: break
      }
    }
  }

  /// Admits a session to memory, and evicts others if there are too many.
  func admit(_ resident: Resident) {
    clock.withLock { $0.admit(resident) }
    makeRoom()
  }

  /// Whether an owner creates no session in memory, and retains no records behind the latest: memory is over the limit
  /// although all is evicted or dropped that may be, and the owner has more than its share. An eighth above the limit, all do so.
  func isShort(for owner: Owner) -> Bool {
    guard ledger.isShort else { return false }
    let excess = ledger.bytes - limits.memoryBytes
    return excess > 0 && (excess > limits.memoryBytes / 8 || ledger.hasMore(owner, thanShareOf: limits.memoryBytes))
  }

  /// Whether memory is over these limits, with this number of residents beside those on the clock.
  private func isOver(_ limits: StoreLimits, beside others: Int = 0) -> Bool {
    if durable != nil, let most = limits.residentSessions,
      clock.withLock({ $0.residents.count }) + others > most
    {
      return true
    }
    return ledger.bytes > limits.memoryBytes
  }

  /// Makes room where sessions in use have outgrown the limit: nothing else is admitted meanwhile.
  func checkGrowth() {
    if ledger.bytes - limits.memoryBytes > toleratedExcess.load(ordering: .relaxed) { makeRoom() }
  }

  /// Starts to evict sessions, or to drop records, in the background if memory is over the limits.
  func makeRoom() {
    guard isOver(limits), evictionRequests.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else {
      return
    }
    evicting.async { [self] in
      var seen = 0
      repeat {
        seen = evictionRequests.load(ordering: .acquiring)
        evictSurplus()
      } while evictionRequests.compareExchange(expected: seen, desired: 0, ordering: .acquiringAndReleasing).exchanged
        == false
    }
  }

  /// Evicts, or drops records, until memory is a 64th below the limits. Each resident is tried once: one that stays
  /// is off the clock until the end.
  private func evictSurplus() {
    defer {
      let excess = ledger.bytes - self.limits.memoryBytes
      ledger.isShort = excess > 0
      toleratedExcess.store(excess > 0 ? excess + self.limits.memoryBytes / 64 : 0, ordering: .relaxed)
    }
    guard isOver(limits) else { return }
    let limits = limits.withRoomToSpare
    var staying: [Resident] = []
    tries: while isOver(limits, beside: staying.count) {
      switch clock.withLock({ $0.turn() }) {
      case .out(let resident): if !evict(resident) { staying.append(resident) }
      case .proceed: break
      case .empty: break tries
      }
    }
    for resident in staying { clock.withLock { $0.admit(resident) } }
  }

  /// Evicts a session, unless it is in use; in memory it stays, and only its older records are dropped.
  private func evict(_ resident: Resident) -> Bool {
    switch storage {
    case .durable:
      guard resident.evict() else { return false }
      directory.remove(resident)
      return true
    case .memory(let memory):
      memory.dropRecords(of: resident.id)
      resident.dropCaches()
      return false
    }
  }
}

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
