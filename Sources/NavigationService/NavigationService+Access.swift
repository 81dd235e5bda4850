import HTTPMessages
import Navigation
import SessionStorage

/// Checks of the sender of a request.
extension NavigationService {
  /// Counts a request against the key's owner, else against its source address. Throws `rate-limited`.
  func count(_ request: HTTPRequest, _ context: inout RequestContext) throws(Problem) {
    guard let limiter, !(context.operation?.isHealth ?? false) else { return }
    let client = context.owner == .unnamed ? RateLimiter.Client(request.peer) : .key(context.owner)
    let remaining = limiter.count(client, at: context.start)
    context.remainingRequests = remaining ?? 0
    guard remaining == nil else { return }
    let limit = limiter.perSecond
    throw Problem(
      .rateLimited,
      "A client may send \(limit) requests a second and \(limit) at once; the next in \(RateLimiter.seconds) s.")
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
  func requireKeyInForce(_ context: RequestContext) throws(Problem) {
    if let key = context.key, key.isRevoked { throw Self.unknownKey }
  }

  private static var unknownKey: Problem {
    Problem(.unauthenticated, "The key of the request is none that the server knows.")
  }

  /// Answers a session of another client as not found, before anything else; without keys, any session with a named
  /// owner. A session that cannot be read is the client's whose name is stored.
  func requireOwn(_ id: SessionID, _ context: RequestContext) async throws(Problem) {
    do throws(StoreError) {
      guard try await store.owner(of: id, at: context.moment) == context.owner else { throw .noSuchSession }
    } catch {
      if case .damaged(let damaged) = error, damaged.owner == context.owner { return }
      throw Self.problem(error)
    }
  }

  /// Throws `no-such-session`.
  func require(_ id: SessionID, _ context: RequestContext) async throws(Problem) {
    do throws(StoreError) { _ = try await store.owner(of: id, at: context.moment) } catch { throw Self.problem(error) }
  }
}
