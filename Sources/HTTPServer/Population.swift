import HTTPMessages
import Synchronization

/// State shared by a server's shards: the open connections, their bytes of bodies and answers, and whether the server
/// drains.
final class Population: Sendable {
  private let count = Atomic<Int>(0)
  private let bufferedBytes = Atomic<Int>(0)
  private let unsent = Mutex(UnsentLedger<Member>())
  private let leaving = Atomic<Bool>(false)
  private let shortage = Mutex(Shortage())
  private let backwardness = Mutex(Shortage())

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

  /// Counts a connection refused by the system; see `Shortage.count`. The shards' clocks start together.
  func countShortage(at milliseconds: Int) -> Int? { shortage.withLock { $0.count(1, at: milliseconds) } }

  /// Counts connections closed for unsent bytes; see `Shortage.count`.
  func countBackwardness(_ count: Int, at milliseconds: Int) -> Int? {
    backwardness.withLock { $0.count(count, at: milliseconds) }
  }

  /// True once the server drains, even before each shard has received that.
  var isLeaving: Bool { leaving.load(ordering: .acquiring) }
  func beginLeaving() { leaving.store(true, ordering: .releasing) }
}
