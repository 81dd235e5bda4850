public import Navigation
import Synchronization

/// A session on a server, with one method per transition, named after the transition's `type`; safe to use from
/// concurrent tasks.
///
/// `revision`, `visible` and `can` come from the latest answer or event received by this object, without a request.
/// Other clients may have changed the session since. Every method throws `ClientError`; where the server refuses, the
/// case is `problem` and nothing was changed.
public final class RemoteSession: Sendable {
  /// The id on the server, by which another client finds the session.
  public let id: SessionID
  let client: Client
  private let known: Mutex<Known>

  private struct Known {
    var revision = 0
    var visible: [VisibleScreen] = []
    var can = Can(goBack: false, undo: false, redo: false)
  }

  /// A session of which only the id is known.
  package init(id: SessionID, of client: Client) {
    self.id = id
    self.client = client
    known = Mutex(Known())
  }

  /// A new session, from its first record.
  package convenience init(_ record: TransitionRecord, of client: Client) {
    self.init(id: record.sessionID, of: client)
    update(record)
  }

  /// The number of changes so far.
  public var revision: Int { known.withLock { $0.revision } }

  /// The screens on display, and their positions.
  public var visible: [VisibleScreen] { known.withLock { $0.visible } }

  /// Which of the steps back and forth would be handled.
  public var can: Can { known.withLock { $0.can } }

  func update(_ record: TransitionRecord) {
    if !record.isDryRun { update(record.revision, visible: record.visible, can: record.can) }
  }

  func update(_ view: SessionView) { update(view.revision, visible: view.visible, can: view.can) }

  /// Answers may arrive out of order: only a newer revision counts.
  private func update(_ revision: Int, visible: [VisibleScreen], can: Can) {
    known.withLock { known in
      if revision >= known.revision { known = Known(revision: revision, visible: visible, can: can) }
    }
  }

  /// Reads the session with its whole tree.
  public func read() async throws(ClientError) -> SessionView {
    let view = try await client.response(to: ClientCall(Endpoint(.getSession, of: id))).answer(SessionView.self).body
    update(view)
    return view
  }

  /// Waits for a revision other than the known one; nil where none comes in time.
  ///
  /// Throws `noSuchSession`, also where the session ends meanwhile. `events` has every change.
  /// - Parameter time: in whole seconds, at least one.
  public func nextChange(within time: Duration) async throws(ClientError) -> SessionView? {
    var left = max(1, Int(clamping: time.components.seconds))
    while left > 0 {
      let wait = min(left, SessionQuery.waitRange.upperBound)
      var call = ClientCall(Endpoint(.getSession, of: id))
      call.query = SessionQuery(wait: wait).text
      call.ifNoneMatch = revision
      call.timeout = .seconds(wait) + client.requestTimeout
      call.expected = [200, 304]
      let response = try await client.response(to: call)
      if response.status == 200 {
        let view = try response.answer(SessionView.self).body
        update(view)
        return view
      }
      left -= wait
    }
    return nil
  }

  /// Deletes the session, with `revision` only at that one: else `staleRevision`. A second call throws `noSuchSession`.
  public func delete(ifMatch revision: Int? = nil) async throws(ClientError) {
    var call = ClientCall(Endpoint(.deleteSession, of: id))
    call.ifMatch = revision
    call.expected = [204]
    _ = try await client.response(to: call)
  }

  // Transitions with conditions, in batches, or as dry runs.
  //
  // `ifMatch`: applies only at this revision; else `staleRevision`, whose problem has the current one. `include`: record
  // members that are sent on demand. With an idempotency key, a repeated call returns the first record.

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

  // MARK: History, events and copies. An unknown revision throws `noSuchRevision`, one no longer stored `revisionGone`

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
      return (try response.json(TransitionList.self).transitions, next)
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
