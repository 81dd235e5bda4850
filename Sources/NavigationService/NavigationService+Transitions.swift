import HTTPMessages
import NavigationAPI
import NavigationModel
import SessionStorage

extension NavigationService {
  func applyTransition(to id: SessionID, _ request: HTTPRequest, _ requestID: String) throws(Problem) -> HTTPAnswer {
    let query = try TransitionQuery(request.queryBytes)
    let condition = try ifMatch(of: request)
    let idempotency = try idempotency(of: request)
    let body = try body(TransitionRequest.self, of: request)
    let decision = TransitionDecision(
      request: body, bodyBytes: request.body.count, query: query, condition: condition, idempotency: idempotency, now: configuration.now())
    let verdict = store.update(id, at: decision.now) { decision.decide(&$0) }
    if !query.dryRun { verdict.whenKept { [self] in note($0, of: id, body.count) } }
    return try answer(to: verdict, requestID) { [self] verdict throws(Problem) in
      switch verdict {
      case .accepted(let change, let revision): return answer(change, revision: revision, idempotency)
      case .repeated(let earlier): return try repeated(earlier)
      case .keyReused: throw Idempotency.reused
      case .stale(let revision): throw Self.stale(revision)
      case .refused(let rejection): throw Problem(rejection)
      case .batchRefused(let rejection): throw Problem(rejection)
      }
    }
  }

  /// Counts what was decided and kept, and tells those who wait for it.
  private func note(_ verdict: TransitionDecision.Verdict, of id: SessionID, _ transitions: Int) {
    switch verdict {
    case .accepted:
      count(.transitionsApplied, transitions)
      watchers.wake(id)
    case .refused, .batchRefused: count(.transitionsRefused)
    case .repeated, .keyReused, .stale: break
    }
  }

  /// - Parameter revision: the session's own, which a dry run leaves behind the record's.
  private func answer(_ change: AcceptedChange, revision: Int, _ idempotency: Idempotency?) -> HTTPResponse {
    let bytes = change.bytes()
    if let idempotency, !change.record.isDryRun { store.settle(idempotency.key, of: change.record.sessionID, as: bytes) }
    return .json(.ok, bytes, fields: [.tag(revision), .noStore])
  }

  private func repeated(_ earlier: StoredAnswer) throws(Problem) -> HTTPResponse {
    let bytes = try body(of: earlier)
    count(.replays)
    return .json(.ok, bytes, fields: [.tag(earlier.revision), .noStore, .replayed])
  }
}

/// What is decided about a transition while its session is locked: values alone, nothing is written.
struct TransitionDecision: Sendable {
  let request: TransitionRequest
  let bodyBytes: Int
  let query: TransitionQuery
  let condition: EntityTags?
  let idempotency: Idempotency?
  let now: Timestamp

  enum Verdict: Sendable {
    /// With the session's revision, which a dry run does not change.
    case accepted(AcceptedChange, revision: Int)
    case repeated(StoredAnswer)
    case keyReused
    case stale(Int)
    case refused(Rejection)
    case batchRefused(Session.BatchRejection)
  }

  func decide(_ stored: inout StoredSession) -> Verdict {
    if let idempotency, let earlier = stored.answers.answer(for: idempotency.key) {
      return earlier.fingerprint == idempotency.fingerprint ? .repeated(earlier) : .keyReused
    }
    if let condition, !condition.matchesStrongly(stored.revision) { return .stale(stored.revision) }
    // Not the whole: what is kept of it would be copied when it changes.
    let before = (session: stored.session, revision: stored.revision, updatedAt: stored.updatedAt)
    let content: TransitionRecord.Content
    let events: [Event]
    switch apply(to: &stored.session) {
    case .success(let applied): (content, events) = applied
    case .failure(.single(let rejection)): return .refused(rejection)
    case .failure(.batch(let rejection)): return .batchRefused(rejection)
    }
    if stored.session.root != before.session.root || stored.session.environment != before.session.environment {
      stored.revision += 1
      stored.updatedAt = now
    }
    let isNew = stored.revision > before.revision
    let change = AcceptedChange(from: before.session, to: stored, content, events, at: now, query)
    if query.dryRun {
      (stored.session, stored.revision, stored.updatedAt) = before
    } else {
      if isNew {
        stored.history.append(
          HistoryEntry(
            revision: stored.revision, at: now, content: content, events: events, can: change.record.can, session: stored.session,
            before: before.session, bodyBytes: bodyBytes))
      }
      if let idempotency { stored.answers.append(change.answer(to: idempotency)) }
    }
    return .accepted(change, revision: stored.revision)
  }

  private enum Refusal: Error {
    case single(Rejection)
    case batch(Session.BatchRejection)
  }

  private func apply(to session: inout Session) -> Result<(TransitionRecord.Content, [Event]), Refusal> {
    switch request {
    case .transition(let transition):
      do throws(Rejection) {
        let answer = try session.apply(transition)
        return .success((.single(transition, answer.outcome), answer.events))
      } catch { return .failure(.single(error)) }
    case .batch(let transitions):
      do throws(Session.BatchRejection) {
        let answer = try session.apply(batch: transitions)
        return .success((.batch(transitions, answer.outcomes), answer.events))
      } catch { return .failure(.batch(error)) }
    }
  }
}
