import Navigation

/// The older records of a session in memory, oldest first, each as its request, since the model is deterministic.
///
/// Some are whole, with the state after them, so that every state is worked out from few and short requests: the first
/// one, unless it is the creation by a request, and those that no request gives.
struct RecordLog: Sendable {
  private enum Item: Sendable {
    case whole(HistoryEntry)
    case request(Request)

    var revision: Int {
      switch self {
      case .whole(let entry): entry.revision
      case .request(let request): request.revision
      }
    }

    /// Whether it needs no state before it.
    var beginsReplay: Bool {
      switch self {
      case .whole: true
      case .request(let request): request.revision == 0
      }
    }

    var bodyCount: Int { if case .request(let request) = self { request.body.count } else { 0 } }
  }

  /// A record that is replayed from the state before it.
  private struct Request: Sendable {
    let revision: Int
    let at: Timestamp
    let can: Can
    /// The place of its body among the bytes of all bodies, dropped ones included.
    let body: Range<Int>
  }

  /// The most requests, and the most bytes of their bodies, that a state is worked out from.
  static let (replayLimit, replayedBytes) = (31, 16_384)

  /// Those before `head` are dropped.
  private var items: [Item] = []
  private var head = 0
  /// Dropped records from `head` on that later ones are still replayed from, or will be.
  private var forgotten = 0
  /// The bodies of all requests as received, in one array: one each would be an allocation of each change.
  private(set) var bodies: [UInt8] = []
  /// Bytes of bodies that are no longer in the array, and that need not be.
  private var (removedBytes, droppedBytes) = (0, 0)
  private(set) var byteCount = 0

  /// Retained records.
  var count: Int { items.count - head - forgotten }

  /// Whether a record is whole.
  var holdsStates: Bool { items[head...].contains { if case .whole = $0 { true } else { false } } }

  /// Appends a record.
  mutating func append(_ entry: HistoryEntry) {
    guard let body = entry.request, reaches(body, of: entry.revision) else { return append(.whole(entry)) }
    let start = removedBytes + bodies.count
    bodies += body
    append(
      .request(Request(revision: entry.revision, at: entry.at, can: entry.can, body: start..<start + body.count)))
  }

  private mutating func append(_ item: Item) {
    byteCount += Self.bytes(of: item)
    items.append(item)
    if count == 1, item.beginsReplay { drop() }
  }

  /// Whether a further request can be replayed within the limits.
  private func reaches(_ body: [UInt8], of revision: Int) -> Bool {
    if revision == 0 { return body.count <= Self.replayedBytes }
    guard let base = items[head...].lastIndex(where: \.beginsReplay) else { return false }
    return items.count - base <= Self.replayLimit
      && items[base...].reduce(body.count) { $0 + $1.bodyCount } <= Self.replayedBytes
  }

  private static func bytes(of item: Item) -> Int {
    switch item {
    case .whole(let entry): MemoryLayout<Item>.stride + entry.byteCount
    case .request(let request): MemoryLayout<Item>.stride + request.body.count
    }
  }

  /// Drops the oldest record and returns its revision; nil if there is none.
  mutating func removeFirst() -> Int? {
    guard count > 0 else { return nil }
    let revision = items[head + forgotten].revision
    forgotten += 1
    if count > 0, items[head + forgotten].beginsReplay { drop() }
    return revision
  }

  /// Frees dropped records that no record is replayed from.
  private mutating func drop() {
    for item in items[head..<(head + forgotten)] {
      byteCount -= Self.bytes(of: item)
      droppedBytes += item.bodyCount
    }
    head += forgotten
    forgotten = 0
    // Only past an eighth, so that moving the rest costs amortised constant time.
    if head > items.count / 8 {
      items.removeFirst(head)
      head = 0
    }
    if droppedBytes - removedBytes > bodies.count / 8 {
      bodies.removeFirst(droppedBytes - removedBytes)
      removedBytes = droppedBytes
    }
  }

  /// Takes the latest record out; nil if there is none. Throws `failed` if it cannot be replayed.
  mutating func removeLast(with routes: SharedRoutes?) throws(HistoryGap) -> HistoryEntry? {
    guard count > 0, let item = items.last else { return nil }
    let latest = try entries(after: item.revision, limit: 0, with: routes).last
    items.removeLast()
    bodies.removeLast(item.bodyCount)
    byteCount -= Self.bytes(of: item)
    return latest
  }

  /// Frees the room for further records.
  mutating func shrink() {
    items = items[head...].exact
    head = 0
    bodies = bodies[(droppedBytes - removedBytes)...].exact
    removedBytes = droppedBytes
  }

  /// The entries after a revision, at most `limit`, and the entry before them if it is retained.
  func entries(after revision: Int, limit: Int, with routes: SharedRoutes?) throws(HistoryGap) -> [HistoryEntry] {
    let oldest = head + forgotten
    guard oldest < items.count, items[items.count - 1].revision >= revision else { return [] }
    guard let first = items[oldest...].firstIndex(where: { $0.revision >= revision }),
      let base = items[...first].lastIndex(where: \.beginsReplay)
    else { throw .failed(.unreadable) }
    var (entries, before): ([HistoryEntry], HistoryEntry?) = ([], nil)
    for index in base..<min(first + limit + 1, items.count) {
      let entry = try entry(items[index], after: before, with: routes)
      if index >= first { entries.append(entry) }
      before = entry
    }
    return entries
  }

  private func entry(
    _ item: Item, after before: HistoryEntry?, with routes: SharedRoutes?
  ) throws(HistoryGap) -> HistoryEntry {
    switch item {
    case .whole(let entry): return entry
    case .request(let request):
      let body = bodies[(request.body.lowerBound - removedBytes)..<(request.body.upperBound - removedBytes)]
      do {
        return try HistoryEntry(
          replaying: Array(body), on: before?.session, as: request.revision, at: request.at, request.can, with: routes)
      } catch { throw .failed(.unreadable) }
    }
  }
}

extension Collection {
  /// An array without spare capacity.
  var exact: [Element] {
    [Element](capacity: count) { (elements: inout OutputSpan<Element>) in for each in self { elements.append(each) } }
  }
}
