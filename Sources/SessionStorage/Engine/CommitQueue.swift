import Dispatch
import Synchronization

/// What waits to be written. All that comes while one commit is on its way goes into the next one together.
final class CommitQueue: Sendable {
  /// A change, and whom to tell what became of it.
  struct Item: Sendable {
    let change: Change
    /// Called on the queue's thread before anybody who waits for the commit is: whether it is kept, and where its answer stands.
    let settle: @Sendable (Commit.Outcome, Int64?) -> Void
  }

  private struct Group {
    var items: [Item]
    let commit = Commit()
  }

  private struct State {
    /// In the order in which they are written; the last one takes more in until it is full.
    var groups: [Group] = []
    var isWriting = false
    /// While a failure is being taken back, nothing may build on what has failed.
    var refusal: StoreError?
  }

  /// Changes of one commit, so that those who came first do not wait for all.
  private static let groupLimit = 1_024

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "navigation.commits", qos: .userInitiated)
  private let backend: any DurableBackend
  private let uptime: @Sendable () -> Int64
  private let report: @Sendable (CommitReport) -> Void

  /// - Parameters:
  ///   - uptime: nanoseconds of a clock that never goes back.
  ///   - report: told of each commit.
  init(
    _ backend: any DurableBackend, uptime: @escaping @Sendable () -> Int64, report: @escaping @Sendable (CommitReport) -> Void
  ) {
    self.backend = backend
    self.uptime = uptime
    self.report = report
  }

  /// Queues a change behind all before it. Throws while a failure is being taken back.
  func add(_ item: Item) throws(StoreError) -> Commit {
    let (commit, isFirst) = try state.withLock { (state) throws(StoreError) in
      if let refusal = state.refusal { throw refusal }
      let last = state.groups.count - 1
      if last >= 0, state.groups[last].items.count < Self.groupLimit {
        state.groups[last].items.append(item)
        return (state.groups[last].commit, false)
      }
      let group = Group(items: [item])
      state.groups.append(group)
      defer { state.isWriting = true }
      return (group.commit, !state.isWriting)
    }
    if isFirst { queue.async { [self] in writeAll() } }
    return commit
  }

  private func writeAll() {
    while let group = take() {
      let start = uptime()
      do throws(StoreError) {
        let places = try backend.write(group.items.map(\.change))
        for (item, place) in zip(group.items, places) { item.settle(.kept, place) }
        report(CommitReport(outcome: .kept, changes: group.items.count, nanoseconds: uptime() - start))
        group.commit.decide(.kept)
      } catch { fail(group, error, since: start) }
    }
  }

  private func take() -> Group? {
    state.withLock { state in
      guard !state.groups.isEmpty else {
        state.isWriting = false
        return nil
      }
      return state.groups.removeFirst()
    }
  }

  /// Takes back what has failed, and all that was queued behind it, since that may build on it.
  private func fail(_ group: Group, _ error: StoreError, since start: Int64) {
    let failed = state.withLock { state in
      state.refusal = error
      defer { state.groups = [] }
      return [group] + state.groups
    }
    for item in failed.flatMap(\.items) { item.settle(.failed(error), nil) }
    state.withLock { $0.refusal = nil }
    let changes = failed.reduce(0) { $0 + $1.items.count }
    report(CommitReport(outcome: .failed(error), changes: changes, nanoseconds: uptime() - start))
    for group in failed { group.commit.decide(.failed(error)) }
  }

  /// Waits until all that was added before is decided.
  func finish() { queue.sync {} }
}
