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
  var residency: (sessions: Int, bytes: Int) {
    var residency = (sessions: 0, bytes: 0)
    for session in parts.lazy.flatMap({ $0.part.withLock { Array($0.sessions.values) } }) {
      residency.sessions += 1
      residency.bytes += session.byteCount
    }
    return residency
  }
}
