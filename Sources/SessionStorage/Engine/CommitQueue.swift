import Dispatch
import Navigation
import Synchronization
import Waiting

/// Changes that wait to be written. Those that arrive during a commit share the next one.
final class CommitQueue: Sendable {
  /// A write, and the callback for its outcome.
  struct Item: Sendable {
    let write: Write
    /// Called on the queue's thread, before the commit's tasks go on, with the time at which the backend received the
    /// change, by the engine's `uptime`.
    let complete: @Sendable (Written, _ start: Int64) -> Void

    /// The session of the change; none for a name.
    var sessions: Set<SessionID> {
      switch write {
      case .create(let session, _, _): [session.id]
      case .update(let update): [update.head.id]
      case .delete(let id, _, _, _), .postpone(let id, _, _): [id]
      case .name: []
      }
    }
  }

  private struct Group {
    var items: [Item] = []
    /// The outcome of each.
    let commit = Promise<[Written]>()
    /// The sessions of the changes, if each may have only one change in a group.
    var sessions: Set<SessionID> = []
  }

  private struct State {
    /// In write order; the last one accepts changes until it is full.
    var groups: [Group] = []
    var isWriting = false
    /// Whether the queued changes are to be written now.
    var isAwaited = false

    /// Whether the caller has to start the writer.
    mutating func begins(_ isAwaited: Bool) -> Bool {
      if isAwaited { self.isAwaited = true }
      guard self.isAwaited, !isWriting else { return false }
      isWriting = true
      return true
    }
  }

  /// Changes of one commit; a bound, so that the first ones do not wait for all.
  private static let groupLimit = 1_024

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "navigation.commits", qos: .userInitiated)
  private let backend: any DurableBackend
  private let isShared: Bool
  private let uptime: @Sendable () -> Int64
  private let report: @Sendable (CommitReport) -> Void

  /// - Parameters:
  ///   - uptime: nanoseconds of a monotonic clock.
  ///   - report: receives the report on each commit.
  init(
    _ backend: any DurableBackend, uptime: @escaping @Sendable () -> Int64,
    report: @escaping @Sendable (CommitReport) -> Void
  ) {
    self.backend = backend
    isShared = backend is any SharedBackend
    self.uptime = uptime
    self.report = report
  }

  /// Queues a change behind all earlier ones.
  ///
  /// - Parameter gathers: whether to wait for more changes, until the group is full or `begin` is called.
  func add(_ item: Item, gathers: Bool = false) -> Pending {
    let sessions = isShared ? item.sessions : []
    let (pending, begins) = state.withLock { state in
      // The first one that is not full, behind all others of the session.
      let first = (state.groups.lastIndex { !$0.sessions.isDisjoint(with: sessions) } ?? -1) + 1
      let group = state.groups[first...].firstIndex { $0.items.count < Self.groupLimit } ?? state.groups.count
      if group == state.groups.count { state.groups.append(Group()) }
      let index = state.groups[group].items.count
      state.groups[group].items.append(item)
      state.groups[group].sessions.formUnion(sessions)
      let isFull = state.groups.count > 1 || index + 1 == Self.groupLimit
      return (Pending.waits(state.groups[group].commit, index: index), state.begins(!gathers || isFull))
    }
    if begins { queue.async { [self] in writeAll() } }
    return pending
  }

  /// Starts writing the queued changes.
  func begin() {
    let begins = state.withLock { $0.begins(!$0.groups.isEmpty) }
    if begins { queue.async { [self] in writeAll() } }
  }

  private func writeAll() {
    while let group = take() {
      let start = uptime()
      let written: [Written]
      do throws(StoreError) { written = try backend.write(group.items.map(\.write)) } catch {
        written = group.items.map { _ in .failed(error) }
      }
      for (item, written) in zip(group.items, written) { item.complete(written, start) }
      report(written, nanoseconds: uptime() - start)
      group.commit.fulfil(written)
    }
  }

  private func report(_ written: [Written], nanoseconds: Int64) {
    let failures = written.compactMap(\.failure)
    if let failure = failures.first {
      report(CommitReport(failure: failure, changes: failures.count, nanoseconds: nanoseconds))
    }
    guard failures.count < written.count else { return }
    let superseded = written.count { $0 == .superseded }
    report(CommitReport(changes: written.count - failures.count, superseded: superseded, nanoseconds: nanoseconds))
  }

  private func take() -> Group? {
    state.withLock { state in
      guard state.isAwaited, !state.groups.isEmpty else {
        (state.isWriting, state.isAwaited) = (false, false)
        return nil
      }
      let group = state.groups.removeFirst()
      state.isAwaited = !state.groups.isEmpty
      return group
    }
  }

  /// Waits until all earlier changes are completed.
  func finish() {
    begin()
    queue.sync {}
  }
}

/// What becomes of a write.
enum Pending: Sendable {
  case known(Written)
  /// The outcomes of its commit, and its place among them.
  case waits(Promise<[Written]>, index: Int)

  /// Nil until it is known.
  var written: Written? {
    switch self {
    case .known(let written): written
    case .waits(let commit, let index): commit.value?[index]
    }
  }
}

/// A report on changes that were written together.
public struct CommitReport: Hashable, Sendable {
  /// The reason of a failed write.
  public var failure: StoreError?
  /// Changes in the commit, or in the failed one.
  public var changes: Int
  /// Changes that lost to another engine's commit.
  public var superseded: Int
  /// Time from the first write to the end of the last one.
  public var nanoseconds: Int64

  public init(failure: StoreError? = nil, changes: Int, superseded: Int = 0, nanoseconds: Int64) {
    self.failure = failure
    self.changes = changes
    self.superseded = superseded
    self.nanoseconds = nanoseconds
  }
}

public struct StoreDurations: Hashable, Sendable {
  /// Upper bounds, in nanoseconds and in seconds as a metric's label.
  public static let bounds: [(nanoseconds: Int64, seconds: String)] = [
    (100_000, "0.0001"), (250_000, "0.00025"), (500_000, "0.0005"), (1_000_000, "0.001"), (2_500_000, "0.0025"),
    (5_000_000, "0.005"),
    (10_000_000, "0.01"), (25_000_000, "0.025"), (50_000_000, "0.05"), (100_000_000, "0.1"), (1_000_000_000, "1"),
  ]

  /// Durations per bound, not cumulative; the last count is unbounded.
  public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  public private(set) var nanoseconds: Int64 = 0

  public init() {}

  /// The index in `counts` of a duration.
  public static func place(of nanoseconds: Int64) -> Int {
    bounds.firstIndex { nanoseconds <= $0.nanoseconds } ?? bounds.count
  }

  public mutating func add(_ nanoseconds: Int64) {
    counts[Self.place(of: nanoseconds)] += 1
    self.nanoseconds += nanoseconds
  }
}
