public import Navigation

/// Transitions with conditions, in batches, or as dry runs.
///
/// `ifMatch`: applies only at this revision; else `staleRevision`, whose problem has the current one. `include`: record
/// members that are sent on demand. With an idempotency key, a repeated call returns the first record.
extension RemoteSession {
  /// Applies one transition, including its options `confirm` and `animated`.
  @discardableResult public func apply(
    _ transition: Transition, ifMatch revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = [],
    idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await send(
      .transition(transition), TransitionQuery(include: include), ifMatch: revision, idempotencyKey: idempotencyKey
    ).body
  }

  /// Applies 1 to `TransitionRequest.batchLimit` transitions as one revision, all or none.
  @discardableResult public func apply(
    _ batch: [Transition], ifMatch revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = [],
    idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> TransitionRecord {
    try await send(.batch(batch), TransitionQuery(include: include), ifMatch: revision, idempotencyKey: idempotencyKey)
      .body
  }

  /// The outcome of a transition, without storing it: the record has the revision that it would have had.
  public func dryRun(
    _ transition: Transition, ifMatch revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = []
  ) async throws(ClientError) -> TransitionRecord {
    try await send(.transition(transition), TransitionQuery(include: include, dryRun: true), ifMatch: revision).body
  }

  /// The outcome of a batch as one transition, without storing it.
  public func dryRun(
    _ batch: [Transition], ifMatch revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = []
  ) async throws(ClientError) -> TransitionRecord {
    try await send(.batch(batch), TransitionQuery(include: include, dryRun: true), ifMatch: revision).body
  }

  /// Sends a request; returns the record and the response's fields.
  package func send(
    _ request: TransitionRequest, _ query: TransitionQuery = TransitionQuery(), ifMatch revision: Int? = nil,
    idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> Answer<TransitionRecord> {
    var call = ClientCall(Endpoint(.applyTransition, of: id))
    call.query = query.text
    call.body = request
    call.ifMatch = revision
    call.idempotencyKey = idempotencyKey
    let answer = try await client.response(to: call).answer(TransitionRecord.self)
    update(answer.body)
    return answer
  }

  /// Applies the transition of a named method.
  func perform(_ action: Transition.Action) async throws(ClientError) -> TransitionRecord {
    try await apply(Transition(action))
  }
}
