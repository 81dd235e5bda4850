public import NavigationAPI
public import NavigationModel

/// What happens to a session.
///
/// `ifMatch`: only at this revision; else `staleRevision`, whose problem has the current one. `include`: members that a record has on
/// demand. With a key, the same request again answers with the first record, and `isReplayed`.
extension Client {
  /// Carries out one transition.
  public func apply(
    _ transition: Transition, to session: SessionID, ifMatch revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = [],
    idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> Answer<TransitionRecord> {
    try await apply(.transition(transition), to: session, revision, TransitionQuery(include: include), idempotencyKey)
  }

  /// Carries out 1 to `TransitionRequest.batchLimit` transitions as one revision, all or none.
  public func apply(
    batch transitions: [Transition], to session: SessionID, ifMatch revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = [],
    idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> Answer<TransitionRecord> {
    try await apply(.batch(transitions), to: session, revision, TransitionQuery(include: include), idempotencyKey)
  }

  /// What the transition would come to. Nothing is kept: the answer's revision stays the session's own.
  public func dryRun(
    _ transition: Transition, on session: SessionID, ifMatch revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = []
  ) async throws(ClientError) -> Answer<TransitionRecord> {
    try await apply(.transition(transition), to: session, revision, TransitionQuery(include: include, dryRun: true), nil)
  }

  /// What the batch would come to, as one transition.
  public func dryRun(
    batch transitions: [Transition], on session: SessionID, ifMatch revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = []
  ) async throws(ClientError) -> Answer<TransitionRecord> {
    try await apply(.batch(transitions), to: session, revision, TransitionQuery(include: include, dryRun: true), nil)
  }

  /// One page of what happened so far, oldest first. Throws `revisionGone` where what follows `after` is not kept any more.
  public func listTransitions(
    of session: SessionID, _ query: TransitionListQuery = TransitionListQuery()
  ) async throws(ClientError) -> Page<TransitionRecord, TransitionListQuery> {
    var call = ClientCall(.listTransitions(session))
    call.query = query.text
    let response = try await response(to: call)
    let list = try response.json(TransitionList.self)
    let next = try response.nextPage { (query) throws(Problem) in try TransitionListQuery(query) }
    return Page(items: list.transitions, next: next)
  }

  /// What happened after a revision, or from the oldest record that is kept on, a page of `limit` at a time as they are asked for.
  public func transitions(
    of session: SessionID, after revision: Int? = nil, limit: Int = TransitionListQuery.defaultLimit,
    include: Set<TransitionQuery.Inclusion> = []
  ) -> PageSequence<TransitionRecord, TransitionListQuery> {
    PageSequence(first: TransitionListQuery(after: revision, limit: limit, include: include)) { (query) async throws(ClientError) in
      try await self.listTransitions(of: session, query)
    }
  }

  /// What happens, as it happens: from after a revision on, or first the session as it is. Each iteration is a connection of its own.
  public func events(
    of session: SessionID, after revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = []
  ) -> SessionEvents {
    SessionEvents(client: self, session: session, query: EventStreamQuery(after: revision, include: include))
  }

  private func apply(
    _ request: TransitionRequest, to session: SessionID, _ ifMatch: Int?, _ query: TransitionQuery, _ idempotencyKey: IdempotencyKey?
  ) async throws(ClientError) -> Answer<TransitionRecord> {
    var call = ClientCall(.applyTransition(session))
    call.query = query.text
    call.body = request
    call.ifMatch = ifMatch
    call.idempotencyKey = idempotencyKey
    return try await answer(to: call)
  }
}
