import Navigation
import StoreKinds
import Synchronization
import Testing
import Waiting

@testable import SessionStorage

/// Requests whose clients leave, or whose time is over, while they wait.
@Suite struct WaitTests {
  /// Its change was not queued: it is never made, nor published, and the turn is given on.
  @Test(arguments: Ending.allCases) func aChangeThatWaitsForItsTurnIsNotMade(ending: Ending) async throws {
    let (backend, changes, late, patience) = (TestBackend(), Changes(), Changes(), Patience())
    let store = try backend.store()
    _ = try store.make(try Sample.session(1), answer: nil)
    backend.hold()
    let first = store.begin(changes.short)
    let second = store.begin(late.short, patience: patience)
    ending.end(patience)
    await #expect(throws: ending.error) { try await second.value }
    backend.release(.committed())
    #expect(try await first.value == 1)
    #expect(!store.isHeld() && late.published == [] && changes.published == [1])
    #expect(try await store.begin(changes.short).value == 2)
  }

  @Test(arguments: Ending.allCases) func aChangeThatWaitsForItsReadIsNotMade(ending: Ending) async throws {
    let (backend, changes, patience) = (TestBackend(), Changes(), Patience())
    _ = try backend.store().make(try Sample.session(1), answer: nil)
    let store = try backend.store()
    backend.reading.close()
    let task = store.begin(changes.short, patience: patience)
    ending.end(patience)
    await #expect(throws: ending.error) { try await task.value }
    backend.reading.open()
    store.finish()
    #expect(!store.isHeld() && changes.published == [])
    #expect(try await store.begin(changes.short).value == 1)
  }

  /// The answer waits for a check, without its turn.
  @Test(arguments: Ending.allCases) func anAnswerThatWaitsForItsCheckIsNotGiven(ending: Ending) async throws {
    let (table, changes, patience) = (SharedTable(), Changes(), Patience())
    let store = try table.store()
    _ = try store.make(try Sample.session(1), answer: nil)
    table.checking.close()
    let task = store.begin(changes.none, arrival: table.uptime(), patience: patience)
    ending.end(patience)
    await #expect(throws: ending.error) { try await task.value }
    #expect(!store.isHeld() && changes.published == [])
    // A change that is written needs no check.
    #expect(try await store.begin(changes.short, arrival: table.uptime()).value == 1)
    table.checking.open()
    store.finish()
    #expect(changes.published == [1])
  }

  /// Its change is queued: it is made and published, but not if the write fails.
  @Test(arguments: Ending.allCases, [Written.committed(), .failed(.full)])
  func aChangeThatWaitsForItsCommitIsMade(ending: Ending, outcome: Written) async throws {
    let (backend, changes, patience) = (TestBackend(), Changes(), Patience())
    let store = try backend.store()
    _ = try store.make(try Sample.session(1), answer: nil)
    backend.hold()
    let task = store.begin(changes.short, patience: patience)
    ending.end(patience)
    await #expect(throws: ending.error) { try await task.value }
    #expect(store.isHeld())
    backend.release(outcome, once: true)
    store.finish()
    let revision = outcome == .committed() ? 1 : 0
    #expect(!store.isHeld() && changes.published == Array(1..<(revision + 1)))
    #expect(try await store.begin(changes.short).value == revision + 1)
  }

  @Test(arguments: Ending.allCases) func aCreationOrDeletionThatWaitsForItsCommitIsMade(ending: Ending) async throws {
    let (backend, key, patience) = (TestBackend(), try Sample.key("k"), Patience())
    let store = try backend.store()
    let moment = Moment(now: Sample.start, patience: patience)
    let session = try Sample.session(1)
    _ = try store.answer(for: key, of: .unnamed)
    backend.hold()
    let creation = Task.immediate { try await store.create(session, answer: Sample.answer(key, "1"), at: moment) }
    ending.end(patience)
    await #expect(throws: ending.error) { try await creation.value }
    backend.release(.committed(), once: true)
    store.finish()
    #expect(try !store.make(try Sample.session(2), answer: Sample.answer(key, "2")).isCreated)
    #expect(store.count == 1 && !store.isHeld())
    backend.hold()
    let late = Patience()
    let deletion = Task.immediate {
      try await store.delete(Sample.id(1), at: Moment(now: Sample.start, patience: late), if: nil)
    }
    ending.end(late)
    await #expect(throws: ending.error) { try await deletion.value }
    backend.release(.committed(), once: true)
    store.finish()
    #expect(store.count == 0)
  }

  /// Many requests want a session that is not in memory: only those reads that had begun ask the backend.
  @Test func aHerdReadsASessionOnce() async throws {
    let backend = TestBackend()
    _ = try backend.store().make(try Sample.session(1), answer: nil)
    let store = try backend.store()
    backend.reading.close()
    let tasks = (0..<100).map { _ in
      Task.immediate { try await store.session(Sample.id(1), at: Moment(now: Sample.start)).revision }
    }
    backend.reading.open()
    for task in tasks { #expect(try await task.value == 0) }
    #expect((1...SessionStore.readerLimit).contains(backend.reading.calls))
  }

  /// Other engines are always first: the change is not made, and the next one is.
  @Test func aContendedChangeEnds() async throws {
    let (table, changes) = (SharedTable(), Changes())
    let store = try table.store()
    _ = try store.make(try Sample.session(1), answer: nil)
    table.act(on: Whims(seed: 1, superseding: 1))
    await #expect(throws: StoreError.contended) { try await store.begin(changes.short).value }
    #expect(throws: StoreError.contended) { try store.make(try Sample.session(2), answer: nil) }
    #expect(throws: StoreError.contended) { try store.drop(Sample.id(1), at: Sample.start) }
    table.act(on: nil)
    #expect(changes.published == [] && store.count == 1 && !store.isHeld())
    #expect(try await store.begin(changes.short).value == 1)
  }

  /// An answer without a write is given on a state of a check, or of a commit, after the request's arrival.
  @Test func anAnswerWithoutAWriteIsFresh() async throws {
    let (table, changes) = (SharedTable(tellsNews: false), Changes())
    let (a, b) = (try table.store(), try table.store())
    _ = try a.make(try Sample.session(1), answer: nil)
    for revision in 1...5 {
      #expect(try await b.begin(changes.none, arrival: table.uptime()).value == revision - 1)
      #expect(try await a.begin(changes.short, arrival: table.uptime()).value == revision)
      #expect(try await b.begin(changes.none, arrival: .min).value == revision - 1)
      let deletion = try await b.delete(Sample.id(1), at: Moment(now: Sample.start, arrival: table.uptime())) { _ in
        false
      }
      #expect(deletion == .refused(revision: revision))
    }
  }

  /// The changes that are made are those that are published, each once, whichever client leaves at which time.
  @Test(arguments: StoreKind.allCases) func everyChangeIsPublishedOnce(kind: StoreKind) async throws {
    let (store, changes) = (try kind.make(), Changes())
    for number in 0..<3 { _ = try store.make(try Sample.session(number), answer: nil) }
    let answers = await withTaskGroup(of: [Int].self) { group in
      for task in 0..<8 {
        group.addTask {
          var answers: [Int] = []
          for step in 0..<40 {
            let patience = Patience()
            let change = step % 5 == 0 ? changes.long(after: Promise(())) : changes.short
            let made = store.begin(change, patience: patience)
            if (task + step) % 3 == 0 { Ending.allCases[step % 2].end(patience) }
            if let answer = try? await made.value { answers.append(answer) }
            if kind.rests { _ = try? await store.session(Sample.id(step % 2 * 2), at: Moment(now: Sample.start)) }
          }
          return answers
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    store.finish()
    let published = changes.published
    #expect(published.sorted() == Array(1..<(published.count + 1)) && Set(answers).isSubset(of: published))
    #expect(Set(answers).count == answers.count && answers.count >= 200 && !store.isHeld())
    #expect(try store.session(Sample.id(1), at: Sample.start).revision == published.count)
  }
}

extension Promise<Void> {
  /// One that is known.
  convenience init(_: Void) {
    self.init()
    fulfil(())
  }
}
