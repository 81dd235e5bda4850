import HTTPMessages
import Navigation
import SessionStorage

extension NavigationService {
  func applyTransition(
    _ id: SessionID, _ call: HTTPCall, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse? {
    let request = call.request
    let query = try TransitionQuery(request.queryBytes)
    let condition = try ifMatch(of: request)
    let key = try idempotencyKey(of: request)
    try requireJSON(request)
    if !call.isWhole { try await require(id, context) }
    let body = try await body(of: call)
    let transition = try await read(TransitionRequest.self, from: body, for: id, context)
    let decision = TransitionDecision(
      request: transition, body: body, query: query, condition: condition,
      idempotency: Idempotency(key, of: request, body: body), context: context, service: self)
    let verdict: TransitionDecision.Verdict
    do throws(StoreError) { verdict = try await store.change(id, at: context.moment, by: decision) } catch {
      throw Self.problem(error)
    }
    return try await response(verdict, idempotency: decision.idempotency, in: context)
  }

  private func response(
    _ verdict: TransitionDecision.Verdict, idempotency: Idempotency?, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse {
    switch verdict {
    case .accepted(let change, let revision):
      let key = change.isDryRun ? nil : idempotency?.key
      let write = { @Sendable in key == nil ? change.bytes() : change.sharedBytes() }
      // Not always by `work`: a small change would allocate the function.
      let bytes =
        ShardBudget.holds(change.work) ? write() : try await work(of: change.work, context, isOwed: true, write)
      if let key { store.replaceReply(key, of: change.sessionID, as: bytes) }
      return .change(bytes, revision: revision)
    case .repeated(let earlier): return try await repeated(earlier, context)
    case .keyReused: throw Idempotency.reused
    case .stale(let revision): throw Self.stale(revision)
    case .refused(let problem): throw problem
    case .tooLarge(let bytes): throw Self.tooLarge(bytes, limits: store.limits)
    case .unreachable(let gap, let revision): throw Self.problem(gap, revision)
    }
  }

  private func repeated(_ earlier: StoredAnswer, _ context: RequestContext) async throws(Problem) -> HTTPResponse {
    let bytes = try await body(of: earlier, context)
    count(.replays)
    return .json(.ok, bytes, fields: [.tag(earlier.revision), .noStore, .replayed])
  }

  /// Counts a stored decision, and wakes the session's waiters.
  func count(_ verdict: TransitionDecision.Verdict, of id: SessionID, _ transitions: Int) {
    switch verdict {
    case .accepted:
      count(.transitionsApplied, transitions)
      watchers.wake(id)
    case .refused, .tooLarge, .unreachable: count(.transitionsRefused)
    case .repeated, .keyReused, .stale: break
    }
  }
}
