public import NavigationAPI
public import NavigationModel

/// Transitions with conditions, more than one, or none that is kept.
///
/// `ifMatch`: only at this revision; else `staleRevision`, whose problem has the current one. `include`: members that a
/// record has on demand. With an idempotency key, the same call again answers with the first record.
extension RemoteSession {
  /// Carries out one transition: what its own method does, also where it is to be confirmed or not animated.
  @discardableResult public func apply(
    _ transition: Transition, ifMatch revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = [],
    idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await send(
      .transition(transition), TransitionQuery(include: include), ifMatch: revision, idempotencyKey: idempotencyKey
    ).body
  }

  /// Carries out 1 to `TransitionRequest.batchLimit` transitions as one revision, all or none.
  @discardableResult public func apply(
    _ batch: [Transition], ifMatch revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = [],
    idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await send(.batch(batch), TransitionQuery(include: include), ifMatch: revision, idempotencyKey: idempotencyKey)
      .body
  }

  /// What the transition would come to. Nothing is kept: the record's revision is the one that it would have been.
  public func dryRun(
    _ transition: Transition, ifMatch revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = []
  ) async throws(ClientError) -> TransitionRecord {
    try await send(.transition(transition), TransitionQuery(include: include, dryRun: true), ifMatch: revision).body
  }

  /// What the batch would come to, as one transition.
  public func dryRun(
    _ batch: [Transition], ifMatch revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = []
  ) async throws(ClientError) -> TransitionRecord {
    try await send(.batch(batch), TransitionQuery(include: include, dryRun: true), ifMatch: revision).body
  }

  /// What all of them send, and the answer with the fields of its response.
  package func send(
    _ request: TransitionRequest, _ query: TransitionQuery = TransitionQuery(), ifMatch revision: Int? = nil,
    idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> Answer<TransitionRecord> {
    var call = ClientCall(.applyTransition(id))
    call.query = query.text
    call.body = request
    call.ifMatch = revision
    call.idempotencyKey = idempotencyKey
    let answer = try await client.response(to: call).answer(TransitionRecord.self)
    note(answer.body)
    return answer
  }

  /// The one way of every transition's own method.
  func perform(_ action: Transition.Action) async throws(ClientError) -> TransitionRecord {
    try await apply(Transition(action))
  }
}
