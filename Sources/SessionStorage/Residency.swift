import Synchronization

/// The memory use of a store.
public struct Residency: Hashable, Sendable {
  /// Resident sessions: usable without being read or replayed first.
  public var sessions: Int
  /// Approximate bytes of resident sessions, with their records and answers.
  public var bytes: Int
  /// Approximate bytes of sessions at rest in memory.
  public var restingBytes: Int

  public init(sessions: Int = 0, bytes: Int = 0, restingBytes: Int = 0) {
    self.sessions = sessions
    self.bytes = bytes
    self.restingBytes = restingBytes
  }
}

extension StoredSession {
  /// Approximate bytes of memory while resident; computed without traversing the session.
  ///
  /// The bound of the state's JSON is high for small sessions, and near the memory of long texts.
  package var byteCount: Int { session.jsonBytesAtMost / 4 * 3 + history.byteCount + answers.byteCount }
}

/// Approximate bytes of all sessions in memory, resident and at rest, by owner.
final class MemoryLedger: Sendable {
  private let total = Atomic<Int>(0)
  private let held = Mutex<[Owner: Int]>([:])
  /// Whether memory is over the limit although every evictable session is evicted.
  private let shortage = Atomic<Bool>(false)

  var bytes: Int { total.load(ordering: .relaxed) }

  func add(_ bytes: Int, of owner: Owner) {
    total.add(bytes, ordering: .relaxed)
    held.withLock { held in
      let own = held[owner, default: 0] + bytes
      held[owner] = own == 0 ? nil : own
    }
  }

  /// Whether an owner has more than its fair share, as in `Shares`: the limit divided by the owners that hold something.
  func hasMore(_ owner: Owner, thanShareOf limit: Int) -> Bool {
    held.withLock { $0[owner, default: 0] > limit / max($0.count, 1) }
  }

  var isShort: Bool {
    get { shortage.load(ordering: .relaxed) }
    set { shortage.store(newValue, ordering: .relaxed) }
  }
}
