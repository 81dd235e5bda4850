import HTTPMessages
import NavigationAPI
import NavigationModel
import SessionStorage

extension NavigationService {
  func applyTransition(to id: SessionID, _ request: HTTPRequest, _ visit: Visit) throws(Halt) -> Reply {
    let (query, condition, idempotency) = try Halt.check { () throws(Problem) in try transitionHead(of: request) }
    let body = try body(TransitionRequest.self, of: request, for: id, visit)
    let decision = TransitionDecision(
      request: body, body: request.body, query: query, condition: condition, idempotency: idempotency, now: visit.moment.now,
      limits: store.limits, isWithWorker: visit.isWithWorker)
    let verdict = try decide(decision, on: id, visit)
    if !query.dryRun { verdict.whenKept { [self] in note($0, of: id, body.count) } }
    return try reply(to: verdict, visit) { [self] (verdict, visit) throws(Halt) in
      switch verdict {
      case .accepted(let change, let revision):
        try visit.requireWorker(change.isHeavy)
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
  }

  /// What the head of the request says. Throws what is wrong with it, whatever the body is.
  func transitionHead(
    of request: HTTPRequest
  ) throws(Problem) -> (query: TransitionQuery, condition: EntityTags?, idempotency: Idempotency?) {
    let query = try TransitionQuery(request.queryBytes)
    let condition = try ifMatch(of: request)
    let idempotency = try idempotency(of: request)
    try requireJSON(request)
    return (query, condition, idempotency)
  }

  /// Decides; once more where that takes a state that is not in the session, which is looked for while the session is not locked.
  private func decide(
    _ decision: TransitionDecision, on id: SessionID, _ visit: Visit
  ) throws(Halt) -> Decided<TransitionDecision.Verdict> {
    var decision = decision
    while true {
      let decided = store.update(id, at: visit.moment) { decision.decide(&$0) }
      switch decided.result {
      case .success(.success(let verdict)): return Decided(.success(verdict), commit: decided.commit)
      case .success(.failure(.heavy)): throw .heavy
      case .success(.failure(.unproposed(let basis))):
        if decision.proposal != nil { decision.lateProposals += 1 }
        decision.proposal = Proposal(decision, from: basis)
      case .success(.failure(.wanting(let wanted))):
        try visit.requireWorker(true)
        let state = wanted.state(in: store, visit.moment)
        if case .failure(.failed(.notAtHand(let fetch))) = state { throw .wanting(fetch) }
        decision.found[wanted.revision] = state
      case .failure(.notAtHand(let fetch)): throw .wanting(fetch)
      case .failure(let error): return Decided(.failure(error), commit: decided.commit)
      }
    }
  }

  /// Counts what was decided and kept, and tells those who wait for it.
  private func note(_ verdict: TransitionDecision.Verdict, of id: SessionID, _ transitions: Int) {
    switch verdict {
    case .accepted:
      count(.transitionsApplied, transitions)
      watchers.wake(id)
    case .refused, .batchRefused, .tooLarge, .unreachable: count(.transitionsRefused)
    case .repeated, .keyReused, .stale: break
    }
  }

  /// - Parameter revision: the session's own, which a dry run leaves behind the record's.
  private func answer(_ change: AcceptedChange, revision: Int, _ idempotency: Idempotency?) -> HTTPResponse {
    guard let idempotency, !change.record.isDryRun else { return .json(.ok, change.bytes(), fields: [.tag(revision), .noStore]) }
    let bytes = change.sharedBytes()
    store.settle(idempotency.key, of: change.record.sessionID, as: bytes)
    return .json(.ok, bytes, fields: [.tag(revision), .noStore])
  }

  private func repeated(_ earlier: StoredAnswer, _ visit: Visit) throws(Halt) -> HTTPResponse {
    let bytes = try body(of: earlier, visit)
    count(.replays)
    return .json(.ok, bytes, fields: [.tag(earlier.revision), .noStore, .replayed])
  }
}
