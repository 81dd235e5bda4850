import HTTPMessages
import Navigation
import SessionStorage
import Synchronization

/// Checks of the sender of a request.
extension NavigationService {
  /// Counts a request against the key's owner, else against its source address. Throws `rate-limited`.
  func count(_ request: HTTPRequest, _ context: inout RequestContext) throws(Problem) {
    guard let limiter, !(context.operation?.isHealth ?? false) else { return }
    let client = context.owner == .unnamed ? RateLimiter.Client(request.peer) : .key(context.owner)
    let remaining = limiter.count(client, at: context.start)
    context.remainingRequests = remaining ?? 0
    guard remaining == nil else { return }
    let limit = limiter.perSecond
    throw Problem(
      .rateLimited,
      "A client may send \(limit) requests a second and \(limit) at once; the next in \(RateLimiter.seconds) s.")
  }

  /// Throws `unauthenticated` for a request without a key, where the server has keys and the operation needs one.
  func requireKey(of request: HTTPRequest, _ context: RequestContext) throws(Problem) {
    guard configuration.keys != nil, context.key == nil, context.operation?.needsKey ?? true else { return }
    guard !request.fields.contains("authorization") else { throw Self.unknownKey }
    throw Problem(.unauthenticated, "The request needs Authorization: Bearer and a key.")
  }

  /// Throws `unauthenticated` where the key of a waiting request has been revoked since.
  func requireKeyInForce(_ context: RequestContext) throws(Problem) {
    if let key = context.key, key.isRevoked { throw Self.unknownKey }
  }

  private static var unknownKey: Problem {
    Problem(.unauthenticated, "The key of the request is none that the server knows.")
  }

  /// Answers a session of another client as not found, before anything else; without keys, any session with a named
  /// owner. A session that cannot be read is the client's whose name is stored.
  func requireOwn(_ id: SessionID, _ context: RequestContext) async throws(Problem) {
    do throws(StoreError) {
      guard try await store.owner(of: id, at: context.moment) == context.owner else { throw .noSuchSession }
    } catch {
      if case .damaged(let damaged) = error, damaged.owner == context.owner { return }
      throw Problem(error)
    }
  }

  /// Throws `no-such-session`.
  func require(_ id: SessionID, _ context: RequestContext) async throws(Problem) {
    do throws(StoreError) { _ = try await store.owner(of: id, at: context.moment) } catch { throw Problem(error) }
  }
}

/// Counts requests per client, by the generic cell rate algorithm (ITU-T I.371). It remembers a bounded number of
/// clients and evicts those idle the longest.
///
/// A client may send at once what it may send in a second: a page asks for its files at once, and no client waits
/// longer than a second, neither for its next request nor for all of them.
final class RateLimiter: Sendable {
  /// Maximum number of remembered clients.
  static let clients = 65_536

  /// The unit by which requests are counted.
  enum Client: Hashable, Sendable {
    case key(Owner)
    /// IPv6 addresses are counted by their /64 network, the usual size of one subscriber's.
    case address(PeerAddress)

    init(_ peer: PeerAddress) {
      switch peer {
      case .local, .ipv4: self = .address(peer)
      case .ipv6(let high, _): self = .address(.ipv6(high: high, low: 0))
      }
    }
  }

  /// Requests a second of one client, and at once.
  let perSecond: Int
  /// `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10 §3).
  let policy: HTTPField
  /// Seconds until the next request is accepted, and until all are, rounded up.
  static let seconds = 1
  private let parts = (0..<16).map { _ in Part() }

  /// - Parameter perSecond: at least 1.
  init(perSecond: Int) {
    self.perSecond = perSecond
    policy = HTTPField("RateLimit-Policy", "\"default\";q=\(perSecond);w=\(Self.seconds)")
  }

  /// `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10 §4).
  static func field(remaining: Int) -> HTTPField { HTTPField("RateLimit", "\"default\";r=\(remaining);t=\(seconds)") }

  /// Counts a request, and returns how many more may come at once; nil refuses it.
  ///
  /// - Parameter now: nanoseconds of a monotonic clock.
  func count(_ client: Client, at now: Int64) -> Int? {
    let part = parts[Int(UInt(bitPattern: client.hashValue) % UInt(parts.count))]
    return part.generations.withLock { $0.count(client, at: now, perSecond) }
  }

  private final class Part: Sendable {
    let generations = Mutex(Generations())
  }

  /// Two generations of clients: when the young one is full, it becomes the old one, and the old one is evicted.
  private struct Generations {
    private static let capacity = RateLimiter.clients / 32

    /// When each client may send all its requests at once again.
    private var young: [Client: Int64] = [:]
    private var old: [Client: Int64] = [:]

    mutating func count(_ client: Client, at now: Int64, _ perSecond: Int) -> Int? {
      let known = young[client]
      let full = max(known ?? old[client] ?? 0, now)
      let interval = 1_000_000_000 / Int64(perSecond)
      let room = interval * Int64(perSecond) - (full - now) - interval
      if known == nil, young.count >= Self.capacity {
        swap(&young, &old)
        young.removeAll(keepingCapacity: true)
      }
      young[client] = room >= 0 ? full + interval : full
      return room >= 0 ? Int(room / interval) : nil
    }
  }
}
