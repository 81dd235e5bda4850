import HTTPMessages
import Navigation
import SessionStorage
import Waiting

extension NavigationService {
  func listTransitions(
    _ id: SessionID, _ call: HTTPCall, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse? {
    var query = try TransitionListQuery(call.request.queryBytes)
    let conditions = try ReadConditions(of: call.request, self)
    let stored = try await stored(id, context)
    if let notModified = try conditions.notModified(stored.revision) { return notModified }
    var fields: [HTTPField] = [.tag(stored.revision), .noCache]
    let page: RecordPage
    do throws(HistoryGap) { page = try await recordPage(of: stored, query, context) } catch {
      throw Self.problem(error, stored.revision)
    }
    if let last = page.last, last < stored.history.revision {
      query.after = last
      fields.append(HTTPField("Link", "<\(Endpoint(.listTransitions, of: id).path)\(query.text)>; rel=\"next\""))
    }
    return .json(.ok, page.json(), fields: fields)
  }

  private func recordPage(
    of stored: StoredSession, _ query: TransitionListQuery, _ context: RequestContext
  ) async throws(HistoryGap) -> RecordPage {
    var page = RecordPage(budget: configuration.pageBytes)
    while page.count < query.limit, !page.isFull {
      let steps: [HistoryStep]
      do throws(HistoryGap) {
        steps = try await self.steps(
          of: stored, after: page.last ?? query.after, limit: min(RecordPage.chunk, query.limit - page.count),
          context.moment, context.patience)
      } catch {
        // The next records were evicted meanwhile: a client that follows the link gets the problem.
        if case .gone = error, page.count > 0 { return page }
        throw error
      }
      if steps.isEmpty { return page }
      do throws(StoreError) {
        page = try await workers.run(of: stored.session.jsonBytesAtMost, context.patience) { [page] in
          page.adding(steps.lazy.map { TransitionRecord($0, of: stored, query.include) })
        }
      } catch { throw .failed(error) }
    }
    return page
  }

  /// The steps after a revision of a session, oldest first: in memory, read from the backend, or worked out by a worker.
  ///
  /// - Parameter isOwed: whether it is part of a response that has begun.
  func steps(
    of stored: StoredSession, after revision: Int?, limit: Int, _ moment: Moment, _ patience: Patience,
    isOwed: Bool = false
  ) async throws(HistoryGap) -> [HistoryStep] {
    if let steps = try stepsAtHand(of: stored, after: revision, limit: limit) { return steps }
    guard store.hasInMemory(stored, after: revision) else {
      return try await store.steps(of: stored, after: revision, limit: limit, at: moment)
    }
    let steps: Result<[HistoryStep], HistoryGap>
    do throws(StoreError) {
      steps = try await workers.run(of: .max, patience, isOwed: isOwed) {
        Result { () throws(HistoryGap) in try stored.history.steps(after: revision, limit: limit) }
      }
    } catch { throw .failed(error) }
    return try steps.get()
  }

  /// The steps; nil if that takes a wait.
  func stepsAtHand(of stored: StoredSession, after revision: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep]? {
    guard store.hasInMemory(stored, after: revision), !stored.history.isReplayed(after: revision) else { return nil }
    return try stored.history.steps(after: revision, limit: limit)
  }

  /// The state of a session at a revision. Throws `ahead`, `gone`, and `replaced` by a later stage of the same gesture.
  func state(of stored: StoredSession, at revision: Int, _ context: RequestContext) async throws(HistoryGap) -> Session
  {
    try await stored.state(at: revision) { (before) throws(HistoryGap) in
      try await steps(of: stored, after: before, limit: 1, context.moment, context.patience)
    }
  }

  /// The state at a revision, by default the current one. Throws `no-such-revision` and `revision-gone`.
  func session(of stored: StoredSession, at revision: Int?, _ context: RequestContext) async throws(Problem) -> Session
  {
    do throws(HistoryGap) {
      return try await state(of: stored, at: revision ?? stored.revision, context)
    } catch { throw Self.problem(error, stored.revision) }
  }

  /// - Parameter revision: the session's current one.
  static func problem(_ gap: HistoryGap, _ revision: Int) -> Problem {
    var problem: Problem
    switch gap {
    case .gone(let start):
      problem = Problem(.revisionGone, "The session's records are kept from after revision \(start) on.")
    case .replaced(let later, let start):
      problem = Problem(
        .revisionGone,
        "The revision was a stage of a gesture that began after revision \(start); revision \(later) replaced it.")
    case .ahead: problem = Problem(.noSuchRevision, "The session has revision \(revision) now.")
    case .failed(let error): return Self.problem(error)
    }
    problem.revision = revision
    return problem
  }
}

extension TransitionRecord {
  /// The record as first answered, with the parts requested now.
  init(_ step: HistoryStep, of stored: StoredSession, _ include: Set<TransitionQuery.Inclusion>) {
    let entry = step.entry
    let visible = entry.session.visible(routes: stored.routes)
    self.init(
      sessionID: stored.id, revision: entry.revision, at: entry.at, content: entry.content,
      events: entry.events.map(ReceivedEvent.event), visible: visible, can: entry.can)
    if include.contains(.session) { session = SessionView(stored, as: entry, visible) }
    // A creation changed nothing.
    if case .creation = entry.content { return }
    guard include.contains(.changes) else { return }
    changes =
      step.before.map { AcceptedChange.changes(from: $0, to: entry.session) }
      ?? AcceptedChange.changes(to: entry.session)
  }
}

extension SessionView {
  /// The session as it was at an earlier revision.
  fileprivate init(_ stored: StoredSession, as entry: HistoryEntry, _ visible: [VisibleScreen]) {
    var then = stored
    then.revision = entry.revision
    then.updatedAt = entry.at
    self.init(
      summary: SessionSummary(then), environment: entry.session.environment, root: entry.session.root, visible: visible,
      can: entry.can)
  }
}
