public import NavigationAPI

/// Sessions: made, found, read and deleted.
extension Client {
  /// Makes a session. The record is of revision 0, with the session, and its events are what the first appearance told the app.
  ///
  /// With a key, the same body again answers with the first session, and `isReplayed`.
  public func createSession(
    _ session: CreateSession, idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> Answer<TransitionRecord> {
    var call = ClientCall(.createSession)
    call.body = session
    call.idempotencyKey = idempotencyKey
    call.expected = [201]
    return try await answer(to: call)
  }

  /// Makes a session that is as `snapshot` was, with an id, a time and a history of its own.
  public func createSession(
    from snapshot: Snapshot, client: String? = nil, labels: Labels = Labels(), timeToLive: Int? = nil,
    idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> Answer<TransitionRecord> {
    let session = CreateSession(
      client: client, environment: snapshot.environment, start: .init(snapshot), labels: labels, timeToLive: timeToLive)
    return try await createSession(session, idempotencyKey: idempotencyKey)
  }

  /// Makes a session that is as another one is, or was at a revision, with an id, a time and a history of its own.
  ///
  /// Throws `noSuchRevision`, and `revisionGone` where the revision is not kept any more. `ifMatch` and a key are as with a transition.
  public func forkSession(
    _ id: SessionID, at revision: Int? = nil, ifMatch current: Int? = nil, idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> Answer<TransitionRecord> {
    var call = ClientCall(.forkSession(id))
    call.body = ForkSession(revision: revision)
    call.ifMatch = current
    call.idempotencyKey = idempotencyKey
    call.expected = [201]
    return try await answer(to: call)
  }

  /// The session as it is now.
  public func session(_ id: SessionID) async throws(ClientError) -> Answer<SessionView> {
    try await answer(to: ClientCall(.getSession(id)))
  }

  /// The session as it is now; nil where it still has the revision that is known already.
  public func session(_ id: SessionID, ifNoneMatch revision: Int) async throws(ClientError) -> Answer<SessionView>? {
    try await answer(to: ClientCall(.getSession(id)), unless: revision)
  }

  /// The session as soon as it has another revision than the one that is known; nil where it has none within so many seconds.
  ///
  /// - Parameter seconds: one of `SessionQuery.waitRange`. Throws `noSuchSession` also where the session goes meanwhile.
  public func session(_ id: SessionID, wait seconds: Int, ifNoneMatch revision: Int) async throws(ClientError) -> Answer<SessionView>? {
    var call = ClientCall(.getSession(id))
    call.query = SessionQuery(wait: seconds).text
    call.timeout = .seconds(seconds) + requestTimeout
    return try await answer(to: call, unless: revision)
  }

  /// The session as the body that makes it again: as it is now, or was at a revision.
  ///
  /// Throws `noSuchRevision`, and `revisionGone` where the revision is not kept any more.
  public func snapshot(of id: SessionID, at revision: Int? = nil) async throws(ClientError) -> Answer<Snapshot> {
    var call = ClientCall(.getSnapshot(id))
    call.query = SnapshotQuery(revision: revision).text
    return try await answer(to: call)
  }

  /// The same; nil where the session still has the revision that is known already.
  public func snapshot(of id: SessionID, ifNoneMatch revision: Int) async throws(ClientError) -> Answer<Snapshot>? {
    try await answer(to: ClientCall(.getSnapshot(id)), unless: revision)
  }

  /// Deletes the session, at this revision only where one is given. A second time throws `noSuchSession`.
  public func deleteSession(_ id: SessionID, ifMatch revision: Int? = nil) async throws(ClientError) {
    var call = ClientCall(.deleteSession(id))
    call.ifMatch = revision
    call.expected = [204]
    _ = try await response(to: call)
  }

  /// One page of the sessions, newest first.
  public func listSessions(
    _ query: SessionListQuery = SessionListQuery()
  ) async throws(ClientError) -> Page<SessionSummary, SessionListQuery> {
    var call = ClientCall(.listSessions)
    call.query = query.text
    let response = try await response(to: call)
    let list = try response.json(SessionList.self)
    let next = try response.nextPage { (query) throws(Problem) in try SessionListQuery(query) }
    return Page(items: list.sessions, next: next)
  }

  /// All sessions from `query` on, newest first.
  ///
  /// One that is made meanwhile is not among them, and one that is deleted meanwhile may be.
  public func sessions(_ query: SessionListQuery = SessionListQuery()) -> PageSequence<SessionSummary, SessionListQuery> {
    PageSequence(first: query) { (query) async throws(ClientError) in try await self.listSessions(query) }
  }
}
