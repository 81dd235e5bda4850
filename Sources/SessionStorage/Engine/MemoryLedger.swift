import Synchronization

/// Bytes of all sessions in memory, about, as their residents tell it.
final class MemoryLedger: Sendable {
  private let count = Atomic<Int>(0)
  /// Whether there is no room although all that can rest does.
  private let shortage = Atomic<Bool>(false)

  var bytes: Int { count.load(ordering: .relaxed) }

  func add(_ bytes: Int) { count.add(bytes, ordering: .relaxed) }

  var isShort: Bool {
    get { shortage.load(ordering: .relaxed) }
    set { shortage.store(newValue, ordering: .relaxed) }
  }
}
