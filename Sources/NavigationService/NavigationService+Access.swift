import HTTPMessages
import NavigationAPI
import SessionStorage

/// What a request has to pass before it is answered, by its sender.
extension NavigationService {
  /// Counts a request of the key's owner, else of the address that it comes from. Throws `rate-limited`.
  func count(_ request: HTTPRequest, _ visit: inout Visit) throws(Problem) {
    guard let limiter, !(visit.operation?.isHealth ?? false) else { return }
    let client = visit.owner == .everybody ? RateLimiter.Client(request.peer) : .key(visit.owner)
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
    case .wrongKey: throw Problem(.unauthenticated, "The key of the request is none that the server knows.")
    }
  }

  /// A session of another client is answered as one that is not there, whatever else the request says; without keys,
  /// one of any name.
  func requireOwn(_ id: SessionID, _ visit: Visit) throws(Halt) {
    guard hasNamedOwners else { return }
    do throws(StoreError) {
      guard try store.owner(of: id, at: visit.moment) == visit.owner else { throw .noSuchSession }
    } catch { throw Halt(error) }
  }
}
