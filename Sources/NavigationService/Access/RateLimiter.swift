import HTTPMessages
import SessionStorage
import Synchronization

/// Counts requests per client. It remembers a bounded number of clients and evicts those idle the longest.
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

  let limit: RateLimit
  /// `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10 §3).
  let policy: String
  private let parts = (0..<16).map { _ in Part() }

  init(_ limit: RateLimit) {
    self.limit = limit
    policy = "\"default\";q=\(limit.burst);w=\((limit.burst + limit.perSecond - 1) / limit.perSecond)"
  }

  /// Counts a request; `now` is in nanoseconds of a monotonic clock.
  func count(_ client: Client, at now: Int64) -> RateLimit.Standing {
    let part = parts[Int(UInt(bitPattern: client.hashValue) % UInt(parts.count))]
    return part.generations.withLock { $0.count(client, at: now, limit) }
  }

  private final class Part: Sendable {
    let generations = Mutex(Generations())
  }

  /// Two generations of clients: when the young one is full, it becomes the old one, and the old one is evicted.
  private struct Generations {
    private static let capacity = RateLimiter.clients / 32

    private var young: [Client: Int64] = [:]
    private var old: [Client: Int64] = [:]

    mutating func count(_ client: Client, at now: Int64, _ limit: RateLimit) -> RateLimit.Standing {
      let known = young[client]
      var full = known ?? old[client] ?? 0
      let standing = limit.count(at: now, full: &full)
      if known == nil, young.count >= Self.capacity {
        swap(&young, &old)
        young.removeAll(keepingCapacity: true)
      }
      young[client] = full
      return standing
    }
  }
}

extension RateLimit.Standing {
  /// `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10 §4).
  var field: HTTPField { HTTPField("RateLimit", "\"default\";r=\(remaining);t=\(seconds)") }
}
