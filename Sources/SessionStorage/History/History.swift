import NavigationModel

/// The latest records of a session, oldest first, each with the state after it.
///
/// Only changes that add a revision are recorded. A stage of a gesture replaces the one before if that had no events,
/// so a reader misses no event. Records other than the latest are retained as requests, and replayed on demand. Records
/// that were packed stay packed when the session becomes resident.
public struct History: Sendable {
  /// The limits for one session.
  public struct Limits: Hashable, Sendable {
    public var revisions: Int
    /// Approximate bytes of memory. The latest record is retained regardless.
    public var bytes: Int

    public init(revisions: Int = 256, bytes: Int = 1 << 20) {
      self.revisions = revisions
      self.bytes = bytes
    }
  }

  /// The revision after which all records are retained; -1 if that includes the creation.
  public private(set) var start = -1
  /// The oldest records, packed.
  private(set) var packed = PackedHistory()
  /// The records between, as requests.
  private(set) var log = RecordLog()
  /// The newest records; empty only if the history is.
  package private(set) var entries: [HistoryEntry] = []
  private var entryBytes = 0

  /// An empty history; revisions up to `start` are not retained.
  public init(after start: Int = -1) { self.start = start }

  /// The history of a packed session.
  init(start: Int, packed: PackedHistory, latest: HistoryEntry) {
    self.start = start
    self.packed = packed
    entries = [latest]
    entryBytes = latest.byteCount
  }

  /// The latest record alone; revisions up to `start` are stored elsewhere.
  package init(start: Int, latest: HistoryEntry) { self.init(start: start, packed: PackedHistory(), latest: latest) }

  /// The latest revision; `start` if there are no records.
  public var revision: Int { entries.last?.revision ?? start }
  public var count: Int { packed.count + log.count + entries.count }
  /// Approximate bytes of memory.
  public var byteCount: Int { packed.byteCount + log.byteCount + entryBytes }

  /// Appends an entry, later than all others.
  public mutating func append(_ entry: HistoryEntry) {
    assert(entries.last.map { entry.isReplayed(on: $0.session) } ?? true, "a record is not worked out as it was")
    let entry = entries.last.map(entry.after) ?? entry
    if entry.origin != nil, let last = entries.popLast() { entryBytes -= last.byteCount }
    entryBytes += entry.byteCount
    entries.append(entry)
  }

  /// The state after a revision, if its entry is retained unpacked.
  func unpackedState(at revision: Int) -> Session? {
    let index = entries.index(after: revision - 1)
    return index < entries.count && entries[index].revision == revision ? entries[index].session : nil
  }

  /// Whether the records after a revision, or the state before them, have to be worked out from earlier ones.
  public func isReplayed(after revision: Int?) -> Bool {
    guard packed.count + log.count > 0, let first = entries.first?.revision else { return false }
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
  package mutating func trim(to limits: Limits) {
    while count > 1, count > limits.revisions || byteCount > limits.bytes {
      if let revision = packed.removeFirst() ?? log.removeFirst() {
        start = revision
      } else {
        let oldest = entries.removeFirst()
        entryBytes -= oldest.byteCount
        start = oldest.revision
      }
    }
  }

  /// The most entries held whole: followers read them, and undo leads to them.
  private static let wholeLimit = 4

  /// Replaces all but the latest entries with their requests.
  mutating func condense() {
    while entries.count > Self.wholeLimit {
      let oldest = entries.removeFirst()
      entryBytes -= oldest.byteCount
      log.append(oldest)
    }
  }

  /// The latest entry, and the others packed within the limits; nil for an empty history.
  func packed(within limits: Limits) -> (start: Int, older: PackedHistory, latest: HistoryEntry)? {
    guard let latest = entries.last else { return nil }
    var condensed = log
    for entry in entries.dropLast() { condensed.append(entry) }
    var older = packed
    for item in condensed.all { older.append(item, of: condensed) }
    var start = start
    while older.count >= limits.revisions || older.byteCount > limits.bytes {
      guard let revision = older.removeFirst() else { break }
      start = revision
    }
    return (start, older, latest)
  }
}
