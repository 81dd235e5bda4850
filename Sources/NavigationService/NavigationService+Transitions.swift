import HTTPMessages
import NavigationAPI
import NavigationModel
import SessionStorage

extension NavigationService {
  func applyTransition(to id: SessionID, _ request: HTTPRequest, _ visit: Visit) throws(Halt) -> Reply {
    let (query, condition, idempotency) = try Halt.check { () throws(Problem) in try transitionHead(of: request) }
    let body = try body(TransitionRequest.self, of: request, for: id, visit)
    let decided = try decide(
      TransitionDecision(
        request: body, body: request.body, query: query, condition: condition, idempotency: idempotency,
        now: visit.moment.now, limits: store.limits, isWithWorker: visit.isWithWorker), on: id, visit)
    // Without its client no shard awaits the answer and begins the commit.
    if visit.isWithWorker { store.beginCommit() }
    let count = body.count
    guard decided.commit != nil else {
      // Nothing is pending, so that no closure is needed.
      let verdict: TransitionDecision.Verdict
      do throws(StoreError) { verdict = try decided.result.get() } catch { throw Halt(error) }
      if !query.dryRun { note(verdict, of: id, count) }
      return .answer(.response(try response(verdict, idempotency, visit, mayBeHeavy: true)))
    }
    if !query.dryRun { decided.whenCommitted { [self] in note($0, of: id, count) } }
    return try reply(to: decided, visit) { [self] (verdict, visit) throws(Halt) in
      try response(verdict, idempotency, visit, mayBeHeavy: visit.isWithWorker)
    }
  }

  /// - Parameter mayBeHeavy: whether a slow response may be made here.
  private func response(
    _ verdict: TransitionDecision.Verdict, _ idempotency: Idempotency?, _ visit: Visit, mayBeHeavy: Bool
  ) throws(Halt) -> HTTPResponse {
    switch verdict {
    case .accepted(let change, let revision):
      if change.isHeavy, !mayBeHeavy { throw .heavy }
      return answer(change, revision: revision, idempotency)
    case .repeated(let earlier): return try repeated(earlier, visit)
    case .keyReused: throw .problem(Idempotency.reused)
    case .stale(let revision): throw .problem(Self.stale(revision))
    case .refused(let rejection): throw .problem(Problem(rejection))
    case .batchRefused(let rejection): throw .problem(Problem(rejection))
    case .tooLarge(let bytes): throw .problem(Self.tooLarge(bytes, limits: store.limits))
    case .unreachable(let gap, let revision): throw Halt(gap, revision)
    }
  }

  /// Reads the head of a transition. Throws its problems without reading the body.
  func transitionHead(
    of request: HTTPRequest
  ) throws(Problem) -> (query: TransitionQuery, condition: EntityTags?, idempotency: Idempotency?) {
    let query = try TransitionQuery(request.queryBytes)
    let condition = try ifMatch(of: request)
    let idempotency = try idempotency(of: request)
    try requireJSON(request)
    return (query, condition, idempotency)
  }

  /// Decides, and retries where a state outside the session is needed, which is fetched without the session's lock.
  private func decide(
    _ first: consuming TransitionDecision, on id: SessionID, _ visit: Visit
  ) throws(Halt) -> Decided<TransitionDecision.Verdict> {
    var decision = first
    while true {
      var answer: Result<TransitionDecision.Verdict, TransitionDecision.Pause>?
      let decided = store.update(id, at: visit.moment) { answer = decision.decide(&$0) }
      do throws(StoreError) { try decided.result.get() } catch {
        if case .notAtHand(let fetch) = error { throw .wanting(fetch) }
        return Decided(.failure(error), commit: decided.commit)
      }
      switch answer {
      case .success(let verdict)?: return Decided(.success(verdict), commit: decided.commit)
      case .failure(.heavy)?: throw .heavy
      case .failure(.unproposed(let basis))?:
        if decision.proposal != nil { decision.lateProposals += 1 }
        decision.proposal = Proposal(decision, from: basis)
      case .failure(.wanting(let wanted))?:
        try visit.requireWorker(true)
        let state = wanted.state(in: store, visit.moment)
        if case .failure(.failed(.notAtHand(let fetch))) = state { throw .wanting(fetch) }
        decision.found[wanted.revision] = state
      // `update` succeeds only after it has called the closure.
      case nil: return Decided(.failure(.noSuchSession), commit: decided.commit)
      }
    }
  }

  /// Counts a committed decision, and wakes the session's waiters.
  private func note(_ verdict: TransitionDecision.Verdict, of id: SessionID, _ transitions: Int) {
    switch verdict {
    case .accepted:
      count(.transitionsApplied, transitions)
      watchers.wake(id)
    case .refused, .batchRefused, .tooLarge, .unreachable: count(.transitionsRefused)
    case .repeated, .keyReused, .stale: break
    }
  }

  /// - Parameter revision: the session's; the record of a dry run may be ahead of it.
  private func answer(_ change: AcceptedChange, revision: Int, _ idempotency: Idempotency?) -> HTTPResponse {
    guard let idempotency, !change.isDryRun else { return .change(change.bytes(), revision: revision) }
    let bytes = change.sharedBytes()
    store.settle(idempotency.key, of: change.sessionID, as: bytes)
    return .change(bytes, revision: revision)
  }

  private func repeated(_ earlier: StoredAnswer, _ visit: Visit) throws(Halt) -> HTTPResponse {
    let bytes = try body(of: earlier, visit)
    count(.replays)
    return .json(.ok, bytes, fields: [.tag(earlier.revision), .noStore, .replayed])
  }
}
