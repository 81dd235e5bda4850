public import Navigation

/// One revision of a session: the record that a client reads, as its bytes, and the state after it.
///
/// Written once, and from then on shared by the answer, the history, every stream, and the answer to a repetition.
public final class Record: Sendable {
  public let revision: Int
  public let at: Timestamp
  public let can: Can
  /// The revision before the gesture that it is a stage of; nil for any other.
  package let gestureStart: Int?
  /// As JSON, without the parts of a record that are only sent when they are asked for.
  public let bytes: [UInt8]

  /// The state, which shares storage with that of its neighbours; nil if it was read without.
  public let state: Session?
  /// Approximate bytes of memory.
  package let byteCount: Int

  /// - Parameter isShared: whether the state shares storage with that of a neighbour.
  package init(
    revision: Int, at: Timestamp, can: Can, gestureStart: Int?, bytes: [UInt8], state: Session?, isShared: Bool
  ) {
    self.revision = revision
    self.at = at
    self.can = can
    self.gestureStart = gestureStart
    self.bytes = bytes
    self.state = state
    // What a state has anew is a path of containers, and what the request has brought, which is in the record, too.
    byteCount = 192 + bytes.count + max(768, bytes.count - 512) + (isShared ? 0 : state?.byteCount ?? 0)
  }

  /// Writes the record of a change to `session`.
  convenience init(
    of head: SessionHead, revision: Int, at: Timestamp, _ content: TransitionRecord.Content, events: [Event],
    to session: borrowing Session, routes: SharedRoutes?, can: Can, gestureStart: Int?, isDryRun: Bool = false
  ) {
    var writer = JSONWriter(reserving: Self.typicalBytes)
    TransitionRecord.write(
      to: &writer, sessionID: head.id, revision: revision, at: at, isDryRun: isDryRun, content: content,
      events: events, visible: DisplayedScreens(session.display, routes?.routes), can: can)
    self.init(
      revision: revision, at: at, can: can, gestureStart: gestureStart, bytes: writer.bytes,
      state: session.withoutDisplay, isShared: true)
  }

  private static let typicalBytes = 2_048
}

/// Successive scrolls of the same top tabs, or resizes of one drag of the window's edge: one step of the history.
///
/// As the latest record leaves it.
package final class Gesture: Sendable {
  let dragged: Dragged
  /// The revision before the gesture.
  let startRevision: Int
  /// The state of that revision; nil if it is not retained.
  let start: Session?
  /// Whether no later change continues it.
  let isOver: Bool
  /// Whether the latest stage had events, so that the next one does not replace it: no reader misses an event.
  let hadEvents: Bool

  init(_ dragged: Dragged, startRevision: Int, start: Session?, isOver: Bool, hadEvents: Bool) {
    self.dragged = dragged
    self.startRevision = startRevision
    self.start = start
    self.isOver = isOver
    self.hadEvents = hadEvents
  }

  /// Whether this is its next stage.
  func isContinued(by drag: Drag) -> Bool { !isOver && !drag.begins && drag.target == dragged }
}
