import Synchronization

/// Bytes of all sessions of a store that are at rest.
final class PackedBytes: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func add(_ bytes: Int) { count.add(bytes, ordering: .relaxed) }
  func subtract(_ bytes: Int) { count.subtract(bytes, ordering: .relaxed) }
}
