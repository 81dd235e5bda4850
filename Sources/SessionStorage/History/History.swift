public import Navigation

/// The latest records of a session, oldest first, each with the state after it.
///
/// Only changes that add a revision are recorded. A stage of a gesture replaces the one before if that had no events,
/// so a reader misses no event.
public struct History: Sendable {
  public struct Limits: Hashable, Sendable {
    public var revisions: Int
    /// Approximate bytes. The latest record is retained regardless.
    public var bytes: Int

    /// Bytes of the usual number of records in memory, where each has its state beside it: about 2 KB together.
    public static let bytesInMemory = 1 << 20

    public init(revisions: Int = 256, bytes: Int = 4 << 20) {
      self.revisions = revisions
      self.bytes = bytes
    }
  }

  /// The records that a session in memory has, on every store: followers read them, and undo leads to them.
  package static let tailCount = 4

  /// The revision after which all records are retained; -1 if that includes the creation.
  package private(set) var start: Int
  package private(set) var records: [Record]
  /// The record that the latest has replaced: the state that a reader may have.
  private var replaced: Record?
  /// Approximate bytes of memory.
  package private(set) var byteCount: Int

  /// - Parameter start: revisions up to it are not retained.
  package init(_ records: [Record] = [], after start: Int) {
    self.records = records
    self.start = start
    byteCount = records.reduce(0) { $0 + $1.byteCount }
  }

  /// Appends a record, later than all others.
  ///
  /// - Parameter isReplacing: whether it takes the place of the latest.
  package mutating func append(_ record: Record, isReplacing: Bool) {
    replaced = isReplacing ? records.popLast() : nil
    byteCount += record.byteCount - (replaced?.byteCount ?? 0)
    records.append(record)
  }

  /// Drops the oldest records beyond the limits, down to `count`.
  package mutating func trim(to limits: Limits, atLeast count: Int = 1) {
    var (surplus, bytes) = (0, byteCount)
    while records.count - surplus > count, records.count - surplus > limits.revisions || bytes > limits.bytes {
      bytes -= records[surplus].byteCount
      surplus += 1
    }
    guard surplus > 0 else { return }
    start = records[surplus - 1].revision
    records.removeFirst(surplus)
    byteCount = bytes
  }

  /// The state after a revision, if it is retained.
  package func state(at revision: Int) -> Session? {
    let index = index(after: revision - 1)
    return index < records.count && records[index].revision == revision ? records[index].state : nil
  }

  func byteCount(butLatest count: Int) -> Int { records.suffix(count).reduce(byteCount) { $0 - $1.byteCount } }

  /// The index of the first later entry.
  private func index(after revision: Int) -> Int {
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if records[middle].revision <= revision { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The steps after a revision, oldest first; without a revision, from the oldest retained record.
  ///
  /// Throws `gone` and `ahead`.
  ///
  /// - Parameter latest: the last revision to read.
  package func steps(
    after given: Int?, upTo latest: Int = .max, limit: Int
  ) throws(HistoryGap) -> [HistoryStep] {
    let revision = given ?? start
    guard revision >= start else { throw .gone(start: start) }
    guard given == nil || revision <= min(latest, records.last?.revision ?? start) else { throw .ahead }
    let first = index(after: revision)
    // The state that the reader has: of the record before, or of the one that the latest has replaced.
    let nearest = [first > 0 ? records[first - 1] : nil, first == records.count - 1 ? replaced : nil]
    var before = nearest.compactMap { $0 }.first { $0.revision == revision }
    var steps: [HistoryStep] = []
    for record in records[first..<min(first + limit, records.count)] where record.revision <= latest {
      steps.append(HistoryStep(record, before: before))
      before = record
    }
    return steps
  }
}

/// A step of a reader through a history.
public struct HistoryStep: Sendable {
  public let record: Record
  /// The record of the state that the reader has; nil if that is no longer retained, or was not asked for.
  public let before: Record?

  package init(_ record: Record, before: Record?) { (self.record, self.before) = (record, before) }
}

/// The reason that a reader cannot continue from its revision.
public enum HistoryGap: Error, Hashable, Sendable {
  /// The next revision is no longer retained; everything after `start` is.
  case gone(start: Int)
  /// The revision was a stage of a gesture that began after revision `since`, and `by` has replaced it.
  case replaced(by: Int, since: Int)
  /// The session has not reached the revision.
  case ahead
  /// The records cannot be read, now or at all.
  case failed(StoreError)
}

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
