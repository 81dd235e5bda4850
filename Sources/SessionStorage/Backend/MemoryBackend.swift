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

  /// Bytes of memory that the records take.
  var byteCount: Int {
    parts.reduce(0) { sum, part in
      part.entries.withLock { Array($0.values) }.reduce(sum) { $0 + $1.byteCount }
    }
  }

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

/// The records of a session in memory, each with its state, and its place in lists.
final class MemoryEntry: Sendable {
  let head: SessionHead
  /// The session's number in order of creation.
  let number: Int64
  private let state: Mutex<State>

  private struct State {
    /// Empty once the session is deleted.
    var history: History
    /// Bytes reported to the ledger.
    var counted = entryBytes
    var isGone = false
  }

  /// Bytes of the entry, of the resident beside it, and of their places in tables.
  private static let entryBytes = 1_024

  init(_ session: StoredSession, number: Int64) {
    head = session.head
    self.number = number
    state = Mutex(State(history: session.tail))
  }

  /// Appends a record and drops the oldest beyond the limits; returns the growth in bytes.
  func append(_ change: Change, limits: History.Limits) -> Int {
    state.withLock { state in
      guard !state.isGone else { return 0 }
      state.history.append(change.record, isReplacing: change.kind == .inPlace)
      state.history.trim(to: limits)
      return Self.growth(of: &state)
    }
  }

  /// Drops all records but the latest, which the resident has anyway; returns the growth in bytes.
  func dropRecords() -> Int {
    state.withLock { state in
      state.history.trim(to: History.Limits(bytes: 0), atLeast: History.tailCount)
      return Self.growth(of: &state, step: 1)
    }
  }

  /// Bytes beyond those reported before, in steps of 1 KiB, since all shards contend for the ledger. The latest records
  /// are counted by the resident, which has them, too.
  private static func growth(of state: inout State, step: Int = 1_024) -> Int {
    let growth = entryBytes + state.history.byteCount(butLatest: History.tailCount) - state.counted
    guard abs(growth) >= step else { return 0 }
    state.counted += growth
    return growth
  }

  /// Deletes the records and returns their bytes; nil if they were deleted before.
  func leave() -> Int? {
    state.withLock { state in
      guard !state.isGone else { return nil }
      (state.isGone, state.history) = (true, History(after: -1))
      return state.counted
    }
  }

  var isGone: Bool { state.withLock { $0.isGone } }

  /// Bytes reported to the ledger.
  var byteCount: Int { state.withLock { $0.isGone ? 0 : $0.counted } }

  func steps(after revision: Int?, upTo latest: Int, limit: Int) throws(HistoryGap) -> [HistoryStep] {
    try state.withLock { (state) throws(HistoryGap) in
      if state.isGone { throw .failed(.noSuchSession) }
      return try state.history.steps(after: revision, upTo: latest, limit: limit)
    }
  }

  /// The session's entry in a list; nil if it was deleted.
  var line: SessionLine? {
    let latest = state.withLock { $0.history.records.last }
    return latest.map { SessionLine(head, number: number, revision: $0.revision, updatedAt: $0.at) }
  }
}

/// The entries of one owner in order of creation; a list can begin at any number, and deletions do not disturb it.
struct CreationOrder: Sendable {
  /// By ascending number; deleted entries are removed in bulk.
  private var entries: [MemoryEntry] = []
  /// Deleted entries still in `entries`.
  private var goneCount = 0

  /// Deleted entries that are always tolerated.
  private static let tolerated = 1_024

  /// Inserts an entry. Numbers are assigned earlier, so one may arrive slightly late.
  mutating func append(_ entry: MemoryEntry) {
    var index = entries.count
    while index > 0, entries[index - 1].number > entry.number { index -= 1 }
    entries.insert(entry, at: index)
  }

  /// Counts a deleted entry; removes all deleted ones once they are half of all.
  mutating func countGone() {
    goneCount += 1
    guard goneCount > Self.tolerated, goneCount > entries.count / 2 else { return }
    entries.removeAll { $0.isGone }
    goneCount = 0
  }

  /// At most `count` entries with lower numbers, newest first.
  func entries(before number: Int64, count: Int) -> [MemoryEntry] {
    let end = index(of: number)
    return entries[max(0, end - count)..<end].reversed()
  }

  /// The index of the first entry whose number is at least `number`.
  private func index(of number: Int64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Entries in buckets by expiry time; a sweep visits past buckets only.
///
/// A change moves nothing: an entry that a sweep finds alive is put again with its new expiry.
struct ExpiryCalendar: Sendable {
  /// Milliseconds of one bucket.
  static let step: Int64 = 10_000

  private var buckets: [Int64: [MemoryEntry]] = [:]
  private var count = 0
  private var goneCount = 0
  /// All buckets before this one have been taken.
  private var firstStep = Int64.min

  private static let tolerated = 1_024

  mutating func put(_ entry: MemoryEntry, at expiry: Timestamp) {
    buckets[max(expiry.milliseconds / Self.step, firstStep), default: []].append(entry)
    count += 1
  }

  /// Removes at most `limit` entries from buckets that have fully passed.
  mutating func takeDue(at now: Timestamp, limit: Int) -> [MemoryEntry] {
    let end = now.milliseconds / Self.step
    guard end > firstStep else { return [] }
    var due: [MemoryEntry] = []
    for step in buckets.keys.filter({ $0 < end }).sorted() {
      guard due.count < limit else {
        count -= due.count
        return due
      }
      let entries = buckets[step] ?? []
      let taken = entries.prefix(limit - due.count)
      due += taken
      buckets[step] = taken.count == entries.count ? nil : Array(entries.dropFirst(taken.count))
    }
    firstStep = end
    count -= due.count
    return due
  }

  /// Counts a deleted entry; removes all deleted ones once they are half of all.
  mutating func countGone() {
    goneCount += 1
    guard goneCount > Self.tolerated, goneCount > count / 2 else { return }
    goneCount = 0
    buckets = buckets.compactMapValues { entries in
      let rest = entries.filter { !$0.isGone }
      return rest.isEmpty ? nil : rest
    }
    count = buckets.values.reduce(0) { $0 + $1.count }
  }
}
