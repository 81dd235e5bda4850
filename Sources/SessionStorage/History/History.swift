import NavigationModel

/// The latest records of a session, oldest first, each with the state after it.
///
/// Only what adds a revision is kept. Of the stages of a gesture, one after another, those that told nothing give
/// their place to the next one, so that a reader of the records misses no event. All but the latest are kept as what
/// was asked, and worked out again on demand; what was kept when the session went to rest stays packed when it wakes.
public struct History: Sendable {
  /// How much is kept of one session.
  public struct Limits: Hashable, Sendable {
    public var revisions: Int
    /// Bytes of memory, about. The latest record is kept whatever it takes.
    public var bytes: Int

    public init(revisions: Int = 256, bytes: Int = 1 << 20) {
      self.revisions = revisions
      self.bytes = bytes
    }
  }

  /// The revision after which everything is kept; -1 where that includes the creation.
  public private(set) var start = -1
  /// The oldest ones, as they were packed.
  private(set) var packed = PackedHistory()
  /// Those between.
  private(set) var log = RecordLog()
  /// The newer ones; with none of them there are no older ones either.
  package private(set) var entries: [HistoryEntry] = []
  private var entryBytes = 0

  /// Nothing yet; what was up to revision `start` is not kept.
  public init(after start: Int = -1) { self.start = start }

  /// What was kept of a session at rest.
  init(start: Int, packed: PackedHistory, latest: HistoryEntry) {
    self.start = start
    self.packed = packed
    entries = [latest]
    entryBytes = latest.byteCount
  }

  /// Only the latest; what was up to revision `start` is kept elsewhere.
  package init(start: Int, latest: HistoryEntry) { self.init(start: start, packed: PackedHistory(), latest: latest) }

  /// The latest revision; `start` where nothing is kept.
  public var revision: Int { entries.last?.revision ?? start }
  public var count: Int { packed.count + log.count + entries.count }
  /// About the bytes of memory that it takes.
  public var byteCount: Int { packed.byteCount + log.byteCount + entryBytes }

  /// Keeps one more, which is later than all others.
  public mutating func append(_ entry: HistoryEntry) {
    let entry = entries.last.map(entry.after) ?? entry
    if entry.origin != nil, let last = entries.popLast() { entryBytes -= last.byteCount }
    entryBytes += entry.byteCount
    entries.append(entry)
  }

  /// The state after a revision, where it is kept and not packed.
  func unpackedState(at revision: Int) -> Session? {
    let index = entries.index(after: revision - 1)
    return index < entries.count && entries[index].revision == revision ? entries[index].session : nil
  }

  /// The gesture of the latest record, where a transition goes on with it.
  func gesture(continuedBy transition: Transition, from session: Session) -> Gesture? {
    guard let last = entries.last, let gesture = last.gesture, !last.endsGesture, !transition.beginsDrag,
      session.dragged(by: transition) == gesture.dragged
    else { return nil }
    return gesture
  }

  /// Lets go of the oldest beyond the limits.
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

  /// Entries that are whole at most: those that followers of a session read, and undo leads to.
  private static let wholeLimit = 8

  /// Lets all but the latest entries go that can be worked out again.
  mutating func condense() {
    guard entries.count > Self.wholeLimit else { return }
    let older = entries.prefix(Self.wholeLimit / 2)
    var before: HistoryEntry?
    for entry in older {
      log.append(entry, after: before)
      entryBytes -= entry.byteCount
      before = entry
    }
    entries.removeFirst(older.count)
  }

  /// All but the latest packed, within the limits; nil where there is none.
  func packed(within limits: Limits) -> (start: Int, older: PackedHistory, latest: HistoryEntry)? {
    guard let latest = entries.last else { return nil }
    var condensed = log
    var before: HistoryEntry?
    for entry in entries.dropLast() {
      condensed.append(entry, after: before)
      before = entry
    }
    var older = packed
    for item in condensed.all { older.append(item) }
    var start = start
    while older.count >= limits.revisions || older.byteCount > limits.bytes {
      guard let revision = older.removeFirst() else { break }
      start = revision
    }
    return (start, older, latest)
  }
}
