import HTTPMessages
import NavigationAPI
import NavigationModel
import SessionStorage

extension NavigationService {
  func createSession(_ request: HTTPRequest, _ owner: Owner, _ requestID: String) throws(Problem) -> HTTPAnswer {
    if isDraining { throw Problem(.draining, "The server is about to stop and makes no new sessions.") }
    try requireNoQuery(request)
    let idempotency = try idempotency(of: request)
    let body = try body(CreateSession.self, of: request)
    if let idempotency {
      if let earlier = try creationAnswer(for: idempotency.key, of: owner) {
        return try answer(to: earlier, requestID) { answer throws(Problem) in try self.repeated(answer, idempotency) }
      }
    }
    let opened = try open(body)
    let now = configuration.now()
    var stored = StoredSession(
      id: SessionID(high: configuration.random(), low: configuration.random()), owner: owner, client: body.client,
      labels: body.labels, createdAt: now, timeToLive: body.timeToLive ?? CreateSession.defaultTimeToLive, session: opened.session)
    let change = AcceptedChange(from: nil, to: stored, .creation, opened.events, at: now, TransitionQuery(include: [.session]))
    stored.history.append(
      HistoryEntry(
        revision: 0, at: now, content: .creation, events: opened.events, can: change.record.can, session: opened.session, before: nil,
        bodyBytes: request.body.count))
    return try put(stored, change, idempotency, requestID)
  }

  /// The tree of a body in its window.
  private func open(_ body: CreateSession) throws(Problem) -> (session: Session, events: [Event]) {
    do throws(Rejection) { return try Session.open(try body.root(), in: body.environment) } catch { throw Problem(error) }
  }

  private func put(
    _ stored: StoredSession, _ change: AcceptedChange, _ idempotency: Idempotency?, _ requestID: String
  ) throws(Problem) -> HTTPAnswer {
    let creation = store.create(stored, answer: idempotency.map { change.answer(to: $0) })
    creation.whenKept { [self] creation in
      if case .created = creation { count(.sessionsCreated) }
    }
    return try answer(to: creation, requestID) { [self] creation throws(Problem) in
      if case .repeated(let earlier) = creation, let idempotency { return try repeated(earlier, idempotency) }
      let bytes = change.bytes()
      if let idempotency { store.settleCreation(idempotency.key, of: stored.owner, as: bytes) }
      return Self.created(stored.id, revision: stored.revision, bytes)
    }
  }

  private static func created(_ id: SessionID, revision: Int, _ bytes: [UInt8]) -> HTTPResponse {
    .json(.created, bytes, fields: [.tag(revision), .noStore, HTTPField("Location", Endpoint.getSession(id).path)])
  }

  private func creationAnswer(for key: IdempotencyKey, of owner: Owner) throws(Problem) -> Decided<StoredAnswer>? {
    do throws(StoreError) { return try store.creationAnswer(for: key, of: owner) } catch { throw Self.problem(error) }
  }

  private func repeated(_ earlier: StoredAnswer, _ idempotency: Idempotency) throws(Problem) -> HTTPResponse {
    guard earlier.fingerprint == idempotency.fingerprint else { throw Idempotency.reused }
    let bytes = try body(of: earlier)
    count(.replays)
    var response = Self.created(earlier.sessionID, revision: earlier.revision, bytes)
    response.fields.append(.replayed)
    return response
  }

  func body(of answer: StoredAnswer) throws(Problem) -> [UInt8] {
    do throws(StoreError) { return try store.body(of: answer) } catch { throw Self.problem(error) }
  }

  func listSessions(_ request: HTTPRequest, _ owner: Owner) throws(Problem) -> HTTPResponse {
    var query = try SessionListQuery(request.queryBytes)
    let page: SessionPage
    do throws(StoreError) { page = try store.list(query, of: owner, at: configuration.now()) } catch { throw Self.problem(error) }
    var fields: [HTTPField] = [.noCache]
    if let next = page.next {
      query.after = next
      fields.append(HTTPField("Link", "<\(Endpoint.listSessions.path)\(query.text)>; rel=\"next\""))
    }
    return .json(.ok, SessionList(sessions: page.sessions), fields: fields)
  }

  func deleteSession(_ id: SessionID, _ request: HTTPRequest, _ requestID: String) throws(Problem) -> HTTPAnswer {
    try requireNoQuery(request)
    let condition = try ifMatch(of: request)
    let deletion = store.delete(id, at: configuration.now()) { condition?.matchesStrongly($0) ?? true }
    deletion.whenKept { [self] deletion in
      guard deletion == .deleted else { return }
      count(.sessionsDeleted)
      watchers.wake(id)
    }
    return try answer(to: deletion, requestID) { deletion throws(Problem) in
      switch deletion {
      case .deleted: return HTTPResponse(.noContent, fields: [.noStore])
      case .refused(let revision): throw Self.stale(revision)
      }
    }
  }

  func getSession(_ id: SessionID, _ request: HTTPRequest, _ requestID: String) throws(Problem) -> HTTPAnswer {
    let query = try SessionQuery(request.queryBytes)
    let conditions = try ReadConditions(of: request, self)
    guard let seconds = query.wait else { return .response(try read(id, conditions) { SessionView($0) }) }
    guard conditions.ifNoneMatch != nil else {
      throw Problem.invalidParameter("wait", "Waiting needs If-None-Match, which says what is known already.")
    }
    return try waitForSession(id, conditions, seconds: seconds, requestID)
  }

  func getSnapshot(_ id: SessionID, _ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    return try read(id, ReadConditions(of: request, self)) { Snapshot(environment: $0.session.environment, root: $0.session.root) }
  }

  /// A representation of a session, unless the conditions of the request say that it is not wanted (RFC 9110 §13.2.2).
  func read(_ id: SessionID, _ conditions: ReadConditions, _ body: (StoredSession) -> some JSONBody) throws(Problem) -> HTTPResponse {
    let stored = try stored(id)
    if let notModified = try conditions.notModified(stored.revision) { return notModified }
    return .json(.ok, body(stored), fields: [.tag(stored.revision), .noCache])
  }

  func stored(_ id: SessionID) throws(Problem) -> StoredSession {
    do throws(StoreError) { return try store.session(id, at: configuration.now()) } catch { throw Self.problem(error) }
  }
}

extension SessionView {
  /// A stored session as it is answered.
  init(_ stored: StoredSession) {
    self.init(
      summary: SessionSummary(stored), environment: stored.session.environment, root: stored.session.root,
      visible: stored.session.visible, can: Can(stored.session))
  }
}

extension SessionSummary {
  init(_ stored: StoredSession) {
    self.init(
      id: stored.id, client: stored.client, labels: stored.labels, revision: stored.revision, createdAt: stored.createdAt,
      updatedAt: stored.updatedAt, expiresAt: stored.expiresAt)
  }
}

extension Can {
  /// Without a history there is nothing to undo.
  init(_ session: Session) { self.init(goBack: session.canGoBack, undo: false, redo: false) }
}
