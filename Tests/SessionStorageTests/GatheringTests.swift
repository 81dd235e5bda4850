import NavigationAPI
import NavigationModel
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

  private func touch(_ store: SessionStore, _ number: Int) -> Decided<Void> {
    store.update(Sample.id(number), at: Moment(now: Sample.time(1))) { session in
      session.revision += 1
      session.history.append(
        session.entry(.single(Transition(.enterForeground), Outcome(.noChange)), before: session.session))
    }
  }

  @Test func changesGatherUntilTheyBegin() throws {
    let commits = Commits()
    let store = try store(of: 3, commits)
    for round in 1...2 {
      let decided = (0..<3).map { touch(store, $0) }
      #expect(try store.session(Sample.id(1), at: Sample.time(1)).revision == round - 1)
      store.beginCommit()
      for each in decided { try each.committed() }
      #expect(try store.session(Sample.id(1), at: Sample.time(1)).revision == round)
    }
    #expect(commits.all == [1, 1, 1, 3, 3])
  }

  /// A deletion starts a commit at once. The commit includes the changes gathered before, which the deletion may
  /// follow.
  @Test func aDeletionWaitsForNothing() throws {
    let commits = Commits()
    let store = try store(of: 2, commits)
    let decided = touch(store, 0)
    #expect(try store.drop(Sample.id(0), at: Sample.time(1)) { $0 == 1 } == .deleted)
    try decided.committed()
    #expect(commits.all == [1, 1, 2])
  }

  @Test func finishCommitsGatheredChanges() throws {
    let commits = Commits()
    let store = try store(of: 1, commits)
    let decided = touch(store, 0)
    store.finish()
    #expect(decided.commit?.value == .committed && commits.all == [1, 1])
  }

  /// A commit starts by itself once it has the maximum number of changes.
  @Test func aFullGroupBegins() throws {
    let commits = Commits()
    let store = try store(of: 1, commits)
    let decided = (0..<1_024).map { _ in touch(store, 0) }
    for each in decided { try each.committed() }
    #expect(commits.all == [1, 1_024])
  }
}
