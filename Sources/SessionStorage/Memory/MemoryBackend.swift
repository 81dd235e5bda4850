import Navigation
import Synchronization

/// The backend for sessions at rest in memory, which end with the process.
package final class MemoryBackend: Backend {
  private let limits: StoreLimits
  private let parts = (0..<partCount).map { _ in Part() }
  /// One per owner, so that a list scans no other owner's sessions.
  private let orders = Mutex<[Owner: CreationOrder]>([:])
  private let calendar = Mutex(ExpiryCalendar())
  private let restingBytes = Atomic<Int>(0)
  /// Bytes of these sessions and of the residents.
  let ledger = MemoryLedger()

  /// Entries by id, in parts with a lock each to avoid contention between shards.
  private final class Part: Sendable {
    let entries = Mutex<[SessionID: MemoryEntry]>([:])
  }

  private static let partCount: UInt64 = 64
  /// The most entries scanned for one chunk of a list.
  private static let scanLimit = 100_000

  package init(_ limits: StoreLimits) { self.limits = limits }

  private func part(of id: SessionID) -> Part { parts[Int(truncatingIfNeeded: id.low % Self.partCount)] }

  func entry(_ id: SessionID) -> MemoryEntry? { part(of: id).entries.withLock { $0[id] } }

  package var byteCount: Int { restingBytes.load(ordering: .relaxed) }

  package func contents() -> BackendContents { BackendContents() }

  package func session(_ id: SessionID) throws(StoreError) -> LoadedSession? {
    guard let entry = entry(id), let session = try entry.session() else { return nil }
    return LoadedSession(session: session, number: entry.number)
  }

  package func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) -> SessionLines {
    var found = SessionLines(next: number)
    for _ in 0..<(Self.scanLimit / count) where found.lines.count < count {
      guard let below = found.next else { break }
      let entries = orders.withLock { $0[owner]?.entries(before: below, count: count) } ?? []
      found.lines += entries.lazy.filter { query.matches(client: $0.client, labels: $0.labels) }.compactMap(\.line)
      found.next = entries.count == count ? entries.last?.number : nil
    }
    return found
  }

  package func moment(of line: SessionLine) -> SessionLine.Moment? { entry(line.id)?.line?.moment }

  package func due(at now: Timestamp, limit: Int) -> [SessionLine] {
    calendar.withLock { $0.takeDue(at: now, limit: limit) }.compactMap(\.line)
  }

  package func write(_ changes: [Change]) throws(StoreError) -> [Written] {
    for change in changes { try write(change) }
    return changes.map { _ in .committed(place: nil) }
  }

  private func write(_ change: Change) throws(StoreError) {
    switch change {
    case .create(let session, let number, _): try insert(MemoryEntry(session, number: number), due: session.expiresAt)
    case .update(let update):
      guard let entry = entry(update.after.id) else { return }
      count(entry.replace(RestingSession(update.after, limits: limits), update.after), of: entry.owner)
    case .delete(let id, _, let owner, _):
      guard let entry = part(of: id).entries.withLock({ $0.removeValue(forKey: id) }), let bytes = entry.leave() else {
        return
      }
      count(-bytes, of: owner)
      orders.withLock { $0[owner]?.countGone() }
      calendar.withLock { $0.countGone() }
    case .postpone(let id, _, let due):
      if let entry = entry(id) { calendar.withLock { $0.put(entry, at: due) } }
    // The engine has the names as long as this backend exists.
    case .name: break
    }
  }

  private func count(_ bytes: Int, of owner: Owner) {
    restingBytes.add(bytes, ordering: .relaxed)
    ledger.add(bytes, of: owner)
  }

  private func insert(_ entry: MemoryEntry, due: Timestamp) throws(StoreError) {
    let isNew = part(of: entry.id).entries.withLock { entries in
      guard entries[entry.id] == nil else { return false }
      entries[entry.id] = entry
      return true
    }
    guard isNew else { throw .idTaken }
    orders.withLock { $0[entry.owner, default: CreationOrder()].append(entry) }
    calendar.withLock { $0.put(entry, at: due) }
  }
}
