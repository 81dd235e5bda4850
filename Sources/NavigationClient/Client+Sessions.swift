public import Navigation

/// Creating and finding sessions.
///
/// A new session has a `client`, a name chosen by the caller, and `labels`, by which it can be found. `timeToLive` is
/// its life after the last change in whole seconds, 7 days by default. With an idempotency key, a repeated call returns
/// the first session.
extension Client {
  /// Makes a session from a ready-made layout.
  ///
  /// Throws `invalidArgument` for too long a label or too many labels, and a problem for what the server refuses.
  public func createSession(
    _ layout: Layout, in environment: Environment = Environment(), routes: ScreenRoutes? = nil, client: String? = nil,
    labels: [String: String] = [:], timeToLive: Duration? = nil, idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> RemoteSession {
    try await createSession(
      .layout(layout), in: environment, routes: routes, client: client, labels: labels, timeToLive: timeToLive,
      idempotencyKey: idempotencyKey)
  }

  /// Makes a session from a tree of controllers; see the layout's method.
  public func createSession(
    root: Controller, in environment: Environment = Environment(), routes: ScreenRoutes? = nil, client: String? = nil,
    labels: [String: String] = [:], timeToLive: Duration? = nil, idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> RemoteSession {
    try await createSession(
      .root(root), in: environment, routes: routes, client: client, labels: labels, timeToLive: timeToLive,
      idempotencyKey: idempotencyKey)
  }

  /// Makes a session with the state of `snapshot`, and an id, a time and a history of its own; see the layout's method.
  public func createSession(
    from snapshot: Snapshot, client: String? = nil, labels: [String: String] = [:], timeToLive: Duration? = nil,
    idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> RemoteSession {
    try await createSession(
      .init(snapshot), in: snapshot.environment, routes: snapshot.routes, client: client, labels: labels,
      timeToLive: timeToLive, idempotencyKey: idempotencyKey)
  }

  private func createSession(
    _ start: CreateSession.Start, in environment: Environment, routes: ScreenRoutes?, client: String?,
    labels: [String: String],
    timeToLive: Duration?, idempotencyKey: IdempotencyKey?
  ) async throws(ClientError) -> RemoteSession {
    var body = CreateSession(client: client, environment: environment, start: start, routes: routes)
    body.timeToLive = timeToLive.map { Int($0.components.seconds) }
    for (name, value) in labels.sorted(by: { $0.key < $1.key }) where !body.labels.set(name, to: value) {
      throw .invalidArgument(
        "\(name.debugDescription) is no label: a session has \(Labels.maximumCount), with a name of \(Labels.nameBytes.upperBound) bytes "
          + "without a colon and a value of \(Labels.maximumValueBytes)")
    }
    return RemoteSession(try await send(body, idempotencyKey: idempotencyKey).body, of: self)
  }

  /// Sends a `createSession` request; the answer is the record of revision 0.
  package func send(_ body: CreateSession, idempotencyKey: IdempotencyKey? = nil) async throws(ClientError) -> Answer<
    TransitionRecord
  > {
    var call = ClientCall(Endpoint(.createSession))
    call.body = body
    call.idempotencyKey = idempotencyKey
    call.expected = [201]
    return try await response(to: call).answer()
  }

  /// The session with a known id, read from the server. Throws `noSuchSession`.
  public func session(_ id: SessionID) async throws(ClientError) -> RemoteSession {
    let session = RemoteSession(id: id, of: self)
    _ = try await session.read()
    return session
  }

  /// The sessions, newest first, loaded in pages of `pageSize` on demand.
  ///
  /// Sessions made meanwhile are not included; sessions deleted meanwhile may be.
  /// - Parameters:
  ///   - client: only sessions made with this name.
  ///   - label: only sessions with this label.
  public func sessions(
    client: String? = nil, label: (name: String, value: String)? = nil, pageSize: Int = SessionListQuery.defaultLimit
  ) -> some AsyncSequence<SessionSummary, ClientError> & Sendable {
    let label = label.map { Labels.Label(name: $0.name, value: $0.value) }
    return PageSequence(first: SessionListQuery(client: client, label: label, limit: pageSize)) {
      query async throws(ClientError) in
      var call = ClientCall(Endpoint(.listSessions))
      call.query = query.text
      let response = try await self.response(to: call)
      let next = try response.nextPage { (query) throws(Problem) in try SessionListQuery(query) }
      return Page(items: try response.json(SessionList.self).sessions, next: next)
    }
  }
}
