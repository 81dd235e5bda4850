import HTTPMessages
import Navigation
import SessionStorage
import Testing

@testable import NavigationService

@Suite struct RateLimitTests {
  typealias Service = ServiceUnderTest

  private static let second: Int64 = 1_000_000_000

  /// Limit and burst, then for each request the nanoseconds before it and `remaining seconds`; `!` marks a refusal.
  @Test(
    arguments: [
      (1, 1, [(0, "0 1"), (0, "!0 1"), (second - 1, "!0 1"), (1, "0 1")]),
      (
        1, 3,
        [
          (0, "2 1"), (0, "1 2"), (0, "0 3"), (0, "!0 1"), (second / 2, "!0 1"), (second / 2, "0 3"),
          (10 * second, "2 1"),
        ]
      ),
      (
        10, 5,
        [
          (0, "4 1"), (0, "3 1"), (0, "2 1"), (0, "1 1"), (0, "0 1"), (99_999_999, "!0 1"), (1, "0 1"),
          (200_000_000, "1 1"),
        ]
      ),
      (2, 10, [(0, "9 1"), (0, "8 1"), (0, "7 2"), (0, "6 2"), (0, "5 3")]),
      (1_000_000, 1, [(0, "0 1"), (999, "!0 1"), (1, "0 1")]),
      // Refused requests do not extend the wait.
      (1, 1, [(0, "0 1"), (0, "!0 1"), (0, "!0 1"), (0, "!0 1"), (second, "0 1")]),
    ] as [(Int, Int, [(Int64, String)])]) func requestsAreCounted(
      perSecond: Int, burst: Int, requests: [(Int64, String)]
    )
  {
    let limiter = RateLimiter(RateLimit(perSecond: perSecond, burst: burst))
    var now: Int64 = 7 * Self.second
    for (wait, expected) in requests {
      now += wait
      let standing = limiter.count(.key(Owner(number: 1)), at: now)
      #expect("\(standing.isRefused ? "!" : "")\(standing.remaining) \(standing.seconds)" == expected)
    }
  }

  @Test(arguments: [
    (PeerAddress.ipv4(1), PeerAddress.ipv4(1), true), (.ipv4(1), .ipv4(2), false), (.local, .local, true),
    (.local, .ipv4(0), false),
    (.ipv6(high: 1, low: 2), .ipv6(high: 1, low: 3), true), (.ipv6(high: 1, low: 2), .ipv6(high: 2, low: 2), false),
  ]) func aClientIsAnAddressOrANetwork(first: PeerAddress, second: PeerAddress, isSame: Bool) {
    let limiter = RateLimiter(RateLimit(perSecond: 1, burst: 1))
    #expect(!limiter.count(.init(first), at: 0).isRefused)
    #expect(limiter.count(.init(second), at: 0).isRefused == isSame)
  }

  @Test func manyClientsDoNotEvictABusyOne() {
    let limiter = RateLimiter(RateLimit(perSecond: 1, burst: 1))
    let busy = RateLimiter.Client.key(Owner(number: 1))
    #expect(!limiter.count(busy, at: 0).isRefused)
    for number in 0..<UInt32(4 * RateLimiter.clients) {
      _ = limiter.count(.address(.ipv4(number)), at: 0)
      // Requests often enough to be in every generation.
      if number % 1_000 == 0 { #expect(limiter.count(busy, at: 0).isRefused) }
    }
    // The first clients are evicted, and are accepted as new ones.
    #expect(!limiter.count(.address(.ipv4(0)), at: 0).isRefused)
  }

  @Test func anAnswerHasItsClientsRemainingRequests() throws {
    let service = Service(rateLimit: RateLimit(perSecond: 2, burst: 3))
    for remaining in [2, 1, 0] {
      let response = try service.get("/v1/devices")
      #expect(response.status == .ok && response.value(of: "Retry-After") == nil)
      #expect(response.value(of: "RateLimit-Policy") == #""default";q=3;w=2"#)
      #expect(response.value(of: "RateLimit") == "\"default\";r=\(remaining);t=\(remaining == 0 ? 2 : 1)")
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
    let service = Service(rateLimit: RateLimit(perSecond: 1, burst: 1))
    #expect(try service.send(method, target).code != "rate-limited")
    #expect((try service.send(method, target).code == "rate-limited") == isCounted)
  }

  @Test func clientsAreCountedByTheirKeys() throws {
    let service = Service(keys: try APIKeysTests.keys(), rateLimit: RateLimit(perSecond: 1, burst: 1))
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
    let service = Service(rateLimit: RateLimit(perSecond: 1, burst: 1))
    var request = try HTTPRequest(.get, "/v1/devices")
    var statuses: [HTTPStatus] = []
    for peer in [PeerAddress.ipv4(1), .ipv4(1), .ipv4(2), .local] {
      request.peer = peer
      statuses.append(try service.send(request).status)
    }
    #expect(statuses == [.ok, .tooManyRequests, .ok, .ok])
  }
}
