import Navigation
import SessionStorage

/// The decision about a transition: on values alone, without I/O.
struct TransitionDecision: SessionChange {
  let request: TransitionRequest
  /// The request's body, from which `request` was read.
  let body: [UInt8]
  let query: TransitionQuery
  let condition: EntityTags?
  let idempotency: Idempotency?
  let context: RequestContext
  let service: NavigationService

  /// The states of revisions looked up so far, or why there are none.
  typealias Found = [Int: Result<Session, HistoryGap>]

  /// Rare cases are boxed, so that a verdict is small to pass on.
  enum Verdict: Sendable {
    /// With the session's revision, which a dry run does not change.
    case accepted(AcceptedChange, revision: Int)
    indirect case repeated(StoredAnswer)
    case keyReused
    case stale(Int)
    case refused(Problem)
    /// The bytes that the session would have.
    case tooLarge(Int)
    /// The requested state is not in the history; with the session's revision.
    indirect case unreachable(HistoryGap, Int)
  }

  func decide(_ stored: inout StoredSession) -> Verdict? {
    if let early = decideEarly(stored) { return early }
    return ShardBudget.holds(work(on: stored)) ? try? decide(&stored, finding: [:]) : nil
  }

  /// A worker decides what is heavy. States that are not in memory are looked up, and then it is decided again.
  func decideLong(_ stored: inout StoredSession) async -> Verdict {
    if let early = decideEarly(stored) { return early }
    let (base, work) = (stored, work(on: stored))
    var found: Found = [:]
    while true {
      let decided: (verdict: Result<Verdict, Wanting>, after: StoredSession)
      do throws(StoreError) {
        decided = try await service.workers.run(of: work, context.patience) { [found] in
          var after = base
          let verdict = Result { () throws(Wanting) in try decide(&after, finding: found) }
          return (verdict, after)
        }
      } catch { return .unreachable(.failed(error), base.revision) }
      switch decided.verdict {
      case .success(let verdict):
        stored = decided.after
        return verdict
      case .failure(let wanting):
        found[wanting.revision] = await state(of: base, at: wanting.revision)
      }
    }
  }

  private func state(of stored: StoredSession, at revision: Int) async -> Result<Session, HistoryGap> {
    do throws(HistoryGap) { return .success(try await service.state(of: stored, at: revision, context)) } catch {
      return .failure(error)
    }
  }

  func publish(_ verdict: Verdict) {
    guard !query.dryRun, let id = context.session else { return }
    service.count(verdict, of: id, request.count)
  }

  /// The answer of an earlier request with this key, and that to a condition.
  private func decideEarly(_ stored: borrowing StoredSession) -> Verdict? {
    if let idempotency, let earlier = stored.answers.answer(for: idempotency.key) {
      return earlier.fingerprint == idempotency.fingerprint ? .repeated(earlier) : .keyReused
    }
    guard let condition, !condition.matchesStrongly(stored.revision) else { return nil }
    return .stale(stored.revision)
  }

  /// The state of a revision that is neither in memory nor found.
  private struct Wanting: Error {
    let revision: Int
  }

  /// Where it throws, nothing has changed.
  private func decide(_ stored: inout StoredSession, finding found: Found) throws(Wanting) -> Verdict {
    // The whole is copied only for a dry run, which restores it: a retained copy would force copy-on-write.
    let before = stored.session
    var undisturbed: StoredSession?
    if query.dryRun { undisturbed = stored }
    let applied: Applied
    do throws(Refusal) { applied = try apply(to: &stored, finding: found) } catch {
      switch error {
      case .refused(let problem): return .refused(problem)
      case .unreachable(let gap): return .unreachable(gap, stored.revision)
      case .wanting(let revision): throw Wanting(revision: revision)
      }
    }
    let limits = service.store.limits
    if applied.isRevision, let bytes = limits.excess(of: stored.session, after: before) {
      stored.session = before
      return .tooLarge(bytes)
    }
    let now = context.moment.now
    let entry =
      applied.isRevision
      ? stored.accept(
        applied.content, applied.events, from: before, at: now, body: body, retaining: limits.history.revisions)
      : HistoryEntry(
        revision: stored.revision, at: now, content: applied.content, events: applied.events, can: stored.can,
        session: stored.session)
    let change = AcceptedChange(entry, from: before, to: stored, query)
    if let undisturbed {
      stored = undisturbed
    } else if let idempotency {
      stored.answers.append(change.answer(to: idempotency))
    }
    return .accepted(change, revision: stored.revision)
  }

  /// The work of it: reading its body, changing the session by a batch or links, and comparing or writing that.
  private func work(on stored: StoredSession) -> Int {
    let steps = stored.routes.map { request.links * $0.longestChain } ?? 0
    let count = request.count + steps
    let changes = count > 1 ? stored.session.jsonBytesAtMost * count / ShardBudget.batchedTransitions : 0
    return max(
      body.count, changes, steps * ShardBudget.linkStepBytes, stored.session.workToWrite(query.include))
  }

  private enum Refusal: Error {
    case refused(Problem)
    case unreachable(HistoryGap)
    case wanting(Int)
  }

  /// The model's answer.
  fileprivate struct Applied {
    let content: TransitionRecord.Content
    let events: [Event]
    let isRevision: Bool
  }

  private func apply(to stored: inout StoredSession, finding found: Found) throws(Refusal) -> Applied {
    switch request {
    case .history(let request): return try restore(by: request, &stored, finding: found)
    case .transition(let transition):
      do throws(Rejection) {
        let answer = try stored.session.apply(transition, routes: stored.routes)
        return Applied(
          content: .single(transition, answer.outcome), events: answer.events, isRevision: answer.isRevision)
      } catch { throw .refused(Problem(error, of: transition, in: stored.session)) }
    case .batch(let transitions):
      do throws(Session.BatchRejection) {
        let answer = try stored.session.apply(batch: transitions, routes: stored.routes)
        return Applied(
          content: .batch(transitions, answer.outcomes), events: answer.events, isRevision: answer.isRevision)
      } catch { throw .refused(Problem(error, of: transitions, in: stored.session)) }
    }
  }

  /// Restores the state that the move through the history leads to.
  private func restore(
    by request: HistoryRequest, _ stored: inout StoredSession, finding found: Found
  ) throws(Refusal) -> Applied {
    let move = request.move
    var timeline = stored.timeline
    while let target = timeline.target(of: move) {
      let state: Session
      switch stored.stateAtHand(at: target).map({ .success($0) }) ?? found[target] {
      case nil: throw .wanting(target)
      case .success(let known)?: state = move.isStep ? known.atRest : known
      case .failure(.gone)? where move.isStep: return request.nothing
      case .failure(let gap)?: throw .unreachable(gap)
      }
      // A revision passed over may have the same state.
      if move.isStep, state.isSame(as: stored.session) {
        timeline.skip(move)
        continue
      }
      let answer = stored.session.restore(state, isAnimated: request.animated ?? false, isConfirmed: request.confirm)
      if answer.outcome.handled { stored.timeline = timeline }
      return Applied(
        content: .history(request, answer.outcome), events: answer.events, isRevision: answer.isRevision)
    }
    return request.nothing
  }
}

extension HistoryRequest {
  /// The move where no state is left.
  fileprivate var nothing: TransitionDecision.Applied {
    .init(content: .history(self, Outcome(move.refusal)), events: [], isRevision: false)
  }
}

extension HistoryMove {
  /// Why there is nothing to restore.
  fileprivate var refusal: Outcome.Reason {
    switch self {
    case .undo: .nothingToUndo
    case .redo: .nothingToRedo
    case .revert: .noChange
    }
  }

  /// Whether it leads to the next state, rather than to a revision named by the request.
  fileprivate var isStep: Bool {
    switch self {
    case .undo, .redo: true
    case .revert: false
    }
  }
}
