#if PostgreSQL
import Synchronization

/// The state of a round that clients and followers share.
final class ClusterRound: Sendable {
  let ports: [UInt16]
  let shared: [String]
  let tokens: TokenSource
  /// Requests answered other than by 503.
  let answers = Atomic<Int>(0)
  private let isLoadOver = Atomic<Bool>(false)
  /// The time in which nodes may still trust a replaced primary.
  private let leases = Mutex<Range<Int64>?>(nil)
  /// The final revisions of the shared sessions, once they are known.
  private let ends = Mutex<[String: Int]?>(nil)

  init(ports: [UInt16], shared: [String], tokens: TokenSource) {
    (self.ports, self.shared, self.tokens) = (ports, shared, tokens)
  }

  var isOver: Bool { isLoadOver.load(ordering: .relaxed) }

  /// From now on the primary is replaced and does not know it.
  func beginLeases() { leases.withLock { $0 = Sighting.now()..<Int64.max } }

  /// The primary resumes: nodes whose presence it has acknowledged read its data until that lease ends.
  func endLeases() { leases.withLock { $0 = ($0?.lowerBound ?? 0)..<Sighting.now() + Self.leaseNanoseconds } }

  private static let leaseNanoseconds: Int64 = 5_000_000_000

  /// Whether a request sent at `moment` may have an outdated answer.
  func mayBeStale(at moment: Int64) -> Bool { leases.withLock { $0?.contains(moment) ?? false } }

  /// Makes clients finish their current requests and end.
  func endLoad() { isLoadOver.store(true, ordering: .relaxed) }

  /// Makes followers end at these revisions.
  func end(at revisions: [String: Int]) { ends.withLock { $0 = revisions } }

  func end(of path: String) -> Int? { ends.withLock { $0?[path] } }
}
#endif
