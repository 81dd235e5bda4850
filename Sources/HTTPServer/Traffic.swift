public import HTTPMessages
import Synchronization

/// The counters of a server's connections: each shard counts for itself, and the sums are made on demand.
public final class Traffic: Sendable {
  private let shards = Mutex<[ShardTraffic]>([])

  public init() {}

  /// The counters of one more shard.
  func shard() -> ShardTraffic {
    let counters = ShardTraffic()
    shards.withLock { $0.append(counters) }
    return counters
  }

  /// The current sums over all shards.
  public var figures: ConnectionFigures {
    shards.withLock { shards in
      shards.reduce(into: ConnectionFigures()) { figures, shard in
        figures.openConnections += shard.openConnections.value
        figures.acceptedConnections += shard.acceptedConnections.value
        figures.refusedConnections += shard.refusedConnections.value
        figures.slowConnections += shard.slowConnections.value
        figures.crowdedConnections += shard.crowdedConnections.value
        figures.receivedBytes += shard.receivedBytes.value
        figures.sentBytes += shard.sentBytes.value
        figures.unsentBytes += shard.unsentBytes.value
        figures.bufferedBytes += shard.bufferedBytes.value
      }
    }
  }
}

/// One shard's counters, written by that shard alone.
final class ShardTraffic: Sendable {
  let openConnections = Tally()
  let acceptedConnections = Tally()
  let refusedConnections = Tally()
  let slowConnections = Tally()
  let crowdedConnections = Tally()
  let receivedBytes = Tally()
  let sentBytes = Tally()
  let unsentBytes = Tally()
  let bufferedBytes = Tally()

  /// A number with one writer at a time and any readers. It needs no read-modify-write, which costs ten times as much.
  struct Tally: ~Copyable, Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add(_ count: Int) { number.store(value &+ count, ordering: .relaxed) }
  }
}
