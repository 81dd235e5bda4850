import Synchronization

/// What a server has done on its connections: each shard counts for itself, and the sums are made when they are asked
/// for.
public final class Traffic: Sendable {
  private let shards = Mutex<[ShardTraffic]>([])

  public init() {}

  /// The counters of one more shard.
  func shard() -> ShardTraffic {
    let counters = ShardTraffic()
    shards.withLock { $0.append(counters) }
    return counters
  }

  /// Sums over all shards.
  public struct Figures: Sendable, Equatable {
    public var openConnections = 0
    public var acceptedConnections = 0
    /// Above the limit, or for want of descriptors.
    public var refusedConnections = 0
    /// Closed as their clients took their answers too slowly, or not at all.
    public var slowConnections = 0
    /// Closed as all together had too many unsent bytes, and they were furthest behind.
    public var crowdedConnections = 0
    public var receivedBytes = 0
    public var sentBytes = 0
    /// Bytes in memory of answers that clients have not taken whole; what several have not taken of one buffer counts
    /// once.
    public var unsentBytes = 0
    /// Bytes in memory of bodies that have come in part.
    public var bufferedBytes = 0
  }

  /// The sums as they are now.
  public var figures: Figures {
    shards.withLock { shards in
      shards.reduce(into: Figures()) { figures, shard in
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

/// One shard's counters, which it alone writes.
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

  /// A number that one thread at a time writes and any reads: it needs no read-modify-write, which costs ten times as
  /// much.
  struct Tally: ~Copyable, Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add(_ count: Int) { number.store(value &+ count, ordering: .relaxed) }
  }
}
