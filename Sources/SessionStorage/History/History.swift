import Navigation

/// The latest records of a session, oldest first, each with the state after it.
///
/// Only changes that add a revision are recorded. A stage of a gesture replaces the one before if that had no events,
/// so a reader misses no event. Records other than the latest are retained as requests, and replayed on demand. At rest
/// all are.
public struct History: Sendable {
  /// The limits for one session.
  public struct Limits: Hashable, Sendable {
    public var revisions: Int
    /// Approximate bytes of memory. The latest record is retained regardless.
    public var bytes: Int

    public init(revisions: Int = 256, bytes: Int = 4 << 20) {
      self.revisions = revisions
      self.bytes = bytes
    }
  }

  /// The revision after which all records are retained; -1 if that includes the creation.
  public private(set) var start = -1
  /// The oldest records, as requests.
  private(set) var log = RecordLog()
  /// The newest records; empty only if the history is, and at rest.
  package private(set) var entries: [HistoryEntry] = []
  private var entryBytes = 0
  /// The app's routes: a record of an `open` is worked out with them.
  public package(set) var routes: SharedRoutes?

  /// An empty history; revisions up to `start` are not retained.
  public init(after start: Int = -1) { self.start = start }

  /// The latest record alone; revisions up to `start` are stored elsewhere.
  package init(start: Int, latest: HistoryEntry, routes: SharedRoutes? = nil) {
    self.start = start
    self.routes = routes
    entries = [latest]
    entryBytes = latest.byteCount
  }

  /// The latest revision; `start` if there are no records.
  public var revision: Int { entries.last?.revision ?? start }
  public var count: Int { log.count + entries.count }
  /// Approximate bytes of memory.
  public var byteCount: Int { log.byteCount + entryBytes }

  /// Appends an entry, later than all others.
  public mutating func append(_ entry: HistoryEntry) {
    assert(entry.isReplayed(on: entries.last?.session, with: routes), "a record is not worked out as it was")
    let entry = entries.last.map(entry.after) ?? entry
    if entry.origin != nil, let last = entries.popLast() { entryBytes -= last.byteCount }
    entryBytes += entry.byteCount
    entries.append(entry)
  }

  /// The state after a revision, if its entry is retained whole.
  func wholeState(at revision: Int) -> Session? {
    let index = entries.index(after: revision - 1)
    return index < entries.count && entries[index].revision == revision ? entries[index].session : nil
  }

  /// Whether the records after a revision, or the state before them, have to be worked out from earlier ones.
  public func isReplayed(after revision: Int?) -> Bool {
    guard log.count > 0, let first = entries.first?.revision else { return false }
    return revision ?? start < first
  }

  /// The gesture of the latest record, if the transition continues it.
  func gesture(continuedBy transition: Transition, from session: Session) -> Gesture? {
    guard let last = entries.last, let gesture = last.gesture, !last.endsGesture, !transition.beginsDrag,
      session.dragged(by: transition) == gesture.dragged
    else { return nil }
    return gesture
  }

  /// Drops the oldest records beyond the limits.
  mutating func trim(to limits: Limits) {
    while count > 1, count > limits.revisions || byteCount > limits.bytes {
      if log.count == 0 { condense(to: entries.count - 1) }
      if let revision = log.removeFirst() { start = revision }
      // The dropped records are kept for later ones to be replayed from, if they take little room.
      if log.count == 0, log.byteCount > RecordLog.replayedBytes { log = RecordLog() }
    }
  }

  /// Drops the oldest records beyond the limits, which are stored elsewhere.
  package mutating func forget(to limits: Limits) {
    while entries.count > 1, entries.count > limits.revisions || entryBytes > limits.bytes {
      let oldest = entries.removeFirst()
      entryBytes -= oldest.byteCount
      start = oldest.revision
    }
  }

  /// The most entries held whole: followers read them, and undo leads to them.
  private static let wholeLimit = 4

  /// Replaces all but the latest entries with their requests.
  mutating func condense() { condense(to: Self.wholeLimit) }

  private mutating func condense(to count: Int) {
    while entries.count > count {
      let oldest = entries.removeFirst()
      entryBytes -= oldest.byteCount
      log.append(oldest)
    }
  }

  /// The history of a session at rest.
  func atRest(within limits: Limits) -> History {
    var history = self
    history.condense(to: 0)
    history.trim(to: limits)
    history.log.shrink()
    return history
  }

  /// The history of a session in use, from that at rest.
  func inUse() throws(HistoryGap) -> History {
    var history = self
    guard let latest = try history.log.removeLast(with: routes) else { return history }
    history.entries = [latest]
    history.entryBytes = latest.byteCount
    return history
  }
}
