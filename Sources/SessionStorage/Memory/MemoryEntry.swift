import Navigation
import Synchronization

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
