public import NavigationAPI
public import NavigationModel
import Synchronization

/// A session on a server, with one method for each transition, called as the transition's `type` is; safe to use from
/// many tasks at once.
///
/// `revision`, `visible` and `can` are what the latest answer or event that came through this object said: nothing is
/// asked for them, and other clients may have changed the session since. Every method throws `ClientError`, which is
/// the case `problem` where the server refuses; then nothing was changed.
public final class RemoteSession: Sendable {
  /// Its name on the server, by which another client finds it.
  public let id: SessionID
  let client: Client
  private let known: Mutex<Known>

  private struct Known {
    var revision = 0
    var visible: [VisibleScreen] = []
    var can = Can(goBack: false, undo: false, redo: false)
  }

  /// A session of which nothing but the id is known.
  package init(id: SessionID, of client: Client) {
    self.id = id
    self.client = client
    known = Mutex(Known())
  }

  /// A session that has just been made.
  package convenience init(_ record: TransitionRecord, of client: Client) {
    self.init(id: record.sessionID, of: client)
    note(record)
  }

  /// How often the session has changed.
  public var revision: Int { known.withLock { $0.revision } }

  /// The screens on display, and where they stand.
  public var visible: [VisibleScreen] { known.withLock { $0.visible } }

  /// Which of the steps back and forth would be handled.
  public var can: Can { known.withLock { $0.can } }

  func note(_ record: TransitionRecord) {
    if !record.isDryRun { note(record.revision, record.visible, record.can) }
  }

  func note(_ view: SessionView) { note(view.revision, view.visible, view.can) }

  /// Answers may come in another order than what they are about.
  private func note(_ revision: Int, _ visible: [VisibleScreen], _ can: Can) {
    known.withLock { known in
      if revision >= known.revision { known = Known(revision: revision, visible: visible, can: can) }
    }
  }

  /// The session as it is now, with its whole tree.
  public func read() async throws(ClientError) -> SessionView {
    let view = try await client.response(to: ClientCall(.getSession(id))).answer(SessionView.self).body
    note(view)
    return view
  }

  /// The session as soon as it has another revision than the one that is known; nil where it has none within this time.
  ///
  /// Throws `noSuchSession` also where the session goes meanwhile. `events` has every change.
  /// - Parameter time: in whole seconds, one at least.
  public func nextChange(within time: Duration) async throws(ClientError) -> SessionView? {
    var left = max(1, Int(clamping: time.components.seconds))
    while left > 0 {
      let wait = min(left, SessionQuery.waitRange.upperBound)
      var call = ClientCall(.getSession(id))
      call.query = SessionQuery(wait: wait).text
      call.ifNoneMatch = revision
      call.timeout = .seconds(wait) + client.requestTimeout
      call.expected = [200, 304]
      let response = try await client.response(to: call)
      if response.status == 200 {
        let view = try response.answer(SessionView.self).body
        note(view)
        return view
      }
      left -= wait
    }
    return nil
  }

  /// Deletes the session, at this revision only where one is given: else `staleRevision`. A second time throws
  /// `noSuchSession`.
  public func delete(ifMatch revision: Int? = nil) async throws(ClientError) {
    var call = ClientCall(.deleteSession(id))
    call.ifMatch = revision
    call.expected = [204]
    _ = try await client.response(to: call)
  }
}
