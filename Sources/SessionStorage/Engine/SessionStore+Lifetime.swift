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
    if isShared, let contents = try? backend.contents() {
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

  private func hasMoreBytes(than limits: StoreLimits) -> Bool { ledger.bytes > limits.memoryBytes }

  /// Whether memory is over these limits, with this number of residents beside those on the clock.
  private func isOver(_ limits: StoreLimits, beside others: Int = 0) -> Bool {
    if durable != nil, let most = limits.residentSessions,
      clock.withLock({ $0.residents.count }) + others > most
    {
      return true
    }
    return hasMoreBytes(than: limits)
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
