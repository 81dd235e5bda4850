import HTTPMessages
import Navigation
import SessionStorage
import Waiting

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
      throw Problem(error)
    }
    guard let verdict = decision.verdict else { return nil }
    return try await response(verdict, in: context)
  }

  private func response(
    _ verdict: TransitionDecision.Verdict, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse {
    switch verdict {
    case .accepted(let bytes, let revision): return .representation(bytes, revision: revision, .noStore)
    case .repeated(let earlier): return try await repeated(earlier, context)
    case .keyReused: throw Idempotency.reused
    case .stale(let revision): throw .stale(revision)
    case .refused(let problem): throw problem
    case .tooLarge(let bytes): throw .tooLarge(bytes, limits: store.limits)
    case .unreachable(let gap, let revision): throw Problem(gap, revision)
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
      throw Problem(error, stored.revision)
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
    } catch { throw Problem(error, stored.revision) }
  }
}

/// A page of a session's history under construction, within a byte budget.
struct RecordPage: Sendable {
  /// Records read from the store at once, so that a page of large ones does not hold them all.
  static let chunk = 16

  private let budget: Int
  /// As compact JSON.
  private var records: [[UInt8]] = []
  private var byteCount = 0
  /// The revision of the last record.
  private(set) var last: Int?
  /// Whether a record did not fit.
  private(set) var isFull = false

  /// - Parameter budget: bytes of all records together; the first record is always taken.
  init(budget: Int) { self.budget = budget }

  var count: Int { records.count }

  /// The page with further records, as far as they fit.
  func adding(_ steps: [HistoryStep], of stored: StoredSession, _ include: Set<TransitionQuery.Inclusion>) -> RecordPage
  {
    var page = self
    for step in steps {
      let bytes = step.bytes(of: stored, include)
      guard page.records.isEmpty || page.byteCount + bytes.count <= budget else {
        page.isFull = true
        break
      }
      page.records.append(bytes)
      page.byteCount += bytes.count
      page.last = step.record.revision
    }
    return page
  }

  /// The body, as `TransitionList` reads it.
  func json() -> [UInt8] {
    var writer = JSONWriter(reserving: byteCount + count + 32)
    writer.beginObject()
    writer.key("transitions")
    writer.beginArray()
    for record in records { writer.raw(record) }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }
}

/// The parts of a record that are only sent when they are asked for: behind its own members, so that an answer with them is
/// the bytes of the record and they.
enum RecordParts {
  /// - Parameters:
  ///   - record: as JSON.
  ///   - before: the state before; nil where it is not known, so that `changes` replace all.
  static func added(
    to record: [UInt8], _ include: Set<TransitionQuery.Inclusion>, of session: Session, from before: Session?,
    view: @autoclosure () -> SessionView
  ) -> [UInt8] {
    guard !include.isEmpty else { return record }
    return added(
      to: record, session: include.contains(.session) ? view() : nil,
      changes: include.contains(.changes) ? before.map { changes(from: $0, to: session) } ?? changes(to: session) : nil)
  }

  static func added(to record: [UInt8], session: SessionView?, changes: [JSONPatchOperation]? = nil) -> [UInt8] {
    var writer = JSONWriter(reserving: 4_096)
    writer.beginObject()
    writer.member("session", session)
    if let changes { writer.array("changes", changes) }
    writer.endObject()
    let parts = writer.bytes
    // Without the brackets between them.
    return record.dropLast() + [UInt8(ascii: ",")] + parts.dropFirst()
  }

  /// The changes of `/environment` and `/root`, as the session shows them.
  private static func changes(from before: Session, to after: Session) -> [JSONPatchOperation] {
    guard let old = document(before), let new = document(after) else { return [] }
    return JSONPatch.difference(from: old.root, to: new.root)
  }

  /// `/environment` and `/root` whole.
  private static func changes(to session: Session) -> [JSONPatchOperation] {
    guard var new = try? document(session)?.root.object() else { return [] }
    return new.members.map { .replace(pointer: "/" + $0.name, value: $0.value) }
  }

  private static func document(_ session: Session) -> JSONDocument? {
    var writer = JSONWriter(reserving: 2_048)
    writer.beginObject()
    writer.key("environment")
    session.environment.write(to: &writer, form: .session(session.environment))
    writer.key("root")
    session.root.write(to: &writer, form: .session(session.environment))
    writer.endObject()
    return try? JSONDocument(writer.bytes, maximumDepth: JSONDocument.treeDepth)
  }
}

extension HistoryStep {
  /// The record as first answered, with the parts requested now.
  func bytes(of stored: StoredSession, _ include: Set<TransitionQuery.Inclusion>) -> [UInt8] {
    guard let state = record.state else { return record.bytes }
    // A creation changed nothing.
    let include = record.revision == 0 ? include.subtracting([.changes]) : include
    return RecordParts.added(
      to: record.bytes, include, of: state, from: before?.state,
      view: SessionView(
        SessionSummary(stored.head, revision: record.revision, updatedAt: record.at), state, routes: stored.routes,
        can: record.can))
  }
}

extension SessionView {
  init(_ summary: SessionSummary, _ session: Session, routes: ScreenRoutes?, can: Can) {
    self.init(
      summary: summary, environment: session.environment, root: session.root, visible: session.visible(routes: routes),
      can: can, conditions: routes.flatMap { session.conditions?.values(of: $0) } ?? ConditionValues(),
      parked: session.conditions?.parked)
  }

  /// The view of a stored session.
  init(_ stored: StoredSession) {
    self.init(SessionSummary(stored), stored.session, routes: stored.routes, can: stored.can)
  }
}

extension SessionSummary {
  init(_ stored: StoredSession) { self.init(stored.head, revision: stored.revision, updatedAt: stored.updatedAt) }
}
