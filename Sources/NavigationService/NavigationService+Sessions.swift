import HTTPMessages
import Navigation
import NavigationPicture
import SessionStorage

/// The sessions: to create, list, read, draw and delete.
extension NavigationService {
  func createSession(_ call: HTTPCall, _ context: RequestContext) async throws(Problem) -> HTTPResponse {
    let request = call.request
    try requireServing()
    try requireNoQuery(request)
    let key = try idempotencyKey(of: request)
    try requireJSON(request)
    let body = try await body(of: call)
    // A drain may have begun meanwhile.
    try requireServing()
    let creation = try await work(of: body.count, context) { [self] () throws(Problem) in
      try read(CreateSession.self, from: body)
    }
    let idempotency = Idempotency(key, of: request, body: body)
    if let earlier = try await earlierCreation(idempotency, context) { return earlier }
    let opened = try await work(of: body.count, context) { () throws(Problem) in
      do throws(Rejection) { return try creation.open() } catch { throw creation.problem(of: error) }
    }
    let head = SessionHead(
      id: newSessionID(), owner: context.owner, client: creation.client, labels: creation.labels,
      createdAt: context.moment.now, timeToLive: creation.timeToLive ?? CreateSession.defaultTimeToLive)
    return try await put(
      head, opened.session, events: opened.events, routes: creation.routes.map { SharedRoutes($0) },
      idempotency: idempotency, in: context)
  }

  func forkSession(
    _ id: SessionID, _ call: HTTPCall, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse? {
    let request = call.request
    try requireServing()
    try requireNoQuery(request)
    let condition = try ifMatch(of: request)
    let key = try idempotencyKey(of: request)
    try requireJSON(request)
    // A fork already made is answered again, even if its origin has gone since.
    if !call.isWhole, key == nil { try await require(id, context) }
    let body = try await body(of: call)
    try requireServing()
    let fork = try await read(ForkSession.self, from: body, for: id, context)
    let idempotency = Idempotency(key, of: request, body: body)
    if let earlier = try await earlierCreation(idempotency, context) { return earlier }
    let origin = try await stored(id, context)
    if let condition, !condition.matchesStrongly(origin.revision) { throw .stale(origin.revision) }
    let state = try await session(of: origin, at: fork.revision, context)
    let forked = try await work(of: state.jsonBytesAtMost, context) { state.forked() }
    let head = SessionHead(
      id: newSessionID(), owner: context.owner, client: origin.head.client, labels: origin.head.labels,
      createdAt: context.moment.now, timeToLive: origin.head.timeToLive)
    return try await put(
      head, forked.session, events: forked.events, routes: origin.sharedRoutes, idempotency: idempotency, in: context)
  }

  private func requireServing() throws(Problem) {
    if isDraining { throw Problem(.draining, "The server is about to stop and makes no new sessions.") }
  }

  private func newSessionID() -> SessionID { SessionID(high: configuration.random(), low: configuration.random()) }

  /// Stores a new session with its creation record.
  private func put(
    _ head: SessionHead, _ session: Session, events: [Event], routes: SharedRoutes?, idempotency: Idempotency?,
    in context: RequestContext
  ) async throws(Problem) -> HTTPResponse {
    let (stored, bytes) = try await work(of: session.jsonBytesAtMost, context) {
      [limits = store.limits] () throws(Problem) in
      if let bytes = limits.excess(of: session) { throw .tooLarge(bytes, limits: limits) }
      let stored = StoredSession(head, session, events, routes: routes)
      return (stored, RecordParts.added(to: stored.latest.bytes, session: SessionView(stored)))
    }
    let answer = idempotency.map {
      StoredAnswer(
        key: $0.key, fingerprint: $0.fingerprint, sessionID: stored.id, revision: 0, reply: .written(bytes))
    }
    let creation: Creation
    do throws(StoreError) {
      creation = try await store.create(stored, answer: answer, at: context.moment) { [self] in count(.sessionsCreated)
      }
    } catch { throw Problem(error) }
    switch creation {
    case .created: return Self.created(stored.id, revision: 0, bytes)
    case .repeated(let earlier): return try await repeated(earlier, idempotency, context)
    }
  }

  private static func created(_ id: SessionID, revision: Int, _ bytes: [UInt8]) -> HTTPResponse {
    .json(
      .created, bytes,
      fields: [.tag(revision), .noStore, HTTPField("Location", Endpoint(.getSession, of: id).path)])
  }

  /// The answer to an earlier creation with the same key; nil without one.
  private func earlierCreation(
    _ idempotency: Idempotency?, _ context: RequestContext
  ) async throws(Problem) -> HTTPResponse? {
    guard let idempotency else { return nil }
    let earlier: StoredAnswer?
    do throws(StoreError) {
      earlier = try await store.creationAnswer(for: idempotency.key, of: context.owner, at: context.moment)
    } catch { throw Problem(error) }
    guard let earlier else { return nil }
    return try await repeated(earlier, idempotency, context)
  }

  private func repeated(
    _ earlier: StoredAnswer, _ idempotency: Idempotency?, _ context: RequestContext
  ) async throws(Problem) -> HTTPResponse {
    guard earlier.fingerprint == idempotency?.fingerprint else { throw Idempotency.reused }
    let bytes = try await body(of: earlier, context)
    count(.replays)
    var response = Self.created(earlier.sessionID, revision: earlier.revision, bytes)
    response.fields.append(.replayed)
    return response
  }

  func body(of answer: StoredAnswer, _ context: RequestContext) async throws(Problem) -> [UInt8] {
    do throws(StoreError) { return try await store.fetched(answer, at: context.moment).readBody() } catch {
      throw Problem(error)
    }
  }

  func listSessions(_ request: HTTPRequest, _ context: RequestContext) async throws(Problem) -> HTTPResponse {
    var query = try SessionListQuery(request.queryBytes)
    if let keys = configuration.keys, let cursor = query.after {
      query.after = keys.opened(cursor, of: context.owner)
      guard query.after != nil else { throw SessionListQuery.invalidCursor }
    }
    let page: SessionPage
    do throws(StoreError) { page = try await store.list(query, of: context.owner, at: context.moment) } catch {
      throw Problem(error)
    }
    var fields: [HTTPField] = [.noCache]
    if let next = page.next {
      query.after = configuration.keys?.sealed(next, of: context.owner) ?? next
      fields.append(HTTPField("Link", "<\(Endpoint(.listSessions).path)\(query.text)>; rel=\"next\""))
    }
    return .json(.ok, SessionList(sessions: page.sessions), fields: fields)
  }

  func deleteSession(
    _ id: SessionID, _ call: HTTPCall, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse? {
    try requireNoQuery(call.request)
    let condition = try ifMatch(of: call.request)
    let deletion: Deletion
    do throws(StoreError) {
      deletion = try await store.delete(
        id, at: context.moment, if: condition.map { tags in { @Sendable in tags.matchesStrongly($0) } }
      ) { [self] in
        count(.sessionsDeleted)
        watchers.wake(id)
      }
    } catch { throw Problem(error) }
    switch deletion {
    case .deleted: return HTTPResponse(.noContent, fields: [.noStore])
    case .refused(let revision): throw .stale(revision)
    }
  }

  func getSession(
    _ id: SessionID, _ call: HTTPCall, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse? {
    let query = try SessionQuery(call.request.queryBytes)
    let conditions = try ReadConditions(of: call.request, self)
    guard let seconds = query.wait else { return try await read(id, as: .session, conditions: conditions, in: context) }
    guard conditions.ifNoneMatch != nil else {
      throw .invalidParameter("wait", "Waiting needs If-None-Match, which says what is known already.")
    }
    return try await waitForSession(id, conditions: conditions, seconds: seconds, in: context)
  }

  func getSnapshot(
    _ id: SessionID, _ call: HTTPCall, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse? {
    let query = try SnapshotQuery(call.request.queryBytes)
    let conditions = try ReadConditions(of: call.request, self)
    guard let revision = query.revision else {
      return try await read(id, as: .snapshot, conditions: conditions, in: context)
    }
    let stored = try await stored(id, context)
    let session = try await session(of: stored, at: revision, context)
    if let notModified = try conditions.notModified(revision, of: stored.revision) { return notModified }
    return try await work(of: session.workToWrite, context) {
      .json(.ok, Snapshot(session, routes: stored.routes), fields: [.tag(revision), .noCache])
    }
  }

  /// A representation of a session, or the response of a failed condition (RFC 9110 §13.2.2).
  func read(
    _ id: SessionID, as representation: Representation, conditions: ReadConditions, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse {
    let written: WrittenSession?
    do throws(StoreError) { written = try await store.written(representation, of: id, at: context.moment) } catch {
      throw Problem(error)
    }
    guard let written else { return try await write(id, as: representation, conditions: conditions, in: context) }
    if let notModified = try conditions.notModified(written.revision) { return notModified }
    return .representation(written.bytes, revision: written.revision, .noCache)
  }

  /// A representation that has to be written.
  private func write(
    _ id: SessionID, as representation: Representation, conditions: ReadConditions, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse {
    let stored = try await stored(id, context)
    if let notModified = try conditions.notModified(stored.revision) { return notModified }
    let bytes = try await work(of: stored.session.workToWrite, context) {
      switch representation {
      case .session: HTTPResponse.bytes(of: SessionView(stored))
      case .snapshot: HTTPResponse.bytes(of: Snapshot(stored.session, routes: stored.routes))
      }
    }
    store.cache(bytes, of: representation, stored)
    return .representation(bytes, revision: stored.revision, .noCache)
  }

  func stored(_ id: SessionID, _ context: RequestContext) async throws(Problem) -> StoredSession {
    do throws(StoreError) { return try await store.session(id, at: context.moment) } catch { throw Problem(error) }
  }

  func getPicture(
    _ id: SessionID, _ call: HTTPCall, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse? {
    let query = try SessionPictureQuery(call.request.queryBytes)
    try requireAcceptable(query.picture.format.mediaType, call.request)
    let conditions = try ReadConditions(of: call.request, self)
    let stored = try await stored(id, context)
    let session = try await session(of: stored, at: query.revision, context)
    let revision = query.revision ?? stored.revision
    if let notModified = try conditions.notModified(revision, of: stored.revision) { return notModified }
    return try await work(of: session.workToDraw(stored.routes), context, as: .longWork) {
      .picture(of: session, query.picture, stored.routes, fields: [.tag(revision), .noCache])
    }
  }

  /// The picture of a session that is not stored, opened as a stored one would be, after what is played in it.
  ///
  /// `Accept` is ignored, as RFC 9110 §12.5.1 permits: `curl --json` sends one for JSON by itself.
  func drawPicture(_ call: HTTPCall, _ context: RequestContext) async throws(Problem) -> HTTPResponse {
    let query = try PictureQuery(call.request.queryBytes)
    try requireJSON(call.request)
    let body = try await body(of: call)
    // Of a small body the steps say how much work it is; a large one is a worker's in any case.
    let small = ShardBudget.holds(body.count) ? try read(PictureRequest.self, from: body) : nil
    let (session, routes) = try await work(of: small?.work(bytes: body.count) ?? body.count, context, as: .longWork) {
      [self] () throws(Problem) in
      let request = if let small { small } else { try read(PictureRequest.self, from: body) }
      return (try request.played { Problem($0, of: $1, in: $2, request.app.routes) }, request.app.routes)
    }
    return try await work(of: session.workToDraw(routes), context, as: .longWork) {
      .picture(of: session, query, routes, fields: [.noStore])
    }
  }
}

extension PictureRequest {
  /// Each step is compared with the state before it, and a link comes to several.
  fileprivate func work(bytes: Int) -> Int {
    let links = steps.reduce(0) { $0 + TransitionRequest.batch($1).links }
    let linked = app.routes.map { links * $0.longestChain } ?? 0
    return bytes + bytes * (count + linked) / ShardBudget.writtenBytes + linked * ShardBudget.linkStepBytes
  }
}

extension HTTPResponse {
  /// Opened alone in a browser, a picture runs and loads nothing.
  private static let policy = HTTPField(
    "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")

  fileprivate static func picture(
    of session: Session, _ query: PictureQuery, _ routes: ScreenRoutes?, fields: [HTTPField]
  ) -> HTTPResponse {
    let picture = SessionPicture(of: session, showsHidden: query.showsHidden, routes: routes)
    var response = HTTPResponse(.ok, fields: fields)
    switch query.format {
    case .text:
      response.fields.append(HTTPField("Content-Type", "text/plain; charset=utf-8"))
      response.body = picture.text()
    case .svg:
      response.fields += [HTTPField("Content-Type", "image/svg+xml"), policy]
      response.body = picture.svg(scale: query.scale, sheet: query.style.sheet)
    }
    return response
  }
}

extension PictureQuery.Style {
  fileprivate var sheet: PictureSheet {
    switch self {
    case .classes: .none
    case .embedded: .embedded
    }
  }
}
