import Navigation
import SessionStorage
import StoreKinds
import Testing

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
