#if PostgreSQL
import Synchronization

/// What those who load the nodes, and follow their sessions, have to know of a round.
final class ClusterRound: Sendable {
  let ports: [UInt16]
  let shared: [String]
  let tokens: TokenSource
  /// Requests that were answered, by more than that they cannot be now.
  let answers = Atomic<Int>(0)
  private let isLoadOver = Atomic<Bool>(false)
  /// When nodes may still believe a primary that another one has taken the place of.
  private let leases = Mutex<Range<Int64>?>(nil)
  /// Where each of the shared sessions ends, once that is known.
  private let ends = Mutex<[String: Int]?>(nil)

  init(ports: [UInt16], shared: [String], tokens: TokenSource) {
    (self.ports, self.shared, self.tokens) = (ports, shared, tokens)
  }

  var isOver: Bool { isLoadOver.load(ordering: .relaxed) }

  /// From now on a primary has no place any more, and does not know it.
  func beginLeases() { leases.withLock { $0 = Sighting.now()..<Int64.max } }

  /// It goes on now: nodes to which it has acknowledged that they are there read what it has, for as long as that
  /// counts.
  func endLeases() { leases.withLock { $0 = ($0?.lowerBound ?? 0)..<Sighting.now() + Self.leaseNanoseconds } }

  private static let leaseNanoseconds: Int64 = 5_000_000_000

  /// Whether what was asked then may be answered from before.
  func mayBeStale(at moment: Int64) -> Bool { leases.withLock { $0?.contains(moment) ?? false } }

  /// Clients finish what they have begun.
  func endLoad() { isLoadOver.store(true, ordering: .relaxed) }

  /// Followers end where they have come to their session's end.
  func end(at revisions: [String: Int]) { ends.withLock { $0 = revisions } }

  func end(of path: String) -> Int? { ends.withLock { $0?[path] } }
}
#endif
