import HTTPMessages
import NavigationAPI
import NavigationJSON
import NavigationModel
import SessionStorage
import Synchronization

/// A change that the model has accepted, as values: its record is written from it, once or again, always with the same bytes.
///
/// It never changes. A class, since it goes through many hands, each of which would count the owners of all that is in it.
final class AcceptedChange: Sendable {
  let record: TransitionRecord
  /// The session before it and after it, where what changed was asked for.
  private let sides: (before: Session, after: Session)?
  /// The record as it was written for the store, for the response as well.
  private let written = Mutex<[UInt8]?>(nil)

  /// Inlined: a call would copy the session with all that is kept of it, which is 1 % of a small transition.
  ///
  /// - Parameter before: nil for a creation, which has no changes.
  @inline(__always)
  init(
    from before: Session?, to after: StoredSession, _ content: TransitionRecord.Content, _ events: [Event], at now: Timestamp,
    _ query: TransitionQuery
  ) {
    record = TransitionRecord(
      sessionID: after.id, revision: after.revision, at: now, content: content, events: events.map(ReceivedEvent.event),
      visible: after.session.visible, can: after.can, isDryRun: query.dryRun,
      session: query.include.contains(.session) ? SessionView(after) : nil)
    isHeavy = after.session.isHeavy(query.include)
    sides = query.include.contains(.changes) ? before.map { ($0, after.session) } : nil
  }

  /// Whether its record is written by a worker.
  let isHeavy: Bool

  /// The record, which a store may have written before, or is to have next.
  func sharedBytes() -> [UInt8] {
    if let bytes = written.withLock({ $0 }) { return bytes }
    let bytes = bytes()
    written.withLock { $0 = bytes }
    return bytes
  }

  func bytes() -> [UInt8] {
    guard let sides else { return HTTPResponse.bytes(of: record) }
    var record = record
    record.changes = Self.changes(from: sides.before, to: sides.after)
    return HTTPResponse.bytes(of: record)
  }

  /// What is kept for a repetition of the request.
  func answer(to idempotency: Idempotency) -> StoredAnswer {
    StoredAnswer(
      key: idempotency.key, fingerprint: idempotency.fingerprint, sessionID: record.sessionID, revision: record.revision,
      reply: .deferred { self.sharedBytes() })
  }

  /// What changed of `/environment` and `/root`, as the session shows them.
  static func changes(from before: Session, to after: Session) -> [JSONPatchOperation] {
    guard let old = document(before), let new = document(after) else { return [] }
    return JSONPatch.difference(from: old.root, to: new.root)
  }

  /// `/environment` and `/root` whole, for whoever's state is not known.
  static func changes(to session: Session) -> [JSONPatchOperation] {
    guard var new = try? document(session)?.root.object() else { return [] }
    return new.members.map { .replace(pointer: "/" + $0.name, value: $0.value) }
  }

  private static func document(_ session: Session) -> JSONDocument? {
    var writer = JSONWriter(reserving: 2_048)
    writer.beginObject()
    writer.key("environment")
    session.environment.write(to: &writer, form: .session(session.environment))
    writer.key("root")
    session.root.write(to: &writer, form: .session(session.environment))
    writer.endObject()
    return try? JSONDocument(writer.bytes, maximumDepth: JSONDocument.treeDepth)
  }
}
