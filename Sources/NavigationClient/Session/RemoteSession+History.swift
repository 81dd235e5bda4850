public import Navigation

/// History, events and copies. An unknown revision throws `noSuchRevision`, one no longer stored `revisionGone`.
extension RemoteSession {
  /// Undoes the last change that is not undone yet.
  @discardableResult public func undo() async throws(ClientError) -> TransitionRecord {
    try await perform(.undo)
  }

  /// Redoes the last undone change.
  @discardableResult public func redo() async throws(ClientError) -> TransitionRecord {
    try await perform(.redo)
  }

  /// Restores the state of a revision, as an ordinary change.
  @discardableResult public func revert(to revision: Int) async throws(ClientError) -> TransitionRecord {
    try await perform(.revert(revision: revision))
  }

  private func perform(_ move: HistoryMove) async throws(ClientError) -> TransitionRecord {
    try await send(.history(HistoryRequest(move))).body
  }

  /// The records after a revision, or from the oldest one stored, loaded in pages of `pageSize` on demand.
  public func transitions(
    after revision: Int? = nil, pageSize: Int = TransitionListQuery.defaultLimit,
    include: Set<TransitionQuery.Inclusion> = []
  ) -> some AsyncSequence<TransitionRecord, ClientError> & Sendable {
    let first = TransitionListQuery(after: revision, limit: pageSize, include: include)
    return PageSequence(first: first) { [client, id] query async throws(ClientError) in
      var call = ClientCall(Endpoint(.listTransitions, of: id))
      call.query = query.text
      let response = try await client.response(to: call)
      let next = try response.nextPage { (query) throws(Problem) in try TransitionListQuery(query) }
      return Page(items: try response.json(TransitionList.self).transitions, next: next)
    }
  }

  /// The session's events as they occur, each revision once and in order. They start after `revision`, or with the
  /// current session. The sequence ends when the session is deleted or expires.
  ///
  /// Each iteration has its own connection. A broken one is reopened and continues after the last event. Until the
  /// first connection is open every failure is thrown; later ones only where a retry cannot succeed.
  public func events(
    after revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = []
  ) -> some AsyncSequence<SessionEvent, ClientError> & Sendable {
    SessionEvents(session: self, query: EventStreamQuery(after: revision, include: include))
  }

  /// Makes a session with this one's state, now or at a revision, and an id, a time and a history of its own.
  ///
  /// - Parameters:
  ///   - current: applies only at this revision of this session; else `staleRevision`.
  ///   - idempotencyKey: with the same key, a repeated call returns the first fork.
  public func fork(
    at revision: Int? = nil, ifMatch current: Int? = nil, idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> RemoteSession {
    var call = ClientCall(Endpoint(.forkSession, of: id))
    call.body = ForkSession(revision: revision)
    call.ifMatch = current
    call.idempotencyKey = idempotencyKey
    call.expected = [201]
    return RemoteSession(try await client.response(to: call).answer(TransitionRecord.self).body, of: client)
  }

  /// The session as a body that can recreate it, now or at a revision.
  public func snapshot(at revision: Int? = nil) async throws(ClientError) -> Snapshot {
    var call = ClientCall(Endpoint(.getSnapshot, of: id))
    call.query = SnapshotQuery(revision: revision).text
    return try await client.response(to: call).answer(Snapshot.self).body
  }

  /// What a user can do now, but for rows, scrolling and swipes back; gestures are last.
  public func moves() async throws(ClientError) -> [Move] {
    try await client.response(to: ClientCall(Endpoint(.getMoves, of: id))).answer(MoveList.self).body.moves
  }

  /// A user does what `moves` calls by this name, in the state that has it.
  ///
  /// Throws `invalidArgument` where no move has the name, with the names that there are, and where several have it, with
  /// the transitions of each; `staleRevision` where another client changed the session meanwhile.
  @discardableResult public func tap(_ name: String) async throws(ClientError) -> TransitionRecord {
    let answer = try await client.response(to: ClientCall(Endpoint(.getMoves, of: id))).answer(MoveList.self)
    let move: Move
    do throws(MoveFault) { move = try answer.body.named(name) } catch { throw .invalidArgument("\(error)") }
    return try await apply(move.transitions, ifMatch: answer.revision)
  }

  /// The fewest steps of a user to what a link names, in this window; nil with the reason.
  public func way(to destination: Transition.Destination) async throws(ClientError) -> Way {
    var call = ClientCall(Endpoint(.findWay, of: id))
    call.body = WayRequest(destination)
    return try await client.response(to: call).answer(Way.self).body
  }

  /// A picture of the session, now or at a revision: for a terminal, or as an SVG.
  ///
  /// - Parameters:
  ///   - showsHidden: whether everything that is not on display is drawn beside the window.
  ///   - scale: of an SVG: the factor for the window's points.
  ///   - style: of an SVG: whether it includes the stylesheet.
  public func picture(
    _ format: PictureQuery.Format = .text, at revision: Int? = nil, showsHidden: Bool = false, scale: Double = 1,
    style: PictureQuery.Style = .classes
  ) async throws(ClientError) -> String {
    let picture = PictureQuery(format: format, showsHidden: showsHidden, scale: scale, style: style)
    var call = ClientCall(Endpoint(.getPicture, of: id))
    call.query = SessionPictureQuery(revision: revision, picture: picture).text
    return try await client.response(to: call).text(format.mediaType)
  }
}
