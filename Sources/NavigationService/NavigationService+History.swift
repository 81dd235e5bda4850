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
    if let last = page.last, last < stored.revision {
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
        steps = try await store.steps(
          of: stored, after: page.last ?? query.after, limit: min(RecordPage.chunk, query.limit - page.count),
          states: !query.include.isEmpty, at: context.moment)
      } catch {
        // The next records were evicted meanwhile: a client that follows the link gets the problem.
        if case .gone = error, page.count > 0 { return page }
        throw error
      }
      if steps.isEmpty { return page }
      do throws(StoreError) {
        let work = query.include.isEmpty ? 0 : stored.session.jsonBytesAtMost
        page = try await workers.run(of: work, context.patience, as: .longWork) { [page] in
          page.adding(steps, of: stored, query.include)
        }
      } catch { throw .failed(error) }
    }
    return page
  }

  /// The state at a revision, by default the current one. Throws `no-such-revision` and `revision-gone`.
  func session(of stored: StoredSession, at revision: Int?, _ context: RequestContext) async throws(Problem) -> Session
  {
    do throws(HistoryGap) {
      return try await store.state(of: stored, at: revision ?? stored.revision, context.moment)
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
