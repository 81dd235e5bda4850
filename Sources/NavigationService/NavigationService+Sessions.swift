import HTTPMessages
import NavigationAPI
import NavigationModel
import SessionStorage

extension NavigationService {
  func createSession(_ request: HTTPRequest, _ visit: Visit) throws(Halt) -> Reply {
    let idempotency = try Halt.check { () throws(Problem) in try creationHead(of: request) }
    let body = try Halt.check { () throws(Problem) in try self.body(CreateSession.self, of: request) }
    if let earlier = try earlierCreation(idempotency, visit) { return earlier }
    let opened = try Halt.check { () throws(Problem) in try open(body) }
    let stored = StoredSession(
      id: newSessionID(), owner: visit.owner, client: body.client, labels: body.labels, createdAt: visit.moment.now,
      timeToLive: body.timeToLive ?? CreateSession.defaultTimeToLive, session: opened.session)
    return try put(stored, opened.events, bodyBytes: request.body.count, idempotency, visit)
  }

  /// Checks the head of a creation before its body, and returns its idempotency key.
  func creationHead(of request: HTTPRequest) throws(Problem) -> Idempotency? {
    try requireServing()
    try requireNoQuery(request)
    let idempotency = try idempotency(of: request)
    try requireJSON(request)
    return idempotency
  }

  func forkSession(_ id: SessionID, _ request: HTTPRequest, _ visit: Visit) throws(Halt) -> Reply {
    let (condition, idempotency) = try Halt.check { () throws(Problem) in try forkHead(of: request) }
    let body = try body(ForkSession.self, of: request, for: id, visit)
    if let earlier = try earlierCreation(idempotency, visit) { return earlier }
    let origin = try stored(id, visit)
    if let condition, !condition.matchesStrongly(origin.revision) { throw .problem(Self.stale(origin.revision)) }
    let state = try state(of: origin, at: body.revision, visit)
    try visit.requireWorker(state.isHeavyToWorkOn)
    let fork = state.forked()
    let stored = StoredSession(
      id: newSessionID(), owner: visit.owner, client: origin.client, labels: origin.labels, createdAt: visit.moment.now,
      timeToLive: origin.timeToLive, session: fork.session)
    return try put(stored, fork.events, bodyBytes: request.body.count, idempotency, visit)
  }

  /// Checks the head of a fork before its body.
  func forkHead(of request: HTTPRequest) throws(Problem) -> (condition: EntityTags?, idempotency: Idempotency?) {
    try requireServing()
    try requireNoQuery(request)
    let condition = try ifMatch(of: request)
    let idempotency = try idempotency(of: request)
    try requireJSON(request)
    return (condition, idempotency)
  }

  private func requireServing() throws(Problem) {
    if isDraining { throw Problem(.draining, "The server is about to stop and makes no new sessions.") }
  }

  private func newSessionID() -> SessionID { SessionID(high: configuration.random(), low: configuration.random()) }

  /// Opens the tree of a body in its window.
  func open(_ body: CreateSession) throws(Problem) -> (session: Session, events: [Event]) {
    do throws(Rejection) { return try body.open() } catch { throw body.problem(of: error) }
  }

  /// Stores a new session with its creation record.
  private func put(
    _ new: StoredSession, _ events: [Event], bodyBytes: Int, _ idempotency: Idempotency?, _ visit: Visit
  ) throws(Halt) -> Reply {
    if let bytes = store.limits.excess(of: new.session) { throw .problem(Self.tooLarge(bytes, limits: store.limits)) }
    var stored = new
    let entry = stored.acceptCreation(events, bodyBytes: bodyBytes)
    let change = AcceptedChange(entry, from: nil, to: stored, TransitionQuery(include: [.session]))
    let creation = store.create(stored, answer: idempotency.map { change.answer(to: $0) }, at: visit.moment)
    creation.whenCommitted { [self] creation in
      if case .created = creation { count(.sessionsCreated) }
    }
    let (id, owner, isHeavy) = (stored.id, stored.owner, stored.session.isHeavyToWorkOn)
    return try reply(to: creation, visit) { [self] (creation, visit) throws(Halt) in
      if case .repeated(let earlier) = creation, let idempotency { return try repeated(earlier, idempotency, visit) }
      try visit.requireWorker(isHeavy)
      guard let idempotency else { return Self.created(id, revision: 0, change.bytes()) }
      let bytes = change.sharedBytes()
      store.settleCreation(idempotency.key, of: owner, as: bytes)
      return Self.created(id, revision: 0, bytes)
    }
  }

  /// The problem for a session of too many bytes.
  static func tooLarge(_ bytes: Int, limits: StoreLimits) -> Problem {
    Problem(
      .sessionTooLarge,
      "The session would have \(bytes) bytes as packed JSON; the server keeps \(limits.sessionBytes) of one.")
  }

  private static func created(_ id: SessionID, revision: Int, _ bytes: [UInt8]) -> HTTPResponse {
    .json(
      .created, bytes,
      fields: [.tag(revision), .noStore, HTTPField("Location", Endpoint.session(id, .getSession).path)])
  }

  /// The answer to an earlier creation with the same key; nil without one.
  private func earlierCreation(_ idempotency: Idempotency?, _ visit: Visit) throws(Halt) -> Reply? {
    guard let idempotency else { return nil }
    let earlier: Decided<StoredAnswer>?
    do throws(StoreError) {
      earlier = try store.creationAnswer(for: idempotency.key, of: visit.owner, at: visit.moment)
    } catch {
      throw Halt(error)
    }
    guard let earlier else { return nil }
    if case .success(let answer) = earlier.result {
      try visit.requireWorker(answer.byteCount > ShardBudget.workedBytes)
    }
    return try reply(to: earlier, visit) { (answer, visit) throws(Halt) in try self.repeated(answer, idempotency, visit)
    }
  }

  private func repeated(_ earlier: StoredAnswer, _ idempotency: Idempotency, _ visit: Visit) throws(Halt)
    -> HTTPResponse
  {
    guard earlier.fingerprint == idempotency.fingerprint else { throw .problem(Idempotency.reused) }
    let bytes = try body(of: earlier, visit)
    count(.replays)
    var response = Self.created(earlier.sessionID, revision: earlier.revision, bytes)
    response.fields.append(.replayed)
    return response
  }

  func body(of answer: StoredAnswer, _ visit: Visit) throws(Halt) -> [UInt8] {
    do throws(StoreError) { return try store.body(of: answer, at: visit.moment) } catch { throw Halt(error) }
  }

  func listSessions(_ request: HTTPRequest, _ visit: Visit) throws(Halt) -> HTTPResponse {
    var query = try Halt.check { () throws(Problem) in
      var query = try SessionListQuery(request.queryBytes)
      if let keys = configuration.keys, let cursor = query.after {
        query.after = keys.opened(cursor, of: visit.owner)
        guard query.after != nil else { throw SessionListQuery.invalidCursor }
      }
      return query
    }
    let page: SessionPage
    do throws(StoreError) { page = try store.list(query, of: visit.owner, at: visit.moment) } catch {
      throw Halt(error)
    }
    var fields: [HTTPField] = [.noCache]
    if let next = page.next {
      query.after = configuration.keys?.sealed(next, of: visit.owner) ?? next
      fields.append(HTTPField("Link", "<\(Endpoint.fixed(.listSessions).path)\(query.text)>; rel=\"next\""))
    }
    return .json(.ok, SessionList(sessions: page.sessions), fields: fields)
  }

  func deleteSession(_ id: SessionID, _ request: HTTPRequest, _ visit: Visit) throws(Halt) -> Reply {
    let condition = try Halt.check { () throws(Problem) in
      try requireNoQuery(request)
      return try ifMatch(of: request)
    }
    let deletion = store.delete(
      id, at: visit.moment, if: condition.map { tags in { @Sendable in tags.matchesStrongly($0) } })
    if case .failure(.notAtHand(let fetch)) = deletion.result { throw .wanting(fetch) }
    deletion.whenCommitted { [self] deletion in
      guard deletion == .deleted else { return }
      count(.sessionsDeleted)
      watchers.wake(id)
    }
    return try reply(to: deletion, visit) { (deletion, _) throws(Halt) in
      switch deletion {
      case .deleted: return HTTPResponse(.noContent, fields: [.noStore])
      case .refused(let revision): throw .problem(Self.stale(revision))
      }
    }
  }

  func getSession(_ id: SessionID, _ request: HTTPRequest, _ visit: Visit) throws(Halt) -> HTTPAnswer {
    let (query, conditions) = try Halt.check { () throws(Problem) in
      (try SessionQuery(request.queryBytes), try ReadConditions(of: request, self))
    }
    guard let seconds = query.wait else { return .response(try read(id, as: .session, conditions, visit)) }
    guard conditions.ifNoneMatch != nil else {
      throw .problem(.invalidParameter("wait", "Waiting needs If-None-Match, which says what is known already."))
    }
    return try waitForSession(id, conditions, seconds: seconds, request, visit)
  }

  func getSnapshot(_ id: SessionID, _ request: HTTPRequest, _ visit: Visit) throws(Halt) -> HTTPResponse {
    let (query, conditions) = try Halt.check { () throws(Problem) in
      (try SnapshotQuery(request.queryBytes), try ReadConditions(of: request, self))
    }
    guard let revision = query.revision else { return try read(id, as: .snapshot, conditions, visit) }
    let stored = try stored(id, visit)
    let session = try state(of: stored, at: revision, visit)
    if let notModified = try conditions.notModified(revision, of: stored.revision) { return notModified }
    try visit.requireWorker(session.isHeavyToWrite)
    return .json(.ok, Snapshot(session), fields: [.tag(revision), .noCache])
  }

  /// A representation of a session, or the response of a failed condition (RFC 9110 §13.2.2).
  func read(
    _ id: SessionID, as representation: Representation, _ conditions: ReadConditions, _ visit: Visit
  ) throws(Halt) -> HTTPResponse {
    if let written = try written(representation, of: id, visit) {
      if let notModified = try conditions.notModified(written.revision) { return notModified }
      return .representation(written.bytes, revision: written.revision, .noCache)
    }
    let stored = try stored(id, visit)
    if let notModified = try conditions.notModified(stored.revision) { return notModified }
    try visit.requireWorker(stored.session.isHeavyToWrite)
    let bytes =
      switch representation {
      case .session: HTTPResponse.bytes(of: SessionView(stored))
      case .snapshot: HTTPResponse.bytes(of: Snapshot(stored.session))
      }
    store.note(bytes, of: representation, stored)
    return .representation(bytes, revision: stored.revision, .noCache)
  }

  private func written(_ representation: Representation, of id: SessionID, _ visit: Visit) throws(Halt)
    -> WrittenSession?
  {
    do throws(StoreError) { return try store.written(representation, of: id, at: visit.moment) } catch {
      throw Halt(error)
    }
  }

  func stored(_ id: SessionID, _ visit: Visit) throws(Halt) -> StoredSession {
    do throws(StoreError) { return try store.session(id, at: visit.moment) } catch { throw Halt(error) }
  }
}

extension SessionView {
  /// The view of a stored session.
  init(_ stored: StoredSession) {
    self.init(
      summary: SessionSummary(stored), environment: stored.session.environment, root: stored.session.root,
      visible: stored.session.visible, can: stored.can)
  }
}

extension SessionSummary {
  init(_ stored: StoredSession) {
    self.init(
      id: stored.id, client: stored.client, labels: stored.labels, revision: stored.revision,
      createdAt: stored.createdAt, updatedAt: stored.updatedAt, expiresAt: stored.expiresAt)
  }
}
