public import NavigationAPI
import NavigationModel

/// What was, what comes, and copies. A revision that is not there throws `noSuchRevision`, one that is not kept any
/// more `revisionGone`.
extension RemoteSession {
  /// Goes back before the last change that is not undone.
  @discardableResult public func undo() async throws(ClientError) -> TransitionRecord {
    try await perform(.history(.undo))
  }

  /// Goes forward again.
  @discardableResult public func redo() async throws(ClientError) -> TransitionRecord {
    try await perform(.history(.redo))
  }

  /// Goes to the state of a revision, as a change like any other.
  @discardableResult public func revert(to revision: Int) async throws(ClientError) -> TransitionRecord {
    try await perform(.history(.revert(revision: revision)))
  }

  /// What happened after a revision, or from the oldest record that is kept on, a page of `pageSize` at a time as they
  /// are asked for.
  public func transitions(
    after revision: Int? = nil, pageSize: Int = TransitionListQuery.defaultLimit,
    include: Set<TransitionQuery.Inclusion> = []
  ) -> some AsyncSequence<TransitionRecord, ClientError> & Sendable {
    let first = TransitionListQuery(after: revision, limit: pageSize, include: include)
    return PageSequence(first: first) { [client, id] query async throws(ClientError) in
      var call = ClientCall(.listTransitions(id))
      call.query = query.text
      let response = try await client.response(to: call)
      let next = try response.nextPage { (query) throws(Problem) in try TransitionListQuery(query) }
      return Page(items: try response.json(TransitionList.self).transitions, next: next)
    }
  }

  /// What happens, as it happens, each revision once and in order: from after a revision on, or first the session as it
  /// is. Ends when the session was deleted or has expired.
  ///
  /// Each iteration is a connection of its own. One that breaks is made again, and goes on where it stopped. Until the
  /// first one stands every failure is thrown; from then on only what trying again does not change.
  public func events(
    after revision: Int? = nil, include: Set<TransitionQuery.Inclusion> = []
  ) -> some AsyncSequence<SessionEvent, ClientError> & Sendable {
    SessionEvents(session: self, query: EventStreamQuery(after: revision, include: include))
  }

  /// Makes a session that is as this one is, or was at a revision, with an id, a time and a history of its own.
  ///
  /// - Parameters:
  ///   - current: only where this session has this revision; else `staleRevision`.
  ///   - idempotencyKey: with the same key, the same call again answers with the first fork.
  public func fork(
    at revision: Int? = nil, ifMatch current: Int? = nil, idempotencyKey: IdempotencyKey? = nil
  ) async throws(ClientError) -> RemoteSession {
    var call = ClientCall(.forkSession(id))
    call.body = ForkSession(revision: revision)
    call.ifMatch = current
    call.idempotencyKey = idempotencyKey
    call.expected = [201]
    return RemoteSession(try await client.response(to: call).answer(TransitionRecord.self).body, of: client)
  }

  /// The session as the body that makes it again: as it is now, or was at a revision.
  public func snapshot(at revision: Int? = nil) async throws(ClientError) -> Snapshot {
    var call = ClientCall(.getSnapshot(id))
    call.query = SnapshotQuery(revision: revision).text
    return try await client.response(to: call).answer(Snapshot.self).body
  }

  /// A picture of the session as it is now, or was at a revision: for a terminal, or as an SVG.
  ///
  /// - Parameters:
  ///   - showsHidden: whether everything that is not on display stands beside the window.
  ///   - scale: of an SVG: what the window's points are multiplied by.
  ///   - style: of an SVG: whether the stylesheet is in it.
  public func picture(
    _ format: PictureQuery.Format = .text, at revision: Int? = nil, showsHidden: Bool = false, scale: Double = 1,
    style: PictureQuery.Style = .classes
  ) async throws(ClientError) -> String {
    let picture = PictureQuery(format: format, showsHidden: showsHidden, scale: scale, style: style)
    var call = ClientCall(.getPicture(id))
    call.query = SessionPictureQuery(revision: revision, picture: picture).text
    return try await client.response(to: call).text(format.mediaType)
  }
}
