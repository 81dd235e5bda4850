import NavigationAPI
import NavigationModel
import SessionStorage

/// The decision about a transition, made while its session is locked: on values alone, without I/O.
struct TransitionDecision: Sendable {
  let request: TransitionRequest
  /// The request's body, from which `request` was read.
  let body: [UInt8]
  let query: TransitionQuery
  let condition: EntityTags?
  let idempotency: Idempotency?
  let now: Timestamp
  /// The store's.
  let limits: StoreLimits
  /// Whether a worker decides.
  let isWithWorker: Bool
  /// The states of revisions looked up so far, or why there are none.
  var found: [Int: Result<Session, HistoryGap>] = [:]
  /// A worker's result, computed without the session's lock; nil where none is needed.
  var proposal: Proposal?
  /// Proposals that came too late; after `lateLimit` of them the decision is made under the lock.
  var lateProposals = 0

  /// Rare cases are boxed, so that a verdict is small to pass on.
  enum Verdict: Sendable {
    /// With the session's revision, which a dry run does not change.
    case accepted(AcceptedChange, revision: Int)
    indirect case repeated(StoredAnswer)
    case keyReused
    case stale(Int)
    indirect case refused(Rejection)
    indirect case batchRefused(Session.BatchRejection)
    /// The bytes that the session would have.
    case tooLarge(Int)
    /// The requested state is not in the history; with the session's revision.
    indirect case unreachable(HistoryGap, Int)
  }

  /// Work to be done first, without the session's lock.
  enum Pause: Error {
    case wanting(Wanted)
    /// A worker has to decide.
    case heavy
    /// The outcome from this state has to be computed.
    case unproposed(Proposal.Basis)
  }

  /// A lookup of the state of a revision.
  final class Wanted: Error {
    let stored: StoredSession
    let revision: Int

    init(stored: StoredSession, revision: Int) {
      self.stored = stored
      self.revision = revision
    }

    func state(in store: SessionStore, _ moment: Moment) -> Result<Session, HistoryGap> {
      Result { () throws(HistoryGap) in try store.state(of: stored, at: revision, moment) }
    }
  }

  func decide(_ stored: inout StoredSession) -> Result<Verdict, Pause> {
    let isHeavy = isHeavy(on: stored.session)
    if isHeavy, !isWithWorker { return .failure(.heavy) }
    if let idempotency, let earlier = stored.answers.answer(for: idempotency.key) {
      return earlier.fingerprint == idempotency.fingerprint ? .success(.repeated(earlier)) : .success(.keyReused)
    }
    if let condition, !condition.matchesStrongly(stored.revision) { return .success(.stale(stored.revision)) }
    if isHeavy { return decideHeavy(&stored) }
    return decide(&stored, by: nil)
  }

  /// Decides a heavy request by its proposal, where that still holds.
  private func decideHeavy(_ stored: inout StoredSession) -> Result<Verdict, Pause> {
    if let proposal, proposal.isOf(stored) { return decide(&stored, by: proposal) }
    guard isWayThroughHistory || lateProposals >= Self.lateLimit else {
      return .failure(.unproposed(Proposal.Basis(stored)))
    }
    return decide(&stored, by: nil)
  }

  private func decide(_ stored: inout StoredSession, by proposal: Proposal?) -> Result<Verdict, Pause> {
    // The whole is copied only for a dry run, which restores it: a retained copy would force copy-on-write.
    let before = stored.session
    var undisturbed: StoredSession?
    if query.dryRun { undisturbed = stored }
    let applied: Applied
    do throws(Refusal) {
      applied = if let proposal { try proposal.adopt(by: &stored) } else { try apply(to: &stored) }
    } catch {
      switch error {
      case .single(let rejection): return .success(.refused(rejection))
      case .batch(let rejection): return .success(.batchRefused(rejection))
      case .unreachable(let gap): return .success(.unreachable(gap, stored.revision))
      case .wanting(let revision): return .failure(.wanting(Wanted(stored: stored, revision: revision)))
      }
    }
    let excess =
      if let proposal { proposal.excess } else {
        applied.isRevision ? limits.excess(of: stored.session, after: before) : nil
      }
    if let bytes = excess {
      stored.session = before
      return .success(.tooLarge(bytes))
    }
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
    return .success(.accepted(change, revision: stored.revision))
  }

  /// Bytes that a session may grow by per byte of a body, at most: a screen of thirty counts as a thousand.
  private static let roomOfBodyByte = 32
  /// Late proposals before the decision is made under the lock.
  private static let lateLimit = 3

  private var isWayThroughHistory: Bool {
    if case .history = request { true } else { false }
  }

  /// Whether this would block a shard too long: a large session is compared, written or packed, or changed by a long
  /// batch.
  private func isHeavy(on session: Session) -> Bool {
    let bytes = session.jsonBytesAtMost
    return body.count > ShardBudget.workedBytes
      || bytes > ShardBudget.workedBytes
        && (session.isHeavy(query.include) || request.count > 1 && bytes > ShardBudget.batchedBytes / request.count
          || bytes + body.count * Self.roomOfBodyByte > limits.sessionBytes)
  }

  enum Refusal: Error {
    case single(Rejection)
    case batch(Session.BatchRejection)
    case unreachable(HistoryGap)
    case wanting(Int)
  }

  /// The model's answer.
  struct Applied: Sendable {
    let content: TransitionRecord.Content
    let events: [Event]
    let isRevision: Bool
  }

  private func apply(to stored: inout StoredSession) throws(Refusal) -> Applied {
    if case .history(let request) = request { return try restore(by: request, &stored) }
    return try apply(to: &stored.session)
  }

  /// Applies a request other than a move through the history, which changes nothing here.
  func apply(to session: inout Session) throws(Refusal) -> Applied {
    switch request {
    case .history(let request):
      return request.nothing
    case .transition(let transition):
      do throws(Rejection) {
        let answer = try session.apply(transition)
        return Applied(
          content: .single(transition, answer.outcome), events: answer.events, isRevision: answer.isRevision)
      } catch { throw .single(error) }
    case .batch(let transitions):
      do throws(Session.BatchRejection) {
        let answer = try session.apply(batch: transitions)
        return Applied(
          content: .batch(transitions, answer.outcomes), events: answer.events, isRevision: answer.isRevision)
      } catch { throw .batch(error) }
    }
  }

  /// Restores the state that the move through the history leads to, where it is in memory.
  private func restore(by request: HistoryRequest, _ stored: inout StoredSession) throws(Refusal) -> Applied {
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
