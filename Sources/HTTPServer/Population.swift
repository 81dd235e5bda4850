import CLinux
import Glibc
public import HTTPMessages
import Synchronization

/// State shared by a server's shards: the open connections, their bytes of bodies and answers, and whether the server
/// drains.
final class Population: Sendable {
  private let count = Atomic<Int>(0)
  private let bufferedBytes = Atomic<Int>(0)
  private let unsent = Mutex(UnsentLedger<Member>())
  private let leaving = Atomic<Bool>(false)
  /// Connections refused by the system. The shards' clocks start together.
  let shortage = Mutex(Shortage())
  /// Connections closed for unsent bytes.
  let crowding = Mutex(Shortage())

  /// A connection, identified across shards.
  struct Member: Hashable, Sendable {
    let shard: Shard
    let token: UInt64

    static func == (left: Member, right: Member) -> Bool { left.shard === right.shard && left.token == right.token }

    func hash(into hasher: inout Hasher) { hasher.combine(token) }
  }

  var current: Int { count.load(ordering: .relaxed) }

  /// Adds a connection and returns the new count.
  func enter() -> Int { count.add(1, ordering: .relaxed).newValue }
  func leave() { count.subtract(1, ordering: .relaxed) }

  /// Adds bytes of incomplete bodies, or subtracts them, and returns the new sum.
  func buffer(_ bytes: Int) -> Int { bufferedBytes.add(bytes, ordering: .relaxed).newValue }

  /// Records a connection's unsent output. Returns the change of the total in bytes, and the connections to close to
  /// stay within `limit`.
  func record(_ unsent: UnsentOutput?, of member: Member, limit: Int) -> (bytes: Int, behind: [Member]) {
    self.unsent.withLock { ledger in
      let before = ledger.bytes
      ledger.record(unsent, of: member)
      let behind = ledger.relieve(to: limit)
      return (ledger.bytes - before, behind)
    }
  }

  /// True once the server drains, even before each shard has received that.
  var isLeaving: Bool { leaving.load(ordering: .acquiring) }
  func beginLeaving() { leaving.store(true, ordering: .releasing) }
}

/// The connections with unsent answers, and the memory these take, in the system too; a shared buffer counts once.
struct UnsentLedger<Holder: Hashable> {
  /// Bytes of memory in all.
  private(set) var bytes = 0
  private var entries: [Holder: Entry] = [:]
  private var buffers: [UInt: Buffer] = [:]

  private struct Entry {
    var ownBytes: Int
    /// The addresses of the shared buffers.
    var buffers: [UInt]
    /// When its client last read something, as far as seen.
    var last: Int
  }

  /// A shared buffer, retained here so that no other one can have its address.
  private struct Buffer {
    let bytes: [UInt8]
    var holders = 0
  }

  /// Records a holder's unsent output; nil is none.
  mutating func record(_ unsent: UnsentOutput?, of holder: Holder) {
    let before = entries[holder]
    if let unsent, let progress = unsent.progress {
      var entry = Entry(ownBytes: unsent.ownBytes + unsent.systemBytes, buffers: [], last: progress.last)
      bytes += entry.ownBytes
      for part in unsent.sharedParts { entry.buffers.append(hold(part)) }
      entries[holder] = entry
    } else {
      entries[holder] = nil
    }
    if let before { release(before) }
  }

  /// Removes and returns the holders furthest behind, those without progress for the longest time, where `bytes`
  /// exceeds `limit`.
  ///
  /// It removes somewhat more than needed, so that not every next byte starts another search.
  mutating func relieve(to limit: Int) -> [Holder] {
    guard bytes > limit else { return [] }
    let wanted = limit - limit / 16
    var behind: [Holder] = []
    for (holder, entry) in entries.sorted(by: { $0.value.last < $1.value.last }) {
      guard bytes > wanted else { break }
      entries[holder] = nil
      release(entry)
      behind.append(holder)
    }
    return behind
  }

  private mutating func hold(_ bytes: [UInt8]) -> UInt {
    // SAFETY: the address is a number that tells arrays apart, and is never read from.
    let place = bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    if buffers[place] == nil {
      buffers[place] = Buffer(bytes: bytes)
      self.bytes += bytes.capacity
    }
    buffers[place]?.holders += 1
    return place
  }

  private mutating func release(_ entry: Entry) {
    bytes -= entry.ownBytes
    for place in entry.buffers {
      guard let buffer = buffers[place] else { continue }
      guard buffer.holders == 1 else {
        buffers[place]?.holders -= 1
        continue
      }
      buffers[place] = nil
      bytes -= buffer.bytes.capacity
    }
  }
}

/// Counts failures, so that a long shortage makes few events.
struct Shortage {
  /// Milliseconds between two events.
  static let interval = 5_000

  /// When the last event was, in milliseconds of the caller's clock.
  private var reportedAt: Int?
  private var times = 0

  /// Counts failures; returns their number since the last event where another event is due.
  mutating func count(_ count: Int, at now: Int) -> Int? {
    times += count
    if let reportedAt, now - reportedAt < Shortage.interval { return nil }
    defer { (reportedAt, times) = (now, 0) }
    return times
  }
}

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
