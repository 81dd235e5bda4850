import Navigation
import Synchronization

/// The backend of a store whose sessions end with the process: their records, read and written in place.
package final class MemoryBackend: Backend {
  private let parts = (0..<partCount).map { _ in Part() }
  /// One per owner, so that a list scans no other owner's sessions.
  private let orders = Mutex<[Owner: CreationOrder]>([:])
  private let calendar = Mutex(ExpiryCalendar())
  private let ledger: MemoryLedger

  /// Entries by id, in parts with a lock each to avoid contention between shards.
  private final class Part: Sendable {
    let entries = Mutex<[SessionID: MemoryEntry]>([:])
  }

  private static let partCount: UInt64 = 64
  /// The most entries scanned for one chunk of a list.
  private static let scanLimit = 100_000

  init(_ ledger: MemoryLedger) { self.ledger = ledger }

  private func part(of id: SessionID) -> Part { parts[Int(truncatingIfNeeded: id.low % Self.partCount)] }

  private func entry(_ id: SessionID) -> MemoryEntry? { part(of: id).entries.withLock { $0[id] } }

  package var byteCount: Int {
    parts.reduce(0) { sum, part in
      part.entries.withLock { Array($0.values) }.reduce(sum) { $0 + $1.byteCount }
    }
  }

  package func contents() -> BackendContents { BackendContents() }

  package func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) -> SessionLines {
    var found = SessionLines(next: number)
    for _ in 0..<(Self.scanLimit / count) where found.lines.count < count {
      guard let below = found.next else { break }
      let entries = orders.withLock { $0[owner]?.entries(before: below, count: count) } ?? []
      found.lines += entries.lazy.filter { query.matches($0.head) }.compactMap(\.line)
      found.next = entries.count == count ? entries.last?.number : nil
    }
    return found
  }

  package func due(at now: Timestamp, limit: Int) -> [SessionLine] {
    calendar.withLock { $0.takeDue(at: now, limit: limit) }.compactMap(\.line)
  }

  package func steps(
    of session: StoredSession, after revision: Int?, limit: Int, states: Bool
  ) throws(HistoryGap) -> [HistoryStep] {
    guard let entry = entry(session.id) else { throw .failed(.noSuchSession) }
    return try entry.steps(after: revision, upTo: session.revision, limit: limit)
  }

  /// Appends a session's record, and drops the oldest beyond the limits.
  func write(_ change: Change, of head: SessionHead, limits: StoreLimits) {
    guard change.kind != .answer, let entry = entry(head.id) else { return }
    let growth = entry.append(change, limits: limits.history(beside: change.session))
    if growth != 0 { ledger.add(growth, of: head.owner) }
  }

  /// Writes at once. Fails with `idTaken` alone.
  func write(_ write: Write, limits: StoreLimits) -> Written {
    switch write {
    case .create(let session, let number, _):
      return insert(MemoryEntry(session, number: number), due: session.expiresAt)
    case .update(let update): self.write(update.change, of: update.head, limits: limits)
    case .delete(let id, _, let owner, _):
      guard let entry = part(of: id).entries.withLock({ $0.removeValue(forKey: id) }), let bytes = entry.leave() else {
        break
      }
      ledger.add(-bytes, of: owner)
      orders.withLock { $0[owner]?.countGone() }
      calendar.withLock { $0.countGone() }
    case .postpone(let id, _, let due):
      if let entry = entry(id) { calendar.withLock { $0.put(entry, at: due) } }
    // The engine has the names as long as this backend exists.
    case .name: break
    }
    return .committed()
  }

  private func insert(_ entry: MemoryEntry, due: Timestamp) -> Written {
    let isNew = part(of: entry.head.id).entries.withLock { entries in
      guard entries[entry.head.id] == nil else { return false }
      entries[entry.head.id] = entry
      return true
    }
    guard isNew else { return .failed(.idTaken) }
    ledger.add(entry.byteCount, of: entry.head.owner)
    orders.withLock { $0[entry.head.owner, default: CreationOrder()].append(entry) }
    calendar.withLock { $0.put(entry, at: due) }
    return .committed()
  }

  /// Drops a session's records but the latest, to free memory.
  func dropRecords(of id: SessionID) {
    guard let entry = entry(id) else { return }
    let growth = entry.dropRecords()
    if growth != 0 { ledger.add(growth, of: entry.head.owner) }
  }
}
