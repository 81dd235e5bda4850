import HTTPMessages
import Navigation
import SessionStorage
import Synchronization

/// A change that the model has accepted, as immutable values: its record has the same bytes each time it is written.
///
/// A class: passed through many hands, a struct would retain all its members at each.
final class AcceptedChange: Sendable {
  /// The outcome; for a new revision also the history's entry.
  private let entry: HistoryEntry
  let sessionID: SessionID
  /// The display after the change.
  private let display: DisplayedScreens
  let isDryRun: Bool
  /// The work of writing its record.
  let work: Int
  /// The optional parts of the record; nil for most requests.
  private let inclusion: Inclusion?
  /// The record as written for the store, reused for the response.
  private let written = Mutex<[UInt8]?>(nil)

  /// The optional parts of a record.
  private final class Inclusion: Sendable {
    let session: SessionView?
    /// The session before and after the change, where `changes` was requested.
    let sides: (before: Session, after: Session)?

    init(session: SessionView?, sides: (before: Session, after: Session)?) {
      self.session = session
      self.sides = sides
    }
  }

  /// The states are borrowed, as a copy would retain all their members.
  ///
  /// - Parameters:
  ///   - entry: its state is that of `after`.
  ///   - before: nil for a creation, which has no changes.
  init(_ entry: HistoryEntry, from before: Session?, to after: borrowing StoredSession, _ query: TransitionQuery) {
    self.entry = entry
    sessionID = after.id
    display = DisplayedScreens(after.session.display, after.routes)
    isDryRun = query.dryRun
    work = after.session.workToWrite(query.include)
    guard !query.include.isEmpty else {
      inclusion = nil
      return
    }
    inclusion = Inclusion(
      session: query.include.contains(.session) ? SessionView(copy after) : nil,
      sides: query.include.contains(.changes) ? before.map { ($0, after.session) } : nil)
  }

  /// The record, written once and shared by store and response.
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
        content: entry.content, events: entry.events, visible: display, can: entry.can, session: inclusion?.session,
        changes: inclusion?.sides.map { Self.changes(from: $0.before, to: $0.after) })
    }
  }

  /// The stored answer for a repeated request.
  func answer(to idempotency: Idempotency) -> StoredAnswer {
    StoredAnswer(
      key: idempotency.key, fingerprint: idempotency.fingerprint, sessionID: sessionID, revision: entry.revision,
      reply: .deferred { self.sharedBytes() })
  }

  /// The changes of `/environment` and `/root`, as the session shows them.
  static func changes(from before: Session, to after: Session) -> [JSONPatchOperation] {
    guard let old = document(before), let new = document(after) else { return [] }
    return JSONPatch.difference(from: old.root, to: new.root)
  }

  /// `/environment` and `/root` whole, where the earlier state is unknown.
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
