import HTTPMessages
import Synchronization

/// What the shards of a server know together: how many connections are open, what they hold of bodies and answers, and
/// whether every answer is a last one.
final class Population: Sendable {
  private let count = Atomic<Int>(0)
  private let bufferedBytes = Atomic<Int>(0)
  private let unsent = Mutex(UnsentLedger<Member>())
  private let leaving = Atomic<Bool>(false)
  private let shortage = Mutex(Shortage())
  private let backwardness = Mutex(Shortage())

  /// A connection, from any shard's view.
  struct Member: Hashable, Sendable {
    let shard: Shard
    let token: UInt64

    static func == (left: Member, right: Member) -> Bool { left.shard === right.shard && left.token == right.token }

    func hash(into hasher: inout Hasher) { hasher.combine(token) }
  }

  var current: Int { count.load(ordering: .relaxed) }

  /// Adds one and returns how many there are with it.
  func enter() -> Int { count.add(1, ordering: .relaxed).newValue }
  func leave() { count.subtract(1, ordering: .relaxed) }

  /// Adds bytes of bodies that are not complete, or takes them away, and returns how many there are then.
  func buffer(_ bytes: Int) -> Int { bufferedBytes.add(bytes, ordering: .relaxed).newValue }

  /// Notes what a connection's client has not taken; by how much that changes the bytes of all, and which have to go
  /// for it to be no more than `limit`.
  func note(_ unsent: UnsentOutput?, of member: Member, limit: Int) -> (bytes: Int, behind: [Member]) {
    self.unsent.withLock { ledger in
      let before = ledger.bytes
      ledger.note(unsent, of: member)
      let behind = ledger.relieve(to: limit)
      return (ledger.bytes - before, behind)
    }
  }

  /// Counts a connection that the system has no room for; see `Shortage.note`. The clocks of shards began together.
  func noteShortage(at milliseconds: Int) -> Int? { shortage.withLock { $0.note(1, at: milliseconds) } }

  /// Counts connections that had to go for what their clients had not taken; likewise.
  func noteBackwardness(_ count: Int, at milliseconds: Int) -> Int? {
    backwardness.withLock { $0.note(count, at: milliseconds) }
  }

  /// True once the server drains, before each shard has heard of it.
  var isLeaving: Bool { leaving.load(ordering: .acquiring) }
  func beginLeaving() { leaving.store(true, ordering: .releasing) }
}
