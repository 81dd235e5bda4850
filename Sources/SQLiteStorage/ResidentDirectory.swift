#if SQLite
import NavigationAPI
import SessionStorage
import Synchronization

/// The sessions in memory by id, in parts with a lock each, and the clock by which they leave.
final class ResidentDirectory: Sendable {
  private struct Part {
    var sessions: [SessionID: ResidentSession] = [:]
    /// How often one has left: who reads the file meanwhile may have read what is older than what has left.
    var departures: UInt64 = 0
  }

  private final class LockedPart: Sendable {
    let part = Mutex(Part())
  }

  /// What the directory had when it was asked.
  enum Finding {
    case session(ResidentSession)
    /// None; whoever puts one in gives the number back.
    case none(departures: UInt64)
  }

  private static let partCount: UInt64 = 64
  private let parts = (0..<partCount).map { _ in LockedPart() }
  private let clock: Mutex<Residents<ResidentSession>>

  init(capacity: Int) { clock = Mutex(Residents(capacity: capacity)) }

  private func part(of id: SessionID) -> LockedPart { parts[Int(truncatingIfNeeded: id.low % Self.partCount)] }

  func find(_ id: SessionID) -> Finding {
    part(of: id).part.withLock { part in part.sessions[id].map { .session($0) } ?? .none(departures: part.departures) }
  }

  /// Puts a session in, and answers with it, or with the one that somebody else has put in.
  ///
  /// - Parameter departures: those of before it was read; nil is returned where one has left since.
  func insert(_ session: ResidentSession, since departures: UInt64?) -> ResidentSession? {
    let standing: ResidentSession? = part(of: session.id).part.withLock { part in
      if let standing = part.sessions[session.id] { return standing }
      guard departures == nil || departures == part.departures else { return nil }
      part.sessions[session.id] = session
      return session
    }
    if standing === session { admit(session) }
    return standing
  }

  func remove(_ session: ResidentSession) {
    part(of: session.id).part.withLock { part in
      guard part.sessions[session.id] === session else { return }
      part.sessions[session.id] = nil
      part.departures += 1
    }
  }

  /// Lets a session stay, and another one go for it.
  private func admit(_ session: ResidentSession) {
    clock.withLock { $0.admit(session) }
    while let outgoing = clock.withLock({ $0.surplus() }) {
      // What it was changed to is not kept yet; for that long there is one more.
      guard outgoing.hibernate() else { return clock.withLock { $0.admit(outgoing) } }
      remove(outgoing)
    }
  }

  /// Lets go of those that nobody uses.
  func hibernateIdle(at now: Timestamp) {
    for session in clock.withLock({ $0.idle(at: now) }) {
      if session.hibernate() { remove(session) } else { clock.withLock { $0.admit(session) } }
    }
  }

  /// Each part is copied under its lock and looked at without it.
  var residency: Residency {
    var residency = Residency()
    for session in parts.lazy.flatMap({ $0.part.withLock { Array($0.sessions.values) } }) {
      residency.sessions += 1
      residency.bytes += session.byteCount
    }
    return residency
  }
}
#endif
