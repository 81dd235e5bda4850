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
      transition, bodyBytes: body.count, query: query, condition: condition,
      idempotency: Idempotency(key, of: request, body: body), context, self)
    do throws(StoreError) { try await store.change(id, at: context.moment, by: decision) } catch {
      throw Self.problem(error)
    }
    guard let verdict = decision.verdict else { return nil }
    return try await response(verdict, in: context)
  }

  private func response(
    _ verdict: TransitionDecision.Verdict, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse {
    switch verdict {
    case .accepted(let bytes, let revision): return .change(bytes, revision: revision)
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
