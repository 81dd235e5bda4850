public import NavigationAPI
public import NavigationModel

/// Sessions: made and found.
///
/// What a session is made with: `client`, a name of the caller's; `labels`, by which it is found again; `timeToLive`,
/// whole seconds for which it is kept after its last change, 7 days without it. With an idempotency key, the same call
/// again answers with the first session.
extension Client {
  /// Makes a session of a ready-made arrangement.
  ///
  /// Throws `invalidArgument` for a label that is too long or one too many, and a problem for what the server refuses.
  public func createSession(
    _ layout: Layout, in environment: Environment = Environment(), client: String? = nil,
    labels: [String: String] = [:],
    timeToLive: Duration? = nil, idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> RemoteSession {
    try await createSession(.layout(layout), environment, client, labels, timeToLive, idempotencyKey)
  }

  /// Makes a session of a tree. The same otherwise.
  public func createSession(
    root: Controller, in environment: Environment = Environment(), client: String? = nil,
    labels: [String: String] = [:],
    timeToLive: Duration? = nil, idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> RemoteSession {
    try await createSession(.root(root), environment, client, labels, timeToLive, idempotencyKey)
  }

  /// Makes a session that is as `snapshot` was, with an id, a time and a history of its own. The same otherwise.
  public func createSession(
    from snapshot: Snapshot, client: String? = nil, labels: [String: String] = [:], timeToLive: Duration? = nil,
    idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> RemoteSession {
    try await createSession(.init(snapshot), snapshot.environment, client, labels, timeToLive, idempotencyKey)
  }

  private func createSession(
    _ start: CreateSession.Start, _ environment: Environment, _ client: String?, _ labels: [String: String],
    _ timeToLive: Duration?,
    _ idempotencyKey: IdempotencyKey?
  ) async throws(ClientError) -> RemoteSession {
    var body = CreateSession(client: client, environment: environment, start: start)
    body.timeToLive = timeToLive.map { Int($0.components.seconds) }
    for (name, value) in labels.sorted(by: { $0.key < $1.key }) where !body.labels.set(name, to: value) {
      throw .invalidArgument(
        "\(name.debugDescription) is no label: a session has \(Labels.maximumCount), with a name of \(Labels.nameBytes.upperBound) bytes "
          + "without a colon and a value of \(Labels.maximumValueBytes)")
    }
    return RemoteSession(try await send(body, idempotencyKey: idempotencyKey).body, of: self)
  }

  /// What `createSession` sends, and the answer: the record of revision 0.
  package func send(_ body: CreateSession, idempotencyKey: IdempotencyKey? = nil) async throws(ClientError) -> Answer<
    TransitionRecord
  > {
    var call = ClientCall(.createSession)
    call.body = body
    call.idempotencyKey = idempotencyKey
    call.expected = [201]
    return try await response(to: call).answer()
  }

  /// A session of which the id is known, as it is now. Throws `noSuchSession`.
  public func session(_ id: SessionID) async throws(ClientError) -> RemoteSession {
    let session = RemoteSession(id: id, of: self)
    _ = try await session.read()
    return session
  }

  /// The sessions, newest first, a page of `pageSize` at a time as they are asked for.
  ///
  /// One that is made meanwhile is not among them, and one that is deleted meanwhile may be.
  /// - Parameters:
  ///   - client: only those that were made with this name.
  ///   - label: only those that have this label.
  public func sessions(
    client: String? = nil, label: (name: String, value: String)? = nil, pageSize: Int = SessionListQuery.defaultLimit
  ) -> some AsyncSequence<SessionSummary, ClientError> & Sendable {
    let label = label.map { SessionListQuery.Label(name: $0.name, value: $0.value) }
    return PageSequence(first: SessionListQuery(client: client, label: label, limit: pageSize)) {
      query async throws(ClientError) in
      var call = ClientCall(.listSessions)
      call.query = query.text
      let response = try await self.response(to: call)
      let next = try response.nextPage { (query) throws(Problem) in try SessionListQuery(query) }
      return Page(items: try response.json(SessionList.self).sessions, next: next)
    }
  }
}
