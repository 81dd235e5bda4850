import Navigation
import Synchronization

/// The resident sessions by id, in parts with a lock each to avoid contention between shards.
final class ResidentDirectory: Sendable {
  private struct Part {
    var sessions: [SessionID: Resident] = [:]
    /// Removals so far. If it changes during a read from the backend, the result may be outdated.
    var departures: UInt64 = 0
  }

  private final class LockedPart: Sendable {
    let part = Mutex(Part())
  }

  /// The result of a lookup.
  enum Finding {
    case session(Resident)
    /// Not resident; `departures` is to be passed to `insert`.
    case none(departures: UInt64)
  }

  private static let partCount: UInt64 = 64
  private let parts = (0..<partCount).map { _ in LockedPart() }

  private func part(of id: SessionID) -> LockedPart { parts[Int(truncatingIfNeeded: id.low % Self.partCount)] }

  func find(_ id: SessionID) -> Finding {
    part(of: id).part.withLock { part in part.sessions[id].map { .session($0) } ?? .none(departures: part.departures) }
  }

  /// Inserts a session, and returns it, or the one that another thread has inserted.
  ///
  /// - Parameter departures: the count before the backend was read; if it has changed, nil is returned.
  func insert(_ session: Resident, since departures: UInt64?) -> Resident? {
    part(of: session.id).part.withLock { part in
      if let standing = part.sessions[session.id] { return standing }
      guard departures == nil || departures == part.departures else { return nil }
      part.sessions[session.id] = session
      return session
    }
  }

  /// Replaces a session with a newer one; false if it is no longer there.
  func replace(_ old: Resident, by session: Resident) -> Bool {
    part(of: session.id).part.withLock { part in
      guard part.sessions[session.id] === old else { return false }
      part.sessions[session.id] = session
      part.departures += 1
      return true
    }
  }

  func remove(_ session: Resident) {
    part(of: session.id).part.withLock { part in
      guard part.sessions[session.id] === session else { return }
      part.sessions[session.id] = nil
      part.departures += 1
    }
  }

  /// Number and bytes of resident sessions. Each part is copied under its lock and summed without it.
  var residency: Residency {
    var residency = Residency()
    for session in parts.lazy.flatMap({ $0.part.withLock { Array($0.sessions.values) } }) {
      residency.sessions += 1
      residency.bytes += session.byteCount
    }
    return residency
  }
}

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
