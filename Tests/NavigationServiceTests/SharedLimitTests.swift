import HTTPMessages
import Navigation
import StoreKinds
import Testing

@testable import NavigationService

/// Two clients under limits that they share.
@Suite struct SharedLimitTests {
  typealias Service = ServiceUnderTest

  private static let (ada, ben) = (APIKeysTests.bearer(APIKeysTests.adas), APIKeysTests.bearer(APIKeysTests.bens))

  @Test func aClientIsNotRefusedForTheSessionsOfAnother() throws {
    let service = Service(keys: try APIKeysTests.keys(), sessions: 20)
    func create(_ key: [(name: String, value: String)], _ count: Int) throws -> [String?] {
      try (0..<count).map { _ in try service.post("/v1/sessions", Service.create(), key).code }
    }
    #expect(try create(Self.ada, 25) == Array(repeating: nil, count: 20) + Array(repeating: "session-limit", count: 5))
    #expect(try create(Self.ben, 11) == Array(repeating: nil, count: 10) + ["session-limit"])
    #expect(try create(Self.ada, 1) == ["session-limit"])
  }

  @Test func aClientHasItsOwnLimitOfSessions() throws {
    let service = Service(keys: try APIKeysTests.keys(), sessionsOfOwner: 2)
    for key in [Self.ada, Self.ben] {
      for _ in 0..<2 { #expect(try service.post("/v1/sessions", Service.create(), key).status == .created) }
      let refused = try service.post("/v1/sessions", Service.create(), key)
      #expect(refused.code == "session-limit" && refused.text.contains("its limit of 2 sessions"))
    }
  }

  @Test(arguments: [(4, nil, [4, 2]), (100, 3, [3, 3])] as [(Int, Int?, [Int])])
  func aClientIsNotRefusedForTheStreamsOfAnother(limit: Int, limitOfOne: Int?, counts: [Int]) throws {
    let service = Service(keys: try APIKeysTests.keys(), subscribers: limit, subscribersOfOwner: limitOfOne)
    var open: [Subscriber] = []
    for (key, count) in zip([Self.ada, Self.ben], counts) {
      let path = try #require(try service.post("/v1/sessions", Service.create(), key).value(of: "Location"))
      for _ in 0..<count { open.append(try Subscriber(service, path + "/events", key)) }
      for target in ["/events", "?wait=1"] {
        #expect(try service.get(path + target, key + [("If-None-Match", "\"0\"")]).code == "subscriber-limit")
      }
    }
    for subscriber in open { #expect(try subscriber.news() == ["session 0"]) }
  }
}
