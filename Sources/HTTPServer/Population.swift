import Synchronization

/// What the shards of a server know together: how many connections are open, and whether every answer is a last one.
final class Population: Sendable {
  private let count = Atomic<Int>(0)
  private let leaving = Atomic<Bool>(false)

  var current: Int { count.load(ordering: .relaxed) }

  /// Adds one and returns how many there are with it.
  func enter() -> Int { count.add(1, ordering: .relaxed).newValue }
  func leave() { count.subtract(1, ordering: .relaxed) }

  /// True once the server drains, before each shard has heard of it.
  var isLeaving: Bool { leaving.load(ordering: .acquiring) }
  func beginLeaving() { leaving.store(true, ordering: .releasing) }
}
