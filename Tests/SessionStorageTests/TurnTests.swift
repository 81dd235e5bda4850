import Navigation
import StoreKinds
import Synchronization
import Testing
import Waiting

@testable import SessionStorage

/// The order of changes of one session, and of creations with one key.
@Suite struct TurnTests {
  @Test func aTurnIsGivenInOrder() {
    var turn = Turn()
    let takers = (0..<5).map { _ in turn.take() }
    let waiters = takers.compactMap { $0 }
    let (isFree, hasLeft) = (turn.takeIfFree(), turn.leave(waiters[1]))
    #expect(waiters.count == 4 && takers[0] == nil && turn.isHeld && !isFree && hasLeft)
    // One that has left is skipped; one that has the turn already has to give it back.
    turn.giveBack().wake()
    let isTooLate = !turn.leave(waiters[0])
    #expect(waiters.map { $0.value != nil } == [true, false, false, false] && isTooLate)
    turn.giveBack().wake()
    #expect(waiters.map { $0.value != nil } == [true, false, true, false])
    let end = turn.awaitEnd()
    turn.giveBack(isCommitted: true).wake()
    #expect(end?.value == true && waiters[3].value != nil && turn.isHeld)
    turn.giveBack().wake()
    let noEnd = turn.awaitEnd()
    #expect(!turn.isHeld && noEnd == nil)
  }

  /// Changes that wait for a commit are made in the order of their arrival, without those that have left.
  @Test func changesAreMadeInOrder() async throws {
    let backend = TestBackend()
    let store = try backend.store()
    _ = try store.make(try Sample.session(1), answer: nil)
    backend.hold()
    let order = Mutex<[Int]>([])
    let patience = (0..<6).map { _ in Patience() }
    let tasks = patience.enumerated().map { number, patience in
      store.begin(
        TestChange(publish: { _ in order.withLock { $0.append(number) } }, { ($0.touched(), $0.revision + 1) }),
        patience: patience)
    }
    #expect(try store.session(Sample.id(1), at: Sample.start).revision == 0)
    patience[2].end(.left)
    await #expect(throws: StoreError.waitEnded(.left)) { try await tasks[2].value }
    backend.release(.committed())
    for (number, revision) in [(0, 1), (1, 2), (3, 3), (4, 4), (5, 5)] {
      #expect(try await tasks[number].value == revision)
    }
    #expect(order.withLock { $0 } == [0, 1, 3, 4, 5] && !store.isHeld())
  }

  /// A failed change is not made, and those behind it are.
  @Test func aFailedChangeGivesItsTurnBack() async throws {
    let (backend, changes) = (TestBackend(), Changes())
    let store = try backend.store()
    _ = try store.make(try Sample.session(1), answer: nil)
    backend.hold()
    let (first, second) = (store.begin(changes.short), store.begin(changes.short))
    let deletion = Task.immediate { try await store.delete(Sample.id(1), at: Moment(now: Sample.start)) { $0 == 2 } }
    backend.release(.failed(.full), once: true)
    await #expect(throws: StoreError.full) { try await first.value }
    #expect(try await second.value == 1)
    #expect(try await deletion.value == .refused(revision: 1))
    #expect(changes.published == [1] && !store.isHeld())
    backend.hold()
    let last = Task.immediate { try await store.delete(Sample.id(1), at: Moment(now: Sample.start), if: nil) }
    // Until its deletion is committed, a session is there.
    #expect(try store.session(Sample.id(1), at: Sample.start).revision == 1 && store.isHeld())
    backend.release(.failed(.full), once: true)
    await #expect(throws: StoreError.full) { try await last.value }
    #expect(!store.isHeld() && store.count == 1)
  }

  /// A long decision is made beside reads, and before changes that come later. It is not evicted meanwhile.
  @Test(arguments: [StoreKind.memory, .sharedHibernating]) func aLongDecisionHoldsTheTurn(kind: StoreKind)
    async throws
  {
    let (store, changes, start) = (try kind.make(), Changes(), Promise<Void>())
    _ = try store.make(try Sample.session(1), answer: nil)
    let long = store.begin(changes.long(after: start))
    let short = store.begin(changes.short)
    let deletion = Task.immediate { try await store.delete(Sample.id(1), at: Moment(now: Sample.start)) { $0 == 2 } }
    for number in 2..<5 { _ = try store.make(try Sample.session(number, timeToLive: 1_000), answer: nil) }
    store.finish()
    #expect(store.isResident() && store.isHeld())
    #expect(store.residency.sessions == (kind == .memory ? 4 : 1))
    #expect(try store.session(Sample.id(1), at: Sample.start).revision == 0 && changes.published == [])
    // A sweep does not wait for it.
    #expect(store.removeExpired(at: Sample.time(100)) == [])
    start.fulfil(())
    #expect(try await long.value == 1)
    #expect(try await short.value == 2)
    #expect(try await deletion.value == .deleted)
    #expect(changes.published == [1, 2] && store.count == 3)
  }

  /// Each change of a commit has its own outcome: one that another engine has overtaken is decided again.
  @Test func changesOfACommitHaveTheirOutcomes() async throws {
    let table = SharedTable(tellsNews: false)
    let (store, other) = (try table.store(), try table.store())
    // Even numbers are those of one queue.
    for number in [0, 2, 4, 6] { _ = try store.make(try Sample.session(number), answer: nil) }
    #expect(try other.touch(2, at: 0) == 1)
    let reply = table.holdReply()
    let tasks = [6, 0, 2, 4].map { number in
      Task.immediate {
        try await store.make(
          TestChange { ($0.touched(), $0.revision + 1) }, of: Sample.id(number), at: Moment(now: Sample.start))
      }
    }
    reply.release()
    for (task, revision) in zip(tasks, [1, 1, 2, 1]) { #expect(try await task.value == revision) }
  }

  /// Of two creations with a key, the second waits for the first: it gets its answer or, if that fails, creates.
  @Test(arguments: [Written.committed(), .failed(.full)])
  func creationsWithAKeyTakeTurns(outcome: Written) async throws {
    let backend = TestBackend()
    let (store, key) = (try backend.store(), try Sample.key("k"))
    backend.hold()
    let patience = Patience()
    func create(_ number: Int, _ patience: Patience = Patience()) throws -> Task<Creation, any Error> {
      let (session, answer) = (try Sample.session(number), Sample.answer(key, "\(number)", session: number))
      return Task.immediate {
        try await store.create(session, answer: answer, at: Moment(now: Sample.start, patience: patience))
      }
    }
    _ = try store.answer(for: key, of: .unnamed)
    let tasks = [try create(1), try create(2, patience), try create(3)]
    patience.end(.left)
    await #expect(throws: StoreError.waitEnded(.left)) { try await tasks[1].value }
    backend.release(outcome, once: true)
    if outcome == .committed() {
      #expect(try await tasks[0].value.isCreated)
      guard case .repeated(let answer) = try await tasks[2].value else { throw StoreError.unreadable }
      #expect(answer.sessionID == Sample.id(1))
    } else {
      await #expect(throws: StoreError.full) { try await tasks[0].value }
      #expect(try await tasks[2].value.isCreated)
    }
    #expect(store.count == 1 && store.creationTurns.withLock { $0.isEmpty })
  }
}

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
