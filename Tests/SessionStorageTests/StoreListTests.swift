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

/// The separation of clients in every store.
@Suite struct StoreOwnerTests {
  static let ada = Owner(number: 1)
  static let ben = Owner(number: 2)

  @Test(arguments: StoreKind.allCases) func aSessionRemembersItsOwner(kind: StoreKind) throws {
    let store = try kind.make()
    for (number, owner) in [Self.ada, Self.ben, .unnamed].enumerated() {
      _ = try store.make(try Sample.session(number, owner: owner), answer: nil)
    }
    for (number, owner) in [Self.ada, Self.ben, .unnamed].enumerated() {
      #expect(try store.owner(of: Sample.id(number), at: Sample.start) == owner)
      #expect(try store.session(Sample.id(number), at: Sample.start).owner == owner)
    }
    #expect(throws: StoreError.noSuchSession) { try store.owner(of: Sample.id(9), at: Sample.start) }
    #expect(throws: StoreError.noSuchSession) { try store.owner(of: Sample.id(0), at: Sample.time(60)) }
    _ = try store.drop(Sample.id(0), at: Sample.start) { _ in true }
    #expect(throws: StoreError.noSuchSession) { try store.owner(of: Sample.id(0), at: Sample.start) }
  }

  @Test(arguments: StoreKind.allCases) func aListHasOnlyTheOwnersSessions(kind: StoreKind) throws {
    let store = try kind.make()
    for number in 0..<10 {
      _ = try store.make(try Sample.session(number, owner: number % 3 == 0 ? Self.ada : Self.ben), answer: nil)
    }
    #expect(try store.ids(of: Self.ada) == [9, 6, 3, 0].map(Sample.id))
    #expect(try store.ids(SessionListQuery(limit: 2), of: Self.ben) == [8, 7].map(Sample.id))
    #expect(try store.ids(of: .unnamed) == [])
    let page = try store.list(SessionListQuery(limit: 1), of: Self.ada, at: Sample.start)
    #expect(try store.ids(SessionListQuery(limit: 2, after: page.next), of: Self.ada) == [6, 3].map(Sample.id))
  }

  @Test(arguments: StoreKind.allCases) func aKeyBelongsToOneOwner(kind: StoreKind) throws {
    let store = try kind.make()
    let key = try Sample.key("k")
    _ = try store.make(try Sample.session(1, owner: Self.ada), answer: Sample.answer(key, "1", session: 1))
    guard
      case .created = try store.make(
        try Sample.session(2, owner: Self.ben), answer: Sample.answer(key, "2", session: 2))
    else {
      Issue.record("the key was another client's")
      return
    }
    #expect(try store.answer(for: key, of: Self.ada)?.sessionID == Sample.id(1))
    #expect(try store.body(of: try #require(try store.answer(for: key, of: Self.ben))) == Array("2".utf8))
    #expect(try store.answer(for: key, of: .unnamed) == nil)
  }
}

/// Limits that several owners share.
@Suite struct SharesTests {
  /// Who takes one more, in order; in capitals who is refused.
  static let rows: [(limit: Int, limitOfOne: Int?, takers: String)] = [
    (3, nil, "aaaAA"), (3, nil, "abcABC"), (0, nil, "AB"), (20, nil, "aaaaaaaaaaaaaaaaaaaaAbbbbbbbbbbBA"),
    // Half of four each, then a third.
    (4, nil, "aaaabbBA"), (6, nil, "aaaaaabbccBCA"), (2, nil, "aabCABC"),
    (10, 2, "aaAbbBcA"), (3, 2, "aaAbBcC"), (10, 0, "AB"),
  ]

  @Test(arguments: rows) func onlyWhoIsOverItsShareIsRefused(limit: Int, limitOfOne: Int?, takers: String) {
    var shares = Shares(limit: limit, limitOfOne: limitOfOne)
    let found = takers.map { taker in
      let owner = Owner(number: UInt16(taker.lowercased().utf8.first ?? 0))
      do throws(Shares.Refusal) { try shares.take(for: owner) } catch { return taker.uppercased() }
      return taker.lowercased()
    }
    #expect(found.joined() == takers)
    #expect(shares.total == takers.count { $0.isLowercase })
  }

  @Test func whatIsGivenBackCanBeTaken() throws {
    var shares = Shares(limit: 2, limitOfOne: nil)
    let (a, b) = (Owner(number: 1), Owner(number: 2))
    for _ in 0..<2 { try shares.take(for: a) }
    try shares.take(for: b)
    #expect(shares.total == 3)
    for refused in [a, b] { #expect(throws: Shares.Refusal.ofAll(2)) { try shares.take(for: refused) } }
    shares.giveBack(for: a)
    #expect(throws: Shares.Refusal.ofAll(2)) { try shares.take(for: a) }
    shares.giveBack(for: a)
    shares.giveBack(for: a)
    #expect(shares.total == 1)
    // Alone again, its share is all.
    try shares.take(for: b)
    #expect(shares.total == 2)
  }

  @Test(arguments: StoreKind.allCases) func aStoreFullOfOneOwnersSessionsHasRoomForAnother(kind: StoreKind) throws {
    let store = try kind.make(sessions: 4)
    let owners = try ["a", "b"].map { try store.owner(named: $0) }
    func make(_ number: Int, _ owner: Owner) throws {
      _ = try store.make(Sample.session(number, owner: owner), answer: nil)
    }
    for number in 0..<4 { try make(number, owners[0]) }
    #expect(throws: StoreError.sessionLimit(.ofAll(4))) { try make(10, owners[0]) }
    for number in 4..<6 { try make(number, owners[1]) }
    for owner in owners { #expect(throws: StoreError.sessionLimit(.ofAll(4))) { try make(10, owner) } }
    #expect(store.count == 6)
    // A deletion brings the other below its share.
    for number in [4, 0, 1, 2] { _ = try store.drop(Sample.id(number), at: Sample.start) { _ in true } }
    try make(10, owners[1])
  }

  /// An owner keeps its records while another fills the memory, up to an eighth above the limit.
  @Test func memoryThatOneOwnerFillsIsShortForThatOwner() throws {
    let limit = 1_000_000
    let store = SessionStore(limits: .init(memoryBytes: limit))
    let (a, b) = (Owner(number: 1), Owner(number: 2))
    func fill(from first: Int, _ owner: Owner) throws -> Int {
      for number in first..<(first + 2_000) {
        do throws(StoreError) {
          guard let session = try? Sample.session(number, owner: owner) else { break }
          _ = try store.make(session, answer: nil)
        } catch {
          #expect(error == .sessionLimit(.ofAll(store.count)))
          return number - first
        }
        store.finish()
      }
      Issue.record("no session was refused")
      return 0
    }
    func records(_ number: Int) throws -> Int {
      for second in 1...3 { _ = try store.touch(number, at: second) }
      let session = try store.session(Sample.id(number), at: Sample.start)
      return try store.steps(of: session, after: nil, limit: 10).count
    }
    var bytes: Int { store.residency.bytes }
    _ = try store.make(Sample.session(9_000, owner: b), answer: nil)
    #expect(try fill(from: 0, a) > 100)
    #expect(bytes < limit + limit / 16)
    #expect(try records(0) == 1)
    #expect(try records(9_000) == 4)
    #expect(try fill(from: 5_000, b) > 10)
    #expect(bytes > limit + limit / 8 && bytes < limit + limit / 5)
    #expect(try records(5_000) == 1)
    // What another holds less is room for both.
    for number in 0..<80 { _ = try store.drop(Sample.id(number), at: Sample.start) { _ in true } }
    store.finish()
    #expect(try records(5_001) == 4)
  }
}
