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
}
