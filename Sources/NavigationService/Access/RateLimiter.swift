import HTTPMessages
import SessionStorage
import Synchronization

/// Counts the requests of clients, of which it remembers a bounded number: those that have been away longest are
/// forgotten first.
final class RateLimiter: Sendable {
  /// Clients that are remembered at most.
  static let clients = 65_536

  /// Whose requests are counted together.
  enum Client: Hashable, Sendable {
    case key(Owner)
    /// An IPv6 address stands for its network of 64 bits, which is what one subscriber has.
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

  /// Counts a request; `now` in nanoseconds of a clock that never goes back.
  func take(_ client: Client, at now: Int64) -> RateLimit.Standing {
    let part = parts[Int(UInt(bitPattern: client.hashValue) % UInt(parts.count))]
    return part.generations.withLock { $0.take(client, at: now, limit) }
  }

  private final class Part: Sendable {
    let generations = Mutex(Generations())
  }

  /// The clients that came lately, and those that came before: when the first are many, they become the second, and the
  /// second are forgotten.
  private struct Generations {
    private static let capacity = RateLimiter.clients / 32

    private var young: [Client: Int64] = [:]
    private var old: [Client: Int64] = [:]

    mutating func take(_ client: Client, at now: Int64, _ limit: RateLimit) -> RateLimit.Standing {
      let known = young[client]
      var full = known ?? old[client] ?? 0
      let standing = limit.take(at: now, full: &full)
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
