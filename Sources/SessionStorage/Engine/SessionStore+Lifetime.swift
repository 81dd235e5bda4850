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
    while let idle = clock.withLock({ $0.idle() }) { for resident in idle { evict(resident) } }
    makeRoom()
    // What cannot be read or written now is left to the next sweep.
    guard let due = try? backend.due(at: now, limit: Self.sweepLimit) else { return [] }
    let removed = Mutex<[SessionID]>([])
    for line in due {
      if let expiry = expiry(of: line), expiry > now {
        postpone(line, to: expiry)
      } else {
        expire(line.id, at: now) { removed.withLock { $0.append(line.id) } }
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

  /// When a session expires; nil if it is gone.
  private func expiry(of line: SessionLine) -> Timestamp? {
    moment(of: line)?.updatedAt.advanced(bySeconds: line.timeToLive)
  }

  private func postpone(_ line: SessionLine, to due: Timestamp) {
    let change = Change.postpone(line.id, number: line.number, due: due)
    if let durable {
      _ = durable.queue(of: line.id).add(.init(change: change) { _, _ in })
    } else {
      _ = try? backend.write([change])
    }
  }

  /// Begins to delete a session if it has expired. One that is being changed is left to the next sweep.
  private func expire(_ id: SessionID, at now: Timestamp, _ action: @escaping @Sendable () -> Void) {
    while let resident = try? load(id) {
      switch resident.takeTurnIfExpired(at: now) {
      case .taken(let version):
        _ = queue(.deletion(version.map(VersionLink.init)), on: resident, action)
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

  /// Whether an owner creates no session, and retains no records behind the latest: memory is over the limit although
  /// every evictable session is evicted, and the owner has more than its share. An eighth above the limit, all do so.
  func isShort(for owner: Owner) -> Bool {
    guard ledger.isShort else { return false }
    let excess = ledger.bytes - limits.memoryBytes
    return excess > 0 && (excess > limits.memoryBytes / 8 || ledger.hasMore(owner, thanShareOf: limits.memoryBytes))
  }

  private func hasMoreBytes(than limits: StoreLimits) -> Bool { ledger.bytes > limits.memoryBytes }

  /// Whether memory is over these limits.
  private func isOver(_ limits: StoreLimits) -> Bool {
    if let most = limits.residentSessions, clock.withLock({ $0.residents.count }) > most { return true }
    return hasMoreBytes(than: limits)
  }

  /// Makes room where sessions in use have outgrown the limit: nothing else is admitted meanwhile.
  func checkGrowth() {
    if ledger.bytes - limits.memoryBytes > toleratedExcess.load(ordering: .relaxed) { makeRoom() }
  }

  /// Starts evicting sessions in the background if memory is over the limits.
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

  /// Evicts until memory is a 64th below the limits. Each resident is tried once: one in use goes behind the rest.
  private func evictSurplus() {
    defer {
      let excess = ledger.bytes - self.limits.memoryBytes
      ledger.isShort = excess > 0
      toleratedExcess.store(excess > 0 ? excess + self.limits.memoryBytes / 64 : 0, ordering: .relaxed)
    }
    guard isOver(limits) else { return }
    let limits = limits.withRoomToSpare
    var count = clock.withLock { $0.residents.count }
    while count > 0, isOver(limits) {
      switch clock.withLock({ $0.turn() }) {
      case .out(let resident):
        evict(resident)
        count -= 1
      case .proceed: break
      case .empty: count = 0
      }
    }
  }

  /// Evicts a session unless it is in use.
  private func evict(_ resident: Resident) {
    var outcome = resident.evict(keepsEveryChange: durable != nil)
    if case .dirty(let session, let edition) = outcome {
      let update = SessionUpdate(evicting: session, number: resident.number)
      guard (try? backend.write([.update(update)])) != nil else { return clock.withLock { $0.admit(resident) } }
      outcome = resident.evict(written: edition, keepsEveryChange: false)
    }
    switch outcome {
    case .evicted: directory.remove(resident)
    case .busy, .dirty: clock.withLock { $0.admit(resident) }
    }
  }
}
