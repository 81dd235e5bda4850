import Navigation
import SessionStorage
import StoreKinds
import Testing

/// The behaviour common to all stores.
@Suite struct StoreTests {
  @Test(arguments: StoreKind.allCases) func aSessionIsReadAsItWasStored(kind: StoreKind) throws {
    let store = try kind.make()
    let sessions = try (0..<20).map { try Sample.session($0, client: "c\($0)", labels: [("n", "\($0)")]) }
    for session in sessions { _ = try store.make(session, answer: nil) }
    for session in sessions {
      let read = try store.session(session.id, at: Sample.time(1))
      #expect(read.session == session.session)
      #expect((read.id, read.head.client, read.head.labels) == (session.id, session.head.client, session.head.labels))
      #expect((read.revision, read.head.createdAt, read.updatedAt) == (0, Sample.start, Sample.start))
      #expect(read.head.timeToLive == 60)
    }
    #expect(store.count == 20)
  }

  @Test(arguments: StoreKind.allCases) func aChangeAffectsOnlyItsSession(kind: StoreKind) throws {
    let store = try kind.make()
    for number in 0..<3 { _ = try store.make(try Sample.session(number), answer: nil) }
    #expect(try store.touch(1, at: 5) == 1)
    #expect(try store.change(Sample.id(1), at: Sample.time(6)) { (nil, $0.revision) } == 1)
    let read = try store.session(Sample.id(1), at: Sample.time(7))
    #expect((read.revision, read.updatedAt) == (1, Sample.time(5)))
    #expect(try store.session(Sample.id(0), at: Sample.time(7)).revision == 0)
  }

  @Test(arguments: StoreKind.allCases) func aMissingSessionIsRefused(kind: StoreKind) throws {
    let store = try kind.make()
    #expect(throws: StoreError.noSuchSession) { try store.session(Sample.id(1), at: Sample.start) }
    #expect(throws: StoreError.noSuchSession) { try store.touch(1, at: 0) }
    #expect(throws: StoreError.noSuchSession) { try store.drop(Sample.id(1), at: Sample.start) { _ in true } }
    _ = try store.make(try Sample.session(1), answer: nil)
    #expect(throws: StoreError.idTaken) { try store.make(try Sample.session(1), answer: nil) }
    #expect(store.count == 1)
  }

  @Test(arguments: StoreKind.allCases) func aSessionIsDeletedOnceAndOnItsCondition(kind: StoreKind) throws {
    let store = try kind.make()
    for number in 0..<3 { _ = try store.make(try Sample.session(number), answer: nil) }
    _ = try store.touch(1, at: 1)
    #expect(try store.drop(Sample.id(1), at: Sample.time(2)) { $0 == 0 } == .refused(revision: 1))
    #expect(try store.session(Sample.id(1), at: Sample.time(2)).revision == 1)
    #expect(try store.drop(Sample.id(1), at: Sample.time(2)) { $0 == 1 } == .deleted)
    #expect(throws: StoreError.noSuchSession) { try store.drop(Sample.id(1), at: Sample.time(2)) { _ in true } }
    #expect(throws: StoreError.noSuchSession) { try store.session(Sample.id(1), at: Sample.time(2)) }
    #expect(try store.ids(at: 2) == [Sample.id(2), Sample.id(0)])
    #expect(store.count == 2)
  }

  @Test(arguments: StoreKind.allCases) func theLimitOfSessionsHoldsAndDeletingMakesRoom(kind: StoreKind) throws {
    let store = try kind.make(sessions: 2)
    for number in 0..<2 { _ = try store.make(try Sample.session(number), answer: nil) }
    #expect(throws: StoreError.sessionLimit(.ofAll(2))) { try store.make(try Sample.session(2), answer: nil) }
    _ = try store.drop(Sample.id(0), at: Sample.start) { _ in true }
    _ = try store.make(try Sample.session(2), answer: nil)
    #expect(throws: StoreError.sessionLimit(.ofAll(2))) { try store.make(try Sample.session(3), answer: nil) }
    #expect(store.removeExpired(at: Sample.time(1_000)).count == 2)
    _ = try store.make(try Sample.session(3, at: 1_000), answer: nil)
    #expect(store.count == 1)
  }

  @Test(arguments: StoreKind.allCases) func expiredSessionsAreGoneBeforeASweep(kind: StoreKind) throws {
    let store = try kind.make()
    for number in 0..<2 { _ = try store.make(try Sample.session(number, timeToLive: 60), answer: nil) }
    #expect(try store.session(Sample.id(1), at: Sample.time(59)).revision == 0)
    #expect(throws: StoreError.noSuchSession) { try store.session(Sample.id(1), at: Sample.time(60)) }
    #expect(throws: StoreError.noSuchSession) { try store.touch(1, at: 60) }
    #expect(throws: StoreError.noSuchSession) { try store.drop(Sample.id(1), at: Sample.time(60)) { _ in true } }
    #expect(try store.ids(at: 60).isEmpty)
    #expect(store.count == 2)
  }

  @Test(arguments: StoreKind.allCases) func aSweepRemovesOnlyExpiredSessions(kind: StoreKind) throws {
    let store = try kind.make()
    for number in 0..<6 { _ = try store.make(try Sample.session(number, timeToLive: 60 * (number + 1)), answer: nil) }
    _ = try store.touch(0, at: 50)
    #expect(store.removeExpired(at: Sample.time(70)).count == 0)
    #expect(try store.ids(at: 70).count == 6)
    #expect(store.removeExpired(at: Sample.time(130)).count == 2)
    #expect(store.removeExpired(at: Sample.time(130)).count == 0)
    #expect(store.count == 4)
    #expect(store.removeExpired(at: Sample.time(100_000_000)).count == 4)
    #expect(store.count == 0)
  }

  @Test(arguments: StoreKind.allCases.filter { $0 != .memory }) func unusedSessionsAreEvicted(kind: StoreKind) throws {
    let store = try kind.make()
    for number in 0..<6 { _ = try store.make(try Sample.session(number, timeToLive: 1_000), answer: nil) }
    store.finish()
    #expect(store.residency.sessions == (kind.rests ? 1 : 6))
    // Their creation was a use, and the first sweep has nothing to compare with.
    for second in [0, 59, 61] {
      _ = store.removeExpired(at: Sample.time(second))
      _ = try store.session(Sample.id(5), at: Sample.time(second))
    }
    #expect(store.residency.sessions == 1)
    _ = store.removeExpired(at: Sample.time(122))
    #expect(store.residency.sessions == 1)
    // A thread that has just read a session may still hold it, which postpones its eviction by a round.
    for round in 3..<10 where store.residency.sessions > 0 {
      store.finish()
      _ = store.removeExpired(at: Sample.time(round * 61))
    }
    #expect(store.residency.sessions == 0 && store.count == 6)
    for number in 0..<6 { #expect(try store.session(Sample.id(number), at: Sample.time(600)).revision == 0) }
  }

  @Test(arguments: StoreKind.allCases) func theMemoryOfSessionsIsKnown(kind: StoreKind) throws {
    let store = try kind.make()
    #expect(store.residency == Residency())
    for number in 0..<6 { _ = try store.make(try Sample.session(number), answer: nil) }
    store.finish()
    let full = store.residency
    #expect(
      full.sessions == (kind.rests ? 1 : 6) && full.bytes > full.sessions * 1_000 && full.bytes < full.sessions * 50_000
    )
    for number in 0..<6 { _ = try store.touch(number, at: 1) }
    #expect(try store.drop(Sample.id(0), at: Sample.time(2)) { _ in true } == .deleted)
    #expect(try store.drop(Sample.id(5), at: Sample.time(2)) { _ in true } == .deleted)
    #expect(store.removeExpired(at: Sample.time(1_000)).count == 4)
    #expect(store.residency == Residency())
  }

  @Test(arguments: StoreKind.allCases) func aReadDoesNotPostponeTheExpiry(kind: StoreKind) throws {
    let store = try kind.make()
    _ = try store.make(try Sample.session(1, timeToLive: 60), answer: nil)
    for second in 0..<60 { _ = try store.session(Sample.id(1), at: Sample.time(second)) }
    #expect(store.removeExpired(at: Sample.time(80)).count == 1)
  }

  @Test(arguments: StoreKind.allCases) func changesOfManyThreadsAreAllCommitted(kind: StoreKind) async throws {
    let store = try kind.make()
    for number in 0..<3 { _ = try store.make(try Sample.session(number, timeToLive: 1_000), answer: nil) }
    let seen = try await withThrowingTaskGroup(of: [Int].self) { group in
      for thread in 0..<8 {
        group.addTask {
          var revisions: [Int] = []
          for _ in 0..<100 {
            revisions.append(try store.touch(1, at: 1))
            // Reads of other sessions evict it in stores with few resident sessions.
            if kind.rests { _ = try store.session(Sample.id(thread % 2 * 2), at: Sample.time(1)) }
          }
          return revisions
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(seen.sorted() == Array(1...800))
    #expect(try store.session(Sample.id(1), at: Sample.time(2)).revision == 800)
    #expect(try store.session(Sample.id(0), at: Sample.time(2)).revision == 0)
  }

  @Test(arguments: StoreKind.allCases) func manyThreadsCreateAndDeleteSessions(kind: StoreKind) async throws {
    let store = try kind.make()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for step in 0..<50 {
            let number = thread * 1_000 + step
            _ = try store.make(try Sample.session(number), answer: nil)
            _ = try store.touch(number, at: 1)
            if step % 2 == 0 { _ = try store.drop(Sample.id(number), at: Sample.time(1)) { $0 == 1 } }
            _ = try store.list(SessionListQuery(limit: 10), of: .unnamed, at: Sample.time(1))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(store.count == 200)
    #expect(try store.ids(SessionListQuery(limit: 1_000), at: 1).count == 200)
    #expect(store.removeExpired(at: Sample.time(100)).count == 200)
  }

  /// At first older records are dropped; then creations are refused, and a changed session retains its latest record.
  @Test func atTheMemoryLimitNothingGrows() throws {
    let (limit, count) = (1_000_000, 20)
    let store = SessionStore(limits: .init(memoryBytes: limit))
    for number in 0..<count { _ = try store.make(try Sample.session(number, timeToLive: 1_000), answer: nil) }
    for second in 1...100 { for number in 0..<count { _ = try store.touch(number, at: second) } }
    store.finish()
    #expect(store.residency.bytes < limit + limit / 8)
    var made = count
    do throws(StoreError) {
      while made < 2_000 {
        guard let session = try? Sample.session(made, timeToLive: 1_000) else { break }
        _ = try store.make(session, answer: nil)
        store.finish()
        made += 1
      }
    } catch { #expect(error == .sessionLimit(.ofAll(made))) }
    let residency = store.residency
    #expect(made > 50 && made < 500 && residency.sessions == made, "\(made), \(residency)")
    #expect(residency.bytes < limit + limit / 8)
    for number in 0..<made {
      let session = try store.session(Sample.id(number), at: Sample.time(100))
      #expect(session.revision == (number < count ? 100 : 0))
      guard number < count else { continue }
      // What followers read, and undo leads to, is still there.
      #expect(try store.steps(of: session, after: 96, limit: 10).map(\.record.revision) == Array(97...100))
      #expect(throws: HistoryGap.gone(start: 96)) { try store.steps(of: session, after: 1, limit: 10) }
    }
    for number in 0..<30 { #expect(try store.drop(Sample.id(number), at: Sample.start) { _ in true } == .deleted) }
    store.finish()
    #expect(try store.make(try Sample.session(5_000), answer: nil).isCreated)
  }
}

extension Creation {
  var isCreated: Bool { if case .created = self { true } else { false } }
}
