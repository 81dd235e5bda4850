import Navigation
import SessionStorage
import StoreKinds
import Testing

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
