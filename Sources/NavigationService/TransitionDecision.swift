import Navigation
import SessionStorage
import Synchronization

/// The decision about a transition: on values alone, without I/O.
final class TransitionDecision: SessionChange {
  let request: TransitionRequest
  /// Bytes of the request's body, which `request` was read from.
  private let bodyBytes: Int
  let query: TransitionQuery
  let condition: EntityTags?
  let idempotency: Idempotency?
  let context: RequestContext
  let service: NavigationService
  /// The last decision.
  private let decided = Mutex<Verdict?>(nil)

  init(
    _ request: TransitionRequest, bodyBytes: Int, query: TransitionQuery, condition: EntityTags?,
    idempotency: Idempotency?, _ context: RequestContext, _ service: NavigationService
  ) {
    self.request = request
    self.bodyBytes = bodyBytes
    self.query = query
    self.condition = condition
    self.idempotency = idempotency
    self.context = context
    self.service = service
  }

  /// The states of revisions looked up so far, or why there are none.
  typealias EarlierStates = [Int: Result<Session, HistoryGap>]

  /// Rare cases are boxed, so that a verdict is small to pass on.
  enum Verdict: Sendable {
    /// The record as the client gets it, and the session's revision, which a dry run does not change.
    case accepted([UInt8], revision: Int)
    indirect case repeated(StoredAnswer)
    case keyReused
    case stale(Int)
    case refused(Problem)
    /// The bytes that the session would have.
    case tooLarge(Int)
    /// The requested state is not in the history; with the session's revision.
    indirect case unreachable(HistoryGap, Int)
  }

  /// The verdict; nil before a decision.
  var verdict: Verdict? { decided.withLock { $0 } }

  private func end(_ verdict: Verdict) { decided.withLock { $0 = verdict } }

  func decide(_ before: borrowing StoredSession) -> Decided {
    if let early = decideEarly(before) {
      end(early)
      return .nothing
    }
    guard ShardBudget.holds(work(on: before)) else { return .long }
    do throws(MissingState) { return try decide(before, with: [:]).map { .change($0) } ?? .nothing } catch {
      return .long
    }
  }

  /// A worker decides what is heavy. States that are not in memory are looked up, and then it is decided again.
  func decideLong(_ before: StoredSession) async -> Change? {
    let work = work(on: before)
    var states: EarlierStates = [:]
    while true {
      let made: Result<Change?, MissingState>
      do throws(StoreError) {
        made = try await service.workers.run(of: work, context.patience) { [self, states] in
          Result { () throws(MissingState) in try decide(before, with: states) }
        }
      } catch {
        end(.unreachable(.failed(error), before.revision))
        return nil
      }
      switch made {
      case .success(let change): return change
      case .failure(let missing):
        states[missing.revision] = await state(of: before, at: missing.revision)
      }
    }
  }

  private func state(of stored: StoredSession, at revision: Int) async -> Result<Session, HistoryGap> {
    do throws(HistoryGap) {
      return .success(try await service.store.state(of: stored, at: revision, context.moment))
    } catch { return .failure(error) }
  }

  func publish() {
    guard !query.dryRun, let id = context.session, let verdict else { return }
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

  /// The state of a revision that is neither in memory nor looked up yet.
  private struct MissingState: Error {
    let revision: Int
  }

  /// The change; nil with the verdict alone, if nothing is to be written.
  private func decide(_ before: borrowing StoredSession, with states: EarlierStates) throws(MissingState) -> Change? {
    let accepted: Accepted
    do throws(Refusal) { accepted = try apply(to: before, with: states) } catch {
      switch error {
      case .refused(let problem): end(.refused(problem))
      case .unreachable(let gap): end(.unreachable(gap, before.revision))
      case .missing(let revision): throw MissingState(revision: revision)
      }
      return nil
    }
    let (limits, now) = (service.store.limits, context.moment.now)
    if accepted.isRevision, let bytes = limits.excess(of: accepted.session, after: before.session) {
      end(.tooLarge(bytes))
      return nil
    }
    if accepted.isRevision, !query.dryRun {
      return before.change(by: accepted, at: now, retaining: limits.history.revisions) { record in
        let bytes = answer(record, accepted, before)
        end(.accepted(bytes, revision: record.revision))
        return idempotency.map { answer(to: $0, before.id, record.revision, bytes) }
      }
    }
    let record = before.record(
      of: accepted, isDryRun: query.dryRun, at: now, retaining: limits.history.revisions)
    let bytes = answer(record, accepted, before)
    end(.accepted(bytes, revision: before.revision))
    guard !query.dryRun, let idempotency else { return nil }
    return before.change(answeredBy: answer(to: idempotency, before.id, before.revision, bytes))
  }

  /// The answer: the record with the parts that the request asks for.
  private func answer(_ record: Record, _ accepted: Accepted, _ before: borrowing StoredSession) -> [UInt8] {
    guard !query.include.isEmpty else { return record.bytes }
    let (head, routes) = (before.head, before.routes)
    return RecordParts.added(
      to: record.bytes, query.include, of: accepted.session, from: before.session,
      view: SessionView(
        SessionSummary(head, revision: record.revision, updatedAt: record.at), accepted.session, routes: routes,
        can: record.can))
  }

  private func answer(to idempotency: Idempotency, _ id: SessionID, _ revision: Int, _ bytes: [UInt8]) -> StoredAnswer {
    StoredAnswer(
      key: idempotency.key, fingerprint: idempotency.fingerprint, sessionID: id, revision: revision,
      reply: .written(bytes))
  }

  /// The work of it: reading its body, changing the session by a batch or links, and comparing or writing that.
  private func work(on stored: borrowing StoredSession) -> Int {
    let steps = stored.routes.map { request.links * $0.longestChain } ?? 0
    let count = request.count + steps
    let changes = count > 1 ? stored.session.jsonBytesAtMost * count / ShardBudget.batchedTransitions : 0
    return max(
      bodyBytes, changes, steps * ShardBudget.linkStepBytes, stored.session.workToWrite(query.include))
  }

  private enum Refusal: Error {
    case refused(Problem)
    case unreachable(HistoryGap)
    case missing(Int)
  }

  private func apply(
    to stored: borrowing StoredSession, with states: EarlierStates
  ) throws(Refusal) -> Accepted {
    var session = stored.session
    switch request {
    case .history(let request): return try restore(by: request, stored, with: states)
    case .transition(let transition):
      do throws(Rejection) {
        let answer = try session.apply(transition, routes: stored.routes)
        return Accepted(
          session, .single(transition, answer.outcome), events: answer.events,
          drag: stored.session.drag(by: transition), isRevision: answer.isRevision)
      } catch { throw .refused(Problem(error, of: transition, in: session, stored.routes)) }
    case .batch(let transitions):
      do throws(Session.BatchRejection) {
        let answer = try session.apply(batch: transitions, routes: stored.routes)
        return Accepted(
          session, .batch(transitions, answer.outcomes), events: answer.events, drag: nil,
          isRevision: answer.isRevision)
      } catch { throw .refused(Problem(error, of: transitions, in: session, stored.routes)) }
    }
  }

  /// Restores the state that the move through the history leads to.
  private func restore(
    by request: HistoryRequest, _ stored: borrowing StoredSession, with states: EarlierStates
  ) throws(Refusal) -> Accepted {
    let move = request.move
    let nothing = Accepted(
      stored.session, .history(request, Outcome(move.refusal)), events: [], drag: nil, isRevision: false)
    var timeline = stored.timeline
    while let target = timeline.target(of: move) {
      let state: Session
      switch stored.state(inTailAt: target).map({ .success($0) }) ?? states[target] {
      case nil: throw .missing(target)
      case .success(let known)?: state = move.isStep ? known.atRest : known
      case .failure(.gone)? where move.isStep: return nothing
      case .failure(let gap)?: throw .unreachable(gap)
      }
      // A revision passed over may have the same state.
      if move.isStep, state.isSame(as: stored.session) {
        timeline.skip(move)
        continue
      }
      var session = stored.session
      let answer = session.restore(state, isAnimated: request.animated ?? false, isConfirmed: request.confirm)
      return Accepted(
        session, .history(request, answer.outcome), events: answer.events, drag: nil,
        timeline: answer.outcome.handled ? timeline : nil, isRevision: answer.isRevision)
    }
    return nothing
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
