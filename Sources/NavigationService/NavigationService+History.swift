import HTTPMessages
import NavigationAPI
import NavigationModel
import SessionStorage

extension NavigationService {
  func listTransitions(of id: SessionID, _ request: HTTPRequest, _ visit: Visit) throws(Halt) -> HTTPResponse {
    var (query, conditions) = try Halt.check { () throws(Problem) in
      (try TransitionListQuery(request.queryBytes), try ReadConditions(of: request, self))
    }
    let stored = try stored(id, visit)
    if let notModified = try conditions.notModified(stored.revision) { return notModified }
    try visit.requireWorker(stored.isHeavy(after: query.after, query.include))
    var fields: [HTTPField] = [.tag(stored.revision), .noCache]
    let page: RecordPage
    do throws(HistoryGap) { page = try recordPage(of: stored, query, visit) } catch {
      throw Halt(error, stored.revision)
    }
    if let last = page.last, last < stored.history.revision {
      query.after = last
      fields.append(HTTPField("Link", "<\(Endpoint.session(id, .listTransitions).path)\(query.text)>; rel=\"next\""))
    }
    return .json(.ok, page.json(), fields: fields)
  }

  private func recordPage(
    of stored: StoredSession, _ query: TransitionListQuery, _ visit: Visit
  ) throws(HistoryGap) -> RecordPage {
    var page = RecordPage(budget: configuration.pageBytes)
    while page.count < query.limit {
      let steps: [HistoryStep]
      do throws(HistoryGap) {
        steps = try store.steps(
          of: stored, after: page.last ?? query.after, limit: min(RecordPage.chunk, query.limit - page.count),
          at: visit.moment)
      } catch {
        // The next records were evicted meanwhile: a client that follows the link gets the problem.
        if case .gone = error, page.count > 0 { return page }
        throw error
      }
      if steps.isEmpty { return page }
      for step in steps {
        guard page.add(TransitionRecord(step, of: stored, query.include)) else { return page }
      }
    }
    return page
  }

  /// The state of a session at a revision, by default the current one. Throws `no-such-revision` and `revision-gone`.
  func state(of stored: StoredSession, at revision: Int?, _ visit: Visit) throws(Halt) -> Session {
    if let revision, revision < stored.revision, stored.stateAtHand(at: revision) == nil {
      try visit.requireWorker(true)
    }
    do throws(HistoryGap) {
      return try store.state(of: stored, at: revision ?? stored.revision, visit.moment)
    } catch { throw Halt(error, stored.revision) }
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
    let visible = entry.session.visible
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
