import HTTPMessages
import NavigationAPI
import NavigationJSON
import NavigationModel
import SessionStorage
import Synchronization

/// A change that the model has accepted, as values: its record is written from it, once or again, always with the same
/// bytes.
///
/// It never changes. A class, since it goes through many hands, each of which would count the owners of all that is in
/// it.
final class AcceptedChange: Sendable {
  /// What came of it, which the history has, too, where it is a revision.
  private let entry: HistoryEntry
  let sessionID: SessionID
  /// What is on display after it.
  private let display: Display
  let isDryRun: Bool
  /// Whether its record is written by a worker.
  let isHeavy: Bool
  /// What else was asked for; nil of most.
  private let inclusion: Inclusion?
  /// The record as it was written for the store, for the response as well.
  private let written = Mutex<[UInt8]?>(nil)

  /// What a record has that few ask for.
  private final class Inclusion: Sendable {
    let session: SessionView?
    /// The session before the change and after it, where what changed was asked for.
    let sides: (before: Session, after: Session)?

    init(session: SessionView?, sides: (before: Session, after: Session)?) {
      self.session = session
      self.sides = sides
    }
  }

  /// The states are lent: a copy of one counts the owners of all that is in it.
  ///
  /// - Parameters:
  ///   - entry: the state after the change is that of `after`.
  ///   - before: nil for a creation, which has no changes.
  init(_ entry: HistoryEntry, from before: Session?, to after: borrowing StoredSession, _ query: TransitionQuery) {
    self.entry = entry
    sessionID = after.id
    display = after.session.display
    isDryRun = query.dryRun
    isHeavy = after.session.isHeavy(query.include)
    guard !query.include.isEmpty else {
      inclusion = nil
      return
    }
    inclusion = Inclusion(
      session: query.include.contains(.session) ? SessionView(copy after) : nil,
      sides: query.include.contains(.changes) ? before.map { ($0, after.session) } : nil)
  }

  /// The record, which a store may have written before, or is to have next.
  func sharedBytes() -> [UInt8] {
    if let bytes = written.withLock({ $0 }) { return bytes }
    let bytes = bytes()
    written.withLock { $0 = bytes }
    return bytes
  }

  func bytes() -> [UInt8] {
    HTTPResponse.bytes { writer in
      TransitionRecord.write(
        to: &writer, sessionID: sessionID, revision: entry.revision, at: entry.at, isDryRun: isDryRun,
        content: entry.content,
        events: entry.events, visible: display, can: entry.can, session: inclusion?.session,
        changes: inclusion?.sides.map { Self.changes(from: $0.before, to: $0.after) })
    }
  }

  /// What is kept for a repetition of the request.
  func answer(to idempotency: Idempotency) -> StoredAnswer {
    StoredAnswer(
      key: idempotency.key, fingerprint: idempotency.fingerprint, sessionID: sessionID, revision: entry.revision,
      reply: .deferred { self.sharedBytes() })
  }

  /// What changed of `/environment` and `/root`, as the session shows them.
  static func changes(from before: Session, to after: Session) -> [JSONPatchOperation] {
    guard let old = document(before), let new = document(after) else { return [] }
    return JSONPatch.difference(from: old.root, to: new.root)
  }

  /// `/environment` and `/root` whole, for a reader whose state is not known.
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
