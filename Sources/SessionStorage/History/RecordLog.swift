import NavigationAPI
import NavigationJSON
import NavigationModel

/// The older records of a session in memory, oldest first, each as its request, since the model is deterministic.
///
/// The first record, and at least one in `wholeEvery`, is whole, with the state after it, to bound a replay.
struct RecordLog: Sendable {
  enum Item: Sendable {
    case whole(HistoryEntry)
    case request(Request)

    var revision: Int {
      switch self {
      case .whole(let entry): entry.revision
      case .request(let request): request.revision
      }
    }

    var isWhole: Bool { if case .whole = self { true } else { false } }
  }

  /// A record that is replayed from the state before it.
  struct Request: Sendable {
    let revision: Int
    let at: Timestamp
    let can: Can
    /// The place of its body among the bytes of all bodies, dropped ones included.
    let body: Range<Int>
  }

  /// At least one in this many records is whole.
  static let wholeEvery = 16

  /// Those before `head` are dropped.
  private var items: [Item] = []
  private var head = 0
  /// Dropped records from `head` on that later ones are still replayed from.
  private var forgotten = 0
  /// The bodies of all requests as received, in one array: one each would be an allocation of each change.
  private var bodies: [UInt8] = []
  /// Bytes of bodies that are no longer in the array, and that need not be.
  private var (removedBytes, droppedBytes) = (0, 0)
  private(set) var byteCount = 0
  /// Requests behind the last whole record; nil where there is none.
  private var requestsSinceWhole: Int?

  /// Retained records.
  var count: Int { items.count - head - forgotten }

  /// The items in order, from the one that a replay starts at.
  var all: ArraySlice<Item> { items[head...] }

  func body(of request: Request) -> ArraySlice<UInt8> {
    bodies[(request.body.lowerBound - removedBytes)..<(request.body.upperBound - removedBytes)]
  }

  /// Appends a record.
  mutating func append(_ entry: HistoryEntry) {
    guard let body = entry.request, let requestsSinceWhole, requestsSinceWhole < Self.wholeEvery - 1 else {
      return append(whole: entry)
    }
    append(body[...], as: entry.revision, at: entry.at, entry.can)
  }

  mutating func append(whole entry: HistoryEntry) {
    append(.whole(entry))
    requestsSinceWhole = 0
  }

  mutating func append(_ body: ArraySlice<UInt8>, as revision: Int, at: Timestamp, _ can: Can) {
    let start = removedBytes + bodies.count
    bodies += body
    append(.request(Request(revision: revision, at: at, can: can, body: start..<start + body.count)))
    requestsSinceWhole = (requestsSinceWhole ?? 0) + 1
  }

  private mutating func append(_ item: Item) {
    byteCount += Self.bytes(of: item)
    items.append(item)
  }

  private static func bytes(of item: Item) -> Int {
    switch item {
    case .whole(let entry): entry.byteCount
    case .request(let request): MemoryLayout<Item>.stride + request.body.count
    }
  }

  /// Drops the oldest record and returns its revision; nil if there is none.
  mutating func removeFirst() -> Int? {
    guard count > 0 else { return nil }
    let revision = items[head + forgotten].revision
    forgotten += 1
    if head + forgotten == items.count || items[head + forgotten].isWhole { drop() }
    return revision
  }

  /// Frees dropped records that no record is replayed from.
  private mutating func drop() {
    for item in items[head..<(head + forgotten)] {
      byteCount -= Self.bytes(of: item)
      if case .request(let request) = item { droppedBytes = request.body.upperBound }
    }
    head += forgotten
    forgotten = 0
    if head == items.count { requestsSinceWhole = nil }
    // Only past half, so that moving the rest costs amortised constant time.
    if head > items.count / 2 {
      items.removeFirst(head)
      head = 0
    }
    if droppedBytes - removedBytes > bodies.count / 2 {
      bodies.removeFirst(droppedBytes - removedBytes)
      removedBytes = droppedBytes
    }
  }

  /// The entries after a revision, at most `limit`, and the entry before them if it is retained.
  func entries(after revision: Int, limit: Int) throws(HistoryGap) -> [HistoryEntry] {
    let oldest = head + forgotten
    guard oldest < items.count, items[items.count - 1].revision >= revision else { return [] }
    guard let first = items[oldest...].firstIndex(where: { $0.revision >= revision }),
      let base = items[...first].lastIndex(where: \.isWhole)
    else { throw .failed(.unreadable) }
    let end = min(first + limit + 1, items.count)
    var (entries, last): ([HistoryEntry], HistoryEntry?) = ([], nil)
    for index in base..<end {
      let entry = try entry(items[index], after: last)
      if index >= first { entries.append(entry) }
      last = entry
    }
    return entries
  }

  private func entry(_ item: Item, after before: HistoryEntry?) throws(HistoryGap) -> HistoryEntry {
    switch (item, before) {
    case (.whole(let entry), _): return entry
    case (.request(let request), let before?):
      do {
        return try before.session.replay(Array(body(of: request)), as: request.revision, at: request.at, request.can)
      } catch { throw .failed(.unreadable) }
    case (.request, nil): throw .failed(.unreadable)
    }
  }
}

extension Session {
  /// The record of a request that was made on this state. Throws if it was not.
  func replay(_ body: [UInt8], as revision: Int, at: Timestamp, _ can: Can) throws -> HistoryEntry {
    var session = self
    let (content, events): (TransitionRecord.Content, [Event])
    switch try TransitionRequest(request: body) {
    case .transition(let transition):
      let answer = try session.apply(transition)
      (content, events) = (.single(transition, answer.outcome), answer.events)
    case .history: throw BodyRefusal.notInBatch(pointer: "")
    case .batch(let transitions):
      let answer = try session.apply(batch: transitions)
      (content, events) = (.batch(transitions, answer.outcomes), answer.events)
    }
    return HistoryEntry(revision: revision, at: at, content: content, events: events, can: can, session: session)
  }
}
