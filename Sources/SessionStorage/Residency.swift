import Navigation
import Synchronization

/// The memory use of a store.
public struct Residency: Hashable, Sendable {
  /// Resident sessions: usable without being read first.
  public var sessions: Int
  /// Approximate bytes of them, with their records and answers.
  public var bytes: Int

  public init(sessions: Int = 0, bytes: Int = 0) {
    self.sessions = sessions
    self.bytes = bytes
  }
}

extension StoredSession {
  /// Approximate bytes of memory while resident.
  package var byteCount: Int { session.byteCount + tail.byteCount + answers.byteCount }
}

extension Session {
  /// Approximate bytes of memory; computed without traversing the session.
  ///
  /// The bound of its JSON is four times too high for short texts, and near the memory of long ones.
  var byteCount: Int {
    let json = jsonBytesAtMost
    return 1_024 + min(json, 16_384) / 4 + max(json - 16_384, 0) * 3 / 4
  }
}

/// Approximate bytes of all sessions in memory, by owner.
final class MemoryLedger: Sendable {
  private let total = Atomic<Int>(0)
  private let held = Mutex<[Owner: Int]>([:])
  /// Whether memory is over the limit although all is evicted or dropped that may be.
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
