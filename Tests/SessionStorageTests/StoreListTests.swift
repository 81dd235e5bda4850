import Navigation
import SessionStorage
import StoreKinds
import Testing

/// Lists of sessions in every store.
@Suite struct StoreListTests {
  /// A store with sessions 0 to 9 in this order, with client and label by number.
  private func filled(_ kind: StoreKind) throws -> SessionStore {
    let store = try kind.make()
    for number in 0..<10 {
      let client = number % 2 == 0 ? "even" : nil
      _ = try store.make(try Sample.session(number, client: client, labels: [("third", "\(number % 3)")]), answer: nil)
    }
    return store
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      (SessionListQuery(), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]), (SessionListQuery(client: "even"), [8, 6, 4, 2, 0]),
      (SessionListQuery(client: "odd"), []), (SessionListQuery(label: .init(name: "third", value: "1")), [7, 4, 1]),
      (SessionListQuery(label: .init(name: "third", value: "3")), []),
      (SessionListQuery(label: .init(name: "x", value: "1")), []),
      (SessionListQuery(client: "even", label: .init(name: "third", value: "0")), [6, 0]),
      (SessionListQuery(limit: 3), [9, 8, 7]),
    ]) func aListHasMatchingSessionsNewestFirst(kind: StoreKind, row: (query: SessionListQuery, numbers: [Int])) throws
  {
    #expect(try filled(kind).ids(row.query) == row.numbers.map(Sample.id))
  }

  @Test(arguments: StoreKind.allCases, [1, 2, 3, 5, 9, 10, 11]) func pagesJoinWithoutGapOrOverlap(
    kind: StoreKind, limit: Int
  ) throws {
    let store = try filled(kind)
    var query = SessionListQuery(limit: limit)
    var ids: [SessionID] = []
    var pages = 0
    repeat {
      let page = try store.list(query, of: .unnamed, at: Sample.start)
      ids += page.sessions.map(\.id)
      query.after = page.next
      pages += 1
    } while query.after != nil
    #expect(ids == (0..<10).reversed().map(Sample.id))
    #expect(pages == (10 + limit - 1) / limit)
  }

  @Test(arguments: StoreKind.allCases) func aPlaceInTheListOutlivesCreationsAndDeletions(kind: StoreKind) throws {
    let store = try filled(kind)
    let page = try store.list(SessionListQuery(limit: 4), of: .unnamed, at: Sample.start)
    #expect(page.sessions.last?.id == Sample.id(6))
    for number in [6, 7, 4] { _ = try store.drop(Sample.id(number), at: Sample.start) { _ in true } }
    _ = try store.make(try Sample.session(10), answer: nil)
    #expect(try store.ids(SessionListQuery(limit: 3, after: page.next)) == [5, 3, 2].map(Sample.id))
    #expect(try store.ids(SessionListQuery(limit: 2)) == [10, 9].map(Sample.id))
  }

  @Test(arguments: StoreKind.allCases) func aListHasTheStoredSummaries(kind: StoreKind) throws {
    let store = try filled(kind)
    _ = try store.touch(4, at: 7)
    let query = SessionListQuery(client: "even", label: .init(name: "third", value: "1"))
    let summary = try #require(try store.list(query, of: .unnamed, at: Sample.time(8)).sessions.first)
    #expect(summary.id == Sample.id(4))
    #expect((summary.client, summary.labels["third"], summary.revision) == ("even", "1", 1))
    #expect(
      (summary.createdAt, summary.updatedAt, summary.expiresAt) == (Sample.start, Sample.time(7), Sample.time(67)))
  }

  @Test(arguments: StoreKind.allCases) func aListIsRightAfterManyDeletions(kind: StoreKind) throws {
    let store = try kind.make()
    for number in 0..<3_000 {
      _ = try store.make(try Sample.session(number), answer: nil)
      if number % 3 != 0 { _ = try store.drop(Sample.id(number), at: Sample.start) { _ in true } }
    }
    let expected = stride(from: 2_997, through: 0, by: -3).map(Sample.id)
    #expect(try store.ids(SessionListQuery(limit: 1_000)) == expected)
    #expect(store.removeExpired(at: Sample.time(100)).count == 1_000)
  }
}
