import Synchronization

/// What the shards of a server know together: how many connections are open, what they hold of bodies, and whether every answer is a last one.
final class Population: Sendable {
  private let count = Atomic<Int>(0)
  private let bufferedBytes = Atomic<Int>(0)
  private let leaving = Atomic<Bool>(false)
  private let shortage = Mutex(Shortage())

  var current: Int { count.load(ordering: .relaxed) }

  /// Adds one and returns how many there are with it.
  func enter() -> Int { count.add(1, ordering: .relaxed).newValue }
  func leave() { count.subtract(1, ordering: .relaxed) }

  /// Adds bytes of bodies that are not complete, or takes them away, and returns how many there are then.
  func buffer(_ bytes: Int) -> Int { bufferedBytes.add(bytes, ordering: .relaxed).newValue }

  /// Counts a connection that the system has no room for; see `Shortage.note`. The clocks of shards began together.
  func noteShortage(at milliseconds: Int) -> Int? { shortage.withLock { $0.note(at: milliseconds) } }

  /// True once the server drains, before each shard has heard of it.
  var isLeaving: Bool { leaving.load(ordering: .acquiring) }
  func beginLeaving() { leaving.store(true, ordering: .releasing) }
}
