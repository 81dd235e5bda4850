import Navigation
import StoreKinds
import Synchronization
import Testing

@testable import SessionStorage

/// Changes gathered into one commit.
@Suite struct GatheringTests {
  /// The number of changes of each commit.
  private final class Commits: Sendable {
    private let counts = Mutex<[Int]>([])

    var all: [Int] { counts.withLock { $0 } }

    func note(_ report: CommitReport) { counts.withLock { $0.append(report.changes) } }
  }

  private func store(of count: Int, _ commits: Commits) throws -> SessionStore {
    let store = try SessionStore(
      durable: TestBackend(), limits: StoreLimits(), uptime: { 0 }, report: { commits.note($0) })
    for number in 0..<count { _ = try store.make(try Sample.session(number), answer: nil) }
    store.finish()
    store.gatherChanges()
    return store
  }

  /// Begins a change, which is queued at the return.
  private func touch(_ store: SessionStore, _ number: Int) -> Task<Int, any Error> {
    Task.immediate {
      try await store.make(
        TestChange { ($0.touched(), $0.revision + 1) }, of: Sample.id(number), at: Moment(now: Sample.time(1)))
    }
  }

  @Test func changesGatherUntilTheyBegin() async throws {
    let commits = Commits()
    let store = try store(of: 3, commits)
    for round in 1...2 {
      let tasks = (0..<3).map { touch(store, $0) }
      #expect(try store.session(Sample.id(1), at: Sample.time(1)).revision == round - 1)
      store.beginCommit()
      for task in tasks { #expect(try await task.value == round) }
      #expect(try store.session(Sample.id(1), at: Sample.time(1)).revision == round)
    }
    #expect(commits.all == [1, 1, 1, 3, 3])
  }

  /// A deletion starts a commit at once. The commit includes the changes gathered before.
  @Test func aDeletionWaitsForNothing() async throws {
    let commits = Commits()
    let store = try store(of: 2, commits)
    let task = touch(store, 0)
    #expect(try store.drop(Sample.id(1), at: Sample.time(1)) == .deleted)
    #expect(try await task.value == 1)
    #expect(commits.all == [1, 1, 2])
  }

  @Test func finishCommitsGatheredChanges() async throws {
    let commits = Commits()
    let store = try store(of: 1, commits)
    let task = touch(store, 0)
    store.finish()
    #expect(try store.session(Sample.id(0), at: Sample.time(1)).revision == 1 && commits.all == [1, 1])
    #expect(try await task.value == 1)
  }

  /// A commit starts by itself once it has the maximum number of changes.
  @Test func aFullGroupBegins() async throws {
    let commits = Commits()
    let store = try store(of: 1_024, commits)
    let tasks = (0..<1_024).map { touch(store, $0) }
    for task in tasks { #expect(try await task.value == 1) }
    #expect(commits.all == [Int](repeating: 1, count: 1_024) + [1_024])
  }
}
