import HTTPMessages
import NavigationAPI
import SessionStorage

/// Checks of the sender of a request.
extension NavigationService {
  /// Counts a request against the key's owner, else against its source address. Throws `rate-limited`.
  func count(_ request: HTTPRequest, _ visit: inout Visit) throws(Problem) {
    guard let limiter, !(visit.operation?.isHealth ?? false) else { return }
    let client = visit.owner == .unnamed ? RateLimiter.Client(request.peer) : .key(visit.owner)
    let standing = limiter.take(client, at: visit.start)
    visit.standing = standing
    guard standing.isRefused else { return }
    throw Problem(
      .rateLimited,
      "A client may send \(limiter.limit.perSecond) requests a second and \(limiter.limit.burst) at once; the next in \(standing.seconds) s."
    )
  }

  /// - Parameter verdict: nil where the server has no keys.
  func requireKey(_ verdict: KeyRing.Verdict?, for operation: Operation?) throws(Problem) {
    guard let verdict, operation?.needsKey ?? true else { return }
    switch verdict {
    case .client: break
    case .noKey: throw Problem(.unauthenticated, "The request needs Authorization: Bearer and a key.")
    case .wrongKey: throw Self.unknownKey
    }
  }

  /// Throws `unauthenticated` where the key of a waiting request has been revoked since.
  func requireKeyInForce(_ visit: Visit) throws(Problem) {
    if let key = visit.key, key.isRevoked { throw Self.unknownKey }
  }

  private static var unknownKey: Problem {
    Problem(.unauthenticated, "The key of the request is none that the server knows.")
  }

  /// Answers a session of another client as not found, before anything else; without keys, any session with a named
  /// owner. A session that cannot be read is the client's whose name is stored.
  func requireOwn(_ id: SessionID, _ visit: Visit) throws(Halt) {
    guard hasNamedOwners else { return }
    do throws(StoreError) {
      guard try store.owner(of: id, at: visit.moment) == visit.owner else { throw .noSuchSession }
    } catch {
      if case .damaged(let remains) = error, remains.owner == visit.owner { return }
      throw Halt(error)
    }
  }
}
