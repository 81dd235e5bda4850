import Navigation
import SessionStorage

/// The parts of a record that are only sent when they are asked for: behind its own members, so that an answer with them is
/// the bytes of the record and they.
enum RecordParts {
  /// - Parameters:
  ///   - record: as JSON.
  ///   - before: the state before; nil where it is not known, so that `changes` replace all.
  static func added(
    to record: [UInt8], _ include: Set<TransitionQuery.Inclusion>, of session: Session, from before: Session?,
    view: @autoclosure () -> SessionView
  ) -> [UInt8] {
    guard !include.isEmpty else { return record }
    return added(
      to: record, session: include.contains(.session) ? view() : nil,
      changes: include.contains(.changes) ? before.map { changes(from: $0, to: session) } ?? changes(to: session) : nil)
  }

  static func added(to record: [UInt8], session: SessionView?, changes: [JSONPatchOperation]? = nil) -> [UInt8] {
    var writer = JSONWriter(reserving: 4_096)
    writer.beginObject()
    writer.member("session", session)
    if let changes { writer.array("changes", changes) }
    writer.endObject()
    let parts = writer.bytes
    // Without the brackets between them.
    return record.dropLast() + [UInt8(ascii: ",")] + parts.dropFirst()
  }

  /// The changes of `/environment` and `/root`, as the session shows them.
  private static func changes(from before: Session, to after: Session) -> [JSONPatchOperation] {
    guard let old = document(before), let new = document(after) else { return [] }
    return JSONPatch.difference(from: old.root, to: new.root)
  }

  /// `/environment` and `/root` whole.
  private static func changes(to session: Session) -> [JSONPatchOperation] {
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

extension HistoryStep {
  /// The record as first answered, with the parts requested now.
  func bytes(of stored: StoredSession, _ include: Set<TransitionQuery.Inclusion>) -> [UInt8] {
    guard let state = record.state else { return record.bytes }
    // A creation changed nothing.
    let include = record.revision == 0 ? include.subtracting([.changes]) : include
    return RecordParts.added(
      to: record.bytes, include, of: state, from: before?.state,
      view: SessionView(
        SessionSummary(stored.head, revision: record.revision, updatedAt: record.at), state, routes: stored.routes,
        can: record.can))
  }
}

extension SessionView {
  init(_ summary: SessionSummary, _ session: Session, routes: ScreenRoutes?, can: Can) {
    self.init(
      summary: summary, environment: session.environment, root: session.root, visible: session.visible(routes: routes),
      can: can, conditions: routes.flatMap { session.conditions?.values(of: $0) } ?? ConditionValues(),
      parked: session.conditions?.parked)
  }

  /// The view of a stored session.
  init(_ stored: StoredSession) {
    self.init(SessionSummary(stored), stored.session, routes: stored.routes, can: stored.can)
  }
}

extension SessionSummary {
  init(_ stored: StoredSession) { self.init(stored.head, revision: stored.revision, updatedAt: stored.updatedAt) }
}
