import NavigationAPI
import Synchronization

/// The sessions in memory by id, in parts with a lock each, so that shards seldom meet.
final class ResidentDirectory: Sendable {
  private struct Part {
    var sessions: [SessionID: Resident] = [:]
    /// How often one has left: what was read from the file meanwhile may be older than what has left.
    var departures: UInt64 = 0
  }

  private final class LockedPart: Sendable {
    let part = Mutex(Part())
  }

  /// What the directory had when it was asked.
  enum Finding {
    case session(Resident)
    /// None; the caller that puts one in gives the number back.
    case none(departures: UInt64)
  }

  private static let partCount: UInt64 = 64
  private let parts = (0..<partCount).map { _ in LockedPart() }

  private func part(of id: SessionID) -> LockedPart { parts[Int(truncatingIfNeeded: id.low % Self.partCount)] }

  func find(_ id: SessionID) -> Finding {
    part(of: id).part.withLock { part in part.sessions[id].map { .session($0) } ?? .none(departures: part.departures) }
  }

  /// Puts a session in, and answers with it, or with the one that another thread has put in.
  ///
  /// - Parameter departures: those of before it was read; nil is returned where one has left since.
  func insert(_ session: Resident, since departures: UInt64?) -> Resident? {
    part(of: session.id).part.withLock { part in
      if let standing = part.sessions[session.id] { return standing }
      guard departures == nil || departures == part.departures else { return nil }
      part.sessions[session.id] = session
      return session
    }
  }

  /// Puts a newer one in the place of a session; false where that is not there any more.
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

  /// Sessions in memory, and their bytes. Each part is copied under its lock and looked at without it.
  var residency: (sessions: Int, bytes: Int) {
    var residency = (sessions: 0, bytes: 0)
    for session in parts.lazy.flatMap({ $0.part.withLock { Array($0.sessions.values) } }) {
      residency.sessions += 1
      residency.bytes += session.byteCount
    }
    return residency
  }
}
