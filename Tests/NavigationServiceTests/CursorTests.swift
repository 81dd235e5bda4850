import HTTPMessages
import Navigation
import SessionStorage
import Testing

@testable import NavigationService

/// The cursors of lists on a server with keys.
@Suite struct CursorTests {
  typealias Service = ServiceUnderTest

  static let digests = (1...3).map { SHA256.digest(of: [UInt8($0)]) }

  @Test(arguments: [0, 1, 12, 13, 1_000_000, (1 << 48) - 1] as [UInt64], [1, 2, 300, .max] as [UInt16])
  func aSealedCursorIsOpenedForItsOwnerOnly(ordinal: UInt64, number: UInt16) {
    let (plain, owner) = (SessionListCursor(ordinal: ordinal), Owner(number: number))
    let sealed = CursorSeal(Self.digests).sealed(plain, of: owner)
    #expect(CursorSeal(Self.digests.reversed()).opened(sealed, of: owner) == plain, "in any order of the keys")
    #expect(CursorSeal(Self.digests).opened(sealed, of: Owner(number: number - 1)) == nil)
    #expect(CursorSeal(Self.digests.dropLast()).opened(sealed, of: owner) == nil)
    #expect(CursorSeal(Self.digests).opened(plain, of: owner) == nil)
  }

  /// The cursors of a page at a time, with these sessions of others before, between and after.
  private func cursors(others: Int, _ service: Service) throws -> (cursors: [String], found: Int) {
    let (ada, ben) = (APIKeysTests.bearer(APIKeysTests.adas), APIKeysTests.bearer(APIKeysTests.bens))
    for _ in 0..<3 {
      for _ in 0..<others { _ = try service.post("/v1/sessions", Service.create(), ben) }
      #expect(try service.post("/v1/sessions", Service.create(), ada).status == .created)
    }
    var (target, cursors, found) = ("/v1/sessions?limit=1", [String](), 0)
    while true {
      let page = try service.get(target, ada)
      found += try SessionList(answer: page.body).sessions.count
      guard let link = page.value(of: "Link") else { return (cursors, found) }
      target = String(link.dropFirst().prefix { $0 != ">" })
      cursors.append(String(target.split(separator: "after=")[1]))
    }
  }

  @Test func aCursorDoesNotCountOtherOwnersSessions() throws {
    let keys = try APIKeysTests.keys()
    let (few, many) = (Service(keys: keys), Service(keys: keys))
    let (first, second) = (try cursors(others: 1, few), try cursors(others: 4, many))
    #expect(first.found == 3 && second.found == 3)
    for cursor in first.cursors + second.cursors { #expect((UInt64(cursor, radix: 36) ?? 0) >= 1 << 48, "\(cursor)") }
    #expect(Set(first.cursors + second.cursors).count == 4)
  }

  @Test func aCursorSurvivesOneReloadOfTheKeys() throws {
    let service = Service(keys: try APIKeysTests.keys())
    let cursor = try #require(try cursors(others: 1, service).cursors.first)
    let ada = APIKeysTests.bearer(APIKeysTests.adas)
    for (number, status) in [(1, HTTPStatus.ok), (2, .badRequest)] {
      let file = "ada \(APIKeysTests.adas)\nnew new-0123456789abcdef\(number)"
      try service.service.replaceKeys(with: try APIKeys(file: Array(file.utf8)))
      let page = try service.get("/v1/sessions?after=\(cursor)", ada)
      #expect(page.status == status && page.code == (status == .ok ? nil : "invalid-parameter"))
    }
    // As another client's, and one that is not sealed.
    for cursor in ["zzzzzzzzzzzz", "4"] {
      #expect(try service.get("/v1/sessions?after=\(cursor)", ada).code == "invalid-parameter")
    }
  }
}
