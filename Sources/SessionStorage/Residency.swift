import Synchronization

/// The memory use of a store.
public struct Residency: Hashable, Sendable {
  /// Resident sessions: usable without being read or unpacked first.
  public var sessions: Int
  /// Approximate bytes of resident sessions, with their records and answers.
  public var bytes: Int
  /// Bytes of sessions packed in memory.
  public var packedBytes: Int

  public init(sessions: Int = 0, bytes: Int = 0, packedBytes: Int = 0) {
    self.sessions = sessions
    self.bytes = bytes
    self.packedBytes = packedBytes
  }
}

extension StoredSession {
  /// Approximate bytes of memory while resident; computed without traversing the session.
  package var byteCount: Int { session.jsonBytesAtMost + history.byteCount + answers.byteCount }
}

/// Approximate bytes of all resident sessions, as reported by the residents.
final class MemoryLedger: Sendable {
  private let count = Atomic<Int>(0)
  /// Whether memory is over the limit although every evictable session is evicted.
  private let shortage = Atomic<Bool>(false)

  var bytes: Int { count.load(ordering: .relaxed) }

  func add(_ bytes: Int) { count.add(bytes, ordering: .relaxed) }

  var isShort: Bool {
    get { shortage.load(ordering: .relaxed) }
    set { shortage.store(newValue, ordering: .relaxed) }
  }
}
