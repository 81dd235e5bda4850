import Synchronization

/// What a store has in memory.
public struct Residency: Hashable, Sendable {
  /// Sessions that are ready for use, without being read or unpacked first.
  public var sessions: Int
  /// Bytes of them, about, with their records and their answers.
  public var bytes: Int
  /// Bytes of those at rest, where they rest in memory.
  public var packedBytes: Int

  public init(sessions: Int = 0, bytes: Int = 0, packedBytes: Int = 0) {
    self.sessions = sessions
    self.bytes = bytes
    self.packedBytes = packedBytes
  }
}

extension StoredSession {
  /// Bytes of memory, about, while it is in use; known without looking at all of it.
  package var byteCount: Int { session.jsonBytesAtMost + history.byteCount + answers.byteCount }
}

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
