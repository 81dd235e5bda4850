import HTTPMessages
import Navigation
import SessionStorage
import Testing

@testable import NavigationService

@Suite struct RateLimitTests {
  typealias Service = ServiceUnderTest

  private static let second: Int64 = 1_000_000_000

  /// Requests a second, then for each request the nanoseconds before it and how many more may come; nil for a refusal.
  @Test(
    arguments: [
      (1, [(0, 0), (0, nil), (second - 1, nil), (1, 0)]),
      (2, [(0, 1), (0, 0), (0, nil), (second / 2, 0), (second, 1)]),
      (4, [(0, 3), (0, 2), (0, 1), (0, 0), (249_999_999, nil), (1, 0), (second / 2, 1), (10 * second, 3)]),
      (1_000_000, [(0, 999_999), (0, 999_998), (999, 999_997), (1, 999_997)]),
      // Refused requests do not extend the wait.
      (1, [(0, 0), (0, nil), (0, nil), (0, nil), (second, 0)]),
    ] as [(Int, [(Int64, Int?)])]) func requestsAreCounted(perSecond: Int, requests: [(Int64, Int?)])
  {
    let limiter = RateLimiter(perSecond: perSecond)
    var now: Int64 = 7 * Self.second
    for (wait, remaining) in requests {
      now += wait
      #expect(limiter.count(.key(Owner(number: 1)), at: now) == remaining)
    }
  }

  @Test(arguments: [
    (PeerAddress.ipv4(1), PeerAddress.ipv4(1), true), (.ipv4(1), .ipv4(2), false), (.local, .local, true),
    (.local, .ipv4(0), false),
    (.ipv6(high: 1, low: 2), .ipv6(high: 1, low: 3), true), (.ipv6(high: 1, low: 2), .ipv6(high: 2, low: 2), false),
  ]) func aClientIsAnAddressOrANetwork(first: PeerAddress, second: PeerAddress, isSame: Bool) {
    let limiter = RateLimiter(perSecond: 1)
    #expect(limiter.count(.init(first), at: 0) != nil)
    #expect((limiter.count(.init(second), at: 0) == nil) == isSame)
  }

  @Test func manyClientsDoNotEvictABusyOne() {
    let limiter = RateLimiter(perSecond: 1)
    let busy = RateLimiter.Client.key(Owner(number: 1))
    #expect(limiter.count(busy, at: 0) != nil)
    for number in 0..<UInt32(4 * RateLimiter.clients) {
      _ = limiter.count(.address(.ipv4(number)), at: 0)
      // Requests often enough to be in every generation.
      if number % 1_000 == 0 { #expect(limiter.count(busy, at: 0) == nil) }
    }
    // The first clients are evicted, and are accepted as new ones.
    #expect(limiter.count(.address(.ipv4(0)), at: 0) != nil)
  }

  @Test func anAnswerHasItsClientsRemainingRequests() throws {
    let service = Service(rateLimit: 3)
    for remaining in [2, 1, 0] {
      let response = try service.get("/v1/devices")
      #expect(response.status == .ok && response.value(of: "Retry-After") == nil)
      #expect(response.value(of: "RateLimit-Policy") == #""default";q=3;w=1"#)
      #expect(response.value(of: "RateLimit") == "\"default\";r=\(remaining);t=1")
    }
    let refused = try service.get("/v1/devices")
    #expect(refused.code == "rate-limited" && refused.status == .tooManyRequests)
    #expect(refused.value(of: "Retry-After") == "1" && refused.value(of: "RateLimit") == #""default";r=0;t=1"#)
    service.wait(nanoseconds: Self.second / 2)
    #expect(try service.get("/v1/devices").status == .ok)
  }

  @Test func withoutALimitRequestsAreNotCounted() throws {
    let response = try Service().get("/v1/devices")
    #expect(response.value(of: "RateLimit") == nil && response.value(of: "RateLimit-Policy") == nil)
  }

  /// All requests except those of health are refused over the limit.
  @Test(arguments: [
    (HTTPMethod.get, "/healthz", false), (.head, "/readyz", false), (.get, "/openapi.yaml", true),
    (.options, "/v1/sessions", true),
    (.get, "/none", true), (.put, "/v1/sessions", true), (.post, "/healthz", true),
  ]) func healthIsNeverLimited(method: HTTPMethod, target: String, isCounted: Bool) throws {
    let service = Service(rateLimit: 1)
    #expect(try service.send(method, target).code != "rate-limited")
    #expect((try service.send(method, target).code == "rate-limited") == isCounted)
  }

  @Test func clientsAreCountedByTheirKeys() throws {
    let service = Service(keys: try APIKeysTests.keys(), rateLimit: 1)
    let (ada, ben) = (APIKeysTests.bearer(APIKeysTests.adas), APIKeysTests.bearer(APIKeysTests.bens))
    #expect(try service.get("/v1/devices", ada).status == .ok)
    #expect(try service.get("/v1/devices", ben).status == .ok)
    #expect(try service.get("/v1/devices", ada).code == "rate-limited")
    // A client without a known key is counted by address, so that keys cannot be guessed quickly.
    #expect(try service.get("/v1/devices", APIKeysTests.bearer("wrong")).code == "unauthenticated")
    #expect(try service.get("/v1/devices", APIKeysTests.bearer("wrong again")).code == "rate-limited")
    #expect(try service.get("/v1/devices").code == "rate-limited")
  }

  @Test func clientsAreCountedByTheirAddresses() throws {
    let service = Service(rateLimit: 1)
    var request = try HTTPRequest(.get, "/v1/devices")
    var statuses: [HTTPStatus] = []
    for peer in [PeerAddress.ipv4(1), .ipv4(1), .ipv4(2), .local] {
      request.peer = peer
      statuses.append(try service.send(request).status)
    }
    #expect(statuses == [.ok, .tooManyRequests, .ok, .ok])
  }
}
